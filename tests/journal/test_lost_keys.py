"""Keys are made for a new journal only: in the place of one that is lost none is made, and it is said which."""

from __future__ import annotations

import pytest

from controller.config import Config, load_config
from controller.config.journal_keys import make_for_move, make_missing
from controller.journal.boxes import Opener
from controller.journal.seal import SealError
from tests.daemon.conftest import CONFIG


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "table.toml"
    seats = "\n".join(f"{seat} = {{ stack = 10000 }}" for seat in range(1, 7))
    path.write_text(CONFIG.format(rulebook="deltin", seats=seats, port=8700))
    return path


@pytest.fixture
def written(config, store):
    """The configuration of a table that has played a hand."""
    store.open()
    store.hand()
    store.close()
    return config


def made_for(config: Config) -> list[str]:
    made: list[str] = []
    make_missing(config, lambda what, path: made.append(what))
    return made


@pytest.mark.parametrize(("name", "what"), [("seal.key", "sealing"), ("sign.key", "signing")])
def test_no_key_is_made_in_the_place_of_the_one_that_a_journal_was_written_with(written, store, name, what):
    key = store.key_file.with_name(name)
    key.unlink()
    with pytest.raises(
        SealError, match=f"{name}: the {what} key is not there, and none is made in its place"
    ):
        made_for(load_config(written))
    assert not key.exists()
    with pytest.raises(SealError, match=f"{store.path} was written with it; give it back as `journal"):
        made_for(load_config(written))


def test_no_key_is_made_for_a_journal_that_nobody_can_read(written, store):
    store.path.write_bytes(b"SQLite format 3\0" + bytes(4096))
    store.key_file.unlink()
    with pytest.raises(SealError, match=r"none is made in its place: .*is no journal that can be opened"):
        made_for(load_config(written))
    assert not store.key_file.exists()


@pytest.mark.parametrize("begun", [False, True], ids=["no journal", "an empty file"])
def test_a_table_without_records_gets_its_keys(config, begun):
    if begun:
        (config.parent / "store").mkdir()
        (config.parent / "store" / "table.db").touch()
    assert made_for(load_config(config)) == ["sealing", "signing"]
    assert made_for(load_config(config)) == []


def test_a_table_whose_auditor_opens_the_hands_may_get_another_sealing_key(written, store):
    public = store.key_file.with_name("auditor.key.pub")
    public.write_text(Opener(bytes(32)).public.hex() + "\n")
    key = store.key_file.with_name("seal.key")
    written.write_text(written.read_text().replace("seal_key =", f'auditor_key = "{public}"\nseal_key ='))
    key.unlink()
    assert made_for(load_config(written)) == ["sealing"]


def test_a_move_makes_no_sealing_key(config):
    made: list[str] = []
    make_for_move(load_config(config), lambda what, path: made.append(what))
    assert made == ["signing"]


def test_a_move_does_not_replace_the_key_that_the_tables_journal_is_signed_with(written, store):
    store.key_file.with_name("sign.key").unlink()
    with pytest.raises(SealError, match="the signing key is not there, and none is made in its place"):
        make_for_move(load_config(written), lambda what, path: None)
