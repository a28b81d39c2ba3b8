"""Reads the keys of one table's journal out of the files that the configuration names, and makes missing ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.config.model import Config
from controller.journal.boxes import load_public
from controller.journal.keys import Keys, keys_of
from controller.journal.seal import SealError, load_seal, make_key
from controller.journal.signing import load_sign_key, place_of_key
from controller.journal.written_with import has_records, kept_with
from controller.there import hidden

Said = Callable[[str, Path], None]
"""Called with what a new key is for and its file."""


def load_keys(config: Config) -> Keys:
    """Read the keys that ``config`` names. Raise SealError with what to do."""
    auditor = None if config.auditor_path is None else load_public(config.auditor_path)
    return keys_of(load_seal(config.seal_key_path), load_sign_key(config.sign_key_path), auditor)


def make_missing(config: Config, say: Said) -> None:
    """Make the keys that are not there yet, and say which.

    Raise SealError where that cannot be, or where the journal was written with a key that is lost: another key
    in its place would only keep the lost one from being missed. An auditor's journal needs no sealing key of before.
    """
    journal = config.journal_path
    needed = kept_with(journal) if config.auditor_path is None else ""
    _make("sealing", "seal_key", config.seal_key_path, needed, say)
    _make("signing", "sign_key", place_of_key(config.sign_key_path), kept_with(journal), say)


def make_for_move(config: Config, say: Said) -> None:
    """Make the key that signs, where there is none yet: what a journal is moved to begins with it.

    The sealing key is never made here: only the one that the old journal was sealed with opens it.
    """
    path = config.journal_path
    needed = f"{path} was written with it" if has_records(path) else ""
    _make("signing", "sign_key", place_of_key(config.sign_key_path), needed, say)


def _make(what: str, name: str, path: Path, needed: str, say: Said) -> None:
    if why := hidden(path):
        raise SealError(f"{why}: the {what} key cannot be read")
    if path.exists():
        return
    if needed:
        raise SealError(
            f"{path}: the {what} key is not there, and none is made in its place: {needed}; give it back as "
            f"`journal.{name}`, or give this table another `journal.path`"
        )
    make_key(path, what)
    say(what, path)
