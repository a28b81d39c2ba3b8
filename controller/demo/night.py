"""Runs ``floorcall demo`` from beginning to end: devices, daemon, stories, and everything put away again."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import signal
import socket
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from controller.config import equipment_of, load_config
from controller.deck import DeckFile, save_deck
from controller.demo import DemoFault
from controller.demo.conductor import Conductor
from controller.demo.course import FIRST_GAME, Lesson, course
from controller.demo.decks import COURSE, PLAIN, tagged
from controller.demo.felt import Felt
from controller.demo.filmed import FILM, Filmed, can_film
from controller.demo.hands import Hand, load_hands
from controller.demo.people import HOST, People
from controller.demo.practice import Lessons, Pages, Teacher, mishaps_in_turn, teach
from controller.demo.processes import BOARD, PROGRAM, AntennaBoard, Camera, Daemon, Shoe, VirtualDevice
from controller.demo.programme import programme, untold
from controller.demo.rehearsal import House
from controller.languages import Language
from controller.ruling_cards.words import plain, words_in
from controller.table.events import Game
from controller.table.rulebook import Rulebook

LINKS_UP_IN_S: Final = 20.0
ANTENNAS: Final = (
    {antenna: f"seat:{antenna}" for antenna in range(1, 9)},
    {1: "seat:9", 2: "seat:10", 3: "board", 4: "burn", 5: "muck", 6: "stub"},
)
"""Which zone lies over which antenna, board by board."""


class PortTaken(DemoFault):
    """Somebody else serves the port; the message says what to do."""


class NothingToShow(DemoFault):
    """A mishap was asked for that this table cannot tell; the message says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the person who started the demo asked for.

    ``rulebook`` is what the daemon is told to load ``book`` from; ``hands`` is how many, 0 for no end. ``keyed``
    is what the dealer keys every time, as in a table's configuration; ``language`` is the pages'. With ``practice``
    a person answers the cards, ``patience_s`` is how long each waits for him, and ``score`` gets what he did; ``cards``
    are the kinds that he wants, all without.
    """

    book: Rulebook
    rulebook: str
    port: int
    speed: float = 1.0
    patience_s: float = 12.0
    seed: int | None = None
    mishaps: Sequence[str] = ()
    keyed: Sequence[str] = ()
    hands: int = 0
    open_browser: bool = False
    language: Language = "en"
    practice: bool = False
    cards: Sequence[str] = ()
    score: Path | None = None
    pictures: bool = False
    """Whether its camera gives pictures of what it films."""

    @property
    def course(self) -> bool:
        """Whether a dealer goes through every card; mishaps that are named are practised alone."""
        return self.practice and not self.mishaps


async def run_night(options: Options, say: Callable[[str], None]) -> None:
    """Play until the last hand, SIGINT or SIGTERM. Raise DemoFault where it cannot go on."""
    check_port(options.port)
    loop = asyncio.get_running_loop()
    playing = asyncio.current_task()
    assert playing is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, playing.cancel)
    try:
        async with virtual_table(options) as table:
            _check_mishaps(options, table.house)
            _check_cards(options, table.house)
            people = People(options.port)
            if options.practice:
                dealer = People(options.port, "dealer")
                jobs = [
                    people.watch(),
                    dealer.watch(),
                    _lessons(options, table, Pages(floor=people, dealer=dealer), say),
                ]
            else:
                _welcome(options, say)
                jobs = [people.watch(), evening(options, table, people, say)]
            await _first_ended(*jobs, table.daemon.died())
    except asyncio.CancelledError:
        pass  # asked to stop, which is how most nights end
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
    if not options.practice:
        say("\nEverything is put away. Good night.")


def check_port(port: int) -> None:
    """Raise PortTaken where the port cannot be served."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as problem:
            why = "is taken" if problem.errno == errno.EADDRINUSE else f"cannot be served: {problem.strerror}"
            other = port + 1 if 1024 <= port < 65535 else 8700
            raise PortTaken(f"port {port} {why}; try another: floorcall demo --port {other}") from problem


def _check_mishaps(options: Options, house: House) -> None:
    """Raise NothingToShow where a mishap that was asked for can be shown in no hand."""
    hands = load_hands()
    missing = untold(options.mishaps, hands, house)
    if not missing:
        return
    worded = House(house.book, (*house.equipment, "words"))
    why = f"{house.book.name} makes nothing of it in any hand of the demo"
    if "words" not in house.equipment and not untold(missing, hands, worded):
        why = "the table can tell it only where the dealer keys what players say; add --words"
    raise NothingToShow(f"--mishap {', '.join(missing)}: {why}")


def _check_cards(options: Options, house: House) -> None:
    """Raise NothingToShow where a card that was asked for is in no lesson of this house."""
    if not options.cards:
        return
    taught = [kind for kind, _, _ in course(house, load_hands(), speed=options.speed)]
    missing = [kind for kind in options.cards if kind not in taught]
    if missing:
        raise NothingToShow(
            f"--card {', '.join(missing)}: {house.book.name} makes no such card in the course; there are {', '.join(taught)}"
        )


class VirtualTable:
    """Boards, camera and daemon. ``folder`` holds configuration, decks, journal and log."""

    def __init__(
        self,
        folder: Path,
        options: Options,
        board: str = BOARD,
        program: Sequence[str] = PROGRAM,
        more: str = "",
    ) -> None:
        self.shoe = Shoe(board, link=folder / "shoe" if options.course else None)
        self.antennas = [
            AntennaBoard(number, zones, board, taps=number == 1)
            for number, zones in enumerate(ANTENNAS, start=1)
        ]
        films = FILM if can_film(options.speed) else None
        self.camera = Camera(films, folder / "camera" if options.pictures else None)
        self.felt = Felt(self.shoe, self.antennas, self.camera, {self.shoe.name: self.shoe})
        self.config = folder / "table.toml"
        self.daemon = Daemon(self.config, program)
        self._options, self._more = options, more
        self._decks = COURSE if options.course else PLAIN
        self._game: Game = FIRST_GAME

    async def start(self) -> None:
        """Start everything and wait until every link is up."""
        for deck in self._decks:
            save_deck(tagged(deck), self._file_of(deck))
        await asyncio.gather(*(device.start() for device in self.devices))
        self._configure()
        equipment = tuple(equipment_of(load_config(self.config)))
        self.house = House(self._options.book, equipment, self._decks)
        await self._serve()

    async def play_game(self, game: Game) -> bool:
        """Change the game, for which all of the table starts anew, and return whether it was another."""
        if game == self._game:
            return False
        self._game = game
        await self.stop()
        await self.start()
        return True

    def _file_of(self, deck: DeckFile) -> Path:
        return self.config.with_name(f"{deck.id}.toml")

    def _configure(self) -> None:
        files = [self._file_of(deck).name for deck in self._decks]
        configured = _config(self._options, load_hands()[0], self.devices, self._game, files)
        self.config.write_text(configured + self._more, encoding="utf-8")

    async def _serve(self) -> None:
        await self.daemon.start()
        async with asyncio.timeout(LINKS_UP_IN_S):
            await asyncio.gather(*(device.welcomed.wait() for device in self.devices))

    @property
    def devices(self) -> Sequence[VirtualDevice]:
        """All that hangs on the table's cables."""
        return (self.shoe, *self.antennas, self.camera)

    async def stop(self) -> None:
        """End everything."""
        await self.daemon.stop()
        await asyncio.gather(*(device.stop() for device in self.devices))


@contextlib.asynccontextmanager
async def virtual_table(
    options: Options, board: str = BOARD, program: Sequence[str] = PROGRAM, more: str = ""
) -> AsyncIterator[VirtualTable]:
    """Start the virtual table; when left, end all of it and remove its folder.

    ``board`` is the module that each board's process runs, ``program`` what Python runs as the daemon; ``more``
    stands at the end of its configuration.
    """
    with tempfile.TemporaryDirectory(prefix="floorcall-demo-") as folder:
        table = VirtualTable(Path(folder), options, board, program, more)
        try:
            await table.start()
            yield table
        finally:
            await table.stop()


def _config(
    options: Options, hand: Hand, devices: Sequence[VirtualDevice], game: Game, decks: Sequence[str]
) -> str:
    """Return the daemon's configuration; the seats are those of the first hand until it is seated."""
    level = hand.seating[1].event
    seats = hand.seating[0].event["seats"]
    lines = [
        "[table]",
        'id = "demo"',
        f"rulebook = {json.dumps(options.rulebook)}",
        f"level = {{ small = {level['small']}, big = {level['big']} }}",
        f"denominations = {hand.denominations}",
        f"game = {json.dumps(game)}",
        f"decks = {json.dumps(decks)}",
        f"keyed = {json.dumps(options.keyed)}",
        f'language = "{options.language}"',
        *(f"[table.seats.{n}]\nstack = {seat['stack']}" for n, seat in seats.items()),
        f'[server]\naddress = "{HOST}"\nport = {options.port}',
        '[journal]\npath = "journal/table.db"\nseal_key = "key/seal.key"',
        *map(_device, devices),
    ]
    return "\n".join(lines) + "\n"


def _device(device: VirtualDevice) -> str:
    tells = ""
    if isinstance(device, AntennaBoard):
        tells += f"\nzones = {json.dumps([*device.zones.values()])}" + "\ntaps = true" * device.taps
    tells += "\nfaces = true" if isinstance(device, Camera) else ""
    return f'[[device]]\nkind = "{device.kind}"\nname = "{device.name}"\npath = "{device.pty}"{tells}'


def _welcome(options: Options, say: Callable[[str], None]) -> None:
    display = f"http://{HOST}:{options.port}/"
    say("The virtual table plays real hands; every second one goes wrong on purpose.")
    say(f"  house             {options.book.name}")
    say(f"  dealer's display  {display}")
    say(f"  floor's page      {display}floor")
    say("  stop              Ctrl-C\n")
    if options.open_browser:
        webbrowser.open(display)


async def evening(options: Options, table: VirtualTable, people: People, say: Callable[[str], None]) -> None:
    """Play hands and mishaps, as many as were asked for; tell each."""
    conductor = Conductor(
        table.felt,
        people,
        table.house.equipment,
        speed=options.speed,
        patience_s=options.patience_s,
        say=say,
        filmed=Filmed(table.camera) if table.camera.films is not None else None,
    )
    stories = programme(load_hands(), table.house, options.seed, options.mishaps)
    for number, (story, hand) in enumerate(stories, start=1):
        say(f"{number:3}  {hand.name}: {story.tells}")
        await conductor.play(story, hand)
        if number == options.hands:
            return


def _told(options: Options, house: House) -> Callable[[], list[Lesson]]:
    """Return what tells the lessons of a round: the course, or the mishaps that were named."""
    if options.course:
        return partial(course, house, load_hands(), speed=options.speed, only=options.cards)
    return mishaps_in_turn(load_hands(), house, options.mishaps)


async def _lessons(options: Options, table: VirtualTable, pages: Pages, say: Callable[[str], None]) -> None:
    words = words_in(options.language)
    lessons = Lessons(_told(options, table.house), options.score)
    display = f"http://{HOST}:{options.port}/"
    for line in (
        words.say("practice.welcome", n=len(lessons.first)),
        words.say("practice.how", n=round(options.patience_s)),
        words.say("practice.display", url=display),
        words.say("practice.floor", url=f"{display}floor"),
        words.say("practice.stop"),
    ):
        say(plain(line))
    if options.open_browser:
        webbrowser.open(display)
    teacher = Teacher(
        table.felt,
        pages,
        table.house.equipment,
        words=words,
        speed=options.speed,
        patience_s=options.patience_s,
        say=say,
        answered=lessons.answered,
    )
    await teach(teacher, lessons, words, say, table.play_game)


async def _first_ended(*jobs: object) -> None:
    """Run the jobs until one ends or fails; end the others, and raise what it raised."""
    tasks = [asyncio.ensure_future(job) for job in jobs]  # type: ignore[call-overload]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
