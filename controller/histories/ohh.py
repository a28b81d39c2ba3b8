"""Writes a hand as Open Hand History (hh-specs.handhistory.org, version 1.4.7): JSON, one ``ohh`` object a hand.

Amounts are chip units; the amount of an action is what the player put in by it. What was found stands under
``_floorcall``, a name of our own.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from controller.histories.not_tellable import NotTellable
from controller.histories.paid import kept_back, of_pots, received
from controller.histories.told import BOARD_AT, STREETS, ToldHand
from controller.table.outputs import Action
from controller.wall_time import wall_time

SPEC: Final = "1.4.7"
PLAY_MONEY: Final = "XPM"
"""The format's code for chips that are no money; what a chip is worth the table does not know."""
_GAME: Final = {
    "nlhe": ("Holdem", "NL"), "plhe": ("Holdem", "PL"), "flhe": ("Holdem", "FL"), "plo": ("Omaha", "PL"),
    "plo8": ("OmahaHiLo", "PL"), "flo8": ("OmahaHiLo", "FL"),
}  # fmt: skip
_SAYS: Final = {
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "fold": "Fold",
    "dead": "Fold",
}


def to_ohh(hand: ToldHand) -> bytes:
    """Return the hand's JSON, one line. Raise NotTellable where the format has no words for it."""
    if hand.header.game not in _GAME:
        raise NotTellable(f"the format has no word for {hand.header.game}")
    if hand.line.void:
        raise NotTellable("it was a misdeal")
    if not hand.seats:
        raise NotTellable("nobody was dealt in")
    if len(hand.seats) == 1:
        raise NotTellable(f"seat {hand.seats[0].seat} was dealt in alone")
    game, limit = _GAME[hand.header.game]
    ids = {seat.seat: place for place, seat in enumerate(hand.seats)}
    level = hand.level
    return msgspec.json.encode(
        {
            "ohh": {
                "spec_version": SPEC,
                "site_name": "Floorcall",
                "network_name": "Floorcall",
                "internal_version": SPEC,
                "game_number": str(hand.line.hand),
                "start_date_utc": _begun(hand),
                "table_name": hand.header.table,
                "game_type": game,
                "bet_limit": {"bet_type": limit, "bet_cap": 0},
                "table_size": 10,
                "currency": PLAY_MONEY,
                "dealer_seat": hand.button,
                "small_blind_amount": level.small,
                "big_blind_amount": level.big,
                "ante_amount": level.ante or level.big_blind_ante,
                "players": [
                    {
                        "id": ids[seat.seat],
                        "seat": seat.seat,
                        "name": f"Seat {seat.seat}",
                        "starting_stack": seat.stack,
                    }
                    for seat in hand.seats
                ],
                "rounds": list(_rounds(hand, ids)),
                "pots": list(_pots(hand, ids)),
                "_floorcall": {
                    "rulebook": hand.header.rulebook,
                    "t": hand.t,
                    "findings": [msgspec.to_builtins(finding) for finding in hand.found],
                },
            }
        }
    )


def _begun(hand: ToldHand) -> str:
    """Return when the hand began, UTC; as the header has it where that is no time."""
    begun = wall_time(hand.header.started, hand.t)
    return hand.header.started if begun is None else f"{begun.astimezone(datetime.UTC):%Y-%m-%dT%H:%M:%S}Z"


def _rounds(hand: ToldHand, ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    """Yield the streets that were played, and the showdown."""
    numbers = iter(range(1, 1000))
    board = hand.line.board
    for place, street in enumerate(STREETS):
        before = BOARD_AT[STREETS[place - 1]] if place else 0
        cards = board[before : BOARD_AT[street]]
        if place and len(cards) < BOARD_AT[street] - before:
            break
        acts = list(_forced(hand, ids)) if not place else []
        in_front = {seat.seat: seat.posted for seat in hand.seats} if not place else {}
        acts += [_act(action, ids, in_front) for action in hand.actions if _on(action, street)]
        yield {
            "id": place,
            "street": street.capitalize(),
            "cards": cards,
            "actions": _numbered(acts, numbers),
        }
    shown = [
        {"player_id": ids[seat.seat], "action": "Shows Cards", "cards": seat.cards}
        for seat in hand.seats
        if seat.cards
    ]
    if shown:
        yield {"id": len(STREETS), "street": "Showdown", "cards": [], "actions": _numbered(shown, numbers)}


def _numbered(acts: list[dict[str, Any]], numbers: Iterator[int]) -> list[dict[str, Any]]:
    return [{"action_number": next(numbers), **act} for act in acts]


def _on(action: Action, street: str) -> bool:
    """Whether an action belongs to ``street``; what comes before the first or after the last goes with it."""
    return action.street == street or (action.street, street) in (("deal", "preflop"), ("showdown", "river"))


def _forced(hand: ToldHand, ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    """Yield antes, blinds and the deal; hole cards are named as far as they were tabled, or an auditor opened them."""
    for seat in hand.seats:
        if seat.ante:
            yield {"player_id": ids[seat.seat], "action": "Post Ante", "amount": seat.ante}
    posts = sorted((seat for seat in hand.seats if seat.blind), key=lambda seat: seat.blind)
    for place, seat in enumerate(posts):
        if seat.posted:
            name = "Post BB" if place == len(posts) - 1 else "Post SB"
            yield {"player_id": ids[seat.seat], "action": name, "amount": seat.posted}
    for seat in hand.seats:
        yield {"player_id": ids[seat.seat], "action": "Dealt Cards", "cards": seat.dealt}


def _act(action: Action, ids: dict[int, int], in_front: dict[int, int]) -> dict[str, Any]:
    added = action.to - in_front.get(action.seat, 0)
    in_front[action.seat] = action.to
    says = _SAYS[action.action]
    if says == "Bet" and action.street == "preflop":
        says = "Raise"  # the format has no bet before the flop
    told: dict[str, Any] = {"player_id": ids[action.seat], "action": says}
    if says in ("Call", "Bet", "Raise"):
        told |= {"amount": added, "is_allin": action.all_in is True}
    return told


def _pots(hand: ToldHand, ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    """Yield the pots with who got them. What nobody matched went back and is in none."""
    won = {winners.pot: winners.shares for winners in hand.line.winners or ()}
    if None not in (seat.stack for seat in hand.seats):
        won = of_pots(hand, received(hand, kept_back(hand)))
    for place, pot in enumerate(hand.line.pots):
        wins = [{"player_id": ids[seat], "win_amount": share} for seat, share in won.get(place, {}).items()]
        yield {"number": place, "amount": pot.amount, "rake": 0, "player_wins": wins}
