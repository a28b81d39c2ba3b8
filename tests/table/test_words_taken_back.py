"""Words keyed in error: taken back while cards are dealt, and just the words that were meant."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import did, every_house
from tests.table.stud_table import Stud
from tests.table.test_stud import HANDS

ORDER = [1, 2, 3, 4, 5, 6] * 2


def cancel(scene: Scene, seat: int, of: int | None = None) -> Scene:
    """The dealer takes words back: those of line ``of``, or the seat's last."""
    fields = {} if of is None else {"of": of}
    return scene.event("declare.cancel", seat=seat, **fields)


@pytest.mark.parametrize("seat", [3, 6])
@pytest.mark.parametrize("dealt", [3, 6, 11])
@every_house()
def test_all_in_keyed_by_mistake_while_cards_are_dealt_can_be_taken_back(house, dealt, seat):
    scene = Scene(house).deal(ORDER[:dealt]).says(seat, "all_in", after=0.3)
    scene.deal(ORDER[dealt : dealt + 2])
    cancel(scene, seat).deal(ORDER[dealt + 2 :]).wait(2).calls(3).folds(4, 5)
    scene.calls(6)
    assert scene.actions()[0] == (3, "call", 100)
    assert "misdeal.card_count" not in scene.kinds()
    scene.folds(1)
    assert did(scene, 6, "preflop") == ("call", 100)


def dealt_on(scene: Scene, seat: int) -> Scene:
    """The dealer takes back what he had keyed for ``seat`` in the middle of the deal, and deals on after a pause."""
    cancel(scene, seat).wait(3).deal(ORDER[7:]).wait(2).calls(3).folds(4, 5, 6, 1)
    folded = [(other, "fold", 0) for other in (4, 5, 6)]
    assert scene.end().actions() == [(3, "call", 100), *folded, (1, "fold", 50)]
    return scene


@pytest.mark.parametrize("seat", [3, 5])
@every_house()
def test_a_dealer_who_stops_dealing_to_take_a_slip_of_his_back_goes_on_with_the_deal(house, seat):
    scene = Scene(house).deal(ORDER[:7]).says(seat, "all_in", after=0.3)
    assert dealt_on(scene, seat).kinds() == []


@pytest.mark.parametrize("seat", [3, 5])
@every_house()
def test_a_deal_that_was_taken_to_be_over_by_a_slip_goes_on_once_it_is_taken_back(house, seat):
    scene = Scene(house).deal(ORDER[:7]).says(seat, "all_in", after=0.3).wait(4)
    wrong = scene.findings("floor", "dealer")
    assert wrong
    assert scene.found("misdeal.card_count") in wrong
    dealt_on(scene, seat)
    assert scene.findings("floor", "dealer") == wrong
    assert {f.id for f in wrong} == {f.facts["replaces"] for f in scene.findings() if "replaces" in f.facts}


@pytest.mark.parametrize("dealt", [2, 5])
@every_house()
def test_words_of_the_seat_that_acts_first_can_be_taken_back_all_through_the_deal(house, dealt):
    scene = Scene(house).deal(ORDER[:dealt]).says(3, "all_in", after=0.3).deal(ORDER[dealt:])
    assert scene.actions() == []
    cancel(scene, 3).calls(3).says(4, "fold")
    assert did(scene, 3, "preflop") == ("call", 100)
    assert scene.kinds() == []


@every_house()
def test_the_words_named_are_taken_back_and_not_the_last_ones(house):
    scene = facing(house, 400).says(2, "fold")
    fold = scene.line
    scene.says(2, "call")
    cancel(scene, 2, of=fold).says(3, "fold")
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_without_a_name_it_is_the_last_words(house):
    scene = facing(house, 400).says(2, "call").says(2, "amount", 1200)
    cancel(scene, 2).says(3, "fold")
    assert did(scene, 2) == ("call", 400)


@every_house()
def test_words_of_an_act_that_is_final_stay(house):
    scene = facing(house, 400).says(2, "call")
    call = scene.line
    scene.says(3, "raise", 1200)
    cancel(scene, 2, of=call).says(4, "fold")
    assert (did(scene, 2), did(scene, 3)) == (("call", 400), ("raise", 1200))


@pytest.mark.parametrize("house", ["deltin", "dpc", "tda-2024"])
def test_a_check_facing_a_bet_that_was_keyed_by_mistake_takes_no_right_to_raise(house):
    scene = facing(house, 400).says(2, "check")
    cancel(scene, 2, of=scene.line).says(2, "raise", 1500).says(3, "fold")
    assert did(scene, 2) == ("raise", 1500)


@every_house()
def test_an_act_that_was_taken_back_counts_towards_no_cut_off(house):
    scene = facing(house, 400)
    before = scene.engine.hand.judge.cutoff.actions
    cancel(scene.says(2, "raise", 1500), 2)
    assert scene.engine.hand.judge.cutoff.actions == before


# Words keyed to a neighbour, where it is open whose turn it is -----------------------------------------------


def slip(scene: Scene, seat: int, action: str, **fields: int) -> Scene:
    """The dealer keys words to a seat that did not speak, and takes them back at once."""
    return cancel(scene.says(seat, action, after=0.5, **fields), seat)


@pytest.mark.parametrize("house", ["dpc", "english-arabic", "tda-2024", "upt"])
def test_a_slip_right_after_the_last_card_of_a_street_of_stud_is_told_to_nobody(house):
    scene = slip(Stud(house, HANDS).third(), 3, "call").pushes(1, 5, 5, 5, 5).calls(2, 3).sweep()
    scene = slip(scene.deals(1, 2, 3), 1, "bet")
    assert scene.taps(3, 1).findings("floor", "dealer") == []


@pytest.mark.parametrize("house", ["dpc", "english-arabic", "tda-2024", "upt"])
def test_a_slip_to_who_brought_it_in_is_told_to_nobody_once_the_next_seat_has_acted(house):
    scene = Stud(house, HANDS).third().pushes(1, 5, 5, 5, 5).folds(2)
    assert slip(scene, 1, "call").calls(3).sweep().findings("floor", "dealer") == []


@every_house()
def test_a_slip_behind_words_of_a_dead_hand_is_told_to_nobody(house):
    """Seat 2 has folded and says once more that it calls; then the dealer's finger slips."""
    scene = facing(house, 400).folds(2).says(3, "call").says(2, "call")
    slip(scene, 5, "call").says(4, "call").says(5, "call").says(6, "fold")
    assert scene.kinds() == []
    assert [did(scene, seat) for seat in (3, 4, 5)] == [("call", 400)] * 3


@every_house()
def test_a_check_of_a_bet_that_was_keyed_in_error_is_told_to_nobody(house):
    scene = cancel(facing(house, 400).taps(2), 2).says(2, "call").folds(3, 4, 5, 6)
    assert scene.kinds() == []
    assert did(scene, 2) == ("call", 400)


@pytest.mark.parametrize("word", ["call", "fold", "raise"])
@every_house()
def test_nor_is_a_call_of_no_bet_or_a_fold_or_a_raise_to_none(house, word):
    scene = slip(flop(house), 1, word).taps(1, 2)
    assert scene.kinds() == []
    assert did(scene, 1, "flop") == ("check", 0)


@pytest.mark.parametrize(
    ("word", "kind"), [("call", "bet.invalid_declaration"), ("fold", "turn.nonstandard_fold")]
)
@every_house()
def test_it_is_told_where_it_is_not_taken_back(house, word, kind):
    scene = flop(house).says(1, word)
    said = scene.t
    assert [(found.kind, found.t) for found in scene.wait(3).findings()] == [(kind, said)]
