"""A seat that lets others act past it: once that is substantial action, what they did counts.

The skipped seat has to claim its turn (``seat.speaks``) while it still can. The floor rules on its hand;
until then play waits for it, and goes on without it where the seat after the last early act acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from controller.table.claims import Claim, substantial
from controller.table.seating.players import clockwise
from controller.table.wagers.wager import motion_over

if TYPE_CHECKING:
    from controller.table.wagers.turns import EarlyAct, OutOfTurn


class Skipped:
    """The seats of a street that were passed over. (No dataclass: its turns are compiled after it.)"""

    __deletable__ = ("turns",)

    def __init__(self, turns: OutOfTurn) -> None:
        self.turns = turns
        self.told: dict[int, bool] = {}
        """Seats told as skipped; true where they had time to speak up."""
        self.spoke: set[int] = set()
        """Seats that claimed their turn in time."""

    def acted(self, seat: int) -> None:
        """``seat`` has acted: it may be passed over anew."""
        if seat in self.told:
            del self.told[seat]
        self.spoke.discard(seat)

    def speaks(self, seat: int) -> None:
        """``seat`` claims its turn: what was done behind it stays out of turn."""
        if not self.told.get(seat):
            self.spoke.add(seat)

    def look(self) -> None:
        """Tell each seat past which the early acts have become substantial action."""
        for seat in dict.fromkeys(s for early in self.turns.acts for s in early.jumped):
            past = [e for e in self.turns.acts if e.finding and seat in e.jumped]
            chips = sum(not e.fold and e.action not in ("check", "fold") for e in past)
            if substantial(len(past), chips) and self._waits(seat, past[-1].turn.seat):
                self._tell(seat, past)

    def _waits(self, seat: int, behind: int) -> bool:
        """Whether ``seat`` has neither acted nor claimed its turn, while ``behind`` acted already."""
        wagering = self.turns.wagering
        if self.told.get(seat) or seat in self.spoke or not wagering.hand.players[seat].can_act:
            return False
        order, due = clockwise(wagering.hand.players, behind), wagering.due()
        return due is not None and order.index(due) <= order.index(seat)

    def _tell(self, seat: int, past: list[EarlyAct]) -> None:
        hand = self.turns.wagering.hand
        in_time = hand.t - past[0].turn.act.t > hand.book.turns.time_to_speak_s
        facts = {"seats": [e.turn.seat for e in past], "time_enough": in_time}
        lines = [line for e in past for line in e.turn.lines]
        cases = () if in_time else ("no_time",)
        if seat in self.told and not in_time:
            return
        found = hand.tell(Claim("turn.skipped", seat, cases, facts, lines, replaces=self._before(seat)))
        self.told[seat] = in_time
        if found.cites and in_time:
            for early in past:
                early.bound = True

    def _before(self, seat: int) -> str | None:
        """Return the kind of what was told of this seat while it had no time yet."""
        return "turn.skipped" if seat in self.told else None

    def bind(self, by: int | None) -> None:
        """Put the acts that count into the figures, once their chips have settled; the skipped seat is due."""
        turns, wagering = self.turns, self.turns.wagering
        bound = [e for e in turns.acts if e.bound and e.posted is None and not e.fold]
        moving = [
            e for e in bound if not (e.turn.act.words_first() or motion_over(e.turn.act, wagering.hand.t))
        ]
        if not bound or any(e.turn.seat == by for e in bound) or (by is None and moving):
            return
        if wagering.pending is not None:
            wagering.commit(wagering.pending)
        assert wagering.hand.round is not None
        last = wagering.hand.round.last
        for early in sorted(bound, key=lambda e: len(e.jumped)):
            ruling = wagering.lie(early.turn)
            if ruling is None:
                early.bound = False
                continue
            early.action, early.posted, early.cites = ruling.action, ruling.to, ruling.cites
            turns.tell_settled(early, binding=True, skipped=True)
        wagering.hand.now_is(round=replace(wagering.hand.round, last=last))

    def pass_over(self, seat: int) -> bool:
        """Play goes on with ``seat`` after the last act that counts; return whether it is its turn then."""
        turns, wagering = self.turns, self.turns.wagering
        lying = [e for e in turns.acts if e.bound and e.posted is not None]
        figures = wagering.hand.round
        if not lying or figures is None or wagering.pending is not None:
            return False
        past = replace(figures, last=lying[-1].turn.seat)
        if replace(wagering.hand.betting, round=past).due() != seat:
            return False
        wagering.hand.now_is(round=past)
        for early in lying:
            turns.acts.remove(early)
            turns.print_posted(early)
        return True
