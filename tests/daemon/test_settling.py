"""What has been recorded is ruled on once its time is over, on a busy machine too and where nothing else comes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from controller import rulebooks
from controller.config import parse_config
from controller.config.journal_keys import load_keys, make_missing
from controller.daemon.service import TableService
from controller.privacy import HiddenCards
from controller.sensorlog.window import WINDOW_S
from tests.daemon.conftest import until

TABLE = """[table]
id = "7"
rulebook = "deltin"
level = { small = 50, big = 100 }
[table.seats]
1 = { stack = 10000 }
2 = { stack = 10000 }
[journal]
path = "store/table.db"
seal_key = "keys/seal.key"
"""


class BusyTable(TableService):
    """A table whose machine can have other things to do in the middle of settling."""

    _busy_until_t = 0.0

    def busy(self, seconds: float) -> None:
        """Have other things to do for so long, from now on or once it is looked what is to be settled."""
        self._busy_until_t = self.core.clock.now() + seconds

    def held(self) -> float | None:
        """Come back when the machine has time again: what was looked up before is no longer so."""
        while self.core.clock.now() < self._busy_until_t:
            pass
        return super().held()


def table_of(folder: Path) -> BusyTable:
    config = parse_config(TABLE, str(folder / "table.toml"))
    make_missing(config, lambda what, path: None)
    return BusyTable(config, rulebooks.load(config.table.rulebook), load_keys(config), HiddenCards())


def test_the_floor_called_while_the_machine_is_busy_is_called(tmp_path):
    async def run() -> None:
        table = table_of(tmp_path)
        table.start()
        try:
            core = table.core
            await until(table, lambda: core.live.next_due() is None)
            core.key({"type": "chips.splash"})
            table.busy(0.01)
            table.held()
            safe = asyncio.Event()
            core.key({"type": "floor.call"}, safe.set)
            await safe.wait()
            # The splash is settled next; once that is done the call's time is over too.
            table.busy(3 * WINDOW_S)
            await until(table, lambda: table.api.snapshot().floor_called is not None)
        finally:
            await table.stop()

    asyncio.run(run())
