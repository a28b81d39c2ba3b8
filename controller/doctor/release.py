"""Holds what runs here against the signed manifest: the program's files and the placed unit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import controller
from controller import system
from controller.doctor.check import Check, not_ours
from controller.journal.boxes import load_public
from controller.journal.seal import SealError
from controller.release import ReleaseError, checked, differences
from controller.there import hidden
from hw import placing

FOLDER: Final = Path("/etc/floorcall")
"""Where the manifest, ``release.json``, and the public key of releases, ``release.pub``, lie."""


def everything(folder: Path = FOLDER, root: Path = Path("/")) -> Iterator[Check]:
    """Yield the checks of program and placed files; ``root`` is where `floorcall install` placed them."""
    if why := hidden(folder / "release.json"):
        yield not_ours("release", why)
    else:
        yield program(folder)
    if why := hidden(root / placing.NOTES):
        yield not_ours("unit", why)
    elif placing.is_placed(root):
        yield placed(root)


def program(folder: Path = FOLDER) -> Check:
    """Whether the program's files are those that the releaser signed."""
    manifest, public = folder / "release.json", folder / "release.pub"
    if not manifest.exists() and not public.exists():
        how = f"not known whose program this is: no signed manifest at {manifest}"
        return Check(part="release", state="none", how=how)
    try:
        told = checked(manifest, load_public(public, "releases'"))
    except (ReleaseError, SealError) as error:
        do = "take the manifest of this release anew; the public key by another way than the release"
        return Check(part="release", state="bad", how=str(error), do=do)
    try:
        found = list(differences(told.files, Path(controller.__file__).parents[1]))
    except ReleaseError as error:
        return not_ours("release", error)
    if not found:
        how = f"{told.release} of {told.at}, all {len(told.files)} files as signed"
        return Check(part="release", state="well", how=how)
    more = f"; {len(found) - 3} more" if len(found) > 3 else ""
    return Check(
        part="release",
        state="bad",
        how=f"not {told.release} as signed: {', '.join(found[:3])}{more}",
        do="keep this machine as it is for whoever must look at it, and install the release anew on another card",
    )


def placed(root: Path) -> Check:
    """Whether unit, rules and account are as this program places them, and what was added to the unit."""
    values = system.unit_values(root)
    changed = [
        f"/{file.target}" for file in placing.FILES if not file.own and not _as_placed(file, root, values)
    ]
    if changed:
        return Check(
            part="unit",
            state="bad",
            how=f"not as `floorcall install` places them: {', '.join(changed)}",
            do="see what was changed, then sudo floorcall install; changes of the house's own go into a drop-in",
        )
    added = [
        f"/{path.relative_to(root)}" for path in (root / "etc/systemd/system").glob("floorcall*.d/*.conf")
    ]
    if added:
        return Check(
            part="unit",
            state="look",
            how=f"as placed, with drop-ins that no release holds: {', '.join(sorted(added))}",
            do="read them; they are the house's own to answer for",
        )
    return Check(part="unit", state="well", how="unit, rules and account as placed, no drop-ins")


def _as_placed(file: placing.File, root: Path, values: dict[str, str]) -> bool:
    path = root / file.target
    return path.is_file() and path.read_bytes() == placing.text_of(file, values).encode()
