"""Decks in the configuration: the shoe's deck is told by the first tag of a hand."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from controller.config import ConfigError, load_config
from controller.daemon.shoe_decks import ShoeDecks
from controller.deck import DeckFile, save_deck
from controller.table.events import CardDrawn, HandStarted
from controller.table.ranks import NEW_DECK_ORDER


def deck(name: str, seed: int) -> DeckFile:
    chance = random.Random(seed)
    cards = {f"E0040150{chance.getrandbits(32):08X}": card for card in NEW_DECK_ORDER}
    return DeckFile(id=name, back=name, cards=cards)


RED, BLUE = deck("red", 1), deck("blue", 2)


def tag_of(held: DeckFile, card: str) -> str:
    return next(tag for tag, its in held.cards.items() if its == card)


def with_decks(config: Path, *names: str) -> None:
    listed = ", ".join(f'"{name}"' for name in names)
    text = config.read_text("utf-8").replace("denominations =", f"decks = [{listed}]\ndenominations =", 1)
    config.write_text(text, "utf-8")


def test_the_board_shows_the_cards_of_an_enrolled_deck(table: Any, hand: Any) -> None:
    save_deck(RED, table.folder / "red.toml")
    save_deck(BLUE, table.folder / "blue.toml")
    with_decks(table.config, "red.toml", "blue.toml")
    table.plug_all()
    table.start()
    table.wait_up()
    for held, button in ((BLUE, 6), (RED, 1)):
        events = [
            {**event, "tag": tag_of(held, hand.deck()["cards"][event["tag"]])} if event.get("tag") else event
            for event in hand.events(button, to="flop")
        ]
        table.play(events)
        view = hand.wait_for(
            lambda: (state := table.state())["view"]["street"] == "flop" and state["view"],
            "the flop on the page",
        )
        assert view["board"] == hand.cards[13:16]
        table.play([{"type": "hand.end"}])
    table.wait_safe()
    assert table.state()["alerts"] == []
    table.stop()
    assert not any(tag in table.output() for tag in [*RED.cards, *BLUE.cards])


def at(t: float, tag: str | None) -> CardDrawn:
    return CardDrawn(t=t, tag=tag)


def test_a_tag_of_another_deck_changes_it_at_the_start_of_a_hand_only() -> None:
    decks = ShoeDecks([RED, BLUE])
    red, blue = tag_of(RED, "As"), tag_of(BLUE, "Kd")
    assert decks.before({"type": "card.draw", "tag": None}) is None
    told = decks.before({"type": "card.draw", "tag": red})
    assert told is not None
    assert (told["id"], told["cards"]) == ("red", RED.cards)
    decks.restore(RED.cards)
    decks.heard(at(1.0, red))
    assert decks.before({"type": "card.seen", "tag": blue, "zone": "board"}) is None
    decks.heard(HandStarted(t=2.0, button=1))
    changed = decks.before({"type": "card.seen", "tag": blue, "zone": "seat:1"})
    assert changed is not None
    assert changed["id"] == "blue"
    assert decks.before({"type": "card.gone", "tag": blue, "zone": "seat:1"}) is None
    assert decks.before({"type": "card.draw", "tag": "E00401500000FFFF"}) is None


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("nowhere.toml",), "nowhere.toml: cannot be read: No such file"),
        (("roll.toml",), "read at once give"),
        (("red.toml", "twin.toml"), "twin.toml: has tags of red too"),
    ],
)
def test_a_deck_that_must_not_be_used_is_refused_by_its_place(
    table: Any, names: tuple[str, ...], says: str
) -> None:
    save_deck(RED, table.folder / "red.toml")
    save_deck(DeckFile(id="twin", cards=RED.cards), table.folder / "twin.toml")
    roll = {f"{0xE004015012345600 + n:016X}": card for n, card in enumerate(NEW_DECK_ORDER)}
    save_deck(DeckFile(id="roll", cards=roll), table.folder / "roll.toml")
    with_decks(table.config, *names)
    with pytest.raises(ConfigError) as refused:
        load_config(table.config)
    assert refused.value.key == f"table.decks[{len(names) - 1}]"
    assert says in refused.value.problem
