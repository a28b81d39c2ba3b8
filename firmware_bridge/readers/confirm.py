"""Says when a tag that was read counts as a card that lies there.

Only if the frame was valid (the driver's part), the tag is of the enrolled deck, two looks agree, and no
other antenna has it. Readers fail in known ways: every second read misses a card that lies still, bits
flip past a weak checksum, two tags that answer at once come back as the OR of both, a neighbouring antenna
sees a card through the rail. None of that may ever show a card.
"""

from .look import COLLISION, FAILED, INCOMPLETE, Look

AGREE = 2
AGREE_ON_A_STRANGER = 4
"""Looks that agree before a tag of no deck is told: the table names it a foreign card, never one of its own."""
MISSES = 3
"""Sound looks without the tag after which it is gone; a read that fails now and then is not enough."""
MISSES_ELSEWHERE = 2
"""Sound looks without the tag after which the antenna where it lay gives it up to another that reads it."""
TRACKED = 128


class Change:
    """A tag came to an antenna (``here``) or left it, at ``t_us``."""

    def __init__(self, tag: str, antenna: int, here: bool, t_us: int) -> None:
        self.tag = tag
        self.antenna = antenna
        self.here = here
        self.t_us = t_us


class Doubt:
    """A read that does not count. ``why``: ``stranger``, ``phantom``, ``two places``, ``collision``, ``failed``."""

    def __init__(self, why: str, antenna: int, tag: str, t_us: int) -> None:
        self.why = why
        self.antenna = antenna
        self.tag = tag
        self.t_us = t_us


class _Sight:
    """One tag on one antenna."""

    def __init__(self, t_us: int, agree: int) -> None:
        self.agree = agree
        self.first_us = self.last_us = self.missed_us = t_us
        self.times = 0
        self.misses = 0
        self.confirmed = False


class Confirm:
    """Follows the tags on all antennas of one reader. Without a deck every tag may be a card."""

    def __init__(self, deck: set[str] | None = None) -> None:
        self._deck = deck
        self._sights: dict[tuple[str, int], _Sight] = {}
        self._looked_us = 0
        self._told: dict[tuple[str, int, str], int] = {}
        self.doubts: list[Doubt] = []

    def looked(self, look: Look) -> list[Change]:
        """Take one look; return the arrivals and departures that it settles."""
        self._looked_us = look.t_us
        changes: list[Change] = []
        if look.flags & (COLLISION | FAILED):
            self._doubt("collision" if look.flags & COLLISION else "failed", look.antenna, "", look.t_us)
            return changes
        whole = not look.flags & INCOMPLETE
        for tag in look.tags:
            # A tag that is no card may stand, misread, for one that is there.
            whole = self._see(tag, look) and whole
        if whole:
            self._miss(look, changes)
        self._settle(changes)
        return changes

    def settled_us(self, now_us: int) -> int:
        """Return the time before which no change can come to light any more."""
        # The look that goes on now began after the last one did.
        oldest_us = min(now_us, self._looked_us)
        for sight in self._sights.values():
            if not sight.confirmed:
                oldest_us = min(oldest_us, sight.first_us)
            elif sight.misses:
                oldest_us = min(oldest_us, sight.missed_us)
        return oldest_us

    def places(self, tag: str) -> list[int]:
        """Return the antennas where ``tag`` is confirmed: none, or one."""
        return [antenna for (seen, antenna), sight in self._sights.items() if seen == tag and sight.confirmed]

    def take_doubts(self) -> list[Doubt]:
        """Return the doubts since the last call; each fault is told once until it has ended."""
        doubts, self.doubts = self.doubts, []
        return doubts

    def _see(self, tag: str, look: Look) -> bool:
        """Take one tag of a look; return whether it is one that can lie there."""
        known = self._deck is None or tag in self._deck
        if not known:
            phantom = is_or_of_two(tag, self._deck or set())
            self._doubt("phantom" if phantom else "stranger", look.antenna, tag, look.t_us)
            if phantom:
                return False
        sight = self._sights.get((tag, look.antenna))
        if sight is None:
            if len(self._sights) >= TRACKED:
                return known
            agree = AGREE if known else AGREE_ON_A_STRANGER
            sight = self._sights[tag, look.antenna] = _Sight(look.t_us, agree)
        sight.times += 1
        sight.misses = 0
        sight.last_us = look.t_us
        return known or sight.confirmed

    def _miss(self, look: Look, changes: list[Change]) -> None:
        for key, sight in self._in_order():
            tag, antenna = key
            if antenna != look.antenna or tag in look.tags:
                continue
            if not sight.misses:
                sight.missed_us = look.t_us
            sight.misses += 1
            if sight.misses >= MISSES:
                self._leave(key, sight, changes)

    def _settle(self, changes: list[Change]) -> None:
        """Confirm what has been seen often enough, once no other antenna has it."""
        for (tag, antenna), sight in self._in_order():
            if sight.confirmed or sight.times < sight.agree:
                continue
            others = [
                (key, other) for key, other in self._sights.items() if key[0] == tag and key[1] != antenna
            ]
            if all(other.misses >= MISSES_ELSEWHERE for _, other in others):
                for key, other in others:
                    self._leave(key, other, changes)
                sight.confirmed = True
                changes.append(Change(tag, antenna, True, sight.first_us))
            elif any(not other.misses and other.times >= other.agree for _, other in others):
                self._doubt("two places", antenna, tag, sight.last_us)

    def _in_order(self) -> list[tuple[tuple[str, int], _Sight]]:
        """Return all sights by the time of their first look; MicroPython keeps no order in a dict."""
        return sorted(self._sights.items(), key=lambda item: (item[1].first_us, item[0]))

    def _leave(self, key: tuple[str, int], sight: _Sight, changes: list[Change]) -> None:
        del self._sights[key]
        if sight.confirmed:
            changes.append(Change(key[0], key[1], False, sight.missed_us))

    def _doubt(self, why: str, antenna: int, tag: str, t_us: int) -> None:
        """Tell a doubt once, and again only after it has stayed away for a second."""
        key = (why, antenna, tag)
        last_us = self._told.get(key)
        if len(self._told) >= TRACKED and last_us is None:
            self._told.clear()
        self._told[key] = t_us
        if last_us is None or t_us - last_us > 1_000_000:
            self.doubts.append(Doubt(why, antenna, tag, t_us))


def is_or_of_two(tag: str, deck: set[str]) -> bool:
    """Say whether ``tag`` is what two tags of the deck give when they answer over each other."""
    try:
        bits = int(tag, 16)
        inside = [int(other, 16) for other in deck if len(other) == len(tag)]
    except ValueError:
        return False
    inside = [other for other in inside if other | bits == bits and other != bits]
    return any(a | b == bits for a in inside for b in inside)
