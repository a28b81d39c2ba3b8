"""Makes ``card.seen`` and ``card.gone`` of confirmed arrivals and departures at the antennas under the felt."""

from .button import Button
from .confirm import Confirm
from .look import FAILED, Look

DEAD = 3
"""Looks in a row that give nothing, after which an antenna is told as dead."""


class Zones:
    """The table over one reader's antennas; ``zones`` says which zone lies over which antenna.

    ``button`` is the dealer button's own tag: it is no card, and where it rests is ``button.moved``. ``events`` are what has been confirmed since somebody cleared them: when, and the event's JSON.
    """

    def __init__(self, zones: dict[int, str], deck: set[str] | None = None, button: str = "") -> None:
        self._zones = zones
        self._button = Button(button)
        self.confirm = Confirm(deck if deck is None or not button else deck | {button})
        self._failed: dict[int, int] = {}
        self.events: list[tuple[int, bytes]] = []

    def looked(self, look: Look) -> None:
        """Take what one antenna has seen in one look."""
        self._failed[look.antenna] = self._failed.get(look.antenna, 0) + 1 if look.flags & FAILED else 0
        for change in self.confirm.looked(look):
            if change.tag == self._button.tag:
                self._button.changed(self._zones[change.antenna], change.here, change.t_us)
                continue
            kind = b"card.seen" if change.here else b"card.gone"
            said = (kind, change.tag.encode(), self._zones[change.antenna].encode())
            self.events.append((change.t_us, b'{"type":"%s","tag":"%s","zone":"%s"}' % said))
        if self._button.tag and (seat := self._button.rests(look.t_us)):
            self.events.append((look.t_us, b'{"type":"button.moved","seat":%d}' % seat))

    def fault(self) -> str:
        """Return the zones whose antenna has given nothing for three looks, and that it has; "" for none."""
        dead = [
            self._zones[antenna] for antenna in sorted(self._zones) if self._failed.get(antenna, 0) >= DEAD
        ]
        return ", ".join(dead) + ": no answer from the antenna" if dead else ""

    def settled_us(self, now_us: int) -> int:
        """Return the time before which nothing can come to light any more."""
        return self.confirm.settled_us(now_us)
