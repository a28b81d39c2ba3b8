"""The replay command, called as a user calls it, and a night in which something goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

HEADER = b'{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin"}\n'
TABLE = b"""{"t":0.4,"type":"table","seats":{"1":{"stack":5000},"2":{"stack":5000},"3":{"stack":5000}},"denominations":[25,100]}
{"t":0.8,"type":"level","small":25,"big":50}
"""
BOXED_HAND = b"""{"t":10,"type":"hand.start","button":3}
{"t":11,"type":"card.draw","tag":"As","face":"up"}
{"t":11.2,"type":"card.seen","tag":"As","zone":"seat:1"}
{"t":12,"type":"card.draw","tag":"Kd","face":"up"}
{"t":12.2,"type":"card.seen","tag":"Kd","zone":"seat:2"}
{"t":20,"type":"hand.end"}
"""


@pytest.fixture
def boxed(tmp_path: Path) -> Path:
    """Return a night's log: two boxed cards in the first hand."""
    log = tmp_path / "boxed.jsonl"
    log.write_bytes(HEADER + TABLE + BOXED_HAND)
    return log


@pytest.fixture
def demo_hands(request: pytest.FixtureRequest) -> Path:
    """Return the folder of real hands that ship."""
    return Path(request.config.rootpath) / "controller" / "demo" / "hands"
