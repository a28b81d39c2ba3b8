"""Places Floorcall's files in a system and takes them away again: unit, udev rules, account, configuration.

What was placed is written down with its digest, so that taking away removes what is still ours and
leaves what somebody has changed. The configuration is the house's: never overwritten, never removed.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final, Literal

NOTES: Final = "etc/floorcall/.placed.json"
"""Where it is written down what was placed."""

Done = Literal["placed", "as it was", "kept", "removed", "changed by hand", "gone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """One file: ``source`` in ``hw/system``, ``target`` under the root. ``own``: the house's once it is there."""

    source: str
    target: str
    own: bool = False


CONFIG: Final = "etc/floorcall/table.toml"
FILES: Final = (
    File(source="floorcall.service", target="etc/systemd/system/floorcall.service"),
    File(source="floorcall-reader@.service", target="etc/systemd/system/floorcall-reader@.service"),
    File(source="floorcall-camera@.service", target="etc/systemd/system/floorcall-camera@.service"),
    File(source="70-floorcall.rules", target="etc/udev/rules.d/70-floorcall.rules"),
    File(source="floorcall.sysusers", target="etc/sysusers.d/floorcall.conf"),
    File(source="table.toml", target=CONFIG, own=True),
)


@dataclass(frozen=True, slots=True)
class Step:
    """What was done with one file, ``path`` as the running system knows it."""

    path: str
    done: Done


def text_of(file: File, values: Mapping[str, str]) -> str:
    """Return what ``file`` holds on a machine with ``values`` (``program``, ``python``, ``config``, ``sign_key``: absolute paths)."""
    template = resources.files("hw").joinpath("system", file.source).read_text(encoding="utf-8")
    return string.Template(template).substitute(values)


def place(root: Path, values: Mapping[str, str]) -> Iterator[Step]:
    """Put every file in place under ``root``, saying each. Raise OSError where one cannot be written."""
    notes = _read_notes(root)
    for file in FILES:
        path = root / file.target
        new = text_of(file, values)
        if file.own and path.exists():
            yield Step(f"/{file.target}", "kept")
            continue
        same = path.exists() and path.read_text(encoding="utf-8") == new
        if not same:
            _write(path, new)
        if not file.own:
            notes[file.target] = _digest(path)
            _write(root / NOTES, json.dumps(notes, indent=1) + "\n")
        yield Step(f"/{file.target}", "as it was" if same else "placed")


def take_away(root: Path) -> Iterator[Step]:
    """Remove what ``place`` put under ``root`` and nobody has changed since, saying each."""
    notes = _read_notes(root)
    for target, digest in notes.items():
        path = root / target
        if not path.exists():
            yield Step(f"/{target}", "gone")
        elif _digest(path) != digest:
            yield Step(f"/{target}", "changed by hand")
        else:
            path.unlink()
            yield Step(f"/{target}", "removed")
    (root / NOTES).unlink(missing_ok=True)


def is_placed(root: Path) -> bool:
    """Return whether something was placed under ``root`` and not taken away."""
    return (root / NOTES).exists()


def unreadable(program: Path) -> Path | None:
    """Return the first folder above ``program`` that another account may not enter, None where all are open."""
    for folder in reversed(program.parents):
        if not folder.stat().st_mode & 0o001:
            return folder
    return None


def _write(path: Path, text: str) -> None:
    """Write ``path`` whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.chmod(0o644)
    draft.replace(path)


def _read_notes(root: Path) -> dict[str, str]:
    try:
        found = json.loads((root / NOTES).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {str(target): str(digest) for target, digest in found.items()}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
