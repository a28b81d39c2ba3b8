"""Reads the keys of one table's journal out of the files that the configuration names, and makes missing ones."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from controller.config.model import Config
from controller.journal.boxes import load_public
from controller.journal.keys import Keys, keys_of
from controller.journal.seal import load_seal, make_key
from controller.journal.signing import load_sign_key, place_of_key


def load_keys(config: Config) -> Keys:
    """Read the keys that ``config`` names. Raise SealError with what to do."""
    auditor = None if config.auditor_path is None else load_public(config.auditor_path)
    return keys_of(load_seal(config.seal_key_path), load_sign_key(config.sign_key_path), auditor)


def make_missing(config: Config, say: Callable[[str, Path], None]) -> None:
    """Make the keys that are not there yet, and say which. Raise SealError where that cannot be."""
    for what, path in (("sealing", config.seal_key_path), ("signing", place_of_key(config.sign_key_path))):
        if not os.path.exists(path):
            make_key(path, what)
            say(what, path)
