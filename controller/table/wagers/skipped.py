"""Watches a seat that lets others act past it: once that is substantial action, what they did counts.

The skipped seat has to claim its turn (``seat.speaks``) while it still can. The floor rules on its hand;
until then play waits for it, and goes on without it where the seat after the last early act acts.
"""

from __future__ import annotations

from msgspec.structs import replace

from controller.table.irregularities import Irregularity, substantial
from controller.table.lasting import outlasted
from controller.table.players.players import clockwise
from controller.table.wagers.early import Counts, EarlyAct, Final, Passed, Step
from controller.table.wagers.standing import Standing
from controller.table.wagers.wager import motion_over


class Skipped:
    """The seats of a street that were passed over."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.hand = standing.hand
        self.reported: dict[int, bool] = {}
        """Seats told as skipped; true where they had time to speak up."""
        self.spoke: set[int] = set()
        """Seats that claimed their turn in time."""

    def acted(self, seat: int) -> None:
        """``seat`` has acted: it may be passed over anew."""
        if seat in self.reported:
            del self.reported[seat]
        self.spoke.discard(seat)

    def speaks(self, seat: int) -> None:
        """``seat`` claims its turn: what was done behind it stays out of turn."""
        if not self.reported.get(seat):
            self.spoke.add(seat)

    def look(self, acts: list[EarlyAct]) -> None:
        """Tell each seat past which the early ``acts`` have become substantial action, those that came since play went on in turn."""
        acts = [early for early in acts if early.finding and not (early.ruled or self._went_on(early))]
        for seat in dict.fromkeys(s for early in acts for s in early.jumped):
            past = [e for e in acts if seat in e.jumped]
            chips = sum(not e.fold and e.action not in ("check", "fold") for e in past)
            if substantial(len(past), chips) and self._waits(seat, past[-1].turn.seat):
                self._tell(seat, past)

    def _went_on(self, early: EarlyAct) -> bool:
        """Whether somebody has acted in his turn since an early act: nobody who is due now let it pass."""
        pending = self.standing.pending
        done = [one.t for one in self.hand.actions if one.street == early.street and one.action != "dead"]
        since = [*done, *([] if pending is None else [pending.act.t])]
        return any(t > early.turn.act.t for t in since)

    def _waits(self, seat: int, behind: int) -> bool:
        """Whether ``seat`` has neither acted nor claimed its turn, while ``behind`` acted already."""
        if self.reported.get(seat) or seat in self.spoke or not self.hand.players[seat].can_act:
            return False
        order, due = clockwise(self.hand.players, behind), self.standing.due()
        return due is not None and order.index(due) <= order.index(seat)

    def _tell(self, seat: int, past: list[EarlyAct]) -> None:
        hand = self.hand
        in_time = outlasted(past[0].turn.act.t, hand.book.turns.time_to_speak_s, hand.t)
        seats = [e.turn.seat for e in past]
        facts = {"seats": seats, "time_enough": in_time}
        lines = [line for e in past for line in e.turn.lines]
        cases = () if in_time else ("no_time",)
        if seat in self.reported and not in_time:
            return
        irregularity = Irregularity(
            "turn.skipped", seat, cases, facts, lines, replaces=self._before(seat), about=seats
        )
        found = hand.tell(irregularity)
        self.reported[seat] = in_time
        if found.cites and in_time:
            for early in past:
                early.bound = True

    def binds(self, seat: int, acts: list[EarlyAct]) -> None:
        """The floor says that ``seat`` had time enough: what was done behind it counts."""
        self.reported[seat] = True
        for early in acts:
            early.bound = early.bound or bool(early.finding and seat in early.jumped)

    def _before(self, seat: int) -> str | None:
        """Return the kind of what was told of this seat while it had no time yet."""
        return "turn.skipped" if seat in self.reported else None

    def counting(self, acts: list[EarlyAct], by: int | None) -> list[Step]:
        """Return the step by which those of ``acts`` that count come in, once their chips have settled.

        The skipped seat stays due. ``by``: the seat that goes on acting; its own early act still grows.
        """
        bound = [e for e in acts if e.bound and e.posted is None and not e.fold]
        moving = [e for e in bound if not (e.turn.act.words_first() or motion_over(e.turn.act, self.hand.t))]
        if not bound or any(e.turn.seat == by for e in bound) or (by is None and moving):
            return []
        return [Final(), Counts(sorted(bound, key=lambda e: len(e.jumped)))]

    def passing(self, acts: list[EarlyAct], seat: int) -> list[Step]:
        """Return the step by which play goes on with ``seat`` after the last act that counts, if it is its turn then."""
        lying = [e for e in acts if e.bound and e.posted is not None]
        figures = self.hand.round
        if not lying or figures is None or self.standing.pending is not None:
            return []
        past = replace(self.hand.betting, round=replace(figures, last=lying[-1].turn.seat))
        return [Passed(lying)] if past.due() == seat else []
