"""Keeps the host's side of one link, without I/O: bytes and time in, news and bytes out.

Ground rules. Every ``now`` is seconds of one monotonic clock and never goes back. After any call,
``to_send`` holds what has to go onto the wire and ``next_wake`` says when ``tick`` is wanted. A session
outlives the port: keep it over an unplug, or events that were handed on and are not durable yet would be
handed on again.
"""

from __future__ import annotations

from typing import Any, Final

from firmware_bridge.boot import Boot, begin_boot, farewell
from firmware_bridge.codes import FROZEN, BadMessage, Type
from firmware_bridge.commands import CommandQueue, fault_name
from firmware_bridge.door import HIGHEST, LOWEST, Admit, ShutDoor, introduce, let_in, wrong_version
from firmware_bridge.errors import LinkClosed
from firmware_bridge.frames import VERSION, BadFrame, Frame, FrameDecoder, seq_after
from firmware_bridge.from_device import Done, EventPart, Gap, Hello, Pong, Trouble
from firmware_bridge.from_host import Ack, Ping, Resend, Welcome, Who
from firmware_bridge.liveness import (
    NOISE_SPAN_S,
    REFUSED_SILENT_S,
    SILENT_S,
    Counters,
    NoiseMeter,
    Pinger,
    Timing,
)
from firmware_bridge.messages import FromHost, encode_message, parse_message
from firmware_bridge.news import (
    MOVES,
    BadEvent,
    Delivered,
    DeviceFault,
    Durable,
    LinkNews,
    LinkState,
    LinkUp,
    Lost,
    Nonsense,
    Recovered,
    Silent,
    Timed,
    Untimed,
)

WHO_FAST_S: Final = 0.25
WHO_S: Final = 0.983
NOISE_BYTES: Final = 32
BOOTS_KEPT: Final = 4


class HostSession:
    """One device link."""

    def __init__(self, admit: Admit, *, first_command: int | None = None) -> None:
        self.counters = Counters()
        self._admit = admit
        self._decoder = FrameDecoder()
        self._commands = CommandQueue(first_command)
        self._pinger = Pinger()
        self._noise = NoiseMeter()
        self._timing = Timing()
        self._state = LinkState.CLOSED
        self._out = bytearray()
        self._boots: dict[tuple[str, int], Boot] = {}
        self._boot: Boot | None = None
        self._turned_away: ShutDoor | None = None
        self._last_bad = ""
        self._news_waiting: list[LinkNews] = []
        self._now = 0.0
        self._heard_s = self._who_s = 0.0
        self._heard_ever = self._named_noise = False
        self._bytes_since_heard = self._bad_since_heard = 0

    # --- what the owner reads and says ---

    @property
    def state(self) -> LinkState:
        """Where the link stands."""
        return self._state

    @property
    def hello(self) -> Hello | None:
        """The device's introduction, None until one was welcome; kept while the link is down."""
        return self._boot.hello if self._boot else None

    def ack(self, boot_id: int, seq: int) -> None:
        """Note that everything of ``boot_id`` up to ``seq`` is durable, and tell the device.

        An acknowledgement of a boot that is over is ignored. Raise ValueError for an event that was
        never handed on.
        """
        for boot in self._boots.values():
            if boot.hello.boot_id != boot_id or not boot.inbox.acknowledge(seq):
                continue
            if boot is self._boot and self._state is LinkState.UP:
                self._say(Ack(durable=seq))
                self._news_waiting += boot.take(self._now)

    def command(self, fields: dict[str, Any]) -> int:
        """Queue a command; return its number. Raise LinkClosed, or ValueError if it is too long."""
        if self._state is not LinkState.UP:
            raise LinkClosed(f"no device is up on this link ({self._state.value})")
        return self._commands.put(fields)

    def ask(self, now: float) -> None:
        """Ask for the device's time soon, so that ``settled_s`` moves on."""
        self._pinger.ask(now)

    def settled_s(self) -> float | None:
        """Return the time up to which everything the device sensed was handed on, None while not up."""
        return self._boot.settled_s() if self._boot and self._state is LinkState.UP else None

    def hand_back(self, news: list[LinkNews]) -> None:
        """Take back news that the owner never got; its events are asked for and handed on again."""
        for one in news:
            if not isinstance(one, Delivered | BadEvent | Lost) or one.seq is None:
                continue
            for boot in self._boots.values():
                if boot.hello.boot_id == one.boot_id:
                    boot.go_back(seq_after(one.seq, 1 - one.count if isinstance(one, Lost) else 0))
            return

    # --- what the pump does ---

    def port_opened(self, now: float) -> None:
        """A port is open: ask who is there."""
        self._now = self._heard_s = now
        self._heard_ever = self._named_noise = False
        self._bytes_since_heard = self._bad_since_heard = 0
        self._decoder.clear()
        self._out.clear()
        self._turned_away = None
        self._timing = Timing()
        self._enter(LinkState.ASKING)
        self._ask_who()

    def port_closed(self, now: float) -> list[LinkNews]:
        """The port is gone."""
        self._now = now
        if self._state is LinkState.CLOSED:
            return []
        self._enter(LinkState.CLOSED)
        self._pinger.stop()
        self._out.clear()
        return list(self._commands.fail_all("the port is gone"))

    def receive(self, data: bytes, now: float) -> list[LinkNews]:
        """Take bytes off the wire, however cut."""
        self._now = now
        self.counters.bytes_in += len(data)
        self._bytes_since_heard += len(data)
        news: list[LinkNews] = []
        for found in self._decoder.feed(data):
            news += self._on_bad(found) if isinstance(found, BadFrame) else self._on_frame(found)
        return news + self.tick(now)

    def tick(self, now: float) -> list[LinkNews]:
        """Do what is due: ask, ask again, give up."""
        self._now = now
        news, self._news_waiting = self._news_waiting, []
        if self._state is LinkState.CLOSED:
            return news
        news += self._check_silence()
        if self._state is not LinkState.UP:
            if now >= self._who_due():
                self._ask_who()
            return news
        if self._timing.late(now):
            news.append(Untimed(last_reason=self._last_bad))
        if self._noise.calmed(now):
            news.append(Recovered(quiet_s=NOISE_SPAN_S))
        if self._pinger.due(now):
            self._ping()
        news += self._ask_again()
        if (failed := self._commands.expired(now)) is not None:
            news.append(failed)
        if (command := self._commands.due(now)) is not None:
            self._say(command)
        return news

    def next_wake(self) -> float | None:
        """Return when ``tick`` is wanted next; a time in the past means at once, None never."""
        if self._state is LinkState.CLOSED:
            return None
        if self._news_waiting:
            return self._now
        times = [self._heard_s + self._patience_s()] if self._state is not LinkState.SILENT else []
        if self._state is LinkState.UP:
            times += [t for t in (self._pinger.next_wake(), self._commands.next_wake()) if t is not None]
            if self._boot is not None and (reask_s := self._boot.reask_due()) is not None:
                times.append(reask_s)
        else:
            times.append(self._who_due())
        return min(times)

    def to_send(self) -> bytes:
        """Return the bytes to put on the wire, once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    # --- frames ---

    def _on_bad(self, bad: BadFrame) -> list[LinkNews]:
        self.counters.bad_frames += 1
        self._bad_since_heard += 1
        if self._boot is not None:
            self._boot.inbox.ask_afresh()
        self._last_bad = bad.reason
        if self._noise.bad(self._now) and self._state is LinkState.UP:
            return [self._nonsense()]
        return []

    def _on_frame(self, frame: Frame) -> list[LinkNews]:
        self.counters.frames += 1
        if frame.type >= Type.WHO:
            return self._on_bad(BadFrame("a host's frame came back", len(frame.payload)))
        if frame.ver != VERSION and frame.type not in FROZEN:
            if self._state is LinkState.UP:
                return self._on_bad(BadFrame(f"version {frame.ver}", len(frame.payload)))
            return self._turn_away(wrong_version(frame.ver, frame.ver, None))
        if frame.type == Type.HELLO:
            return self._on_hello(frame)
        if self._boot is None or self._state is not LinkState.UP:
            self._last_bad = "frames, but no introduction"
            return []
        if frame.boot_id != self._boot.hello.boot_id or frame.dev != self._boot.hello.dev:
            # Somebody else speaks here, or the device has started anew and its HELLO was lost.
            if self._now >= self._who_s + WHO_S:
                self._ask_who()
            return []
        self._heard()
        return self._on_message(frame, self._boot)

    def _on_message(self, frame: Frame, boot: Boot) -> list[LinkNews]:
        try:
            message = parse_message(frame)
        except BadMessage as problem:
            self.counters.bad_messages += 1
            return self._on_bad(BadFrame(str(problem), len(frame.payload)))
        match message:
            case EventPart():
                boot.heard_s = self._now
                if not boot.inbox.add(message):
                    self._say(Ack(durable=boot.inbox.durable))
            case Gap():
                boot.inbox.lose(message.first, message.last)
            case Pong():
                return self._on_pong(message, boot)
            case Trouble():
                return [DeviceFault(code=message.code, name=fault_name(message.code), text=message.text)]
            case Done():
                answered = self._commands.answered(message)
                return [answered] if answered else []
            case _:
                raise AssertionError(f"type 0x{frame.type:02X} was let through")
        return boot.take(self._now)

    def _on_pong(self, pong: Pong, boot: Boot) -> list[LinkNews]:
        asked_s = self._pinger.answered(pong.asked_us, self._now)
        if asked_s is None:
            return []
        news = boot.pong(pong, asked_s, self._now)
        if boot.timed and self._timing.over():
            news.append(Timed())
        return news + boot.take(self._now)

    # --- who is there ---

    def _on_hello(self, frame: Frame) -> list[LinkNews]:
        self._heard()
        try:
            hello = introduce(frame)
            known = self._boots.get((hello.serial, hello.boot_id))
            if known is not None and not known.fits(hello):
                known = self._boots.pop((hello.serial, hello.boot_id)) and None
                durable = let_in(hello, self._admit) and None
            elif known is not None and known is self._boot and self._state is LinkState.UP:
                self._say(Welcome(durable=known.inbox.durable, version=VERSION))  # the first was lost
                return []
            else:
                durable = let_in(hello, self._admit)
        except ShutDoor as shut:
            return self._turn_away(shut)
        if known is not None:
            known.resume(hello)
            return self._up(known, True, [])
        return self._first_met(hello, durable)

    def _first_met(self, hello: Hello, durable: Durable | None) -> list[LinkNews]:
        boot, resumed, lost = begin_boot(hello, durable)
        news = farewell(self._boot, hello, durable.boot_id if durable and not resumed else None)
        self._boots[hello.serial, hello.boot_id] = boot
        while len(self._boots) > BOOTS_KEPT:
            del self._boots[next(iter(self._boots))]
        return self._up(boot, resumed, news + ([lost] if lost else []))

    def _up(self, boot: Boot, resumed: bool, news: list[LinkNews]) -> list[LinkNews]:
        self._boot = boot
        self._turned_away = None
        self.counters.links_up += 1
        failed = self._commands.fail_all("the device introduced itself anew")
        if self._state is not LinkState.UP:
            self._enter(LinkState.UP)
        boot.inbox.ask_afresh()
        self._say(Welcome(durable=boot.inbox.durable, version=VERSION))
        self._pinger.start(self._now)
        boot.heard_s = self._now
        self._timing.begin(self._now)
        up = LinkUp(hello=boot.hello, resumed=resumed, untimed=self._timing.told)
        return [*failed, *news, up, *boot.take(self._now)]

    def _turn_away(self, shut: ShutDoor) -> list[LinkNews]:
        self._heard()
        self._pinger.stop()
        if self._state is not LinkState.REFUSED:
            self._enter(LinkState.REFUSED)
        elif self._turned_away is not None and shut.alike(self._turned_away):
            if self._now >= self._who_s + WHO_FAST_S:
                self._who_s = self._now
                self._say(shut.answer)
            return []
        self._say(shut.answer)
        self._turned_away = shut
        return [*self._commands.fail_all("the device was turned away"), shut.news]

    # --- signs of life ---

    def _heard(self) -> None:
        self.counters.worst_quiet_s = max(self.counters.worst_quiet_s, self._now - self._heard_s)
        self._heard_s, self._heard_ever = self._now, True
        self._bytes_since_heard = self._bad_since_heard = 0
        self._named_noise = False

    def _check_silence(self) -> list[LinkNews]:
        quiet_s = self._now - self._heard_s
        noisy = self._bytes_since_heard >= NOISE_BYTES and not self._named_noise
        if self._state is LinkState.SILENT and quiet_s >= 2 * SILENT_S and self._timing.over():
            return [Silent(quiet_s=quiet_s, heard=True)]  # it does not say hello any more either
        if quiet_s < self._patience_s() or (self._state is LinkState.SILENT and not noisy):
            return []
        news: list[LinkNews] = []
        untimed = self._state is LinkState.UP and not (self._boot and self._boot.timed)
        if self._state is not LinkState.SILENT:
            self._enter(LinkState.SILENT)
            self._pinger.stop()
            news += self._commands.fail_all("the device is silent")
        if untimed and not noisy:
            return [*news, Untimed(last_reason=self._last_bad)] if self._timing.late(self._now, 0.0) else news
        if not noisy:
            return [*news, Silent(quiet_s=quiet_s, heard=self._heard_ever)]
        self._named_noise = True
        return [*news, self._nonsense()]

    def _patience_s(self) -> float:
        return REFUSED_SILENT_S if self._state is LinkState.REFUSED else SILENT_S

    def _nonsense(self) -> Nonsense:
        return Nonsense(
            bad_frames=self._bad_since_heard, bytes_seen=self._bytes_since_heard, last_reason=self._last_bad
        )

    # --- what is said ---

    def _who_due(self) -> float:
        return self._who_s + (WHO_S if self._state is LinkState.REFUSED else WHO_FAST_S)

    def _ask_who(self) -> None:
        self._who_s = self._now
        self._say(Who(lowest=LOWEST, highest=HIGHEST))

    def _ping(self) -> None:
        durable = self._boot.inbox.durable if self._boot else 0
        self._say(Ping(durable=durable, sent_us=self._pinger.sent(self._now)))

    def _ask_again(self) -> list[LinkNews]:
        """Ask for events that exist and have not come; give one up that never comes over a sound line."""
        if self._boot is None:
            return []
        if (hole := self._boot.ask_again(self._now)) is not None:
            self.counters.resends_asked += 1
            self._say(Resend(first=hole[0], last=hole[1]))
        return self._boot.take(self._now)

    def _say(self, message: FromHost) -> None:
        boot = self._boot.hello if self._boot and self._state is LinkState.UP else None
        dev, boot_id = (boot.dev, boot.boot_id) if boot else (0, 0)
        self._out += encode_message(message, dev=dev, boot_id=boot_id, now_us=round(self._now * 1e6))

    def _enter(self, state: LinkState) -> None:
        if state not in MOVES[self._state]:
            raise AssertionError(f"link goes from {self._state} to {state}")
        self._state = state
