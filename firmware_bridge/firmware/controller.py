"""Steps board, sensor and session together: one after the other, none of which waits."""

from .session import BAD_PAYLOAD, UNKNOWN_COMMAND, WELL, Session
from .signals import Signals


class Controller:
    """One device. ``board`` has ``now_us``, ``read``, ``write`` and ``show``; ``sensor`` has ``step``,
    ``settled_us``, ``events``, ``fault`` and ``fault_code``.
    """

    def __init__(self, board, session: Session, sensor) -> None:  # type: ignore[no-untyped-def]
        self._board, self.session, self._sensor = board, session, sensor
        self._signals = Signals()
        self._unsent = b""
        session.settled_us = sensor.settled_us
        session.on_command = self._obey

    def step(self) -> None:
        """Take what has come, see what is new, say what fits on the wire."""
        board, session, sensor = self._board, self.session, self._sensor
        now_us = board.now_us()
        session.feed(board.read(), now_us)
        sensor.step(now_us)
        for t_us, content in sensor.events:
            session.sense(content, t_us)
        sensor.events.clear()
        session.fault(sensor.fault, now_us, sensor.fault_code)
        self._signals.step(now_us)
        board.show(self._signals.lamp, self._signals.sound)
        self._send()

    def _send(self) -> None:
        while True:
            if not self._unsent:
                self._unsent = self.session.frame(self._board.now_us())
            if not self._unsent:
                return
            self._unsent = self._unsent[self._board.write(self._unsent) :]
            if self._unsent:
                return

    def _obey(self, number: int, fields: dict[str, object]) -> None:
        wrong = self._signals.obey(fields, self._board.now_us())
        code = WELL if not wrong else UNKNOWN_COMMAND if wrong.startswith("cannot") else BAD_PAYLOAD
        self.session.finish(number, code, wrong)
