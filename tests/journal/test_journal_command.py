"""``floorcall journal`` and what is given to it wrongly: it is named, and nothing is lost."""

from __future__ import annotations

import pytest


@pytest.fixture
def kept(store):
    """A journal in which one card was dealt; it is closed, and its bytes are known."""
    store.open()
    store.record(1.0, type="hand.start", button=1)
    store.record(2.0, type="card.draw", tag=store.ACE, face="down")
    store.close()
    return store.path


@pytest.mark.parametrize("words", [["export", "-o"], ["head", "--svg"]], ids=" ".join)
def test_a_journal_is_not_written_over_by_what_comes_out_of_it(kept, floorcall, words):
    command, option = words
    before = kept.read_bytes()
    done = floorcall("journal", command, str(kept), option, str(kept))
    assert done.exit_code == 2
    assert f"{kept}: is read here; write to another file" in done.stderr
    assert kept.read_bytes() == before


def test_the_auditors_key_is_not_written_over_by_the_hand_that_it_opens(store, kept, floorcall):
    key = str(store.key_file)
    done = floorcall("journal", "export", str(kept), "--key", key, "-o", key)
    assert done.exit_code == 2
    assert "is read here" in done.stderr
    assert len(store.key_file.read_bytes()) == 32


@pytest.mark.parametrize("digits", ["zz", "abcd", ""])
def test_what_is_no_public_key_is_named_and_not_taken_for_another_tables(kept, floorcall, digits):
    done = floorcall("journal", "verify", str(kept), "--public-key", digits)
    assert done.exit_code == 2
    assert f"--public-key: must be 64 hexadecimal digits, is {digits!r}" in done.stderr


def test_a_picture_that_cannot_be_written_is_named(kept, floorcall, tmp_path):
    done = floorcall("journal", "head", str(kept), "--svg", str(tmp_path / "nowhere" / "head.svg"))
    assert done.exit_code == 2
    assert f"{tmp_path / 'nowhere' / 'head.svg'}: No such file or directory" in done.stderr


def test_a_log_that_the_journal_has_not_is_named_once(kept, floorcall):
    done = floorcall("journal", "export", str(kept), "--log", "9")
    assert (done.exit_code, done.stderr) == (2, f"floorcall: {kept}: there is no log 9\n")
