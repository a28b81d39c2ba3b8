"""Types what every reader gives: looks, each at one antenna, with the tags seen and how good the look was."""

SOUND = 0
INCOMPLETE = 1
"""Tags may be missing: nothing follows from a tag that is not among them."""
COLLISION = 2
"""Tags answered over each other: nothing that was read in this look counts."""
FAILED = 4
"""The reader gave no answer, or one that was damaged."""
NOT_STARTED = "not started"


class Look:
    """One look at one antenna. ``tags`` are upper-case hex; ``t_us`` is when the look began."""

    def __init__(self, antenna: int, t_us: int, tags: tuple[str, ...], flags: int = SOUND) -> None:
        self.antenna = antenna
        self.t_us = t_us
        self.tags = tags
        self.flags = flags

    def __repr__(self) -> str:
        return f"Look({self.antenna}, {self.t_us}, {self.tags}, {self.flags})"


class Reader:
    """A reader on a byte stream: ``tick`` and ``feed`` it, write what ``to_send`` gives, take its looks.

    ``trouble`` says in words what is wrong with the reader, "" where it works; ``firmware`` is what it calls
    itself. No method waits, none raises on bytes, and no buffer grows beyond what one answer needs.
    """

    def __init__(self) -> None:
        self.trouble = NOT_STARTED
        self.firmware = ""
        self.looks: list[Look] = []
        self.bad_frames = 0
        self._out = b""

    @property
    def fault(self) -> str:
        """Return what the table is to hear of the trouble: a reader that is only starting has none yet."""
        return "" if self.trouble == NOT_STARTED else self.trouble

    def feed(self, data: bytes, now_us: int) -> None:
        """Take bytes from the reader, however torn."""
        raise NotImplementedError

    def tick(self, now_us: int) -> None:
        """Let time pass: begin what is due, give up what has waited too long."""
        raise NotImplementedError

    def to_send(self) -> bytes:
        """Return the bytes to write to the reader, once."""
        data, self._out = self._out, b""
        return data

    def take_looks(self) -> list[Look]:
        """Return the looks since the last call, oldest first."""
        looks, self.looks = self.looks, []
        return looks
