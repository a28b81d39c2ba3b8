"""Holds back words keyed to a seat that hardly spoke them, while the dealer may still take them back.

Most of them are a slip of the dealer's finger: the player beside spoke. The dealer sees it on the display
and cancels. So the table hears such words when the time for that is over, or when somebody else speaks,
folds or gets a card; all that came after them is heard after them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from controller.table import events as ev
from controller.table.hypotheses.story import silent_line
from controller.table.lasting import outlasted
from controller.table.play import Play

TAKEN_BACK_S: Final = 2.0
"""How long words out of turn may be taken back before the table hears them."""

ONE_CHECK_S: Final = 0.5
"""Players knock twice or three times for one check, no further apart than this."""

Held = tuple[int, ev.AnyEvent]
"""An event with its line."""

WORDS: Final = frozenset({ev.Declared, ev.Tapped})
"""Events that may have to wait, where none does."""
_PASSING: Final = (ev.Tick, ev.ChipsPushed, ev.ChipsCounted, ev.CardSeen, ev.CardGone)
"""What may happen meanwhile without saying whether the words were meant."""


@dataclass(slots=True)
class Keys:
    """Words that may be taken back, with all that came since; empty nearly always."""

    held: list[Held] = field(default_factory=list)
    knocked: tuple[int, float] = (0, 0.0)
    """The seat that knocked last, and when; 0 where that was taken back."""

    def knock(self, event: ev.AnyEvent) -> ev.AnyEvent:
        """Return the event; of knocks that follow one another the first alone is a check, the others only take time."""
        if type(event) is not ev.Tapped or event.by == "table":
            self.came(event)
            return event
        seat, last = self.knocked
        self.knocked = (event.seat, event.t)
        again = seat == event.seat and event.t - last <= ONE_CHECK_S
        return ev.Tick(t=event.t) if again else event

    def came(self, event: ev.AnyEvent) -> None:
        """See whether the last knock stays one that another may belong to, though ``event`` came after it."""
        if self.knocked[0] and not _between_knocks(event):
            self.knocked = (0, 0.0)

    def concerned(self, event: ev.AnyEvent, play: Play | None) -> bool:
        """Whether an event has to wait, or shows whether others have; ``play``: the hand before it."""
        if self.held:
            return True
        return (type(event) is ev.Declared or type(event) is ev.Tapped) and _doubtful(event, play)

    def take(self, line: int, event: ev.AnyEvent, play: Play | None, *, dealing: bool = False) -> list[Held]:
        """Return what is to be heard now, in order; ``dealing``: the next draws are cards of the deal.

        Other words that end the waiting may be a slip as well, and wait for themselves.
        """
        if not self.held:
            self.held.append((line, event))
            return []
        of, said = self.held[0]
        assert isinstance(said, ev.Declared | ev.Tapped)
        if isinstance(event, ev.DeclareCancelled) and event.seat == said.seat and event.of in (None, of):
            self.take_back()
            return [*self.all(), (line, ev.Tick(t=event.t))]
        self.held.append((line, event))
        over = outlasted(said.t, TAKEN_BACK_S, event.t)
        passes = _passes(event, said.seat) or (dealing and isinstance(event, ev.CardDrawn))
        if passes and not over:
            return []
        heard = self.all()
        if isinstance(event, ev.Declared | ev.Tapped) and event.seat != said.seat and _doubtful(event, play):
            self.held.append(heard.pop())
        return heard

    def take_back(self) -> None:
        """The words that are in doubt were never said."""
        del self.held[0]

    def all(self) -> list[Held]:
        """Return everything held back: nothing is waited for any more."""
        held, self.held = self.held, []
        return held


def _doubtful(event: ev.Declared | ev.Tapped, play: Play | None) -> bool:
    """Whether these are words of a seat that is not the one to act, or went with chips that are not there."""
    if play is None or play.hand.round is None:
        return False
    if type(event) is ev.Tapped and event.by == "table":
        return False
    if type(event) is ev.Declared and event.order == "first" and silent_line(play, event) is not None:
        return False
    if type(event) is ev.Declared and event.order is not None:
        turn = play.acting.act_of(event.seat)
        return turn is None or not turn.act.pushes
    if _cannot_be(event, play):
        return True
    acted = play.standing.pending is not None and play.standing.pending.seat != event.seat
    opens = not acted and play.hand.round.brings_in(event.seat)
    return play.turn() not in (None, event.seat) and not opens


def _cannot_be(event: ev.Declared | ev.Tapped, play: Play) -> bool:
    """Whether a seat in its turn is keyed to check a bet, or to call, raise or fold to none: the key beside may have been meant."""
    if play.turn() != event.seat or not play.hand.kit.whole or play.acting.act_of(event.seat) is not None:
        return False
    spot = play.standing.facing(event.seat)
    if type(event) is not ev.Declared or event.action == "check":
        return spot.facing
    if event.action == "raise":
        return not spot.to_match
    return event.action in ("call", "fold") and not spot.facing


def _between_knocks(event: ev.AnyEvent) -> bool:
    """Whether two knocks are one check though ``event`` came between them; after a new card or a word they are two."""
    if isinstance(event, ev.CardSeen):
        return event.zone not in ("board", "burn")
    return isinstance(event, _PASSING)


def _passes(event: ev.AnyEvent, speaker: int) -> bool:
    if isinstance(event, ev.CardSeen):
        return event.zone != "muck"
    if isinstance(event, ev.ChipsPushed):
        return event.seat != speaker
    return isinstance(event, _PASSING)
