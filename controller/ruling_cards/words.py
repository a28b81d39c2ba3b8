"""Reads a language's words once from its file, and chooses the wording that fits.

A text is one or several wordings with `` | `` between them. The first one is taken whose facts are all
known and that keeps to the length its place allows. ``{fact}`` prints a fact, ``{?fact}`` asks for one and
prints nothing, and ``{fact: one # card; other # cards}`` prints the form that the fact chooses: by the plural
category that CLDR has for a number, or by its own name for a word (``{street: flop flopu; other ulici}``).
``#`` in a form is the fact itself. What a language's file lacks is said in English.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Final, NamedTuple

from babel import Locale
from babel.lists import format_list

from controller.languages import LANGUAGES

Value = str | int | float | None
Fields = Mapping[str, str]

_FIELD = re.compile(r"\{(\??)(\w+)(?::([^{}]*))?\}")
_FIRST_STRONG_ISOLATE: Final = "\u2068"
_RIGHT_TO_LEFT_ISOLATE: Final = "\u2067"
_POP_ISOLATE: Final = "\u2069"
_ISOLATES: Final = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


class Fact(str):
    """A fact's text, and the ``value`` by which a text chooses its form: a number, or the fact's own name."""

    value: Value

    def __new__(cls, text: str, value: Value = None) -> Fact:
        """Return ``text`` that chooses forms by ``value``."""
        fact = super().__new__(cls, text)
        fact.value = value
        return fact


class Named(NamedTuple):
    """Words of a group of the catalogue as a fact; several names are alternatives ("floor or auditor")."""

    group: str
    names: tuple[str, ...]


Given = str | int | Named
"""A fact as it is handed to a text: a number is grouped, ``Named`` is said in the language."""


def letters(text: str) -> int:
    """Return how many characters of ``text`` are seen: marks that keep directions apart are not."""
    return len(plain(text))


def plain(text: str) -> str:
    """Return ``text`` without the marks that keep directions apart, for files and terminals."""
    return text.translate(_ISOLATES)


class Words:
    """One language's texts. ``table`` is the parsed file, with English where the file has no text.

    ``clauses`` gives what books' clauses say in it, by the books' words; it is read where one is shown.
    """

    def __init__(self, table: dict[str, Any], clauses: Callable[[], Mapping[str, str]] = dict) -> None:
        self.table = table
        self._clauses = clauses
        self.language: str = table["language"]
        self.name: str = table["name"]
        self.locale: Final = Locale.parse(table["locale"])
        self.direction: str = self.locale.text_direction
        symbols = self.locale.number_symbols["latn"]
        self.thousands: str = symbols["group"]
        self._decimal: str = symbols["decimal"]

    def number(self, value: int) -> str:
        """Return ``value`` grouped as the language writes it; the digits are always 0 to 9, as on the chips."""
        return f"{value:,}".replace(",", self.thousands)

    def seconds(self, value: float) -> str:
        """Return a duration in seconds to a tenth; whole from ten seconds on."""
        return f"{value:.0f}" if value >= 10 else f"{value:.1f}".replace(".", self._decimal)

    def say(self, key: str, **facts: Given) -> str:
        """Return the text at ``key`` (``page.open``, ``refusal.no_words``) with its facts. Raise KeyError for no text."""
        text: Any = self.table
        for part in key.split("."):
            text = text[part]
        return self.put(str(text), **facts)

    def put(self, text: str, **facts: Given) -> str:
        """Return one wording with ``facts`` in it; every fact can choose a form."""
        return self.fill(text, {name: self._fact(given) for name, given in facts.items()}) or ""

    def _fact(self, given: Given) -> str:
        if isinstance(given, Named):
            said = [self.word(given.group, name) for name in given.names]
            return Fact(format_list(said, "or", self.locale), given.names[0])
        return Fact(self.number(given), given) if isinstance(given, int) else given

    def word(self, group: str, name: str) -> str:
        """Return the word for ``name``, or the name itself in plain letters where the file has none."""
        words: dict[str, str] = self.table["words"].get(group) or self.table[group]
        return words.get(name, name.replace("_", " "))

    def device(self, name: str) -> str:
        """Return what those at the table call a device; one to which the house gave a name is called by it."""
        words: dict[str, str] = self.table["page"]["device_kind"]
        return words.get(name, name)

    def listing(self, items: list[str]) -> str:
        """Return ``items`` as a list that is read aloud: ``5, 8 and 11``."""
        return format_list(items, locale=self.locale)

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

    def clause(self, says: str) -> str:
        """Return what a book's clause says; a house's own clause that has no text here as the house wrote it."""
        plainly = " ".join(says.split())
        return self._clauses().get(plainly, plainly)

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

    def fill(self, text: str, fields: Fields) -> str | None:
        """Return one wording with its facts put in, or None where one of them is not known."""
        if any(name not in fields for _, name, _ in _FIELD.findall(text)):
            return None
        return _FIELD.sub(lambda match: self._shown(match, fields), text).strip()

    def wording(self, text: str, fields: Fields, limit: int) -> str:
        """Return the first wording of ``text`` whose facts are known and that has at most ``limit`` characters.

        Where none keeps to the limit, the shortest whose facts are known; empty where none has its facts.
        """
        wordings = (self.fill(part.strip(), fields) for part in text.split(" | "))
        known = [filled for filled in wordings if filled is not None]
        fitting = (wording for wording in known if letters(wording) <= limit)
        return next(fitting, min(known, key=letters, default=""))

    def apart(self, text: str) -> str:
        """Return ``text`` kept apart from what stands around it, where the language runs from right to left."""
        if not text or self.direction == "ltr":
            return text
        # What is put together of several has the language's direction, not that of its first letter.
        begins = _RIGHT_TO_LEFT_ISOLATE if _POP_ISOLATE in text else _FIRST_STRONG_ISOLATE
        return f"{begins}{text}{_POP_ISOLATE}"

    def _shown(self, match: re.Match[str], fields: Fields) -> str:
        asked, name, forms = match.groups()
        if asked:
            return ""
        fact = fields[name]
        shown = self.apart(str(fact))
        return shown if forms is None else self._form(_forms(forms), fact).replace("#", shown)

    def _form(self, forms: Mapping[str, str], fact: str) -> str:
        value = fact.value if isinstance(fact, Fact) else fact
        if isinstance(value, str):
            return forms.get(value, forms["other"])
        category = "other" if value is None else self.locale.plural_form(value)
        return forms.get(category, forms["other"])


@functools.cache
def words_in(language: str) -> Words:
    """Return the words of ``language``. Raise KeyError, naming those there are, for another one."""
    if language not in LANGUAGES:
        raise KeyError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    first = LANGUAGES[0]
    table = table_of(language)
    table = table if language == first else over(words_in(first).table, table)
    return Words(table, functools.partial(clauses_of, language))


def table_of(language: str) -> dict[str, Any]:
    """Return what the file of ``language`` itself says."""
    return _file(language)


def name_of(language: str) -> str:
    """Return the language's own name, which stands above its tables: pages name all and read few."""
    return str(tomllib.loads(_text(language).partition("\n[")[0])["name"])


@functools.cache
def clauses_of(language: str) -> dict[str, str]:
    """Return what the books' clauses say in ``language``, by the words of the books, which are in the first language."""
    try:
        return {} if language == LANGUAGES[0] else _file(f"clauses.{language}")
    except FileNotFoundError:  # nobody has written them yet: they are said as the books have them
        return {}


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads(_text(name))


def _text(name: str) -> str:
    return resources.files("controller.ruling_cards").joinpath("text", f"{name}.toml").read_text("utf-8")


def over(below: Any, above: Any) -> Any:
    """Return ``above`` with what only ``below`` has; a text that is there is taken as it is."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {name: over(below.get(name), value) for name, value in above.items()}


@functools.cache
def _forms(text: str) -> Mapping[str, str]:
    """Return the forms of a choice by their names; the one named ``other`` is taken where no other fits."""
    named = (form.strip().partition(" ") for form in text.split(";"))
    return {name: said for name, _, said in named}
