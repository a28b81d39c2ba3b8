"""A language's words, read once from its file, and the choice of the wording that fits.

A text is one or several wordings with `` | `` between them. The first one is taken whose facts are all
known and that keeps to the length its place allows. ``{?fact}`` asks for a fact and prints nothing.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

LANGUAGES: Final = ("en",)
"""Languages with a file of words; the first is the one used where nobody chose."""

Fields = Mapping[str, str]

_FIELD = re.compile(r"\{(\??)(\w+)\}")


class Words:
    """One language's texts. ``table`` is the parsed file; every text in it is known to be a string."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.language: str = table["language"]
        self.direction: str = table["direction"]

    def number(self, value: int) -> str:
        """Return ``value`` grouped as the language writes it; the digits are always 0 to 9."""
        return f"{value:,}".replace(",", str(self.table["thousands"]))

    def seconds(self, value: float) -> str:
        """Return a duration in seconds to a tenth; whole from ten seconds on."""
        return f"{value:.0f}" if value >= 10 else f"{value:.1f}".replace(".", str(self.table["decimal"]))

    def word(self, group: str, name: str) -> str:
        """Return the word for ``name``, or the name itself in plain letters where the file has none."""
        words: dict[str, str] = self.table["words"][group]
        return words.get(name, name.replace("_", " "))

    def listing(self, items: list[str]) -> str:
        """Return ``items`` as a list that is read aloud: ``5, 8 and 11``."""
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + str(self.table["words"]["and"]) + items[-1]

    def many(self, count: int) -> str:
        """Return a small count as a word with a capital letter, a larger one in digits."""
        numbers: list[str] = self.table["words"]["numbers"]
        return numbers[count] if 0 <= count < len(numbers) else self.number(count)

    def kind(self, kind: str) -> dict[str, Any]:
        """Return what the file says of a kind of finding; empty for a kind it does not know."""
        texts: dict[str, Any] = self.table["kind"].get(kind, {})
        return texts

    def note(self, kind: str) -> str:
        """Return the wordings of a floor's reminder; its bare name for a kind that the file does not know."""
        texts: dict[str, str] = self.table["note"]
        return texts.get(kind, kind.replace("_", " "))

    def remedy(self, remedy: str) -> dict[str, Any]:
        """Return what the file says of a remedy whatever the kind; empty for one it does not know."""
        texts: dict[str, Any] = self.table["remedy"].get(remedy, {})
        return texts

    def ruled(self, decision: str) -> dict[str, Any]:
        """Return what the file says of a decision once it is taken; without an own text, the remedy's."""
        texts: dict[str, Any] = self.table["ruled"].get(decision, {})
        return self.remedy(decision) | texts

    def decision(self, decision: str) -> str:
        """Return a decision as the floor reads it."""
        texts: dict[str, str] = self.table["decision"]
        return texts.get(decision, decision.replace("_", " "))


@functools.cache
def words_in(language: str) -> Words:
    """Return the words of ``language``. Raise KeyError, naming those there are, for another one."""
    if language not in LANGUAGES:
        raise KeyError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    text = resources.files("controller.cards").joinpath("text", f"{language}.toml").read_text("utf-8")
    return Words(tomllib.loads(text))


def fill(text: str, fields: Fields) -> str | None:
    """Return one wording with its facts put in, or None where one of them is not known."""
    names = _FIELD.findall(text)
    if any(name not in fields for _, name in names):
        return None
    return _FIELD.sub(lambda match: "" if match[1] else fields[match[2]], text).strip()


def wording(text: str, fields: Fields, limit: int) -> str:
    """Return the first wording of ``text`` whose facts are known and that has at most ``limit`` characters.

    Where none keeps to the limit, the shortest whose facts are known; empty where none has its facts.
    """
    known = [filled for part in text.split(" | ") if (filled := fill(part.strip(), fields)) is not None]
    fitting = (wording for wording in known if len(wording) <= limit)
    return next(fitting, min(known, key=len, default=""))
