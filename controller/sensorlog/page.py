"""Prints the sensor log's page of the documentation from the event classes.

``python -m controller.sensorlog.page > docs/sensor-log.md`` prints it; a test holds the page against the classes
and reads every example.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from controller.table.events import ZONES, AnyEvent, LogHeader

HEAD: Final = """# The sensor log

Made by `python -m controller.sensorlog.page > docs/sensor-log.md` from the classes in `controller/table/events.py`.

What a table senses, one JSON object a line, UTF-8 (`.jsonl`, or `.jsonl.zst`). The first line is the header `log`; the
rest are events in the order in which they arrived. A device sends the same objects without `t`: its frame has the time
(`firmware_bridge/PROTOCOL.md`).

- `t`: seconds since the log began, from 0. Lines may come out of order by 0.25 s; a line further back is a bad one.
  A line that says the same as another of the same `t` is that one told again, and counts once; but each `card.draw`
  without a tag is one more card.
- A seat is a number from 1 to 10. A zone is one of {zones}.
- A card is rank and suit, `As`, `Td`, `7c`; `Jk` is a joker. A tag is the tag's id as text, 1 to 64 characters; readers
  give upper-case hex, `E004015012345678`.
- Chips are `{{"100":3,"25":1}}`: how many of each denomination. Amounts are whole numbers of the chip unit.
- Fields that this page does not name are kept and mean nothing. An unknown type, a field out of range or a line that is no
  JSON is a bad line: named with line and field, and left out.
- The daemon adds to every line what sent it: `device`, or `by` `table` and `why` where the table worked it out.
- Who sends what: `docs/senders.md`.

"Or null" is a value, "may be left out" says what holds then.
"""

EXAMPLES: Final = {
    "log": '{"type":"log","version":1,"table":"7","started":"2026-11-20T19:30:00Z","rulebook":"deltin","game":"nlhe"}',
    "table": '{"t":0,"type":"table","seats":{"1":{"stack":10000},"4":{"stack":8200,"state":"absent"}},"denominations":[25,100]}',
    "seat": '{"t":60.2,"type":"seat","seat":4,"state":"in"}',
    "level": '{"t":0,"type":"level","small":50,"big":100}',
    "deck": '{"t":1,"type":"deck","id":"D1","back":"blue","cards":{"E004015012345678":"As"}}',
    "hand.start": '{"t":5,"type":"hand.start","button":6}',
    "deal.end": '{"t":21.4,"type":"deal.end"}',
    "hand.end": '{"t":95,"type":"hand.end"}',
    "card.draw": '{"t":7.31,"type":"card.draw","tag":"E004015012345678","face":"down"}',
    "card.seen": '{"t":7.9,"type":"card.seen","tag":"E004015012345678","zone":"seat:1"}',
    "card.gone": '{"t":30.1,"type":"card.gone","tag":"E004015012345678","zone":"seat:1"}',
    "card.face": '{"t":80,"type":"card.face","zone":"seat:1","face":"up","by":"player","count":2}',
    "chips.push": '{"t":12.6,"type":"chips.push","seat":3,"chips":null,"started":12.1,"alternatives":[{"chips":{"100":3},"p":0.82},{"chips":{"100":4},"p":0.11}]}',
    "chips.pull": '{"t":13.4,"type":"chips.pull","seat":3,"chips":{"100":1}}',
    "chips.bet": '{"t":14,"type":"chips.bet","seat":3,"chips":{"100":2},"confidence":0.97}',
    "chips.stack": '{"t":4,"type":"chips.stack","seat":3,"amount":9800}',
    "chips.swept": '{"t":40,"type":"chips.swept"}',
    "chips.change": '{"t":15,"type":"chips.change","seat":3,"chips":{"25":8}}',
    "chips.award": '{"t":93,"type":"chips.award","seat":3,"amount":650}',
    "declare": '{"t":12,"type":"declare","seat":3,"action":"raise","amount":300}',
    "declare.cancel": '{"t":12.8,"type":"declare.cancel","seat":3}',
    "tap": '{"t":45,"type":"tap","seat":2}',
    "seat.speaks": '{"t":46,"type":"seat.speaks","seat":5}',
    "floor.call": '{"t":50,"type":"floor.call","by":"dealer"}',
    "pot.quoted": '{"t":51,"type":"pot.quoted","amount":650}',
    "request": '{"t":94,"type":"request","seat":2,"what":"see_hand","of":3}',
    "chips.found": '{"t":90,"type":"chips.found","seat":3,"chips":{"500":1}}',
    "stub": '{"t":33,"type":"stub","state":"dropped"}',
    "clock.call": '{"t":60,"type":"clock.call","seat":3,"by":5}',
    "clock.cancel": '{"t":65,"type":"clock.cancel","seat":3}',
    "button.moved": '{"t":4.5,"type":"button.moved","seat":1}',
    "device": '{"t":31,"type":"device","device":"antennas","state":"degraded","lost":2}',
    "ruling": '{"t":70,"type":"ruling","finding":"3:bet.string:1","decision":"first_motion_stands","by":"Mara"}',
    "tick": '{"t":61,"type":"tick"}',
    "chips.splash": '{"t":41,"type":"chips.splash","seat":3}',
    "chips.strange": '{"t":42,"type":"chips.strange","seat":3}',
    "clock.ask": '{"t":59,"type":"clock.ask","seat":3,"by":5}',
}
"""A line of each event, as a table sends it."""


def page() -> str:
    """Return the text of ``docs/sensor-log.md``."""
    zones = ", ".join(f"`{zone}`" for zone in ZONES if ":" not in zone)
    parts = [HEAD.format(zones=f"{zones}, `seat:1` to `seat:10`, `bet:1` to `bet:10`")]
    for kind in (LogHeader, *get_args(AnyEvent)):
        parts.append(_section(kind))
    return "\n".join(parts)


def _section(kind: Any) -> str:
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    name = str(kind.__struct_config__.tag)
    rows = [row for row in map(_row, told.fields) if row is not None]
    table = ["| field | holds |", "| --- | --- |", *rows, ""] if rows else ["No fields beside `t`.", ""]
    meaning = " ".join((kind.__doc__ or "").replace("``", "`").split())
    return "\n".join([f"## `{name}`", "", meaning, "", *table, "```json", EXAMPLES[name], "```", ""])


def _row(field: inspect.Field) -> str | None:
    if field.encode_name in ("t", "type"):
        return None
    holds = _told(field.type)
    if not field.required:
        absent = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            absent = field.default_factory()
        if absent in (None, msgspec.NODEFAULT):
            holds += "; may be left out"
        else:
            holds += f"; `{msgspec.json.encode(absent).decode()}` where left out"
    return f"| `{field.encode_name}` | {holds} |"


def _told(kind: inspect.Type) -> str:
    """Return what a field may hold, in words."""
    if isinstance(kind, inspect.Metadata):
        return _told(kind.type)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(map(_told, kind.types))
    if isinstance(kind, inspect.NoneType):
        return "null"
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.IntType):
        return f"a whole number{_range(kind.ge, kind.le)}"
    if isinstance(kind, inspect.FloatType):
        return f"a number{_range(kind.ge, kind.le)}"
    if isinstance(kind, inspect.LiteralType):
        return _choice(kind.values)
    if isinstance(kind, inspect.StrType):
        return f"text like `{kind.pattern}`".replace("|", "\\|") if kind.pattern else "text"
    if isinstance(kind, inspect.ListType):
        return f"a list, each {_told(kind.item_type)}"
    if isinstance(kind, inspect.DictType):
        return f"an object: {_told(kind.key_type)} to {_told(kind.value_type)}"
    if isinstance(kind, inspect.StructType):
        inner = ", ".join(f"`{one.encode_name}` ({_told(one.type)})" for one in kind.fields)
        return f"an object with {inner}"
    raise TypeError(f"a field of the log is {kind}")


def _choice(values: Sequence[object]) -> str:
    if set(ZONES) <= set(values):
        return "a zone"
    return "one of " + ", ".join(f"`{value}`" for value in values) if len(values) > 1 else f"`{values[0]}`"


def _range(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f", {least:,} to {most:,}"
    return f", {least:g} or more" if least is not None else ""


if __name__ == "__main__":
    sys.stdout.write(page())
