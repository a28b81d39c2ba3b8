"""Loads the configuration with the rulebook that it names, which must have the table's game."""

from __future__ import annotations

from pathlib import Path

from controller import rulebooks
from controller.config.load import ConfigError, load_config
from controller.config.model import Config
from controller.table.rulebook import Rulebook
from controller.toml_lines import line_of


def load_with_book(path: Path) -> tuple[Config, Rulebook]:
    """Return the configuration at ``path`` and its house's book. Raise ConfigError for anything that cannot be used."""
    config = load_config(path)
    try:
        book = rulebooks.load(config.table.rulebook)
    except rulebooks.RulebookError as error:
        raise _mistake(path, "rulebook", str(error)) from error
    if config.table.game not in book.games:
        problem = f"{book.short} has no {config.table.game}; it has {', '.join(book.games)}"
        raise _mistake(path, "game", problem)
    return config, book


def _mistake(path: Path, key: str, problem: str) -> ConfigError:
    line = line_of(path.read_text(encoding="utf-8"), ("table", key))
    return ConfigError(str(path), line, f"table.{key}", problem)
