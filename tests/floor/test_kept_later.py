"""What the floor holds while its store does not write: nothing goes without a word."""

from __future__ import annotations

import asyncio
import json

import sqlalchemy as sa

from controller.floor import keeper as keeping
from controller.floor.house import House
from controller.floor.keeper import Keeper
from controller.floor.proof import Opening
from controller.floor.store import FloorStore


class Away(FloorStore):
    """A store that writes nothing while it is away."""

    away = True

    def write(self, *what: object) -> None:
        """Write, or say that the disk takes nothing."""
        if self.away:
            raise sa.exc.OperationalError("INSERT", {}, OSError("no space left on device"))
        super().write(*what)


def test_evidence_that_was_too_much_to_hold_is_counted_and_who_looked_is_not_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "MOST_SHELVED", 10)
    house = House()
    store = Away(f"sqlite:///{tmp_path / 'floor.db'}")
    keeper = Keeper(store, house)

    async def night() -> None:
        keeper.opened(Opening(alert="x", person="Ana", at=1.0))
        for n in range(25):
            body = json.dumps({"n": n}).encode()
            house.take(f"floorcall/zagreb/7/evidence/3:bet.string:1/{n}", body, float(n))
            await keeper.write()
        assert keeper.problem
        assert keeper.unkept == 15
        store.away = False
        await keeper.write()
        assert keeper.problem is None
        await keeper.close()

    asyncio.run(night())
    later = FloorStore(f"sqlite:///{tmp_path / 'floor.db'}")
    assert [one.person for one in later.shelf.openings("x")] == ["Ana"]
    with later._engine.connect() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM room_part")).scalar() == 10
    later.close()
