"""Whether a deck may be used, and what is missing from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.deck import (
    DeckError,
    DeckFile,
    Trouble,
    count,
    load_deck,
    save_deck,
    troubles,
)
from controller.table.ranks import FULL_DECK, NEW_DECK_ORDER


def fresh_from_one_roll(first: int = 0xE004015012345600) -> dict[str, str]:
    return {f"{first + n:016X}": card for n, card in enumerate(NEW_DECK_ORDER)}


def test_a_new_deck_is_asked_for_card_by_card() -> None:
    assert set(NEW_DECK_ORDER) == FULL_DECK
    assert len(NEW_DECK_ORDER) == 52
    assert NEW_DECK_ORDER[:2] == ("As", "2s")


def test_a_deck_of_random_tags_is_good(good: dict[str, str]) -> None:
    assert troubles(good) == []


def test_tags_that_read_as_a_third_are_named_with_their_cards(good: dict[str, str]) -> None:
    tags = list(good)
    either = f"{int(tags[0], 16) | int(tags[1], 16):016X}"
    ghostly = {either if card == "Kc" else tag: card for tag, card in good.items()}
    assert Trouble(f"As and 2s read at once give Kc ({either})") in troubles(ghostly)


def test_a_deck_fresh_from_one_roll_is_barred() -> None:
    found = troubles(fresh_from_one_roll())
    assert sum(trouble.bars for trouble in found) == 21
    ghosts = 20 + int(found[20].text.split()[1])
    assert 360 <= ghosts <= 553
    assert not found[-1].bars
    assert "fewer than 3 bits" in found[-1].text


def test_tags_of_other_lengths_never_read_as_each_other() -> None:
    assert [
        trouble
        for trouble in troubles({"04A1B2C3": "As", "04A1B2C304A1B2": "Ks"})
        if "tag" not in trouble.text
    ] == []


def test_missing_cards_and_a_card_with_two_tags(good: dict[str, str]) -> None:
    doubled = {tag: "As" if card == "Ks" else card for tag, card in good.items()}
    texts = [trouble.text for trouble in troubles(doubled)]
    assert any(text.startswith("As has 2 tags: ") for text in texts)
    assert "1 of 52 cards have no tag: Ks" in texts


def test_a_whole_deck_counts_52_of_52(good: dict[str, str]) -> None:
    counted = count(DeckFile(id="red", cards=good), good)
    assert (counted.found, counted.of, counted.whole) == (52, 52, True)


def test_missing_twice_foreign_and_phantom(good: dict[str, str]) -> None:
    tags = list(good)
    phantom = f"{int(tags[3], 16) | int(tags[4], 16):016X}"
    counted = count(DeckFile(id="red", cards=good), [*tags[1:], tags[5], "E00401500000FFFF", phantom])
    assert not counted.whole
    assert (counted.missing, counted.twice) == (["As"], [good[tags[5]]])
    assert (counted.foreign, counted.phantoms) == (["E00401500000FFFF"], [phantom])


def test_a_deck_is_written_and_read_again(tmp_path: Path, good: dict[str, str]) -> None:
    deck = DeckFile(id="red-7", back="red", cards=good)
    save_deck(deck, tmp_path / "deck.toml")
    assert load_deck(tmp_path / "deck.toml") == deck
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deck.toml"]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('id = "a"\n[cards]\nE00 = "As"', 3, "[cards] has a tag that is none"),
        (
            'id = "a"\n[cards]\nE004015012345670 = "Ks"\nE004015012345678 = "1s"',
            4,
            "[cards] has a card that is none",
        ),
        ("[cards]", 1, "needs `id`"),
        ('id = "a b"\n[cards]', 1, "`id` is 1 to 32"),
        ('id = "a"\n[cards]\nE004015012345678 = ', 3, "Invalid value"),
    ],
)
def test_a_deck_file_with_a_mistake_is_named_with_its_line(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DeckError) as refused:
        load_deck(path)
    assert str(refused.value).startswith(f"{path}:{line}: ")
    assert says in str(refused.value)


def test_a_deck_that_no_file_may_hold_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="`id` is 1 to 32"):
        save_deck(DeckFile(id='red" = 7', cards={}), tmp_path / "deck.toml")
    assert list(tmp_path.iterdir()) == []
