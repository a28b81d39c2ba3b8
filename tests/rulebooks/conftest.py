"""A small house's book, and one that changes a few words of another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.rulebooks import RulebookError, parse

SMALL_BOOK = """\
id = "back-room"
name = "The back room"
short = "Back room"
edition = "chalked up last week"
games = ["nlhe"]

[cutoff]
test = "players"
players = 3
cites = ["2"]

[deal]
button_consecutive = true
boxed_for_misdeal = 2

[bets]
raise_percent = 50

[turns]

[kinds."misdeal.boxed_cards"]
remedy = "redeal"
cites = ["1(a)", "1"]

[kinds."bet.undercall"]
remedy = "floor"
cites = ["3"]
cases.heads_up = { remedy = "full_call", cites = ["3"] }

[[clause]]
ref = "1"
title = "Misdeals"
says = "What makes a misdeal."

[[clause]]
ref = "1(a)"
title = "Boxed cards"
class = "sensed"
kind = "misdeal.boxed_cards"
says = \"\"\"
Two cards face up in the deck,
and all cards come back.\"\"\"

[[clause]]
ref = "2"
title = "Too late"
says = "Once three have acted we play it out."

[[clause]]
ref = "3 s2"
title = "Short calls"
class = "sensed"
kind = "bet.undercall"
says = "Heads-up it is a call."
"""

CHANGED_BOOK = """\
extends = "deltin"
id = "riverside"
name = "Riverside"
short = "Riverside"
edition = "2026"
silent = ["bet.tiny_chip"]

[bets]
raise_in_two_motions = false

[kinds."bet.undercall"]
remedy = "full_call"
cites = ["House 1"]

[[clause]]
ref = "House 1"
title = "A call is a call"
class = "sensed"
kind = "bet.undercall"
says = "Whoever puts in less than the call makes it whole."
"""


@pytest.fixture
def small_book() -> str:
    return SMALL_BOOK


@pytest.fixture
def changed_book() -> str:
    return CHANGED_BOOK


@pytest.fixture
def wrong() -> Callable[[str], list[RulebookError]]:
    """What is wrong with a text, read as ``book.toml``."""

    def told(text: str) -> list[RulebookError]:
        book, errors = parse(text, "book.toml")
        assert (book is None) == bool(errors)
        return errors

    return told
