"""The one gate: a tag is blotted out wherever it stands, also glued to other letters or in small ones."""

from __future__ import annotations

import pytest

from controller.privacy import HIDDEN_CARD, HIDDEN_TAG, HiddenCards

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
    secrets = HiddenCards()
    secrets.learn([TAG, "AA"])
    assert secrets.text(said) == shown


def test_a_tag_that_a_device_reads_in_small_letters_is_hidden_in_any() -> None:
    secrets = HiddenCards()
    secrets.learn([TAG.lower()])
    assert [secrets.text(f"by {said}") for said in (TAG, TAG.lower(), f"x{TAG}")] == [
        f"by {HIDDEN_TAG}",
        f"by {HIDDEN_TAG}",
        f"by x{HIDDEN_TAG}",
    ]


def test_what_could_not_be_read_gives_its_tags_away_in_small_letters_too() -> None:
    secrets = HiddenCards()
    secrets.learn_raw(f'{{"type":"card.draw","tag":"{TAG.lower()}"'.encode())
    assert secrets.text(TAG) == HIDDEN_TAG


def test_of_another_hand_other_cards_are_public_and_the_same_tags_secret() -> None:
    secrets = HiddenCards()
    secrets.show(["As"])
    secrets.learn([TAG])
    before = secrets.where(["Kd"])
    assert before.text(f"As Kd {TAG}") == f"{HIDDEN_CARD} Kd {HIDDEN_TAG}"
    assert secrets.text("As Kd") == f"As {HIDDEN_CARD}"
