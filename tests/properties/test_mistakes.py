"""Why a value is refused and whether it is refused come from two places, which never disagree."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.inspect import type_info

from controller import typed
from controller.config.floor import FloorConfig
from controller.config.model import Config
from controller.deck.file import DeckFile
from controller.sensorlog.explain import explain, kinds_of_lines
from controller.sensorlog.line import BadLineError
from controller.sensorlog.page import EXAMPLES
from controller.sensorlog.parse import parse_line
from controller.table.chips import Inconsistent

SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=4)
    | st.sampled_from(["As", "Jk", "seat:3", "in", "up", "3", "03", "-1", "checks", "E00401500000FFFF", 1e9, 10**30])
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.just("3"), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
TABLE = {
    "table": {
        "id": "7",
        "rulebook": "deltin",
        "denominations": [5],
        "level": {"small": 1, "big": 2},
        "seats": {"1": {"stack": 5}, "2": {"state": "in"}},
    },
    "device": [{"kind": "shoe", "path": "x", "zones": ["board"]}],
    "server": {"port": 8700},
    "person": [{"name": "Ana", "role": "floor", "pin": "$"}],
    "clock": {},
    "journal": {},
}
FLOOR = {
    "floor": {"broker": "mqtt://h:1", "escalate_s": [60, 120]},
    "section": [{"name": "a", "tables": ["1"]}],
    "target": [{"to": "ntfy", "url": "u"}],
}
DECK = {"id": "red", "cards": {"E00401500000FFFF": "As"}}


def places(value: Any) -> list[tuple[Any, ...]]:
    """Every place in a value, its own first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(), *((key, *path) for key, entry in inner for path in places(entry))]


def put(value: Any, path: tuple[Any, ...], made: Any) -> Any:
    """Return a copy with ``made`` at a place."""
    if not path:
        return made
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], made)
    return copy


@st.composite
def slips(draw: st.DrawFn, sound: Any) -> Any:
    """One place of a sound document holds something else, or a key too many or too few."""
    path = draw(st.sampled_from(places(sound)))
    held = sound
    for part in path:
        held = held[part]
    if isinstance(held, dict) and draw(st.booleans()):
        other = dict(held)
        other.pop(draw(st.sampled_from([*held, "absent"])), None)
        return put(sound, path, other | draw(st.dictionaries(st.text(max_size=3), SCALARS, max_size=1)))
    return put(sound, path, draw(VALUES))


@pytest.mark.parametrize(("shape", "sound"), [(Config, TABLE), (FloorConfig, FLOOR), (DeckFile, DECK)])
@given(data=st.data())
def test_a_file_has_a_mistake_where_it_is_refused(shape: Any, sound: Any, data: st.DataObject) -> None:
    slip = data.draw(slips(sound))
    found = list(typed.mistakes(slip, type_info(shape)))
    try:
        msgspec.convert(slip, shape, str_keys=True)
    except msgspec.ValidationError:
        assert found
    else:
        assert found == []
    for mistake in found:
        assert mistake.fault == "unknown" or mistake.right()


def refusal_of(raw: bytes) -> BadLineError | None:
    """Return why a line is none, or None."""
    try:
        parse_line(raw)
    except BadLineError as bad:
        return bad
    return None


@given(data=st.data())
def test_a_line_has_a_mistake_where_it_is_refused(data: st.DataObject) -> None:
    sound = json.loads(data.draw(st.sampled_from(list(EXAMPLES.values()))))
    slip = data.draw(slips(sound).filter(lambda value: not isinstance(value, dict) or "type" in value))
    raw = json.dumps(slip).encode()
    if bad := refusal_of(raw):
        assert bad.place
        assert "Expected" not in bad.error
    else:
        kind = kinds_of_lines()[slip["type"]]
        assert list(typed.mistakes(slip, kind)) == []


@given(st.binary(max_size=40) | st.sampled_from(list(EXAMPLES.values())).flatmap(
    lambda line: st.integers(0, len(line)).map(lambda end: line[:end].encode())
))  # fmt: skip
def test_whatever_is_no_line_is_explained(raw: bytes) -> None:
    bad = refusal_of(raw)
    assert bad is None or (bad.place and bad.error)


def test_fields_that_do_not_go_together_are_named() -> None:
    raw = b'{"t":1,"type":"declare","seat":1,"action":"amount"}'
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(raw, type=kinds_of_lines()["declare"].cls)
    assert isinstance(refused.value.__cause__, Inconsistent)
    assert explain(raw, refused.value).place == "amount"
