"""Cards found face up in the shoe, and cards that the dealer shows: one is mended, enough are a misdeal."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from tests.table.houses import clauses, every_house

BOXED = {
    "deltin": "35A(1)",
    "english-arabic": "33A(1)",
    "dpc": "Dealing 1A(1)",
    "upt": "3 Misdeals 2(c)",
    "tda-2024": "35A(1)",
}
"""Houses in which two boxed cards of the initial deal are a misdeal."""

SILENT_ON_ONE = ("deltin", "english-arabic", "dpc", "tda-2024")
"""Houses that say nothing of a single boxed card, or of a single later card exposed."""

FIRST_SHOWN = {
    "deltin": "35A(5)",
    "english-arabic": "33A(6)",
    "dpc": "Dealing 1A(5)",
    "invitational": "9.6(a)",
    "upt": "5 Holdem 1",
    "tda-2024": "35A(7)",
}
SEVERAL_SHOWN = FIRST_SHOWN | {"invitational": "9.6(b)"}
ROUND = [1, 2, 3, 4, 5, 6]


def hand_goes_on(scene: Scene) -> Scene:
    """Everybody calls to the flop and checks it down to the turn."""
    return scene.limp_to_flop().check_round().street().check_round()


# Boxed cards --------------------------------------------------------------------------------------


@clauses(
    "deltin 35A(1)", "english-arabic 33A(1)", "dpc Dealing 1A(1)", "upt 3 Misdeals 2(c)", "tda-2024 35A(1)"
)
@pytest.mark.parametrize(("book", "cite"), BOXED.items())
def test_the_second_boxed_card_of_the_deal_is_a_misdeal(book: str, cite: str) -> None:
    scene = Scene(book).deal(boxed=[4, 11]).wait(2)
    assert scene.kinds() == ["deal.boxed_card", "misdeal.boxed_cards"]
    first, second = scene.findings()
    assert (second.remedy, second.level, second.cites[0]) == ("redeal", "floor", cite)
    assert second.facts["replaces"] == first.id == "1:deal.boxed_card:1"
    assert second.facts["draws"] == [4, 11]
    assert second.facts["misdeal"] == "open"


@pytest.mark.parametrize("book", SILENT_ON_ONE)
def test_one_boxed_card_is_no_misdeal_and_the_floor_says_what_becomes_of_it(book: str) -> None:
    scene = Scene(book).deal(boxed=[5])
    assert scene.kinds() == ["deal.boxed_card"]
    found = scene.found("deal.boxed_card")
    assert (found.seat, found.remedy, found.level, found.cites) == (5, "floor", "floor", [])
    assert (found.facts["draw"], found.facts["silent"], found.facts["misdeal"]) == (5, True, "none")
    assert hand_goes_on(scene).kinds() == ["deal.boxed_card"]


def test_the_home_tournament_has_no_number_of_boxed_cards() -> None:
    scene = Scene("invitational").deal(boxed=[3, 7])
    assert scene.kinds() == ["deal.boxed_card", "deal.boxed_card"]
    assert {f.remedy for f in scene.findings()} == {"floor"}


@pytest.mark.parametrize(("book", "cite"), BOXED.items())
def test_a_third_boxed_card_says_nothing_that_the_second_did_not(book: str, cite: str) -> None:
    scene = Scene(book).deal(boxed=[2, 4, 9]).event("deal.end")
    assert scene.kinds() == ["deal.boxed_card", "misdeal.boxed_cards"]


def test_a_boxed_card_is_told_as_it_leaves_the_shoe() -> None:
    scene = Scene("deltin").deal([1, 2, 3]).event("card.draw", tag="Jk2", face="up")
    found = scene.found("deal.boxed_card")
    assert (found.t, found.street, found.evidence) == (scene.t, "deal", [scene.line])


@clauses("upt 3 Irregularities 7 s2-3")
@pytest.mark.parametrize("aside", [None, "muck", "seat:4"])
def test_the_tour_lays_a_boxed_card_aside_and_gives_the_next_one(aside: str | None) -> None:
    """3 Irregularities 7: a scrap of paper, wherever it lies."""
    scene = Scene("upt").deal([1, 2, 3]).card(aside, face="up").deal([4, 5, 6, *ROUND]).event("deal.end")
    assert scene.kinds() == ["deal.boxed_card"]
    found = scene.found("deal.boxed_card")
    assert (found.seat, found.remedy, found.level) == (4, "replace_card", "dealer")
    assert found.cites == ["3 Irregularities 7"]
    assert hand_goes_on(scene).kinds() == ["deal.boxed_card"]
    assert not [f for f in scene.findings() if f.kind == "sensing.gap"]


@clauses("upt 3 Irregularities 7 s2-3")
@pytest.mark.parametrize("aside", [None, "muck", "seat:4"])
def test_the_tour_serves_the_seat_after_the_round_where_the_next_card_was_mixed_in(aside: str | None) -> None:
    scene = Scene("upt").deal([1, 2, 3]).card(aside, face="up").deal([5, 6, 4, *ROUND])
    assert hand_goes_on(scene.event("deal.end")).kinds() == ["deal.boxed_card"]


def test_the_tour_replaces_a_boxed_card_of_the_second_round() -> None:
    scene = Scene("upt").deal([*ROUND, 1, 2, 3]).card("muck", face="up").deal([5, 6, 4]).event("deal.end")
    assert hand_goes_on(scene).kinds() == ["deal.boxed_card"]


def test_the_tour_replaces_the_last_card_of_the_deal() -> None:
    scene = Scene("upt").deal([*ROUND, 1, 2, 3, 4, 5]).card(None, face="up").card("seat:6").event("deal.end")
    assert hand_goes_on(scene).kinds() == ["deal.boxed_card"]
    assert scene.found("deal.boxed_card").seat == 6


def test_a_boxed_card_in_the_muck_folds_nobody() -> None:
    scene = Scene("upt").deal([1, 2, 3]).card("seat:4", face="up")
    boxed = scene.hole[4].pop()
    scene.move(boxed, "seat:4", "muck").deal([4, 5, 6, *ROUND]).calls(3).wait(3)
    assert scene.actions() == []
    assert scene.calls(4).actions() == [(3, "call", 100)]
    assert scene.kinds() == ["deal.boxed_card"]


@clauses("upt 3 Irregularities 7 s1", "upt 3 Misdeals 2(c)")
@pytest.mark.parametrize("aside", [None, "muck"])
def test_a_boxed_card_on_the_tours_river_place_is_no_river_card(aside: str | None) -> None:
    """3 Irregularities 7 s1, 3 Misdeals 2(c): found after two players acted it is replaced, no misdeal."""
    scene = Scene("upt").deal([1, 2, 3]).card(None, face="up").deal([4, 5, 6, *ROUND])
    hand_goes_on(scene).burn().card(aside, face="up").card("board").check_round().end()
    assert scene.kinds() == ["deal.boxed_card", "deal.boxed_card"]
    assert scene.found("deal.boxed_card", 2).remedy == "replace_card"
    assert scene.hands()[0].board == scene.board


def test_a_boxed_burn_is_replaced_by_the_tour() -> None:
    scene = Scene("upt").deal()
    hand_goes_on(scene).card(None, face="up").street().check_round().end()
    assert scene.kinds() == ["deal.boxed_card"]
    assert scene.hands()[0].board == scene.board


@pytest.mark.parametrize("book", SILENT_ON_ONE)
def test_a_boxed_card_after_the_deal_is_no_misdeal(book: str) -> None:
    scene = Scene(book).deal(boxed=[3])
    hand_goes_on(scene).burn().card("board", face="up")
    assert scene.kinds() == ["deal.boxed_card", "deal.boxed_card"]
    assert scene.found("deal.boxed_card", 2).facts["misdeal"] == "none"


# Cards that the dealer shows ----------------------------------------------------------------------


@clauses(
    "deltin 35A(5)",
    "english-arabic 33A(6)",
    "dpc Dealing 1A(5)",
    "invitational 9.6(a)",
    "invitational 9.1(a)",
    "invitational 9.1",
    "upt 5 Holdem 1 s1-2",
    "upt 3 Misdeals 2(a)",
    "tda-2024 35A(7)",
)
@pytest.mark.parametrize(("book", "cite"), FIRST_SHOWN.items())
@pytest.mark.parametrize("draw", [1, 2])
@pytest.mark.parametrize("by", ["dealer", "unknown"])
def test_the_first_or_second_card_shown_is_a_misdeal(book: str, cite: str, draw: int, by: str) -> None:
    scene = Scene(book).deal(shown=[draw], by=by)
    assert scene.kinds() == ["misdeal.exposed"]
    found = scene.found("misdeal.exposed")
    assert (found.seat, found.remedy, found.cites[0]) == (draw, "redeal", cite)
    assert found.facts["draws"] == [draw]


@clauses(
    "deltin 35A(5)",
    "english-arabic 33A(6)",
    "dpc Dealing 1A(5)",
    "invitational 9.6(b)",
    "invitational 9.1(c)",
    "upt 5 Holdem 1 s6",
    "upt 3 Misdeals 2(b)",
    "tda-2024 35A(7)",
)
@pytest.mark.parametrize(("book", "cite"), SEVERAL_SHOWN.items())
def test_two_later_cards_shown_are_a_misdeal(book: str, cite: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 4, 5, 6, 1, 2, 3], shown=[5, 9])
    assert scene.kinds() == ["deal.exposed_card", "misdeal.exposed"]
    first, second = scene.findings()
    assert (second.seat, second.remedy, second.cites[0]) == (3, "redeal", cite)
    assert second.facts["draws"] == [5, 9]
    assert second.facts["replaces"] == first.id


@pytest.mark.parametrize(("book", "cite"), SEVERAL_SHOWN.items())
def test_a_misdeal_by_exposure_is_told_once_however_many_are_shown(book: str, cite: str) -> None:
    assert Scene(book).deal(shown=[1, 5, 9]).kinds() == ["misdeal.exposed"]
    assert Scene(book).deal(shown=[3, 4, 5, 6]).kinds() == ["deal.exposed_card", "misdeal.exposed"]


@clauses("upt 3 Irregularities 12 s2-3")
@pytest.mark.parametrize("book", FIRST_SHOWN)
def test_a_card_that_its_player_shows_does_not_count(book: str) -> None:
    scene = Scene(book).deal(shown=[1, 2, 5, 9], by="player")
    assert scene.kinds() == []


@pytest.mark.parametrize("book", SILENT_ON_ONE)
def test_one_later_card_shown_is_left_to_the_floor_where_the_book_is_silent(book: str) -> None:
    scene = Scene(book).deal(shown=[5])
    found = scene.found("deal.exposed_card")
    assert (found.seat, found.remedy, found.cites, found.facts["silent"]) == (5, "floor", [], True)
    assert found.facts["draw"] == 5
    assert hand_goes_on(scene).kinds() == ["deal.exposed_card"]


@clauses("upt 3 Misdeals 2(a)", "upt 5 Holdem 1 s1-2")
@pytest.mark.parametrize("book", FIRST_SHOWN)
def test_after_a_seats_first_card_its_second_is_a_later_one(book: str) -> None:
    """upt 3 Misdeals 2(a): the first player's own second card alone is no misdeal."""
    assert Scene(book).deal([*ROUND, 1], shown=[7]).kinds() == ["deal.exposed_card"]


@pytest.mark.parametrize("book", FIRST_SHOWN)
def test_a_card_that_lands_face_up_on_a_seat_was_shown(book: str) -> None:
    scene = Scene(book).deal([1]).event("card.draw", tag="9h", face="down")
    scene.event("card.seen", after=0.2, tag="9h", zone="seat:2", face="up")
    assert scene.kinds() == ["misdeal.exposed"]
    assert scene.found("misdeal.exposed").evidence == [scene.line - 1, scene.line]


@pytest.mark.parametrize("book", FIRST_SHOWN)
def test_one_shown_card_seen_by_two_cameras_is_one(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3], shown=[3])
    scene.event("card.face", after=0.1, zone="seat:3", face="up", by="unknown")
    assert scene.kinds() == ["deal.exposed_card"]


def test_a_burn_before_the_deal_does_not_move_the_count() -> None:
    """invitational A1: the burn is no hole card."""
    scene = Scene("invitational").burn().deal(shown=[2])
    assert scene.kinds() == ["misdeal.exposed"]
    assert Scene("invitational").burn().deal([1, 2, 3], shown=[3]).kinds() == ["deal.exposed_card"]


# What becomes of one shown card -------------------------------------------------------------------


def shown_at(book: str, order: list[int]) -> tuple[Scene, str]:
    """The last card of ``order`` is shown by the dealer; return the scene and that card."""
    scene = Scene(book).deal(order, shown=[len(order)])
    return scene, scene.hole[order[-1]].pop()


def flop_without_burn(scene: Scene) -> Scene:
    """Everybody calls; three cards come and no further burn."""
    *callers, big = [*scene.entitled()[2:], *scene.entitled()[:2]]
    return scene.calls(*callers).taps(big).sweep().flop(burn=False).check_round()


@clauses("upt 5 Holdem 1 s3-5", "upt 3 Irregularities 12 s1", "upt 3 Misdeals 2(f)")
def test_the_tour_replaces_it_after_the_deal_and_it_is_the_flops_burn() -> None:
    """5 Holdem 1 s3-5, 3 Irregularities 13"""
    scene, card = shown_at("upt", [*ROUND, 1, 2, 3])
    scene.deal([4, 5, 6, 3]).move(card, "seat:3", "burn")
    found = scene.found("deal.exposed_card")
    assert (found.seat, found.remedy, found.level) == (3, "replace_with_burn", "dealer")
    assert found.cites == ["5 Holdem 1", "3 Irregularities 13"]
    flop_without_burn(scene).street().check_round().street().check_round().end()
    assert scene.kinds() == ["deal.exposed_card"]
    assert scene.hands()[0].board == scene.board


def test_the_tour_may_take_the_shown_card_away_before_the_replacement_comes() -> None:
    scene, card = shown_at("upt", [*ROUND, 1, 2, 3])
    scene.move(card, "seat:3", "burn").deal([4, 5, 6, 3])
    assert flop_without_burn(scene).kinds() == ["deal.exposed_card"]


@pytest.mark.parametrize("order", [[1, 2, 3], [*ROUND, 1, 2, 3, 4, 5, 6]])
def test_the_tour_replaces_an_early_and_the_very_last_card_alike(order: list[int]) -> None:
    scene, card = shown_at("upt", order)
    scene.deal([*[*ROUND, *ROUND][len(order) :], order[-1]]).move(card, f"seat:{order[-1]}", "burn")
    assert flop_without_burn(scene).kinds() == ["deal.exposed_card"]


@clauses("upt 5 Holdem 1 s3-5")
def test_at_the_tour_a_replacement_in_mid_deal_shifts_the_order() -> None:
    """5 Holdem 1: only once the deal is finished; 3 Misdeals 2(f)."""
    scene, card = shown_at("upt", [*ROUND, 1, 2, 3])
    scene.move(card, "seat:3", "burn").deal([3, 4, 5, 6]).event("deal.end")
    assert scene.kinds() == ["deal.exposed_card", "misdeal.sequence"]


@clauses("invitational 9.1(b)", "invitational 9.1")
def test_the_home_tournament_replaces_it_at_once_and_it_is_the_flops_burn() -> None:
    """9.1(b)"""
    scene, card = shown_at("invitational", [*ROUND, 1, 2, 3])
    scene.move(card, "seat:3", "burn").deal([3, 4, 5, 6])
    found = scene.found("deal.exposed_card")
    assert (found.seat, found.remedy, found.cites[0]) == (3, "replace_with_burn", "9.1(b)")
    flop_without_burn(scene).street().check_round().end()
    assert scene.kinds() == ["deal.exposed_card"]
    assert scene.hands()[0].board == scene.board


def test_the_home_tournament_keeps_the_shown_card_until_the_flop_if_it_likes() -> None:
    scene, card = shown_at("invitational", [1, 2, 3])
    scene.deal([3, 4, 5, 6, *ROUND]).move(card, "seat:3", "burn")
    assert flop_without_burn(scene).kinds() == ["deal.exposed_card"]


@clauses("invitational 9.1(b)")
@pytest.mark.parametrize("book", ["upt", "invitational"])
def test_a_burn_besides_the_shown_card_is_one_too_many(book: str) -> None:
    """9.1(b), 5 Holdem 1: the exposed card was already the burn."""
    scene, card = shown_at(book, [*ROUND, 1, 2, 3])
    if book == "invitational":
        scene.move(card, "seat:3", "burn").deal([3, 4, 5, 6])
    else:
        scene.deal([4, 5, 6, 3]).move(card, "seat:3", "burn")
    scene.limp_to_flop().wait(1)
    assert scene.kinds() == ["deal.exposed_card", "board.extra_burn"]


@pytest.mark.parametrize(("book", "cite"), SEVERAL_SHOWN.items())
def test_a_second_shown_card_after_the_first_was_replaced_is_a_misdeal(book: str, cite: str) -> None:
    scene, card = shown_at(book, [*ROUND, 1, 2, 3])
    if book == "invitational":
        scene.move(card, "seat:3", "burn").deal([3, 4, 5], shown=[3])
    else:
        scene.deal([4, 5], shown=[2])
    assert scene.kinds() == ["deal.exposed_card", "misdeal.exposed"]
    assert scene.found("misdeal.exposed").cites[0] == cite


@pytest.mark.parametrize("book", ["upt", "invitational"])
def test_a_replaced_card_is_in_nobodys_hand(book: str) -> None:
    """The seat plays its replacement: with both cards in the muck it has folded, not before."""
    scene, card = shown_at(book, [*ROUND, 1, 2, 3])
    if book == "invitational":
        scene.move(card, "seat:3", "burn").deal([3, 4, 5, 6])
    else:
        scene.deal([4, 5, 6, 3]).move(card, "seat:3", "burn")
    assert scene.wait(1).actions() == []
    assert scene.mucks(3).calls(4).actions() == [(3, "fold", 0)]


UNSIGNALLED = ["camera", "awards", "hands", "words", "faces"]


def boxed_second_card(*, lies: str | None, without: list[str]) -> Scene:
    """The second card, for seat 9, comes boxed; the dealer puts it ``lies`` and deals on without a ruling."""
    scene = Scene("tda-2024", seats=(2, 5, 9), button=2, without=without)
    return scene.card("seat:5").card(lies, face="up").wait(1)


@pytest.mark.parametrize("without", [[], UNSIGNALLED])
@pytest.mark.parametrize("lies", ["muck", None])
def test_a_boxed_card_that_the_dealer_lays_aside_unasked_calls_the_floor_once(lies, without):
    scene = boxed_second_card(lies=lies, without=without).deal((9, 2, 5, 9, 2)).wait(3)
    assert scene.kinds() == ["deal.boxed_card"]
    scene.folds(2, 5)
    assert (scene.engine.hands, scene.kinds()) == (1, ["deal.boxed_card"])


@pytest.mark.parametrize("without", [[], UNSIGNALLED])
def test_a_boxed_card_taken_from_its_seat_is_no_fold(without):
    scene = boxed_second_card(lies="seat:9", without=without)
    (boxed,) = scene.hole.pop(9)
    scene.move(boxed, "seat:9", "muck").deal((9, 2, 5, 9, 2)).wait(3).folds(2, 5)
    assert (scene.engine.hands, scene.kinds()) == (1, ["deal.boxed_card"])


@pytest.mark.parametrize("house", ["tda-2024", "deltin"])
def test_a_card_too_many_before_anybody_acts_begins_no_hand(house):
    scene = Scene(house, without=UNSIGNALLED).deal().card("seat:1").wait(3)
    assert scene.engine.hands == 1
    scene.folds(3, 4)
    assert (scene.engine.hands, len(scene.hands())) == (1, 0)
    assert scene.kinds() == ["misdeal.card_count"] if house == "tda-2024" else True


@every_house()
def test_the_first_of_two_boxed_cards_is_the_evidence_of_its_finding(house):
    scene = Scene(house).deal(boxed=[3])
    told = [f for f in scene.findings() if f.kind == "deal.boxed_card"]
    lines = [n for n, raw in enumerate(scene.log, 2) if raw["type"] == "card.draw" and raw["face"] == "up"]
    assert [f.evidence for f in told] == [lines]
