"""Chooses a page's language: what was chosen there, else the person's own, else the table's."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from controller.languages import LANGUAGES
from controller.ruling_cards.words import Words, words_in

COOKIE: Final = "floorcall-language"
"""The language that was chosen by the switch on a page; the page's script sets it."""


def words_for(request: Request) -> Words:
    """Return the words of the page that asks: of its address's ``lang``, its switch, its person, its table."""
    person = getattr(request.state, "person", None)
    wanted = (
        request.query_params.get("lang"),
        request.cookies.get(COOKIE),
        person.language if person is not None else "",
    )
    chosen = next((language for language in wanted if language in LANGUAGES), request.app.state.language)
    return words_in(chosen)
