"""Follows hands that are gone and were not folded in turn: after chips, between two streets, mixed, by mistake."""

from __future__ import annotations

from typing import Final

from controller.table.betting.turn import Turn
from controller.table.figures import Look
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted
from controller.table.stopping import comes_back
from controller.table.wagers.acting import Acting
from controller.table.wagers.standing import Standing

GONE_S: Final = 2.0
"""Cards of the seat to act that no antenna sees for this long ask for a look (sensor log, section 2)."""


def given_up(acting: Acting, seat: int, t: float, line: int) -> None:
    """A hand is thrown in when a street's betting is over and another one is to come: it has folded.

    Words alone, when it is nobody's turn, are a key that was touched in error wherever antennas see no card go.
    """
    hand = acting.hand
    player, figures = hand.players[seat], hand.round
    if (
        figures is None
        or hand.dealing
        or hand.awards
        or not player.can_act
        or acting.standing.due() is not None
    ):
        return
    acting.finish_act()
    if hand.betting_over or not hand.contested:
        return
    cites: list[str] = []
    if hand.kit.checks and not (hand.counts_wait() or _in_dispute(hand)):
        cites = hand.tell(Irregularity("turn.nonstandard_fold", seat, lines=[line])).cites
    hand.seat(seat, folded=True)
    hand.act(seat, "fold", figures.bet(seat), t=t, cites=cites)


def _in_dispute(hand: Hand) -> bool:
    """Whether a wager of this street was called wrong: a fold after it may answer what was meant."""
    return any(
        found.street == hand.street_name
        and found.level != "info"
        and found.kind.startswith(("bet.", "turn."))
        for found in hand.judge.findings
    )


def look_for_cards(standing: Standing) -> None:
    """Ask for a look where no antenna has seen the cards of the seat to act for a while."""
    hand, due = standing.hand, standing.due()
    if comes_back(hand):
        return
    gone = hand.cards_gone(due) if due is not None else None
    looked = any(f.kind == "sensing.gap" and f.seat == due for f in hand.judge.findings)
    if due is not None and gone is not None and not looked and lasted(gone, GONE_S, hand.t):
        seen = Look(look=f"seat:{due}", about="cards")
        hand.tell(Irregularity("sensing.gap", due, facts=seen, remedy="look"))


def chips_lie(hand: Hand, turn: Turn) -> bool:
    """Whether chips of the act in hand lie there: what was pushed and not taken back, or made the call before it was."""
    if hand.round is None:
        return False
    return hand.players[turn.seat].zone > hand.round.bet(turn.seat) or _took_a_call_back(hand, turn)


def _took_a_call_back(hand: Hand, turn: Turn) -> bool:
    """Whether the chips of a call were put out and taken back: they stay in all the same."""
    assert hand.round is not None
    bet, to_match = hand.round.bet(turn.seat), hand.round.to_match
    return bool(turn.taken) and bet < to_match <= bet + turn.act.pushed


def forfeits(standing: Standing, turn: Turn) -> bool:
    """A seat folds whose silent chips are short of the call: they stay in. Return whether that is what it does."""
    spot, lies = standing.faced(turn.act), standing.hand.players[turn.seat].zone
    bound = turn.finding is not None and turn.finding.remedy == "full_call"
    if (
        turn.act.words
        or bound
        or lies >= spot.capped(spot.to_match)
        or _took_a_call_back(standing.hand, turn)
    ):
        return False
    turn.ruled(lies, fold=True)
    return True


def thrown_into(acting: Acting, seat: int, line: int, *, folding: bool) -> None:
    """The hand of ``seat`` lies among another's cards: it is dead where the house says so, unless it is ``folding``."""
    hand = acting.hand
    rule = hand.book.kinds.get("hand.mucked_live")
    if rule is None or "mixed" not in rule.cases or not hand.players[seat].live or folding:
        return
    facts = {"identifiable": hand.identifiable(seat)}
    found = hand.tell(Irregularity("hand.mucked_live", seat, ("mixed",), facts, [line]))
    acting.kill(seat, found.cites)


def killed_by_mistake(acting: Acting, seat: int, cites: list[str]) -> None:
    """A hand that was not folded is dead: what was called stays, a bet that nobody had called goes back."""
    hand = acting.hand
    if not acting.standing.unnamed():
        acting.finish_act()  # what was done behind it met the bet
    closed = hand.closed
    acting.kill(seat, cites)
    figures = hand.round
    if closed or figures is None or figures.aggressor != seat:
        return
    called = max((to for other, to in figures.bets.items() if other != seat), default=0)
    over = figures.bet(seat) - called
    if over <= 0:
        return
    hand.betting = hand.betting.paid(seat, called)
    hand.given_back[seat] = hand.given_back.get(seat, 0) + over
    hand.now_is(round=figures.take_back(seat, called))
