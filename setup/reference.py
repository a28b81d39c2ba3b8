"""Makes the reference pages from the code: docs/commands.md, docs/configuration.md and docs/floor-configuration.md.

python setup/reference.py             writes them; a test holds them against the code
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import click
import msgspec
from msgspec.inspect import Field, StructType, Type, type_info

from controller.cli import COMMANDS, program
from controller.command_line import HELPED
from controller.config.floor import FloorConfig
from controller.config.model import Config
from controller.typed import words

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
TITLES: Final = {"": "The file", "level": "`[[level]]`, in `[table] level` too"}
REPEATED: Final = frozenset({"device", "person", "level", "section", "target"})
"""Tables that may stand more than once."""


def commands() -> str:
    """Return the page of the command line: every command's own help."""
    lines = [
        "# Commands",
        "",
        "Made from the program by `python setup/reference.py`: what `--help` of each prints.",
        "",
    ]
    for path, command in _commands():
        context = click.Context(
            command, info_name=f"floorcall {path}", terminal_width=100, max_content_width=100, **HELPED
        )
        text = command.get_help(context).rstrip()
        lines += [f"{'##' if ' ' not in path else '###'} floorcall {path}", "", "```text", text, "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def _commands() -> Iterator[tuple[str, click.Command]]:
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        yield name, command
        for inner, one in getattr(command, "commands", {}).items():
            yield f"{name} {inner}", one


def configuration() -> str:
    """Return the page of a table's file: every table, key, what it may be and what it is without."""
    return _page(
        "Configuration: every key of `table.toml`",
        "`floorcall doctor --config FILE` reads it without starting anything. Paths are relative to the file.",
        Config,
    )


def floor_configuration() -> str:
    """Return the page of the floor's file, as the table's."""
    return _page(
        "Configuration: every key of `floor.toml`",
        "`floorcall floor --config FILE` reads it. Paths are relative to the file.",
        FloorConfig,
    )


def _page(title: str, read_by: str, config: type) -> str:
    lines = [
        f"# {title}",
        "",
        "Made from the program by `python setup/reference.py`. A mistake in the file is named with its key and line;",
        read_by,
        "",
    ]
    seen: set[type] = set()
    for name, shape, usual in _tables("", config, None, seen):
        mark = f"`[[{name}]]`" if name in REPEATED else f"`[{name}]`"
        lines += [
            f"## {TITLES.get(name, mark)}",
            "",
            *_said(shape),
            "",
            "| key | what it may be | without it |",
        ]
        lines += ["| --- | --- | --- |"]
        info = type_info(shape)
        assert isinstance(info, StructType)
        lines += [_row(field, usual) for field in info.fields if field.name != "source"]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _tables(name: str, shape: type, usual: Any, seen: set[type]) -> Iterator[tuple[str, type, Any]]:
    """Yield a table and those within it, each once, with what it holds where the file has nothing of it."""
    if shape in seen:
        return
    seen.add(shape)
    yield name, shape, usual
    for field in msgspec.structs.fields(shape):
        made = field.default_factory() if callable(field.default_factory) else None
        for inner in _structs(field.type):
            within = made if type(made) is inner else None
            yield from _tables(f"{name}.{field.encode_name}".lstrip("."), inner, within, seen)


def _structs(annotation: Any) -> Iterator[type]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for argument in get_args(annotation):
        yield from _structs(argument)


def _said(shape: type) -> list[str]:
    return [line.replace("``", "`") for line in (inspect.getdoc(shape) or "").splitlines()]


def _row(field: Field, usual: Any) -> str:
    return f"| `{field.encode_name}` | {_type(field.type)} | {_without(field, usual)} |"


def _without(field: Field, usual: Any) -> str:
    """Return what a key is where it is not given; ``usual`` is the table that stands there then."""
    if field.required:
        return "must be there"
    value = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    if usual is not None:
        value = getattr(usual, field.name)
    if isinstance(value, msgspec.Struct):
        return "as below"
    return "none" if value is None or value in ([], {}) else f"`{msgspec.json.encode(value).decode()}`"


def _type(told: Type) -> str:
    """Return in words what a value may be."""
    kind = type(told).__name__
    if kind == "Metadata":
        return words(told)
    if kind == "IntType":
        bounds = [
            f"from {told.ge}" if told.ge is not None else "",
            f"to {told.le}" if told.le is not None else "",
        ]  # type: ignore[attr-defined]
        return " ".join(["a number", *filter(None, bounds)])
    if kind == "LiteralType":
        return ", ".join(f"`{value}`" for value in told.values)  # type: ignore[attr-defined]
    if kind == "UnionType":
        return " or ".join(_type(one) for one in told.types if type(one).__name__ != "NoneType")  # type: ignore[attr-defined]
    if kind in ("ListType", "CollectionType"):
        return f"a list of {_type(told.item_type)}"  # type: ignore[attr-defined]
    if kind == "DictType":
        return f"a table: {_type(told.key_type)} = {_type(told.value_type)}"  # type: ignore[attr-defined]
    if kind == "StructType":
        return "a table"
    if kind == "StrType":
        pattern = getattr(told, "pattern", None)
        return f"text like `{re.sub(r'[|]', '&#124;', pattern)}`" if pattern else "text"
    return {"BoolType": "`true` or `false`", "FloatType": "a number"}.get(
        kind, kind.removesuffix("Type").lower()
    )


def main() -> int:
    """Write both pages."""
    (DOCS / "commands.md").write_text(commands(), encoding="utf-8")
    (DOCS / "configuration.md").write_text(configuration(), encoding="utf-8")
    (DOCS / "floor-configuration.md").write_text(floor_configuration(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
