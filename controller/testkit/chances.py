"""How often devices and hands err in a disturbed log."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Shares of what each kind of noise can touch, 0 to 1."""

    unread: float = 0.0
    """Draws that the throat counted and whose tag the shoe's antenna did not read."""
    missed: float = 0.0
    """Arrivals that are never reported."""
    double: float = 0.0
    """Arrivals reported twice within 0.3 s."""
    late: float = 0.0
    """Arrivals sensed, or only reported, late: up to 0.25 s after the next card's."""
    flicker: float = 0.0
    """Arrivals seen, gone and seen again within a third of a second."""
    ghost: float = 0.0
    """Arrivals that a neighbouring antenna sees too, for under 150 ms."""
    miscount: float = 0.0
    """Pushes counted one chip too many or too few."""
    recount: float = 0.0
    """Counts of a settled betting zone that are one chip too many or too few, whatever the push was."""
    split: float = 0.0
    """Pushes of several chips reported as two motions within 0.4 s: the camera lost the hand for a moment."""
    late_key: float = 0.0
    """Words keyed up to half a second after what the player did next, with their order."""
    wrong_seat_key: float = 0.0
    """Words keyed to a neighbour's seat, cancelled, and keyed right within 2 s."""

    @classmethod
    def of(cls, share: float) -> Noise:
        """Return noise that touches this share of everything."""
        return cls(**{parameter.name: share for parameter in fields(cls)})

    def only(self, *names: str) -> Noise:
        """Return this noise without the parameters that are not named."""
        return replace(self, **{each.name: 0.0 for each in fields(self) if each.name not in names})
