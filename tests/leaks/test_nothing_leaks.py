"""The leak search in short: a few hands with each trouble, and what the search itself finds where something lies."""

from __future__ import annotations

import base64
import gzip
from random import Random

import pytest
import zstandard

from tests.leaks.__main__ import DUMPS, campaign, report
from tests.leaks.search import FORMS, Found, new_deck, tags_in

TAG = new_deck(Random(1), 3)["As"]


@pytest.mark.soak
def test_no_tag_and_no_live_card_leaves_a_table_in_trouble(tmp_path, long_proof) -> None:
    hands, wanted = long_proof(1, 24), long_proof(0, DUMPS)
    found, dumps = campaign(hands, tmp_path, wanted)
    assert found.leaks == []
    assert dumps == wanted
    assert len(found.searched) > 20
    assert all(size for size in found.searched.values())
    assert "None." in report(found, hands, dumps, 1.0)


@pytest.mark.parametrize(
    "hidden",
    [
        TAG.encode(), TAG.lower().encode(), bytes.fromhex(TAG), bytes.fromhex(TAG)[::-1], TAG[-12:].encode(),
        base64.b64encode(b"xy" + TAG.encode() + b"z"), base64.b64encode(b"z" + bytes.fromhex(TAG)), TAG.encode("utf-16"),
        str(int(TAG, 16)).encode(), TAG.encode().hex().encode(), zstandard.compress(TAG.encode()), gzip.compress(TAG.encode(), mtime=0),
        TAG[::-1].encode(), ":".join(TAG[at : at + 2] for at in range(0, 16, 2)).encode(),
    ],
)  # fmt: skip
def test_the_search_finds_a_tag_however_it_is_written(hidden: bytes) -> None:
    assert tags_in(b"something before " + hidden + b" and after")


def test_the_search_finds_nothing_in_what_is_nothing() -> None:
    assert tags_in(Random(2).randbytes(3_000_000)) == []
    assert len(set(FORMS.values())) == len(FORMS)


def test_the_search_tells_a_live_card_from_one_that_everybody_saw() -> None:
    found = Found()
    found.look_for_cards("page", {"board": ["As", "Kd"], "facts": {"card": "2c"}}, {"As", "Kd"})
    found.look_for_words("log", b"the ace of spades and 7\xe2\x99\xa6")
    assert found.leaks == ["page: 2c", "log: b'ace of spades'", "log: b'7\\xe2\\x99\\xa6'"]
