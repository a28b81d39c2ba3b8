"""Looks at where the table keeps what it records: key, folder, disk, the journal's chain."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote
from typing import Final

from controller.config import Config
from controller.doctor.asking import figures
from controller.doctor.check import Check, State, not_ours
from controller.journal.anchors import read_anchors
from controller.journal.boxes import load_public
from controller.journal.seal import SealError, load_seal
from controller.journal.signing import load_sign_key
from controller.journal.store import JournalError
from controller.journal.verify import Anchors, verify
from controller.journal.written_with import has_records, not_sealed_by, not_signed_by
from controller.there import hidden, unreadable

LITTLE_MB: Final = 500
"""A table records some 30 MB a day; with less than this left somebody should look."""
NO_MB: Final = 50
SLOW_S: Final = 0.25
TRIES: Final = 5


def everything(config: Config) -> Iterator[Check]:
    """Yield the checks of key, disk and journal."""
    yield from keys(config)
    yield from disk(config.journal_path.parent)
    yield journal(config.journal_path, config.anchor_path)
    yield recording(config)


def keys(config: Config) -> Iterator[Check]:
    """Whether the keys that seal and sign are there and the journal's, readable by us alone; who can open past hands."""
    lone = config.auditor_path is None  # with an auditor the table itself opens no past hand
    lost = "without it what the table still needs stays sealed: find the copy"
    yield _key("seal key", config, config.seal_key_path, _of_seal, lost, needed=lone)
    yield _key("sign key", config, config.sign_key_path, _of_sign, "give it back", needed=True)
    yield auditor(config.auditor_path)


def _of_seal(config: Config) -> str:
    seal = load_seal(config.seal_key_path)
    return not_sealed_by(config.journal_path, seal) if config.auditor_path is None else ""


def _of_sign(config: Config) -> str:
    return not_signed_by(config.journal_path, load_sign_key(config.sign_key_path))


def _key(
    part: str, config: Config, path: Path, strange: Callable[[Config], str], lost: str, *, needed: bool
) -> Check:
    """Look at one key. ``strange`` reads it and says why it is not the journal's; ``lost`` is what to do then."""
    if why := hidden(path):
        return not_ours(part, why)
    another = f"{lost}; or give the table another `journal.path`"
    if not path.exists():
        if needed and has_records(config.journal_path):
            how = f"{path} is not there, and {config.journal_path} was written with it"
            return Check(part=part, state="bad", how=how, do=another)
        return Check(part=part, state="none", how=f"not made yet; the daemon makes {path} at its first start")
    try:
        problem = strange(config)
    except SealError as error:
        if isinstance(error.__cause__, PermissionError):
            return not_ours(part, error)
        return Check(part=part, state="bad", how=str(error), do=lost)
    if problem:
        return Check(part=part, state="bad", how=f"{path} is not the journal's: {problem}", do=another)
    return Check(part=part, state="well", how=f"{path}")


def auditor(path: Path | None) -> Check:
    """Whether past hands open for an auditor alone, or for whoever takes this machine."""
    if path is None:
        return Check(
            part="auditor",
            state="look",
            how="none: whoever has this machine with its disk can open every past hand",
            do="floorcall journal auditor-key on the auditor's machine, then `auditor_key` under [journal]",
        )
    try:
        load_public(path)
    except SealError as error:
        return Check(part="auditor", state="bad", how=str(error), do="take the .pub file anew")
    return Check(part="auditor", state="well", how=f"past hands open for the holder of {path.stem} alone")


def disk(folder: Path) -> Iterator[Check]:
    """Whether the journal's folder takes writes, how much it holds, how long a durable write takes."""
    if why := hidden(folder):
        yield not_ours("disk", why)
        return
    if not folder.is_dir():
        yield Check(
            part="disk",
            state="bad",
            how=f"{folder} is not there",
            do=f"make it: mkdir -p {quote(str(folder))}",
        )
        return
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    try:
        slowest_s = max(_durable_write_s(folder) for _ in range(TRIES))
    except PermissionError as error:
        yield not_ours("disk", f"{folder}: {error.strerror}")
        return
    except OSError as error:
        yield Check(
            part="disk",
            state="bad",
            how=f"{folder} takes no writes: {error.strerror}",
            do="the table goes on in memory and records nothing: make room, or change the card, then restart",
        )
        return
    how = f"{free_mb:,} MB free at {folder}; a durable write takes {slowest_s * 1000:.0f} ms"
    if free_mb < LITTLE_MB:
        state: State = "bad" if free_mb < NO_MB else "look"
        yield Check(
            part="disk", state=state, how=how, do="export and move old journals, or take a larger card"
        )
    elif slowest_s > SLOW_S:
        yield Check(
            part="disk", state="look", how=how, do="take an SSD, or an industrial card; see what else writes"
        )
    else:
        yield Check(part="disk", state="well", how=how)


def _durable_write_s(folder: Path) -> float:
    started = time.perf_counter()
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\0" * 4096)
        file.flush()
        os.fsync(file.fileno())
    return time.perf_counter() - started


def journal(path: Path, anchor: Path | None = None) -> Check:
    """Whether the journal is as it was written, held against the heads kept elsewhere where there are some."""
    for read in (path, *([] if anchor is None else [anchor])):
        if why := unreadable(read):
            return not_ours("journal", why)
    if not path.exists():
        return Check(part="journal", state="none", how=f"none yet; the daemon makes {path}")
    try:
        heads = read_anchors(anchor) if anchor is not None and anchor.exists() else []
        verdict = verify(path, Anchors(signed=heads))
    except (JournalError, OSError) as error:
        return Check(
            part="journal", state="bad", how=str(error), do=f"floorcall journal verify {quote(str(path))}"
        )
    if verdict.problem:
        return Check(
            part="journal",
            state="bad",
            how=f"{path}: {verdict.problem}",
            do="keep the file as it is for whoever must look at it; give the table another `journal.path`, and `anchor`",
        )
    if anchor is not None and not heads:
        return Check(
            part="journal",
            state="look",
            how=f"{verdict.records:,} records, all as written; no head was ever written to {anchor}",
            do="see that its folder is there and takes writes",
        )
    against = f", held against {len(heads):,} heads in {anchor}" if heads else ""
    return Check(part="journal", state="well", how=f"{verdict.records:,} records, all as written{against}")


def recording(config: Config) -> Check:
    """Whether the daemon, if it runs, gets what is sensed onto the disk."""
    try:
        found = figures(config)
        stopped, waiting = (
            found[f"floorcall_journal_{name}"].samples[0].value for name in ("stopped", "waiting")
        )
    except (OSError, ValueError, LookupError):
        return Check(part="recording", state="none", how="no daemon answers; it records while it runs")
    if stopped:
        return Check(
            part="recording",
            state="bad",
            how=f"stopped: {waiting:.0f} records wait for the disk",
            do="journalctl -u floorcall -e says why; keep the devices plugged in, they keep what is not recorded",
        )
    return Check(part="recording", state="well", how=f"goes on; {waiting:.0f} records wait for the disk")
