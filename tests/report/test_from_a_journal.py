"""A report from the table's own store: what became of each finding, and nothing that is sealed."""

from __future__ import annotations

import re

import msgspec
import pytest

from benchmarks.tampering import cut_to
from controller.journal.slip import head_of
from controller.journal.verify import verify
from controller.table.ranks import FULL_DECK
from tests.journal.conftest import Store, change
from tests.report.conftest import string_bet, words_of

TAGS = {card: f"E0040150{place:08X}" for place, card in enumerate(sorted(FULL_DECK))}


@pytest.fixture
def kept(tmp_path):
    """A store that holds the string bet, with the floor on its way after 20 seconds and a wrong read after 40."""
    store = Store(tmp_path)
    journal = store.open()
    scene = string_bet()
    deck = {tag: card for card, tag in TAGS.items()}
    store.record(0.1, type="deck", id="D1", cards=deck)
    start = 0
    for event in scene.log:
        fields = {**event, "tag": TAGS[event["tag"]]} if "tag" in event else dict(event)
        t = fields.pop("t")
        line = store.record(t, **fields)
        start = line if event["type"] == "hand.start" else start
    found = scene.found("bet.string")
    journal.append_mark(found.t + 20, {"finding": found.id, "state": "coming", "by": "Ana K."})
    journal.append_mark(found.t + 40, {"finding": found.id, "state": "disputed", "by": "chips"})
    journal.append_hand(scene.t, {"hand": 1, "start": start, "found": ["bet.string"]}, {})
    store.close()
    return store, scene


def test_the_journal_tells_who_came_and_what_was_read_wrong(kept, page):
    store, _ = kept
    told = words_of(page(store.path))
    assert "coming: Ana K." in told
    assert "read wrong: Chips" in told
    assert "Read wrong" not in told  # one hand has no figures


def test_figures_of_a_night_count_wrong_reads_by_sensor(kept, page, tmp_path, night):
    store, _ = kept
    told = words_of(page(store.path, night))
    assert "Read wrong, by sensor told wrong right Chip camera 2 1 50 %" in told


def test_a_shifts_report_carries_the_head_that_finds_a_journal_cut_off_later(kept, page, tmp_path):
    store, _ = kept
    html = page(store.path)
    (words,) = re.findall(r'<ol dir="ltr">(.*?)</ol>', html, re.S)
    given = head_of(" ".join(re.findall(r"<li>(\w+)</li>", words)))
    assert "<svg" in html.partition('class="slips"')[2]
    assert verify(store.path, given).problem == ""
    assert 'class="slips"' not in page(store.path, "--hand", "1")
    cut_to(store.path, 20)
    assert "records at the end are missing" in verify(store.path, given).problem


def test_a_report_of_a_journal_that_lacks_a_record_is_written_and_says_which(kept, floorcall, tmp_path):
    store, _ = kept
    change(store, "DELETE FROM record WHERE n = (SELECT n FROM record WHERE line = 3)")
    done = floorcall("report", str(store.path), "-o", str(tmp_path / "shift.html"))
    assert done.exit_code == 1
    assert f"{store.path} is not as its table wrote it: record" in done.stderr
    assert "is missing" in done.stderr
    assert (tmp_path / "shift.html").stat().st_size > 0


def test_a_report_of_a_journal_with_a_record_that_cannot_be_read_names_the_file(kept, floorcall, tmp_path):
    store, _ = kept
    change(store, "UPDATE record SET body = CAST(body AS TEXT) WHERE line = 3")
    done = floorcall("report", str(store.path), "-o", str(tmp_path / "shift.html"))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"floorcall: {store.path}")
    assert "body is no bytes" in done.stderr


def test_nothing_sealed_is_in_the_page_and_the_auditors_opening_is_recorded(kept, page, floorcall, tmp_path):
    store, scene = kept
    folded = [tag for tag in TAGS.values() if tag in str(scene.log)]
    html = page(store.path)
    assert not [tag for tag in (*TAGS.values(), *folded) if tag in html]
    assert "Cards of seat" not in html
    opened = page(store.path, "--cards", "--key", store.key_file, "--by", "A. Auditor")
    assert "Cards of seat" in opened
    note = msgspec.json.decode(store.path.with_name("table.db.opened").read_bytes().splitlines()[0])
    assert note["by"] == "A. Auditor"
