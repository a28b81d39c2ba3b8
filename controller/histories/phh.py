"""Writes a hand in the Poker Hand History format (PHH, University of Toronto, 2023): TOML that PokerKit loads.

Players are numbered in the order in which they are dealt to. A hand that was killed, or folded where nothing was
to be called, has no word in the format: it checks until it faces a bet and folds then, or mucks at the showdown,
which comes to the same chips.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from controller.histories.not_tellable import NotTellable
from controller.histories.paid import paid_as_told
from controller.histories.phh_stud import VARIANTS, StudStory, limit_bets, stud_fields
from controller.histories.read_phh import UNKNOWN
from controller.histories.told import BOARD_AT, STREETS, ToldHand
from controller.table.outputs import Action

_VARIANT: Final = {"nlhe": "NT", "flhe": "FT", "plo": "PO", "flo8": "FO/8"} | VARIANTS
_HOLE: Final = {"nlhe": 2, "flhe": 2, "plo": 4, "flo8": 4}


def to_phh(hand: ToldHand) -> str:
    """Return the hand's file. Raise NotTellable where the format has no words for it."""
    variant = _VARIANT.get(hand.header.game)
    if variant is None:
        raise NotTellable(f"the format has no code for {hand.header.game}")
    if hand.line.void:
        raise NotTellable("it was a misdeal")
    if not hand.seats:
        raise NotTellable("nobody was dealt in")
    if len(hand.seats) == 1:
        raise NotTellable(f"seat {hand.seats[0].seat} was dealt in alone")
    stacks = [seat.stack for seat in hand.seats]
    if None in stacks:
        raise NotTellable("a stack is not known")
    big = hand.level.big
    fields: dict[str, Any] = {
        "variant": variant,
        "ante_trimming_status": len({seat.ante for seat in hand.seats}) == 1,
        "antes": _by_place(hand, [seat.ante for seat in hand.seats]),
    }
    stud = hand.header.game in VARIANTS
    if stud:
        fields |= stud_fields(hand)
    else:
        fields["blinds_or_straddles"] = _by_place(hand, [seat.blind for seat in hand.seats])
        fields |= limit_bets(hand.level) if variant in ("FT", "FO/8") else {"min_bet": big}
    fields |= {
        "starting_stacks": stacks,
        "actions": [*(StudStory(hand).actions() if stud else (*_dealt(hand), *_Story(hand).actions()))],
        "hand": hand.line.hand,
        "table": hand.header.table,
        "seats": [seat.seat for seat in hand.seats],
        "seat_count": 10,
        "players": [f"Seat {seat.seat}" for seat in hand.seats],
        **_finishing(hand),
        "_log_started": hand.header.started,
        "_t": hand.t,
        "_rulebook": hand.header.rulebook,
        "_button": hand.button,
        "_denominations": hand.denominations,
        "_findings": [f"{finding.kind} {finding.remedy}" for finding in hand.found],
    }
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def _toml(value: Any) -> str:
    """Return a value as TOML has it: as JSON does, but for the one character that only JSON lets stand as it is."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _finishing(hand: ToldHand) -> dict[str, Any]:
    """Return the stacks after the hand; nothing where one of them is not known."""
    stacks = [hand.line.stacks[seat.seat] for seat in hand.seats]
    return {} if None in stacks else {"finishing_stacks": stacks}


def _by_place(hand: ToldHand, amounts: list[int]) -> list[int]:
    """Return amounts as the format has them: heads-up the small blind stands first, though the big one is dealt first."""
    return amounts[::-1] if len(hand.seats) == 2 else amounts


def _dealt(hand: ToldHand) -> Iterator[str]:
    for place, seat in enumerate(hand.seats, start=1):
        whole = len(seat.dealt) == _HOLE[hand.header.game]
        cards = seat.dealt if whole else [UNKNOWN] * _HOLE[hand.header.game]
        yield f"d dh p{place} {''.join(cards)}"


class _Story:
    """Tells the actions again in the format's order, with whose turn it is beside them."""

    def __init__(self, hand: ToldHand) -> None:
        self._hand = hand
        self._place = {seat.seat: place for place, seat in enumerate(hand.seats, start=1)}
        self._behind = {seat.seat: (seat.stack or 0) - seat.ante - seat.blind for seat in hand.seats}
        for seat in hand.seats:
            self._behind[seat.seat] = max(0, self._behind[seat.seat])
        self._bets = {seat.seat: min(seat.blind, (seat.stack or 0) - seat.ante) for seat in hand.seats}
        self._live = [seat.seat for seat in hand.seats]
        self._leaving: set[int] = set()
        """Hands that are dead, or folded with nothing to call: out as soon as they face a bet."""
        self._showing: set[int] = set()
        self._faced = self._full = hand.level.big
        self._street = 0
        self._turn: deque[int] = deque()
        self._open(after=max(self._bets, key=lambda seat: (self._bets[seat], self._place[seat])))

    def actions(self) -> Iterator[str]:
        """Yield the format's actions. Raise NotTellable for what it has no words for."""
        for action in self._hand.actions:
            yield from self._next_streets(STREETS.index(action.street) if action.street in STREETS else 3)
            if action.action == "dead" or (action.action == "fold" and not self._owes(action.seat)):
                self._leaving.add(action.seat)
                continue
            yield from self._leave(until=action.seat)
            yield self._act(action)
        yield from self._leave(until=None)
        if len(self._live) > 1:
            yield from self._showdown()
        paid_as_told(self._hand, self._behind, self._live, self._showing)

    def _owes(self, seat: int) -> bool:
        return self._bets[seat] < self._faced

    def _nobody_bets(self) -> bool:
        return sum(bool(self._behind[seat]) for seat in self._live) < 2

    def _open(self, after: int | None) -> None:
        """Open a street's betting; ``after`` is the seat that the first one to act sits left of."""
        order = [seat.seat for seat in self._hand.seats]
        if after is not None:
            start = order.index(after) + 1
            order = order[start:] + order[:start]
        able = [seat for seat in order if seat in self._live and self._behind[seat]]
        self._turn = deque(able if after is not None or len(able) > 1 else ())

    def _next_streets(self, street: int) -> Iterator[str]:
        while self._street < street:
            yield from self._leave(until=None)
            yield from self._show_if_all_in()
            self._street += 1
            yield self._board(self._street)
            self._bets = dict.fromkeys(self._bets, 0)
            self._faced, self._full = 0, self._hand.level.big
            self._open(after=None)

    def _board(self, street: int) -> str:
        before, to = BOARD_AT[STREETS[street - 1]], BOARD_AT[STREETS[street]]
        cards = self._hand.line.board[before:to]
        if len(cards) != to - before or "??" in cards:
            raise NotTellable(f"the {STREETS[street]} was not read")
        return f"d db {''.join(cards)}"

    def _leave(self, until: int | None) -> Iterator[str]:
        """Pass the seats that leave in their turn, up to the seat ``until``, or to the end of the round."""
        while self._turn and self._turn[0] != until and len(self._live) > 1:
            seat = self._turn[0]
            if self._nobody_bets() and not self._owes(seat):
                self._turn.clear()  # the big blind has its option only against somebody who can still call
                return
            if seat not in self._leaving:
                if until is None:
                    raise NotTellable(f"the betting stops before seat {seat} has acted")
                raise NotTellable(f"seat {until} acts before seat {seat}")
            self._turn.popleft()
            if self._owes(seat):
                self._leaving.discard(seat)
                self._live.remove(seat)
                yield f"p{self._place[seat]} f"
            else:
                yield f"p{self._place[seat]} cc"

    def _act(self, action: Action) -> str:
        seat, place = action.seat, f"p{self._place[action.seat]}"
        if not self._turn or self._turn[0] != seat:
            raise NotTellable(f"seat {seat} acts though it is not its turn")
        self._turn.popleft()
        if action.action == "fold":
            self._live.remove(seat)
            return f"{place} f"
        added = action.to - self._bets[seat]
        self._behind[seat] -= added
        self._bets[seat] = action.to
        if action.action in ("check", "call"):
            if action.to != self._faced and self._behind[seat]:
                raise NotTellable(f"seat {seat} calls {self._faced} with {action.to}")
            return f"{place} cc"
        if action.to - self._faced < self._full and self._behind[seat]:
            raise NotTellable(f"seat {seat} raises by {action.to - self._faced}, under the least raise")
        self._full = max(self._full, action.to - self._faced)
        self._faced = action.to
        order = [one.seat for one in self._hand.seats]
        start = order.index(seat) + 1
        others = order[start:] + order[: start - 1]
        self._turn = deque(one for one in others if one in self._live and self._behind[one])
        return f"{place} cbr {action.to}"

    def _show_if_all_in(self) -> Iterator[str]:
        """All hands are shown before the board is run out; with one that is not, they are after it."""
        if self._nobody_bets() and len(self._live) > 1 and all(map(self._is_shown, self._live)):
            yield from self._shown()

    def _is_shown(self, seat: int) -> bool:
        cards = self._hand.seat(seat).cards
        return len(cards) == _HOLE[self._hand.header.game] and seat not in self._leaving

    def _showdown(self) -> Iterator[str]:
        """Yield what was shown, once the board is whole. Raise NotTellable where it was not read."""
        yield from self._next_streets(len(STREETS) - 1)
        yield from self._shown()

    _has_shown = False

    def _shown(self) -> Iterator[str]:
        if self._has_shown:
            return
        self._has_shown = True
        for seat in sorted(self._live, key=self._place.__getitem__):
            if self._is_shown(seat):
                self._showing.add(seat)
                yield f"p{self._place[seat]} sm {''.join(self._hand.seat(seat).cards)}"
            else:
                yield f"p{self._place[seat]} sm"
