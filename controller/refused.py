"""Says what is refused, and why: to a program by its place, to people by the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from controller.languages import LANGUAGES
from controller.ruling_cards.words import Given, Words, words_in
from controller.table_api import BadKey


class Refused(Exception):
    """What was keyed or asked cannot be taken: ``place`` is the field, header or parameter at fault.

    ``status`` is HTTP's; ``says`` and ``facts`` are the catalogue's refusal that tells it to people; "" where no page sends such a request.
    """

    def __init__(
        self, place: str, message: str, status: int = 400, says: str = "",
        facts: Mapping[str, Given] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"{place}: {message}")
        self.place, self.message, self.status = place, message, status
        self.says, self.facts = says, facts or {}

    @classmethod
    def because(cls, place: str, says: str, status: int = 400, **facts: Given) -> Refused:
        """Return what is wrong with ``place``, by the catalogue."""
        message = words_in(LANGUAGES[0]).say(f"refusal.{says}", **facts)
        return cls(place, message, status, says, facts)

    @classmethod
    def of(cls, key: BadKey, place: str = "") -> Refused:
        """Return what a key did wrong; without a ``place`` the field that its message begins with."""
        message = str(key)
        if not place:
            place, _, message = message.partition(": ")
        return cls(place, message, says=key.says, facts=key.facts)

    def text(self, words: Words) -> str:
        """Return the refusal as people read it."""
        if not self.says:
            return words.say("refusal.technical", place=self.place, message=self.message)
        return words.say(f"refusal.{self.says}", **self.facts)
