"""The file of the house's push key: made where there is none, and named with what is meant where it is another."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.floor.push import HouseKey, KeyTrouble

CONTACT = "mailto:floor@house"


def test_a_key_is_made_once_and_is_the_same_after_that(tmp_path: Path) -> None:
    path = tmp_path / "push.pem"
    assert HouseKey(path, CONTACT).public == HouseKey(path, CONTACT).public


@pytest.mark.parametrize("held", [b"no key", b"", b"\xff\x00"])
def test_a_file_that_holds_none_is_named_with_what_is_meant(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "push.pem"
    path.write_bytes(held)
    with pytest.raises(KeyTrouble) as refused:
        HouseKey(path, CONTACT)
    assert str(refused.value) == (
        f"push.key: {path} cannot be used: a private key as PEM is meant, without a passphrase"
    )


def test_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyTrouble) as refused:
        HouseKey(tmp_path, CONTACT)
    assert str(refused.value) == f"push.key: {tmp_path} cannot be used: Is a directory"
