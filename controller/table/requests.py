"""Judges what players ask for: to see a hand, for a count, a dispute. A house says who may, and until when."""

from __future__ import annotations

from msgspec.structs import replace

from controller.table.betting.round import Round
from controller.table.earlier import Earlier
from controller.table.events import ClockAsked, PlayerAsked
from controller.table.figures import Barred
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.showdown.showdown import Showing
from controller.table.showdown.tabling import Tabling


def answer(hand: Hand, tabling: Tabling, earlier: Earlier, event: PlayerAsked, line: int) -> None:
    """Tell a request that the house refuses or leaves to the director, and what one that it grants brings."""
    showing = tabling.showing
    if event.what == "count":
        _count(hand, showing, event, line)
    elif event.what == "dispute":
        _dispute(hand, showing, earlier, event, line)
    else:
        _see_hand(hand, tabling, earlier, event, line)


def _refuse(hand: Hand, event: PlayerAsked, case: str, line: int) -> None:
    if hand.book.rule("request.refused", event.what) is None:
        return
    facts = {"what": event.what, "of": event.of}
    cases = (case, event.what) if case else (event.what,)
    hand.tell(Irregularity("request.refused", event.seat, cases, facts, [line]))


def _grant(hand: Hand, event: PlayerAsked, case: str, line: int, **facts: object) -> None:
    facts = {"what": event.what, "of": event.of, **facts}
    hand.advise(Irregularity("request.granted", event.seat, (case,), facts, [line]))


# A count ------------------------------------------------------------------------------------------


def _count(hand: Hand, showing: Showing, event: PlayerAsked, line: int) -> None:
    """A precise count: facing an all-in, in some houses only in one's turn; elsewhere chips lie in view."""
    rules = hand.book.requests
    if event.of is None:
        hand.advise(Irregularity("pot.count", event.seat, lines=[line]))
    raiser = _all_in_raiser(showing)
    if raiser is not None and hand.round is not None:
        asked = _facing(showing)
        hand.now_is(round=replace(hand.round, counted=0 if asked is None else asked.to_match))
    if rules is None:
        return
    on_turn = not rules.count_in_turn or showing.standing.due() == event.seat
    if raiser is not None and event.seat in hand.live and on_turn:
        asked = _facing(showing)
        amount = 0 if asked is None else asked.bet(raiser)
        _grant(hand, event, "count", line, seat=raiser, amount=amount)
    elif hand.book.rule("request.refused", "count") is not None:
        _refuse(hand, event, "", line)
    elif (of := hand.players.get(event.of or 0)) is not None and of.stack is not None:
        _grant(hand, event, "count", line, seat=of.seat, amount=of.behind)


def _all_in_raiser(showing: Showing) -> int | None:
    """Return the seat whose bet or raise, all-in, is what the others face."""
    betting = showing.standing.after()
    raiser = None if betting.round is None else betting.round.aggressor
    return raiser if raiser is not None and betting.players[raiser].behind == 0 else None


def _facing(showing: Showing) -> Round | None:
    """Return the round with the act in hand."""
    return showing.standing.after().round


# Another's hand -----------------------------------------------------------------------------------


def _see_hand(hand: Hand, tabling: Tabling, earlier: Earlier, event: PlayerAsked, line: int) -> None:
    rules = hand.book.requests
    if rules is None or hand.book.rule("request.refused", "see_hand") is None:
        return
    if not tabling.showing.begun or not _has_the_right(hand, event):
        _refuse(hand, event, "", line)
    elif rules.see_hand == "dealt_in":
        earlier.asked[event.seat] = earlier.asked.get(event.seat, 0) + 1
        _shown_on_request(hand, tabling, earlier, event, line)
    elif rules.caller_sees and _caller_of(hand, event):
        _grant(hand, event, "aggressor", line)
    else:
        _refuse(hand, event, "discretion", line)


def _has_the_right(hand: Hand, event: PlayerAsked) -> bool:
    """Whoever still holds cards, or tabled them; where any player dealt in may, of a hand of the showdown."""
    assert hand.book.requests is not None
    if hand.book.requests.see_hand == "dealt_in":
        return event.seat in hand.players and (event.of is None or event.of in hand.live)
    player = hand.players.get(event.seat)
    return player is not None and player.live and event.seat not in hand.mucked


def _caller_of(hand: Hand, event: PlayerAsked) -> bool:
    """Whether a caller of the river's bet asks for the hand of its last aggressor."""
    figures = hand.round
    if hand.street != hand.form.last or figures is None or figures.aggressor in (None, event.seat):
        return False
    return event.of in (None, figures.aggressor)


def _shown_on_request(hand: Hand, tabling: Tabling, earlier: Earlier, event: PlayerAsked, line: int) -> None:
    """A hand thrown away that is shown at the winner's request plays again; at another's it stays dead."""
    showing = tabling.showing
    still = showing.still_in()
    winners = showing.tabled_winners() or (set(still) if len(still) == 1 else set())
    if event.of is not None and event.seat in winners:
        tabling.may_return.add(event.of)
    _grant(hand, event, "see_hand", line, asked=earlier.asked[event.seat])


# A dispute ----------------------------------------------------------------------------------------


def _dispute(hand: Hand, showing: Showing, earlier: Earlier, event: PlayerAsked, line: int) -> None:
    """A dispute belongs to the hand before until this one has come to its showdown or its award."""
    if not earlier.n or hand.awards or showing.begun or not hand.contested or _in_time(hand, event):
        _grant(hand, event, "dispute", line)
    else:
        _refuse(hand, event, "", line)


def _in_time(hand: Hand, event: PlayerAsked) -> bool:
    """Whether an error in counting or awarding can still be raised; how a hand was read cannot (``of``)."""
    rules = hand.book.requests
    if rules is None or rules.disputes != "accounting_until_action" or event.of is not None:
        return False
    return not hand.judge.cutoff.passed


# Told by the dealer -------------------------------------------------------------------------------


def splashed(hand: Hand, seat: int | None, line: int) -> None:
    """Chips were thrown into the pot: they are counted and pushed back in front of who bet them."""
    if seat is not None:
        hand.splashes.append(seat)
    hand.advise(Irregularity("pot.splash", seat, lines=[line]))


def clock_asked(hand: Hand, event: ClockAsked, line: int) -> None:
    """Somebody asks for the clock, where the house has the floor put it on."""
    if hand.players.get(event.seat) is not None:
        hand.advise(Irregularity("clock.asked", event.seat, facts={"by": event.by}, lines=[line]))


def strange(hand: Hand, seat: int, line: int) -> None:
    """Something that is no chip lies in a betting zone: what it means is for the floor."""
    player = hand.players.get(seat)
    if player is not None and player.live:
        hand.advise(Irregularity("bet.nonchip_item", seat, lines=[line]))


# The floor ----------------------------------------------------------------------------------------


def floor_called(hand: Hand, line: int) -> None:
    """The dealer calls the floor: say how long ago was what the floor is to rule on."""
    told = [f for f in hand.judge.findings if f.level != "info"]
    if told:
        barred = hand.judge.figures(told[-1], Barred)
        found = next((f for f in told if barred is not None and f.id == barred.of), told[-1])
        since = sum(t > found.t for t in hand.acted_at)
        facts = {"of": found.id, "since": round(hand.t - found.t, 1), "actions": since}
        hand.advise(Irregularity("dispute.timing", found.seat, facts=facts, lines=[line]))
