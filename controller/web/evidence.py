"""Shows a finding's evidence on the floor's page: the drawing, the other books, how it was ruled before."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.rulebooks.elsewhere import Elsewhere, elsewhere
from controller.ruling_cards import Words, card_for
from controller.table_api import BadKey, Evidence, TableApi
from controller.web.pages import language_of
from controller.web.problems import Problem
from controller.web.roles import allow

NARROWEST: Final = 280
WIDEST: Final = 1600
LETTERS_PX: Final = 15
LAST_RULINGS: Final = 3


async def evidence(request: Request) -> Response:
    """Answer with what there is about ``finding``, drawn ``width`` pixels wide."""
    allow(request, "see_floor")
    api: TableApi = request.app.state.api
    words = language_of(request)
    width = width_of(request)
    try:
        found = await api.evidence(request.query_params.get("finding", ""))
    except BadKey as error:
        raise Problem("finding", str(error), 404) from error
    card = card_for(found.finding, api.book, language=words.language)
    return JSONResponse(
        told(found, elsewhere(found.finding, api.book), words, card.mark, card.headline, width)
    )


def width_of(request: Request) -> int:
    """Return how many pixels wide the page wants its drawing. Raise Problem for what is no number."""
    try:
        width = int(request.query_params.get("width", "800"))
    except ValueError:
        raise Problem("width", "a whole number of pixels is meant") from None
    return min(max(width, NARROWEST), WIDEST)


def told(
    found: Evidence, others: list[Elsewhere], words: Words, mark: str, headline: str, width: int
) -> dict[str, Any]:
    """Return evidence as a page shows it; ``mark`` and ``headline`` are those of the finding's card."""
    return {
        "drawing": _drawing(found, words, mark, headline, width),
        "books": _books(others, words),
        "ruled": _ruled(found, words),
    }


def _drawing(found: Evidence, words: Words, mark: str, headline: str, width: int) -> str:
    """Return the drawing; empty where nothing is known of the time."""
    finding, strip = found.finding, found.strip
    if not strip.marks:
        return ""
    from controller.timeline.draw import Drawing, Flag  # XML, where somebody looks at evidence

    flag = Flag(number=None, level=mark, t=finding.t, proof=finding.evidence, title=headline)
    proven = [mark.t for mark in strip.marks if mark.line in finding.evidence]
    zero = max(proven, default=finding.t)
    return Drawing(strip, [flag], words, width=width, zero=zero, size=LETTERS_PX).svg()


def _books(others: list[Elsewhere], words: Words) -> list[dict[str, str]]:
    """Return what each other book has for the case."""
    silent = str(words.table["timeline"]["silent"])
    return [
        {
            "book": other.short,
            "says": silent if other.remedy is None else words.decision(other.remedy),
            "cite": ", ".join(other.cites[:1]),
        }
        for other in others
    ]


def _ruled(found: Evidence, words: Words) -> dict[str, Any]:
    """Return how often the house ruled how on such a thing, and its last rulings."""
    counts = Counter(past.decision for past in found.past)
    alike = Counter(past.decision for past in found.past if past.same_street)
    return {
        "of": len(found.past),
        "counts": [
            {"text": words.decision(decision), "n": count, "alike": alike[decision]}
            for decision, count in counts.most_common()
        ],
        "last": [
            {
                "text": words.decision(past.decision),
                "at": past.at,
                "street": words.word("street", past.street),
                "by": past.by or "",
                "note": past.note or "",
            }
            for past in found.past[:LAST_RULINGS]
        ],
    }
