"""Steps lamp and buzzer: nothing waits for a sound to end."""


class Signals:
    """What ``lamp`` and ``buzzer`` commands make of two outputs."""

    def __init__(self) -> None:
        self.lamp = False
        self.sound = False
        self._on = False
        self._blink_us = 0
        self._lamp_since_us = 0
        self._sound_us = 0
        self._times = 0
        self._sound_since_us = 0

    def obey(self, fields: dict[str, object], now_us: int) -> str:
        """Carry out a command; return what is wrong with it, "" where nothing is."""
        what = fields.get("do")
        if what == "lamp":
            blink_ms = fields.get("blink_ms", 0)
            if not isinstance(blink_ms, int) or not 0 <= blink_ms <= 10_000:
                return "blink_ms is 0 to 10000"
            self._on, self._blink_us, self._lamp_since_us = bool(fields.get("on")), blink_ms * 1000, now_us
        elif what == "buzzer":
            ms, times = fields.get("ms", 0), fields.get("times", 1)
            if not isinstance(ms, int) or not isinstance(times, int):
                return "ms and times are numbers"
            if not 0 < ms <= 5_000 or not 0 < times <= 20:
                return "ms is 1 to 5000, times 1 to 20"
            self._sound_us, self._times, self._sound_since_us = ms * 1000, times, now_us
        else:
            return "cannot do " + repr(what)
        self.step(now_us)
        return ""

    def step(self, now_us: int) -> None:
        """Set ``lamp`` and ``sound`` as they are to be now."""
        lit_us = now_us - self._lamp_since_us
        self.lamp = self._on and (not self._blink_us or lit_us // self._blink_us % 2 == 0)
        if self._times:
            turn = (now_us - self._sound_since_us) // self._sound_us
            self.sound = turn % 2 == 0 and turn < 2 * self._times
            if turn >= 2 * self._times:
                self._times = 0
