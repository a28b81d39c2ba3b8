"""The one gate: a tag is blotted out wherever it stands, also glued to other letters or in small ones."""

from __future__ import annotations

import pytest

from controller.privacy import HIDDEN_TAG, Secrets

TAG = "E004010100000001"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (TAG, HIDDEN_TAG),
        (f"seat-{TAG}:2", f"seat-{HIDDEN_TAG}:2"),
        (f"x{TAG}y", f"x{HIDDEN_TAG}y"),
        (TAG.lower(), HIDDEN_TAG),
        (f"00{TAG}00", HIDDEN_TAG),
        (f"a {TAG[:-1]} b", f"a {TAG[:-1]} b"),
        ("deadbeefdeadbeefdeadbeef", "deadbeefdeadbeefdeadbeef"),
    ],
)
def test_a_tag_is_blotted_out_wherever_it_stands(said: str, shown: str) -> None:
    secrets = Secrets()
    secrets.learn([TAG, "AA"])
    assert secrets.text(said) == shown
