"""Begins and ends hands by themselves: the first draw after a hand is over belongs to the next one."""

from __future__ import annotations

from typing import Final

from controller.table import events as ev
from controller.table.between_hands.due import pots_due
from controller.table.between_hands.over import gathered, why_over
from controller.table.equipment import sees_ends
from controller.table.inferring.waiting import WaitingTable
from controller.table.play import Play

Made = tuple[ev.AnyEvent, str] | None


_AFTER_IT: Final = {
    ev.CardDrawn: "a card was drawn",
    ev.TableSet: "the table was set up anew",
    ev.DeckLoaded: "another deck came in",
}
"""What is done only between two hands, once the last one is over."""


def ends(table: WaitingTable, event: ev.AnyEvent) -> Made:
    """The hand in play is over, and something is done that belongs to the next one."""
    if table.play is None or table.hypotheses is None:
        return None
    if table.unopened.of_next_hand(table, event):
        return ev.HandEnded(t=event.t, by="table"), "cards were dealt to the seats anew"
    if all(gathered(play, event.t) and _pot_gone(play) for play in table.hypotheses.plays):
        return ev.HandEnded(t=event.t, by="table"), "its pot was pushed and its cards were gathered"
    what = _AFTER_IT.get(type(event))
    if what is None:
        return None
    why = why_over(table.play) or _dealt_again(table.play, event)
    if why is None and type(event) is ev.TableSet and not sees_ends(table.kit):
        why = "nobody could see the hand end"
    return None if why is None else (ev.HandEnded(t=event.t, by="table"), f"{what} when {why}")


def _pot_gone(play: Play) -> bool:
    """Whether the pot was pushed, or went to the last hand where nobody sees that."""
    unseen = not play.hand.kit.awards
    return all(unseen and len(pot.seats) == 1 for pot in pots_due(play))


def _dealt_again(play: Play, event: ev.AnyEvent) -> str | None:
    """A misdeal is open, and a card of its deal comes out of the shoe once more."""
    if play.hand.judge.misdeal != "open" or not isinstance(event, ev.CardDrawn) or event.tag is None:
        return None
    out = any(draw.tag == event.tag for draw in play.hand.draws)
    return "a misdeal was open and the deck was shuffled" if out else None


def begins(table: WaitingTable, event: ev.AnyEvent) -> Made:
    """A card is drawn and no hand is on: one begins, its button where it was seen or belongs."""
    if table.in_hand:
        return None
    if table.unopened.held and (made := _was_dealt(table, event)) is not None:
        return made
    waits = table.unopened.dealt_on
    if not (type(event) is ev.CardDrawn or waits) or len(table.positions.entitled()) < 2:
        return None
    last = table.positions.last
    lies = table.button_lies
    again = table.positions.again()
    if last is not None and last.void and again is not None and lies in (None, again.button):
        start = ev.HandStarted(t=event.t, button=again.button, redeal=True, by="table")
        return start, "a card was drawn after a misdeal: the hand is dealt again"
    if lies is not None:
        return ev.HandStarted(
            t=event.t, button=lies, by="table"
        ), f"a card was drawn; the button lies at seat {lies}"
    due = table.upcoming
    if due is None:
        return None
    start = ev.HandStarted(t=event.t, button=due.button, by="table")
    return start, f"a card was drawn; by the house's rule the button is at seat {due.button}"


def _was_dealt(table: WaitingTable, event: ev.AnyEvent) -> Made:
    """Cards were dealt before anybody knew the button: now it is told, or the deal shows it."""
    waiting = table.unopened
    if isinstance(event, ev.ButtonMoved) and waiting.dealt and not waiting.is_draw(table):
        start = ev.HandStarted(t=event.t, button=event.seat, by="table")
        return start, "the hand was dealt before its button was told"
    button = waiting.button(table, event)
    if button is None:
        return None
    start = ev.HandStarted(t=event.t, button=button, by="table")
    return start, f"the first card was dealt to the left of seat {button}"


def starts_anew(table: WaitingTable, event: ev.AnyEvent) -> bool:
    """Whether a start or an end on record is no repetition: a hand of which no card is out has only just begun."""
    hand = table.hand
    return bool(hand.draws) if hand is not None else type(event) is ev.HandStarted
