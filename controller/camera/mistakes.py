"""Tells a mistake in one of the camera's files with its line, as those of every other file are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.toml_lines import line_of
from controller.toml_text import NotToml, text_at, tree_of

if TYPE_CHECKING:
    from vision.settings import BadFile


def placed(mistake: BadFile) -> str:
    """Return the mistake with its file, line and key; what is no TOML in the words that every other file has for it."""
    if not mistake.path:
        try:
            tree_of(text_at(mistake.source))
        except NotToml as error:
            return f"{mistake.source}:{error.line}: {error}" if error.line else str(mistake)
        return str(mistake)
    line = line_of(text_at(mistake.source), mistake.path)
    return f"{mistake.source}:{line}: {mistake.key}: {mistake.problem}"
