"""The floor's stores: SQLite, and Debian's PostgreSQL, started here from its own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from controller.floor.store import FloorStore
from tests.chromium import chromium
from tests.daemon.conftest import wait_for
from tests.floor.tables import Floor, SaidTable
from tests.ports import port_nobody_has
from tests.room.broker import Broker

Visit = Callable[..., Page]


def _postgres() -> Path:
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A PostgreSQL of its own; return its address, without the database."""
    folder = Path(tempfile.mkdtemp(prefix="floorcall-postgresql-"))
    data, port = folder / "data", port_nobody_has()
    as_whom = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_whom:  # PostgreSQL does not run as root
        shutil.chown(folder, "postgres")
    binaries = _postgres()
    subprocess.run(
        [*as_whom, str(binaries / "initdb"), "-D", str(data), "-A", "trust", "-U", "floor", "--no-sync"],
        check=True, capture_output=True, cwd="/",
    )  # fmt: skip
    server = subprocess.Popen(
        [*as_whom, str(binaries / "postgres"), "-D", str(data), "-p", str(port), "-k", str(folder), "-F"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
    )  # fmt: skip
    ready = [str(binaries / "pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q"]
    wait_for(lambda: subprocess.run(ready, check=False).returncode == 0, "PostgreSQL to answer")
    yield f"postgresql+psycopg://floor@127.0.0.1:{port}"
    server.terminate()
    server.wait(timeout=20)
    shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    import psycopg

    server = request.getfixturevalue("postgresql")
    name = f"floor_{abs(hash(str(tmp_path)))}"
    with psycopg.connect(f"{server.replace('+psycopg', '')}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{server}/{name}"


@pytest.fixture
def store(store_url: str) -> Iterator[FloorStore]:
    """An empty store."""
    made = FloorStore(store_url)
    yield made
    made.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker that takes everybody."""
    made = Broker(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def floor(tmp_path: Path, broker: Broker) -> Iterator[Floor]:
    """The floor, hearing."""
    made = Floor(tmp_path, broker)
    made.start()
    yield made
    made.close()


@pytest.fixture
def seven(broker: Broker) -> Iterator[SaidTable]:
    """Table 7, which says what it is told to."""
    made = SaidTable(broker.port, "7")
    made.up()
    yield made
    made.close()


@pytest.fixture
def visit(browser: Browser, floor: Floor) -> Iterator[Visit]:
    """Return a function that opens the page, as Ana, at a size."""
    contexts = []

    def opened(width: int = 1280, height: int = 800, name: str = "Ana") -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 500)
        contexts.append(context)
        context.add_init_script(f"localStorage.setItem('name', {name!r})")
        page = context.new_page()
        page.goto(floor.address)
        page.wait_for_selector("[data-mode=live]")
        return page

    yield opened
    for context in contexts:
        context.close()
