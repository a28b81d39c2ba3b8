"""Says when the house may take the chips of players who never came off the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.table.players.players import Seat
from controller.table.rulebook_floor import LateRules
from controller.table.view import Note

KIND = "seat.late"


@dataclass(slots=True)
class Late:
    """Who has not come since the table was set up, at log time ``since`` in seconds."""

    since: float = 0.0
    new_level: float | None = None
    """When the first new level began after that."""
    seats: set[int] = field(default_factory=set)

    def set_up(self, t: float, seats: dict[int, Seat]) -> None:
        """The table was set up."""
        self.since, self.new_level = t, None
        self.seats = {number for number, seat in seats.items() if _is_away(seat)}

    def level_began(self, t: float) -> None:
        """A new level began."""
        self.new_level = t if self.new_level is None else self.new_level

    def notes(self, rules: LateRules | None, t: float) -> list[Note]:
        """Return whose chips may go at ``t``: after a new level or the house's time, the earlier."""
        if rules is None:
            return []
        times = [self.since + 60 * rules.after_minutes] + ([] if self.new_level is None else [self.new_level])
        if t < min(times):
            return []
        facts = {"minutes": int((min(times) - self.since) // 60)}
        return [Note(kind=KIND, seat=seat, cites=rules.cites, facts=facts) for seat in sorted(self.seats)]


def _is_away(seat: Seat) -> bool:
    """Whether chips lie at a seat whose player is not there."""
    return seat.state == "absent" or (seat.state == "late" and seat.entitled)
