"""Opens one table with everything around it in order, runs it together, and closes it in order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import structlog
from msgspec.structs import asdict

from controller.config import Config, equipment_of
from controller.daemon.clock import TableClock, starting_now
from controller.daemon.core import TableCore
from controller.daemon.find_port import left_alone, plugged_in, port_finder, watch_plugs
from controller.daemon.floor_call import FloorCall, LinkedPanel, Sounder
from controller.daemon.gate import StartGate
from controller.daemon.heads import Heads
from controller.daemon.health import DeviceBoard
from controller.daemon.house import House
from controller.daemon.house_clock import HouseClock, level_event
from controller.daemon.joined import Joined, Joining, Runs
from controller.daemon.links import DeviceLink
from controller.daemon.live_table_api import LiveTableApi
from controller.daemon.owner import Owner
from controller.daemon.recording import Recording
from controller.daemon.recovery import Recovery, setup_digest
from controller.daemon.witnesses import Witnesses
from controller.deck import load_deck
from controller.ending import end_all
from controller.journal.journal import Journal
from controller.journal.keys import Keys
from controller.journal.records import Record
from controller.privacy import HiddenCards
from controller.table.events import LogHeader
from controller.table.outputs import Output
from controller.table.rulebook import Rulebook

if TYPE_CHECKING:
    from controller.daemon.metrics import TableMetrics

log = structlog.get_logger()
_AGAIN_S = 1.0
_WALL_LOOK_S = 1.0


class TableService(Owner):
    """One table with everything around it."""

    def __init__(
        self, config: Config, book: Rulebook, keys: Keys, secrets: HiddenCards, room: Joining | None = None
    ) -> None:
        """Open the journal and come back to where it ends. Raise JournalError where that cannot be."""
        self.config, self.secrets = config, secrets
        self._journal = Journal(config.journal_path, keys, secrets)
        setup = setup_digest(config, book)
        kept = self._journal.header()
        self._continues = kept is not None and kept.get("setup") == setup
        header = kept if kept is not None and self._continues else self._new_header(book, setup)
        self._header = header
        last_t = self._journal.last_t() if self._continues else 0.0
        self._clock = TableClock(header["started"], last_t)
        self._devices = DeviceBoard(config.device, self._clock.wall)
        self._links: list[DeviceLink] = []
        self._room: Joined | None = None
        self._started = False
        decks = [load_deck(path) for path in config.deck_paths]
        self.core = TableCore(
            book, _log_header(header), self._journal, self._clock, self._devices, secrets, self, decks
        )
        self._witnesses = Witnesses(self.core, self._links)
        self._recovery = Recovery(self.core, self._journal, setup)
        if room is not None:
            self._room = room(config, self.core)
            self._recovery.on_ruling = self._room.ruled
        if self._continues:
            self._recovery.come_back()
        self.house = self._new_house(book)
        self.api = LiveTableApi(self.core, self.house)
        self._floor_call = FloorCall()
        self.heads = Heads(self.core, config.anchor_path, self.changed)
        self._metrics: TableMetrics | None = None
        self._panels: list[Any] = []
        self._reports_due = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop_watching: Callable[[], None] = lambda: None

    def _new_header(self, book: Rulebook, setup: str) -> dict[str, Any]:
        return {
            "type": "log", "version": 1, "table": self.config.table.id, "started": starting_now(),
            "rulebook": book.id, "game": self.config.table.game, "setup": setup,
            "equipment": equipment_of(self.config),
        }  # fmt: skip

    def _new_house(self, book: Rulebook) -> House:
        steps = self.config.schedule()
        clock = HouseClock(steps, book.level, self.config.clock, self._clock.now()) if steps else None
        return House(self.core, clock, self._journal.house() if self._continues else {})

    def start(self) -> None:
        """Start the journal's thread and the devices, inside the event loop."""
        loop = asyncio.get_running_loop()
        core = self.core

        def kept(records: Sequence[Record]) -> None:
            loop.call_soon_threadsafe(core.kept, records)
            loop.call_soon_threadsafe(self.heads.kept, records)
            if self._room is not None:
                loop.call_soon_threadsafe(self._room.kept, records)

        recording = Recording(core, self.changed)

        def troubled(problem: str) -> None:
            loop.call_soon_threadsafe(recording.troubled, problem)

        def repaired(what: str) -> None:
            loop.call_soon_threadsafe(recording.repaired, what)

        self._journal.start(kept, troubled, repaired)
        self._started = True
        self._floor_call.prime(core.alerts)
        core.recovered()
        if not self._continues:
            self._begin_log()
        self.house.start()
        self._start_devices()
        self._look_after(self.house)
        self._task(self._watch_wall_clock())
        self._task(recording.watch())
        if self._room is not None:
            self.heads.on_head.append(self._room.head)
            self._look_after(self._room.start(self.api))
            self._look_after(self._room.pictures)
        self._task(self.heads.watch())

    def _begin_log(self) -> None:
        table = self.config.table
        self._journal.begin(self._header)
        seats = {str(n): {"stack": seat.stack, "state": seat.state} for n, seat in table.seats.items()}
        self.core.key({"type": "table", "seats": seats, "denominations": table.denominations or []})
        level = table.level
        if level is None:
            assert self.house.clock is not None, "a configuration has a level or a schedule"
            self.core.key(level_event(self.house.clock.level))
            return
        amounts = {name: amount for name, amount in asdict(level).items() if amount is not None}
        self.core.key({"type": "level", **amounts})

    def _start_devices(self) -> None:
        linked = [device for device in self.config.device if not device.gpio]
        gate = self.core.hold_back(len(linked))
        heard = dict(self._journal.heard) if self._continues else {}
        witnesses = self._witnesses
        for device in linked:
            link = DeviceLink(
                device, self.core, port_finder(device), heard.get(device.label), self._serials, witnesses
            )
            self._links.append(link)
            link.link.on_report = self._report_came
            if device.kind == "panel":
                self._panels.append(LinkedPanel(link))
            self._look_after(link)
        for device in self.config.device:
            if device.gpio:
                from controller.daemon.panel_pins import PinPanel

                panel = PinPanel(device.label, self.core, device.pins)
                self._panels.append(panel)
                self._look_after(panel)
        if any(device.udev for device in linked):
            self._stop_watching = watch_plugs(self._look_for_ports)
            self._name_strangers()
        if not gate.is_open:
            self._task(self._open_gate(gate))

    def _look_for_ports(self) -> None:
        for link in self._links:
            link.link.look_now()
        self._name_strangers()

    def _name_strangers(self) -> None:
        """Say which ports hold a device that nobody opens: the configuration does not know it, or has another like it."""
        if self._devices.strangers(left_alone(plugged_in(), self.config.device)):
            self.changed()

    def _look_after(self, runs: Runs) -> None:
        async def keep_running() -> None:
            while True:
                try:
                    return await runs.run()
                except Exception as error:
                    runs.crashed(error)
                await asyncio.sleep(_AGAIN_S)

        self._task(keep_running())

    async def _open_gate(self, gate: StartGate) -> None:
        """Open the gate at the latest when patience is over; the devices' reports open it sooner."""
        while not gate.is_open:
            await asyncio.sleep(max(0.0, gate.opens_s - time.monotonic()))
            self._look_at_gate(gate)

    def _look_at_gate(self, gate: StartGate) -> None:
        if gate.look(time.monotonic(), [link.link.settled_s() for link in self._links]):
            self.core.tell_beside()
            self.core.settle()

    def _report_came(self) -> None:
        """Look, once for all reports that come in one turn of the loop, what they settle."""
        if not self._reports_due:
            self._reports_due = True
            asyncio.get_running_loop().call_soon(self._look_at_reports)

    def _look_at_reports(self) -> None:
        self._reports_due = False
        if not self.core.gate.is_open:
            self._look_at_gate(self.core.gate)
        self._witnesses.look()
        due, reported = self.core.live.next_due(), self.reported()
        if due is not None and reported is not None and self._clock.t_of(reported) > due:
            self.core.settle()
        self.ask_reports()

    async def _watch_wall_clock(self) -> None:
        """Put it into the log when somebody, or the network, sets the wall clock."""
        while True:
            await asyncio.sleep(_WALL_LOOK_S)
            if step := self._clock.take_step():
                log.warning("wall clock set", by_s=round(step, 3))
                detail = f"the wall clock was set by {step:+.1f} s"
                self.core.key({"type": "device", "device": "clock", "state": "up", "detail": detail})

    def _task(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _serials(self) -> dict[str, str]:
        return {link.name: link.serial for link in self._links if link.serial is not None}

    def checkpoint(self) -> None:
        """Keep the table's state, so that a restart need not go through the whole night."""
        self._recovery.keep()

    def told(self, output: Output) -> None:
        """Pass what the referee said to the room."""
        if self._room is not None:
            self._room.told(output)

    def before_hand(self, t: float) -> None:
        """Set what waits for the end of a hand, before the next one."""
        self.house.before_hand(t)

    def held(self) -> float | None:
        """Return when the earliest thing was sensed that waits for another camera."""
        return self._witnesses.held()

    def reported(self) -> float | None:
        """Return up to which monotonic second every device that is up has reported; None where none is up."""
        settled = [link.link.settled_s() for link in self._links if link.is_up]
        return min((at for at in settled if at is not None), default=None)

    def ask_reports(self) -> None:
        """Ask those devices for their time that have not reported past what waits to be settled."""
        if self.core.gate.is_open:
            due = self.core.live.last_waiting()
            if due is None:
                return
            wanted = self._clock.monotonic_of(due)
        else:
            wanted = self.core.gate.began_s
        for link in self._links:
            settled = link.link.settled_s()
            if link.is_up and (settled is None or settled <= wanted):
                link.link.ask()

    def metrics(self) -> bytes:
        """Return the table's health in Prometheus' text format."""
        if self._metrics is None:
            from controller.daemon.metrics import TableMetrics  # not what the first hand is to wait for

            self._metrics = TableMetrics(self.core, self._links)
        return self._metrics.text()

    def wrong_pin(self, client: str, together: int) -> None:
        """Note that somebody at the address ``client`` gave a wrong PIN, the ``together``-th of all."""
        log.warning("wrong pin", client=client, together=together)
        self.core.tally.wrong_pins += 1
        self._devices.wrong_pin(client, together)
        self.changed()

    def changed(self) -> None:
        """Let pages, the room and the floor's lamp follow; nobody looks on while the table comes back."""
        if not self._started:
            return
        if self._room is not None:
            self._room.follow()
        self._floor_call.follow(self.core.alerts, self._sounders())
        self.api.changed()

    def _sounders(self) -> list[Sounder]:
        return [found for panel in self._panels if (found := panel.sounder()) is not None]

    def hush(self) -> None:
        """End what pages follow."""
        self.api.stop()

    async def stop(self) -> None:
        """Stop the devices, write what waits, close the journal."""
        self._stop_watching()
        self.core.stop()
        self.api.stop()
        await end_all(self._tasks)
        whole = await asyncio.to_thread(self._journal.close)
        await asyncio.sleep(0)  # what became safe last is told, the last head among it
        await asyncio.to_thread(self.heads.close)
        if not whole:
            log.error("the journal could not be written to the end")


def _log_header(header: dict[str, Any]) -> LogHeader:
    names = ("version", "table", "started", "rulebook", "game", "equipment")
    return LogHeader(**{name: header[name] for name in names})
