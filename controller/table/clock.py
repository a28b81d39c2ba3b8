"""The clock on a player, and the wait for one who is away: time that runs out in somebody's turn."""

from __future__ import annotations

from dataclasses import dataclass

from controller.table.betting import Betting
from controller.table.claims import Claim
from controller.table.events import ClockCalled


@dataclass(slots=True)
class PlayerClock:
    """A clock that runs. ``ends`` is log time; ``started`` the id of its finding."""

    seat: int
    ends: float
    line: int
    facts: dict[str, object]


@dataclass(slots=True)
class Clocks:
    """The clocks of one hand."""

    betting: Betting
    running: PlayerClock | None = None
    _away: tuple[int, float] | None = None

    def call(self, event: ClockCalled, line: int) -> None:
        """The clock is put on a player; the house's times count where the floor named none."""
        hand = self.betting.hand
        rules = hand.book.clock
        if self._may_not_call(event, line):
            return
        player = hand.players.get(event.seat)
        if player is None or not player.can_act or self.betting.due() != event.seat:
            return
        seconds = event.seconds if event.seconds is not None else (rules.seconds if rules else None)
        countdown = event.countdown if event.countdown is not None else (rules.countdown if rules else 0)
        if seconds is None:
            hand.tell(Claim("clock.started", event.seat, lines=[line]))
            return
        facts: dict[str, object] = {"seconds": seconds, "countdown": countdown}
        self.running = PlayerClock(event.seat, round(event.t + seconds + countdown, 6), line, facts)
        hand.tell(Claim("clock.started", event.seat, (self._case(event.seat),), dict(facts), [line]))

    def _may_not_call(self, event: ClockCalled, line: int) -> bool:
        """A caller who is not at the table is refused, where the house says so."""
        hand = self.betting.hand
        if not isinstance(event.by, int) or "clock.refused" not in hand.book.kinds:
            return False
        caller = hand.players.get(event.by)
        if caller is not None and caller.state == "in":
            return False
        hand.tell(Claim("clock.refused", event.by, facts={"on": event.seat}, lines=[line]))
        return True

    def cancel(self, seat: int) -> None:
        """The clock is taken off."""
        if self.running is not None and self.running.seat == seat:
            self.running = None

    def time(self) -> None:
        """Time has passed: a clock may have run out, or a player away too long in his turn."""
        hand = self.betting.hand
        clock = self.running
        if clock is not None:
            if self.betting.due() != clock.seat:
                self.running = None
            elif hand.t > clock.ends:  # what comes on the very last instant still counts
                self.running = None
                self._expire(clock)
        self.turn()

    def turn(self) -> None:
        """The wait for a player who is away begins when his turn does, and may be over."""
        absence = self.betting.hand.book.absence
        if absence is not None and absence.killed == "in_turn" and self._somebody_away():
            self._wait_for_absent()

    def _expire(self, clock: PlayerClock) -> None:
        hand = self.betting.hand
        case = self._case(clock.seat)
        lines = [clock.line, hand.line]
        found = hand.tell(Claim("clock.expired", clock.seat, (case,), dict(clock.facts), lines))
        if found.remedy == "kill_hand":
            self.betting.kill(clock.seat, found.cites)
        elif found.remedy == "check":
            self.betting.check_for(clock.seat, found.cites)

    def _somebody_away(self) -> bool:
        return any(player.state == "absent" for player in self.betting.hand.players.values())

    def _wait_for_absent(self) -> None:
        hand = self.betting.hand
        assert hand.book.absence is not None
        due = self.betting.due()
        if due is None or hand.dealing or hand.players[due].state != "absent":
            self._away = None
            return
        if self._away is None or self._away[0] != due:
            self._away = (due, hand.t)
        if self._away is not None and hand.t - self._away[1] >= self._wait_s(due):
            self._away = None
            found = hand.tell(Claim("hand.absent", due, lines=[hand.line]))
            if found.remedy == "kill_hand":
                hand.players[due].out = hand.book.absence.marks_out
                self.betting.kill(due, found.cites)

    def _wait_s(self, seat: int) -> float:
        """Return how long the table waits for ``seat`` in its turn: not at all where it is marked OUT."""
        absence = self.betting.hand.book.absence
        return 0 if absence is None or self.betting.hand.players[seat].out else absence.wait_s

    def _case(self, seat: int) -> str:
        return "facing_bet" if self.betting.spot_after(seat).facing else "no_bet"
