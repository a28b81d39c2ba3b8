"""Carries what one device sends to the table, and makes what its link says of it into its health."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from controller.config import DeviceConfig
from controller.daemon.core import TableCore
from controller.daemon.drift import DriftWatch
from controller.daemon.fusing import Told
from controller.daemon.intake import Stray, Unfit
from controller.daemon.witnesses import Witnesses
from controller.journal.journal import Source
from controller.journal.store import Heard
from controller.table.events import DeviceState
from firmware_bridge import (
    MAY_SEND,
    BadEvent,
    ClockJumped,
    CommandFailed,
    Delivered,
    DeviceFault,
    DeviceRefused,
    Durable,
    Fault,
    Hello,
    HostSession,
    Link,
    LinkClosed,
    LinkNews,
    LinkState,
    LinkUp,
    Lost,
    Nonsense,
    PortLost,
    PortOpened,
    PortRefused,
    Reason,
    Rebooted,
    Recovered,
    Silent,
    Timed,
    TurnedAway,
    Untimed,
    WrongVersion,
)

log = structlog.get_logger()
_MOST_US: Final = 2**63 - 1
"""The latest stamp that counts, as PROTOCOL.md says; a clock wrapped below zero lies above it."""
Serials = Callable[[], dict[str, str]]
"""Serial numbers of the devices that are up, by the device's name here."""


class DeviceLink:
    """A configured device on its port. ``run`` until cancelled; a crash of it leaves the table alone."""

    def __init__(
        self,
        device: DeviceConfig,
        core: TableCore,
        find_path: Callable[[], str | None],
        heard: Heard | None,
        serials: Serials,
        witnesses: Witnesses,
    ) -> None:
        self.device, self.name = device, device.label
        self._core, self._serials, self._witnesses = core, serials, witnesses
        self._durable = (
            Durable(
                boot_id=heard.boot,
                seq=heard.seq,
                device_us=heard.device_us,
                at_s=None if heard.t is None else core.clock.monotonic_of(heard.t),
            )
            if heard is not None
            else None
        )
        self._path = ""
        self._drift = DriftWatch(self.name)
        self.link = Link(HostSession(self._admit), find_path, self._on_news)

    @property
    def is_up(self) -> bool:
        """Whether the device is there and welcome."""
        return self.link.session.state is LinkState.UP

    @property
    def serial(self) -> str | None:
        """The serial that the device gives itself, None while it is not up."""
        hello = self.link.session.hello
        return hello.serial if hello is not None and self.is_up else None

    async def run(self) -> None:
        """Keep the link going until cancelled."""
        await self.link.run()

    def crashed(self, error: BaseException) -> None:
        """Say that the link's task broke; it is started anew."""
        log.error("link fault", device=self.name, error=type(error).__name__)
        self._core.device_changed(self.name, "down", "a fault of the program itself; starting anew")

    def command(self, fields: dict[str, Any]) -> None:
        """Send a command if the device is up; a panel that is away misses it."""
        try:
            self.link.command(fields)
        except (LinkClosed, ValueError) as error:
            log.warning("command not sent", device=self.name, do=fields.get("do"), why=str(error))

    def _admit(self, hello: Hello) -> Durable | None:
        kind = self.device.kind
        if hello.kind != kind:
            raise DeviceRefused(Reason.WRONG_KIND, f"this port is for a {kind}, here is a {hello.kind}")
        if self.device.serial and hello.serial != self.device.serial:
            raise DeviceRefused(
                Reason.STRANGER, f"this port is for {self.device.serial}, here is {hello.serial}"
            )
        for name, serial in self._serials().items():
            if name != self.name and serial == hello.serial:
                raise DeviceRefused(Reason.DOUBLE, f"{hello.serial} is there already, as {name}")
        return self._durable

    def _on_news(self, news: LinkNews) -> None:
        match news:
            case Delivered() | BadEvent():
                self._core.gate.take(self.name, news.at_s, lambda: self._heard(news))
            case Lost():
                self._core.gate.take(self.name, time.monotonic(), lambda: self._in_turn(news))
            case _:
                self._health(news)

    def _heard(self, news: Delivered | BadEvent) -> None:
        """Let an event wait for another camera that sees its zone too, or take it in."""
        fields = news.event if isinstance(news, Delivered) else {}
        told = Told(self.name, fields, news.at_s, time.monotonic())
        told.witnesses = self._core.devices.coverage.witnesses(self.name, fields)
        self._witnesses.take(told, partial(self._take_as, news))

    def _in_turn(self, news: Lost) -> None:
        now = time.monotonic()
        self._witnesses.take(Told(self.name, {}, now, now), lambda fields: self._lost(news))

    def _take_as(self, news: Delivered | BadEvent, fields: dict[str, Any]) -> None:
        if not isinstance(news, Delivered) or fields is news.event:
            return self._take(news)
        self._take(replace(news, event=fields, payload=msgspec.json.encode(fields)), instead=True)

    def _take(self, news: Delivered | BadEvent, *, instead: bool = False) -> None:
        """Take an event in; ``instead``: in the place of what the device sent, which was looked at before."""
        stamped = news.device_us <= _MOST_US
        device_us = news.device_us if stamped else 0
        source = Source(device=self.name, boot=news.boot_id, seq=news.seq, device_us=device_us)

        def safe() -> None:
            self._acknowledge(source)

        unfit = Unfit("line", news.problem) if isinstance(news, BadEvent) else None
        if not stamped:
            unfit = Unfit("t_us", f"{news.device_us} is over {_MOST_US}: the device's clock has wrapped")
        elif isinstance(news, Delivered):
            kind = news.event.get("type")
            try:
                if isinstance(kind, str) and kind not in MAY_SEND[self.device.kind] and not instead:
                    raise Unfit("type", f"a {self.device.kind} may not send {kind[:40]}")
                if (stray := self._core.devices.coverage.stray(self.name, news.event)) is not None:
                    raise Stray("zone", f"{stray[0]} is not of {self.name}: {stray[1]} has it")
                return self._core.sense(news.payload, news.event, news.at_s, source, safe, news.started_s)
            except Unfit as error:
                unfit = error
        assert unfit is not None
        self._core.take_bad(news.payload, news.at_s, source, safe, unfit)
        what = "sent what is another's" if isinstance(unfit, Stray) else "sent what is no event"
        self._core.devices.change(self.name, "degraded", f"{what}: {unfit}")

    def _lost(self, news: Lost) -> None:
        source, safe = None, None
        if news.seq is not None:
            source = Source(device=self.name, boot=news.boot_id, seq=news.seq, device_us=0)
            safe = lambda: self._acknowledge(source)  # noqa: E731
        many = "1 event was lost" if news.count == 1 else f"{news.count} events were lost"
        self._core.device_changed(
            self.name, "degraded", f"{many}; look at the table", lost=news.count, source=source, safe=safe
        )

    def _acknowledge(self, source: Source) -> None:
        self._durable = Durable(boot_id=source.boot, seq=source.seq, device_us=source.device_us)
        self.link.ack(source.boot, source.seq)

    def _health(self, news: LinkNews) -> None:
        change = self._core.device_changed
        match news:
            case PortOpened():
                self._path = news.path
                change(self.name, "starting", f"asking who is at {news.path}")
            case LinkUp(untimed=True):
                pass  # it says hello again and again, and is down all the same
            case LinkUp():
                self._up(news.hello)
            case Recovered():
                change(self.name, "up")
            case Rebooted():
                self._rebooted(news)
            case Untimed():
                self._untimed_by(news.last_reason)
            case Timed():
                change(self.name, "up")
            case Silent(heard=True):
                change(self.name, "down", f"no answer any more at {self._path}")
            case Silent():
                change(self.name, "down", f"nobody answers at {self._path}: is it switched on?")
            case Nonsense():
                state: DeviceState = "degraded" if self.is_up else "down"
                change(self.name, state, f"talks nonsense at {self._path} ({news.last_reason})")
            case WrongVersion():
                spoken = f"speaks protocol version {news.spoken}, this daemon version {news.ours}"
                change(self.name, "down", spoken)
            case TurnedAway():
                change(self.name, "down", f"refused: {news.text}")
            case PortRefused():
                why = f"{news.path}: {news.why}" if news.path else self._absent()
                change(self.name, "down", why)
            case PortLost():
                change(self.name, "down", f"unplugged from {news.path}")
            case DeviceFault(code=Fault.WELL):
                change(self.name, "up")
            case DeviceFault(code=Fault.UNKNOWN_TYPE | Fault.BAD_PAYLOAD):
                log.warning("device does not understand", device=self.name, what=news.text)
            case DeviceFault(code=Fault.SENSOR):
                change(self.name, *self._core.devices.sensor_fault(self.name, news.text))
            case DeviceFault():
                change(self.name, "degraded", f"reports {news.name}: {news.text}")
            case ClockJumped():
                self._drift.jumped(news.by_s, time.monotonic())
            case CommandFailed():
                log.warning("command failed", device=self.name, why=news.why)

    def _up(self, hello: Hello) -> None:
        """Say that the link is up."""
        if self._core.devices.state(self.name) != "degraded":
            self._core.device_changed(self.name, "up")
        log.info("link up", device=self.name, serial=hello.serial, build=hello.build)

    def _untimed_by(self, reason: str) -> None:
        what = f"says hello at {self._path} and answers no PING{f' ({reason})' if reason else ''}"
        self._core.device_changed(self.name, "down", f"{what}: what it senses cannot be timed, and waits")

    def _rebooted(self, news: Rebooted) -> None:
        """Say that the device started anew, every time: what it had not sent died with its memory."""
        clock, since = self._core.clock, "shortly before"
        if news.reported_s is not None:
            since = f"after {clock.wall(clock.t_of(news.reported_s))}"
        problem = f"the device started anew; what it sensed {since} may be lost"
        self._core.device_changed(self.name, "degraded", problem, again=True)

    def _absent(self) -> str:
        if self.device.path is not None:
            return f"not plugged in: there is no {self.device.path}"
        wanted = ", ".join(f"{name}={value}" for name, value in (self.device.udev or {}).items())
        return f"not plugged in: udev knows no serial port with {wanted}"
