"""What the screens never show: cards and rankings of hands that were not tabled, and pots that are not told."""

from __future__ import annotations

import msgspec

from tests.table.houses import clauses, every_house
from tests.table.showdowns import ACES, KINGS, QUEENS, called, checked, fives, shown

LIVE = (
    "deltin 67(1)", "dpc Etiquette 67(1)", "english-arabic 37(1)", "tda-2024 67(1)",
)  # fmt: skip
UNTABLED = (
    "deltin 67(3)", "dpc Etiquette 67(3)", "english-arabic 37(3)", "tda-2024 67(3)",
)  # fmt: skip
HANDS = {1: ACES, 2: QUEENS, 3: KINGS}


def told(scene) -> str:
    """Return all that the table shows and says now, as text; a page asks for its keys in order."""
    in_order = msgspec.json.Encoder(order="deterministic").encode
    return (in_order(scene.engine.view()) + msgspec.json.encode(scene.out)).decode()


@clauses(*LIVE)
@every_house()
def test_no_card_of_a_live_or_mucked_hand_is_shown_at_any_time(house):
    scene = called(house, HANDS)
    hidden = [*ACES, *QUEENS, *KINGS]
    assert not [card for card in hidden if card in told(scene)]
    scene.mucks(2)
    assert not [card for card in hidden if card in told(scene)]
    scene.award(1, 1100)
    assert not [card for card in hidden if card in told(scene)]
    assert not [card for card in hidden if card in told(scene.end())]


@clauses(*UNTABLED)
@every_house()
def test_a_hand_that_is_not_tabled_is_neither_ranked_nor_named_a_winner(house):
    scene = checked(house, HANDS).tables(2).tables(3)
    view = shown(scene)
    assert [pot.winners for pot in view.pots] == [None]
    assert set(fives(scene)) == {2, 3}
    assert not [card for card in ACES if card in told(scene)]
    assert [pot.winners for pot in shown(scene.tables(1)).pots] == [[3]]


@every_house()
def test_the_screens_tell_no_amount_of_a_pot_at_no_limit(house):
    scene = checked(house, HANDS).tables(1).tables(2).tables(3)
    view = scene.engine.view()
    assert (view.pot, [pot.amount for pot in view.showdown.pots]) == (None, [None])
