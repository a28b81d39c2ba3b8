"""Runs the clock on a player, and the wait for one who is away: time that runs out in somebody's turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.table.events import ClockCalled
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted, outlasted, steps
from controller.table.view import ClockView
from controller.table.wagers.acting import Acting
from controller.table.wagers.passing import pass_over, passed

EARLY_S: Final = 2.0
"""A clock that is called on a seat whose turn is not yet waits so long for the act in front of it to arrive."""


@dataclass(slots=True)
class PlayerClock:
    """A clock that runs on a seat's turn. ``ends`` is log time; None: until somebody takes it off."""

    seat: int
    ends: float | None
    line: int
    seconds: float = 0
    countdown: float = 0

    def times(self) -> dict[str, object]:
        """Return its times for a card: whole seconds as whole numbers, in a compiled referee too."""
        return {"seconds": _plain(self.seconds), "countdown": _plain(self.countdown)}


def _plain(seconds: float) -> object:
    whole = int(seconds)
    return whole if whole == seconds else seconds


class Clocks:
    """The clocks of one hand."""

    def __init__(self, acting: Acting) -> None:
        self.acting, self.standing, self.hand = acting, acting.standing, acting.hand
        self.running: PlayerClock | None = None
        self.early: tuple[ClockCalled, int] | None = None
        """A clock that was called before the turn of its seat, and on which line."""
        self._away: tuple[int, float] | None = None
        self._turn: tuple[int, float, int] | None = None
        """The seat to act, since when, and the street, where the house has a shot clock."""
        absence, rules = self.hand.book.absence, self.hand.book.clock
        self._waits = absence is not None and absence.killed == "in_turn"
        self._shot = rules is not None and rules.shot_s is not None
        self._by_house = self._waits or self._shot

    def call(self, event: ClockCalled, line: int) -> None:
        """The clock is put on a player; the house's times count where the floor named none, or more than it may."""
        if self._may_not_call(event, line):
            return
        player = self.hand.players.get(event.seat)
        if player is None or not player.can_act:
            return
        if not self._has_turn(event.seat):
            self.early = event, line
        elif self.on != event.seat or event.seconds is not None or event.countdown is not None:
            self._start(event, [line])  # who asks once more for one that runs gives nobody more time

    def _has_turn(self, seat: int) -> bool:
        """Whether a seat is to act, or is where nothing senses that all in front of it have checked."""
        due, figures = self.standing.due(), self.hand.round
        if due == seat or due is None or figures is None:
            return due == seat
        spots = (self.standing.facing(due), self.standing.facing(seat))
        unseen = all(not spot.facing and passed(self.hand.kit, spot) == "check" for spot in spots)
        return unseen and seat not in figures.acted and due not in figures.acted

    def _start(self, event: ClockCalled, lines: list[int]) -> None:
        hand, rules = self.hand, self.hand.book.clock
        self.early = None
        seconds = event.seconds if event.seconds is not None else (rules.seconds if rules else None)
        countdown = event.countdown if event.countdown is not None else (rules.countdown if rules else 0)
        if rules is not None and rules.at_most and seconds is not None:
            seconds, countdown = min(seconds, rules.seconds), min(countdown, rules.countdown)
        if seconds is None:
            self.running = PlayerClock(event.seat, None, lines[0])
            hand.tell(Irregularity("clock.started", event.seat, lines=lines))
            return
        ends = round(hand.t + seconds + countdown, 6)
        self.running = clock = PlayerClock(event.seat, ends, lines[0], seconds, countdown)
        hand.tell(Irregularity("clock.started", event.seat, (self._case(event.seat),), clock.times(), lines))

    def _called_early(self, event: ClockCalled, line: int) -> None:
        """The act in front of the seat that a clock was called on may have arrived."""
        if outlasted(event.t, EARLY_S, self.hand.t):
            self.early = None
        elif self._has_turn(event.seat):
            self._start(event, [line, self.hand.line])

    def _may_not_call(self, event: ClockCalled, line: int) -> bool:
        """A caller who is not at the table is refused, where the house says so."""
        hand = self.hand
        if not isinstance(event.by, int) or "clock.refused" not in hand.book.kinds:
            return False
        caller = hand.players.get(event.by)
        there = caller is not None and caller.state == "in"
        if hand.at_seat.get(event.by, there):
            return False
        hand.tell(Irregularity("clock.refused", event.by, facts={"on": event.seat}, lines=[line]))
        return True

    @property
    def by_turn(self) -> bool:
        """Whether something waits for a turn: the house times each or waits for who is away, or a clock came early."""
        return self._by_house or self.early is not None

    @property
    def on(self) -> int | None:
        """The seat that a clock was called on and that has not acted since."""
        clock = self.running
        return clock.seat if clock is not None and self._has_turn(clock.seat) else None

    def shown(self) -> ClockView | None:
        """Return the clock that a screen shows: one that was called, else the house's shot clock."""
        rules, clock = self.hand.book.clock, self.running
        if clock is not None and clock.ends is not None and self.on is not None:
            left = self._left(clock.ends)
            return ClockView(seat=clock.seat, left=left, countdown=int(clock.countdown))
        if rules is None or rules.shot_s is None or self._turn is None:
            return None
        seat, since, _ = self._turn
        return ClockView(seat=seat, left=self._left(since + rules.shot_s), countdown=rules.countdown)

    def _left(self, ends: float) -> int:
        return -steps(ends, 1, self.hand.t, most=0)

    def cancel(self, seat: int) -> None:
        """The clock is taken off."""
        if self.early is not None and self.early[0].seat == seat:
            self.early = None
        if self.running is not None and self.running.seat == seat:
            self.running = None

    def time(self) -> None:
        """Time has passed: a clock may have run out, or a player away too long in his turn."""
        hand = self.hand
        clock = self.running
        if clock is not None:
            if not self._has_turn(clock.seat):
                self.running = None
            elif clock.ends is not None and outlasted(
                clock.ends, 0, hand.t
            ):  # what comes at the very end counts
                self.running = None
                self._expire(clock)
        self.turn()

    def turn(self) -> None:
        """The wait for a player who is away begins when his turn does, and may be over; so does a clock called early."""
        if self.early is not None:
            self._called_early(*self.early)
        if self._waits and self._somebody_away():
            self._wait_for_absent()
        if self._shot:
            self._time_the_turn()

    def _time_the_turn(self) -> None:
        """A shot clock starts with each turn."""
        hand, due = self.hand, self.standing.due()
        if due is None or hand.dealing:
            self._turn = None
        elif self._turn is None or (self._turn[0], self._turn[2]) != (due, hand.street):
            self._turn = (due, hand.t, hand.street)

    def _expire(self, clock: PlayerClock) -> None:
        hand = self.hand
        if self.standing.due() != clock.seat:
            pass_over(
                self.acting, clock.seat, by=f"the clock of seat {clock.seat} ran out", checks_alone=True
            )
        case = self._case(clock.seat)
        lines = [clock.line, hand.line]
        found = hand.tell(Irregularity("clock.expired", clock.seat, (case,), clock.times(), lines))
        if found.remedy == "kill_hand":
            self.acting.kill(clock.seat, found.cites)
        elif found.remedy == "check":
            self.acting.check_for(clock.seat, found.cites)

    def _somebody_away(self) -> bool:
        return any(player.state == "absent" for player in self.hand.players.values())

    def _wait_for_absent(self) -> None:
        hand = self.hand
        assert hand.book.absence is not None
        due = self.standing.due()
        if due is None or hand.dealing or hand.players[due].state != "absent" or self.standing.unnamed():
            self._away = None
            return
        if self._away is None or self._away[0] != due:
            self._away = (due, hand.t)
        if self._away is not None and lasted(self._away[1], self._wait_s(due), hand.t):
            self._away = None
            found = hand.tell(Irregularity("hand.absent", due, lines=[hand.line]))
            if found.remedy == "kill_hand":
                hand.seat(due, out=hand.book.absence.marks_out)
                self.acting.kill(due, found.cites)

    def _wait_s(self, seat: int) -> float:
        """Return how long the table waits for ``seat`` in its turn: not at all where it is marked OUT."""
        absence = self.hand.book.absence
        return 0 if absence is None or self.hand.players[seat].out else absence.wait_s

    def _case(self, seat: int) -> str:
        return "facing_bet" if self.standing.facing(seat).facing else "no_bet"
