"""A page's language: of its switch, its person, its table; and the same forms in Python and in the browser."""

from __future__ import annotations

from typing import Any

import pytest

from controller.cards.words import words_in
from controller.languages import LANGUAGES

FORMS = [
    "{n}",
    "{n: one # a; other # b}",
    "{n: one x; two # y; few # z; many # w; other # v}",
    "{w: flop F; other #}",
    "a {n} {w}",
]

SAY = """async ([texts, most]) => {
  const { fill } = await import("/static/words.js");
  const all = [];
  for (const text of texts) for (let n = 0; n <= most; n++) all.push(fill(text, { n, w: n % 2 ? "flop" : "turn" }));
  return all;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_says_a_text_as_python_does(visit: Any, language: str) -> None:
    page = visit(f"/?lang={language}")
    words = words_in(language)
    said = [words.put(text, n=n, w="flop" if n % 2 else "turn") for text in FORMS for n in range(131)]
    assert page.evaluate(SAY, [FORMS, 130]) == said
