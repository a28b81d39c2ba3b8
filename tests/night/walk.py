"""The first power-on, walked from its first line to its last on virtual hardware.

    umockdev-wrapper python -m tests.night.walk FOLDER

Reads ``hw/first-power-on.md``: runs each command that stands there, does with virtual boards what the hands do,
and waits for what the page says one sees. Prints one JSON object a step: what was seen, in the page's words. Boards
are the firmware under CPython; ports and plugs are umockdev's, the cables pipes between the two.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from controller.demo.felt import TAGS, Felt
from controller.demo.people import People
from controller.demo.processes import BOARD, AntennaBoard, Camera, Daemon
from tests.ends import COMES_WITHIN_S
from tests.night.account import floorcall
from tests.night.cable import Cable, PulledShoe
from tests.night.page import NotSeen, Step, steps
from tests.night.pins import Finger
from tests.night.twenty_hands import TwentyHands
from tests.ports import port_nobody_has
from tests.readers.process import EmulatedReader
from tests.umock import Testbed

PAGE: Final = Path(__file__).parents[2] / "hw" / "first-power-on.md"
SEES_IN_S: Final = 60.0
SERIALS: Final = ("SH-0042", "AN-0042", "AN-0043")
CHIPS: Final = ("e6614c311b7e6f35", "e6614c311b81a02f", "e6614c311b640c2b")
"""What the boards' USB chips call themselves; a Pico's has a number of its own, whatever the board's files name it."""
ZONES: Final = (
    {n: f"seat:{n}" for n in range(1, 9)},
    {1: "seat:9", 2: "seat:10", 3: "board", 4: "burn", 5: "muck", 6: "stub"},
)
HANDS_OWN_TIME_S: Final = 0.25


class Walk:
    """Two people at the first power-on, and the machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = port_nobody_has()
        bed = Testbed()
        self.shoe = PulledShoe(BOARD, SERIALS[0])
        boards = [
            AntennaBoard(number, zones, BOARD, taps=number == 1, serial=serial)
            for number, (zones, serial) in enumerate(zip(ZONES, SERIALS[1:], strict=True), start=1)
        ]
        self.devices = (self.shoe, *boards)
        self.seats = boards[0]
        self.felt = Felt(self.shoe, boards, Camera())
        self.cables = [Cable(bed, device, chip) for device, chip in zip(self.devices, CHIPS, strict=True)]
        self.config = folder / "etc" / "floorcall" / "table.toml"
        self.daemon = Daemon(self.config)
        self.finger = Finger(f"floorcall-pins-{self.port}")
        self.display = People(self.port, page="dealer")
        self.reader: EmulatedReader | None = None
        self.said = ""
        self.step = Step("", "", [], "")

    async def through(self, page: str) -> list[Step]:
        """Walk through the page's steps. Raise NotSeen, with the step and the words of the page."""
        todo: dict[str, Callable[[], Awaitable[None]]] = {
            "Before power": self.before_power,
            "The machine": self.the_machine,
            "The boards": self.the_boards,
            "What is plugged in": self.what_is_plugged_in,
            "The deck": self.the_deck,
            "The self-test": self.the_self_test,
            "Start it": self.start_it,
            "The button": self.the_button,
            "The shoe and each antenna": self.shoe_and_antennas,
            "A fold, a word, a knock": self.fold_word_knock,
            "Pull cables": self.pull_cables,
            "Pull the power": self.pull_the_power,
            "The hand ends": self.the_hand_ends,
            "Play twenty hands": self.play,
            "Keep a copy of the sealing key": self.the_key,
        }
        walked = steps(page)
        assert [step.title for step in walked] == list(todo), "the page has other steps than this walk"
        for self.step in walked:
            self.said = ""
            await todo[self.step.title]()
            sys.stderr.write(f"{self.step.title}: {self.step.seen}\n")
        return walked

    # --- the steps ---

    async def before_power(self) -> None:
        """Wire the table: nothing to see yet."""
        await asyncio.gather(*(device.start() for device in self.devices))

    async def the_machine(self) -> None:
        run, install = self.step.commands
        assert run == "make run"
        await self._demo()
        for words in ("`dealer's display`", "`floor's page`", "`Everything is put away`"):
            self.reads(words)
        self.reads("hands that go wrong and are ruled", "floor rules:")
        self.said = ""
        await self.command(install)
        self.reads("`placed`")
        assert self.said.splitlines()[-1].endswith("/etc/floorcall/table.toml"), self.said
        self.sees_now("`/etc/floorcall/table.toml` last")

    async def the_boards(self) -> None:
        for command in self.step.commands:
            self.said = ""
            await self.command(command)
            self.reads("how many files each has", " files")
            self.reads("`copy them with: mpremote cp -r`")

    async def what_is_plugged_in(self) -> None:
        for n, cable in enumerate(self.cables):
            cable.plug(n)
        await self.command(*self.step.commands)
        for words in ("`shoe SH-0042`", "`antennas AN-0042`", "`antennas AN-0043`"):
            self.reads(words)
        assert all(chip in self.said for chip in CHIPS), self.said
        assert self.said.count("a stranger to this table") == len(self.devices)
        self.reads("`a stranger to this table`")
        self.config.write_text(self.here(self.step.toml).replace("8700", str(self.port)), encoding="utf-8")

    async def the_deck(self) -> None:
        for command in self.step.commands:
            self.said = ""
            await self.command(command)
            self.reads("`red-7: good`")

    async def the_self_test(self) -> None:
        (self.folder / "var" / "lib" / "floorcall").mkdir(parents=True)  # StateDirectory= of the unit
        await self.command(*self.step.commands)
        well = {line.split()[1] for line in self.said.splitlines() if line.startswith("well")}
        assert {"configuration", "rulebook", "shoe", "antennas-1", "antennas-2", "panel"} <= well, self.said
        self.sees_now("You see `configuration`, `rulebook` and each device as `well`")
        assert not [line for line in self.said.splitlines() if line.startswith("BAD")], self.said
        self.sees_now("No line is BAD")
        self.reads("The pages are not there yet", "LOOK  pages")

    async def start_it(self) -> None:
        assert self.step.commands == ["systemctl start floorcall"]
        self.daemon.command = self.exec_start()
        await self.daemon.start()
        await self.shows("with every device up", lambda: self.display.state.get("devices") == [])
        await self.shows("asks where the button is", lambda: self.next_hand.get("how") == "asked")

    async def the_button(self) -> None:
        self.felt.lay_button(2)
        await self.shows("the display has the button there", lambda: self.next_hand.get("button") == 2)

    async def shoe_and_antennas(self) -> None:
        for card, seat in zip(("As", "Kd", "7c", "2h", "9s", "Tc"), (5, 9, 2) * 2, strict=True):
            await self.deal(card, f"seat:{seat}")
        await self.shows("the hand begins with its first card", lambda: self.view["hand"] == 1)
        await self.shows(
            "Each seat shows its two cards when they lie there, and no other seat does",
            lambda: (
                {seat["seat"] for seat in self.view["seats"] if seat["cards"] == 2} == {2, 5, 9}
                and not any(seat["cards"] for seat in self.view["seats"] if seat["seat"] not in (2, 5, 9))
            ),
        )
        for seat, cards in ((2, ("7c", "Tc")), (5, ("As", "2h")), (9, ("Kd", "9s"))):
            for event in ("card.gone", "card.seen"):
                for card in cards:
                    self.felt.happens("antennas", {"type": event, "tag": card, "zone": f"seat:{seat}"})
                await asyncio.sleep(HANDS_OWN_TIME_S)
        await self.shows(
            "it has its two cards again",
            lambda: {seat["seat"] for seat in self.view["seats"] if seat["cards"] == 2} == {2, 5, 9},
        )

    async def fold_word_knock(self) -> None:
        await self.fold("7c", "Tc")
        await self.shows("seat 5 is to act", lambda: self.view["to_act"] == 5)
        await self.display.post("/key", {"type": "declare", "seat": 5, "action": "call"})
        await self.shows("seat 9 is to act", lambda: self.view["to_act"] == 9)
        self.seats.tap(9)
        await self.shows("nobody is", lambda: self.view["to_act"] is None)
        await self.deal("3h", "burn")
        for card in ("4c", "8d", "Jh"):
            await self.deal(card, "board")
        await self.shows("the display has it", lambda: self.view["street"] == "flop")

    async def pull_cables(self) -> None:
        await self.cables[0].pull()
        await self.shows("the display names it", lambda: self.trouble("shoe") == "down")
        await self.shows("and what the table cannot judge", lambda: bool(self.display.state["blind"]))
        await self.cables[0].put_back(4)
        await self.shows("it is back by itself", lambda: self.trouble("shoe") != "down")

    async def pull_the_power(self) -> None:
        before = self.hand()
        for _ in range(2):
            await self.daemon.kill()
            await self.daemon.start()
            await self.shows("the hand is there as it was", lambda: self.hand() == before)
        await self.command(*self.step.commands)
        self.reads("`all as written`")

    async def the_hand_ends(self) -> None:
        await self.shows("unsteady until the hand ends", lambda: self.trouble("shoe") == "degraded")
        await self.fold("As", "2h")
        self.felt.clear()
        self.felt.lay_button(5)
        self.shoe.draw(TAGS["6s"], up=False)
        await self.shows(
            "the next hand begins with the button where it lies",
            lambda: (self.view["hand"], self.view.get("button")) == (2, 5),
        )
        (ended,) = self.recorded("hand")
        assert ended["winners"] == [{"pot": 0, "shares": {"9": 200}}], ended
        self.sees_now("the pot went to the last hand")
        await self.shows("the display asks for the three stacks", lambda: self.uncounted() == [2, 5, 9])
        for seat, stack in ((2, 10_000), (5, 9_900), (9, 10_100)):
            await self.display.post("/key", {"type": "seat", "seat": seat, "stack": stack})
        await self.shows("where you key them", lambda: self.uncounted() == [])

    async def play(self) -> None:
        hands = TwentyHands(self, self.finger, first="6s")
        await hands.play(button=5)
        assert hands.called(self.recorded("finding")) == hands.due
        self.sees_now("Nobody else is called")
        await hands.floor()
        await self.shows("FLOOR for lamp and buzzer", lambda: bool(self.display.state.get("called")))
        if not hands.every_key:
            raise NotSeen(f"{self.step.title}: a key was never pressed")
        self.sees_now("every key of it once")

    async def the_key(self) -> None:
        key = self.folder / "etc" / "floorcall" / "seal.key"
        assert key.stat().st_mode & 0o077 == 0
        self.sees_now("`/etc/floorcall/seal.key`")

    # --- commands ---

    def exec_start(self) -> list[str]:
        """Return what systemd runs for the unit that was placed, as it is written there."""
        (unit,) = self.folder.rglob("system/floorcall.service")
        (line,) = re.findall(r"^ExecStart=(.*)$", unit.read_text("utf-8"), re.M)
        program, *arguments = shlex.split(self.here(line))
        assert Path(program).name == "floorcall", program
        return [*self.finger.command, *arguments]

    def here(self, text: str) -> str:
        """Return text of the page with the machine's folders turned into this walk's."""
        return re.sub(r"(^|[\s\"])/(etc|var)/", rf"\1{self.folder}/\2/", text)

    async def command(self, command: str) -> None:
        """Run a command of the page as it stands there, in this walk's folder."""
        words = shlex.split(self.here(command.removeprefix("sudo ")))
        program, *given = words
        if program == ".venv/bin/floorcall":
            floorcall_ = self.finger.command if "doctor" in given else ("-m", "controller.cli")
            words = [sys.executable, "-u", *floorcall_, *given]
        else:
            assert given[:2] == ["-m", "firmware_bridge.board_files"], command
            words = [sys.executable, *given[:2], str(self.folder / given[2]), *given[3:]]
        if given in (["install"], ["uninstall"]):
            words += ["--root", str(self.folder)]
        if "enroll" in given:
            self.reader = EmulatedReader("pepper")
            words[-1] = self.reader.path
        process = await asyncio.create_subprocess_exec(
            *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        assert process.stdout is not None
        async with asyncio.timeout(COMES_WITHIN_S):
            async for line in process.stdout:
                self.said += line.decode()
                self._next_card(line.decode())
            await process.wait()

    def _next_card(self, said: str) -> None:
        """Put the card on the antenna that the enrolment asks for, and take it away again."""
        if self.reader is None:
            return
        if wanted := re.match(r"(\w\w), please", said):
            self.reader.place(TAGS[wanted[1]])
        elif "take it away" in said:
            self.reader.place()

    async def _demo(self) -> None:
        """Play the virtual table, faster than ``make run`` does, until the first ruling; then Ctrl-C."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-u", "-m", "controller.cli", "demo"),
            *("--port", str(port_nobody_has()), "--speed", "50", "--patience", "0"),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "LD_PRELOAD": ""},
        )  # fmt: skip
        assert process.stdout is not None
        async with asyncio.timeout(COMES_WITHIN_S):
            async for line in process.stdout:
                self.said += line.decode()
                if b"floor rules" in line:
                    process.send_signal(signal.SIGINT)
            await process.wait()

    # --- what the hands do ---

    async def deal(self, card: str, zone: str) -> None:
        """Draw a card and lay it down."""
        self.shoe.draw(TAGS[card], up=False)
        await asyncio.sleep(HANDS_OWN_TIME_S)
        self.felt.happens("antennas", {"type": "card.seen", "tag": card, "zone": zone})
        await asyncio.sleep(HANDS_OWN_TIME_S)

    async def fold(self, *cards: str) -> None:
        """Throw cards into the muck."""
        for card in cards:
            self.felt.happens("antennas", {"type": "card.seen", "tag": card, "zone": "muck"})
            await asyncio.sleep(HANDS_OWN_TIME_S)

    # --- what one sees ---

    @property
    def view(self) -> dict[str, Any]:
        """The table as the dealer's display has it."""
        nothing = {"hand": None, "to_act": -1, "street": "", "seats": [], "board": []}
        return self.display.view or nothing

    @property
    def next_hand(self) -> dict[str, Any]:
        """What the display asks about the next hand."""
        return self.view.get("next_hand") or {}

    def trouble(self, name: str) -> str:
        """Return how a device is that the display names; "" where it does not."""
        named = {device["name"]: device["state"] for device in self.display.state.get("devices", [])}
        return str(named.get(name, ""))

    def uncounted(self) -> list[int]:
        """Return the seats whose stack the display asks for."""
        return list(self.display.state.get("uncounted", [-1]))

    def recorded(self, kind: str) -> list[dict[str, Any]]:
        """Return what a replay of the journal says: its lines of one kind."""
        etc = self.config.parent
        journal, log = self.folder / "var" / "lib" / "floorcall" / "table.db", etc / "walked.jsonl"
        floorcall("journal", "export", str(journal), "-o", str(log), "--key", str(etc / "seal.key"))
        lines = [json.loads(line) for line in floorcall("replay", str(log), "--json").splitlines()]
        return [line for line in lines if line["type"] == kind]

    def hand(self) -> dict[str, Any]:
        """Return what the display has of the hand."""
        return {
            name: self.view.get(name) for name in ("hand", "street", "to_act", "board", "button", "seats")
        }

    def sees_now(self, words: str) -> None:
        """Note the page's words for what was just seen."""
        if words not in self.step.words:
            raise NotSeen(f"{self.step.title}: the page does not say {words!r}")
        self.step.seen.append(words)

    def reads(self, words: str, printed: str | None = None) -> None:
        """Find the page's words, or what they stand for, in what the command printed."""
        if (printed or words.strip("`")) not in self.said:
            raise NotSeen(f"{self.step.title}: {words}; it said {self.said}")
        self.sees_now(words)

    async def shows(self, words: str, right: Callable[[], bool]) -> None:
        """Wait until the display shows what the page's words say."""
        if not await self.display.shows(right, SEES_IN_S):
            raise NotSeen(f"{self.step.title}: {words}; the display has {json.dumps(self.display.state)}")
        self.sees_now(words)

    async def put_away(self) -> None:
        """End everything."""
        await self.daemon.stop()
        for cable in self.cables:
            cable.cut()
        await asyncio.gather(*(device.stop() for device in self.devices))
        if self.reader is not None:
            self.reader.close()


async def walk(folder: Path) -> list[Step]:
    """Walk through the page in a folder that stands for the machine's own."""
    walker = Walk(folder)
    watching = asyncio.create_task(walker.display.watch())
    try:
        return await walker.through(PAGE.read_text(encoding="utf-8"))
    finally:
        watching.cancel()
        await walker.put_away()


def main() -> int:
    """Walk; print what was seen."""
    for step in asyncio.run(walk(Path(sys.argv[1]))):
        sys.stdout.write(json.dumps({"step": step.title, "seen": step.seen}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
