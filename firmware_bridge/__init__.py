"""Links the table's sensors and the controller: frames, sessions and pump.

A link hands on each event of a device once and in order, or says how many it lost. ``PROTOCOL.md``
beside this file is the wire format; everything here follows it.

How a daemon uses it, one ``Link`` a device::

    session = HostSession(admit)                     # admit(hello) -> Durable | None, or raise DeviceRefused
    link = Link(session, find_path, on_news)         # find_path() -> "/dev/..." or None
    await link.run()                                 # until cancelled; reopens by itself

    def on_news(news):                               # called in the event loop, in order
        if isinstance(news, (Delivered, BadEvent, Lost)):
            ...                                      # make it durable, then
            link.ack(news.boot_id, news.seq)         # only now does the device forget it

All times handed in and out are seconds of the caller's monotonic clock (``Link`` uses
``time.monotonic``). Nothing here knows poker.

The parts: ``frames`` (bytes to frames and back), ``messages`` (frames to typed messages), ``inbox`` and
``ring`` (order and replay at either end), ``clock`` (device time to host time), ``host`` and ``device``
(the two sessions, without any I/O), ``pump`` (a session on a real descriptor), ``virtual_device`` (a
device as a process on a pty of its own).
"""

from firmware_bridge.codes import Fault, Reason
from firmware_bridge.errors import BridgeError, DeviceRefused, LinkClosed, PortUnusable
from firmware_bridge.from_device import Hello
from firmware_bridge.host import HostSession
from firmware_bridge.kinds import KINDS, MAY_SEND
from firmware_bridge.news import (
    BadEvent,
    ClockJumped,
    CommandDone,
    CommandFailed,
    Delivered,
    DeviceFault,
    Durable,
    LinkNews,
    LinkState,
    LinkUp,
    Lost,
    Nonsense,
    PortLost,
    PortOpened,
    PortRefused,
    Rebooted,
    Recovered,
    Silent,
    Timed,
    TurnedAway,
    Untimed,
    WrongVersion,
)
from firmware_bridge.pump import Link

__all__ = [
    "KINDS",
    "MAY_SEND",
    "BadEvent",
    "BridgeError",
    "ClockJumped",
    "CommandDone",
    "CommandFailed",
    "Delivered",
    "DeviceFault",
    "DeviceRefused",
    "Durable",
    "Fault",
    "Hello",
    "HostSession",
    "Link",
    "LinkClosed",
    "LinkNews",
    "LinkState",
    "LinkUp",
    "Lost",
    "Nonsense",
    "PortLost",
    "PortOpened",
    "PortRefused",
    "PortUnusable",
    "Reason",
    "Rebooted",
    "Recovered",
    "Silent",
    "Timed",
    "TurnedAway",
    "Untimed",
    "WrongVersion",
]
