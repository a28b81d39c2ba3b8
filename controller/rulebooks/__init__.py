"""Provides the houses' books as data: one TOML file a house, checked when it is loaded."""

from controller.rulebooks.clauses import clauses_for
from controller.rulebooks.errors import RulebookError
from controller.rulebooks.loader import ids, load, load_named, parse, read
from controller.table.rulebook import cite_of

__all__ = ["RulebookError", "cite_of", "clauses_for", "ids", "load", "load_named", "parse", "read"]
