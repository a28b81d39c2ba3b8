"""Seats that are away or on a penalty are dealt to; when their hands die is the house's."""

from __future__ import annotations

import pytest

from controller.table.outputs import Action
from controller.testkit.scene import Scene
from tests.table.houses import clauses, in_houses, only_finding

AT_THE_DEAL = ("deltin", "english-arabic", "dpc", "tda-2024", "upt")
"""Houses that kill an absent player's hand when the last card is dealt."""
PENALTY = ("deltin", "english-arabic", "dpc", "tda-2024")
"""Houses that deal a penalised seat in and kill its hand."""
present_at_the_deal = in_houses(
    deltin="30", english_arabic="28", dpc="Player Present 1", tda_2024="30", upt="15-13"
)
dealt_and_killed = in_houses(deltin="71C", english_arabic="36C", dpc="Etiquette 71C", tda_2024="71C")


@present_at_the_deal
def test_who_is_away_at_the_last_card_has_a_dead_hand_and_leaves_his_blind(
    house: str, cites: list[str]
) -> None:
    scene = Scene(house, states={2: "absent"}, ante=10).deal().wait(1)
    assert scene.kinds() == ["hand.absent"]
    found = scene.found("hand.absent")
    assert (found.seat, found.remedy, found.level) == (2, "kill_hand", "dealer")
    assert found.cites[:1] == cites
    assert scene.actions() == [(2, "dead", 100)]
    scene.calls(3, 4).folds(5, 6).calls(1).sweep().award(1, 460).end()
    hand = scene.hands()[0]
    assert hand.pots[0].amount == 460
    assert 2 not in hand.pots[0].seats
    assert hand.stacks[2] == 9_890


@present_at_the_deal
def test_who_is_back_before_the_last_card_has_a_live_hand(house: str, cites: list[str]) -> None:
    scene = Scene(house, states={5: "absent"}).deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5])
    scene.event("seat", seat=5, state="in").card("seat:6").calls(3, 4, 5).wait(1)
    assert scene.findings() == []
    assert (5, "call", 100) in scene.calls(6).actions()


@pytest.mark.parametrize("book", AT_THE_DEAL)
def test_who_leaves_before_the_last_card_has_a_dead_hand(book: str) -> None:
    scene = Scene(book).deal([1, 2, 3, 4, 5, 6]).event("seat", seat=4, state="absent")
    scene.deal([1, 2, 3, 4, 5, 6]).wait(1)
    assert [(f.kind, f.seat) for f in scene.findings()] == [("hand.absent", 4)]


@pytest.mark.parametrize("book", AT_THE_DEAL)
def test_who_leaves_or_returns_after_the_last_card_changes_nothing(book: str) -> None:
    scene = Scene(book, states={5: "absent"}).deal().wait(1).event("seat", seat=5, state="in")
    scene.event("seat", seat=4, state="absent").calls(3, 4).wait(1)
    assert scene.kinds() == ["hand.absent"]
    scene.says(5, "call").calls(6, 1)
    assert not [a for a in scene.actions() if a[:2] == (5, "call")]


@dealt_and_killed
def test_a_penalised_seat_is_dealt_to_and_killed_after_the_deal(house: str, cites: list[str]) -> None:
    """The big blind serves a penalty: two cards, the blind posted, then the hand is dead."""
    scene = Scene(house, states={2: "penalty"}, blinds=(200, 400)).deal().wait(1)
    assert [(f.kind, f.level) for f in scene.findings()] == [("seat.penalty_hand", "info")]
    found = scene.found("seat.penalty_hand")
    assert (found.seat, found.remedy, found.cites[:1]) == (2, "kill_hand", cites)
    assert scene.actions() == [(2, "dead", 400)]
    assert len(scene.hole[2]) == 2


@dealt_and_killed
def test_a_penalised_seat_that_is_passed_over_was_dealt_out(house: str, cites: list[str]) -> None:
    scene = Scene(house, states={2: "penalty"}).deal([1, 3, 4, 5, 6] * 2).event("deal.end")
    found = scene.found("misdeal.seat_dealt_out")
    assert (found.seat, found.remedy, found.facts["state"]) == (2, "redeal", "penalty")


@clauses("tda-2024 71C")
def test_a_penalised_small_blind_pays_the_blind_and_its_ante() -> None:
    scene = Scene("tda-2024", states={1: "penalty"}, blinds=(300, 600), ante=50).deal().wait(1)
    scene.folds(3, 4, 5, 6).end()
    assert scene.hands()[0].stacks[1] == 9_650
    assert (1, "dead", 300) in scene.actions()


@pytest.mark.parametrize("book", [*PENALTY, "upt"])
def test_the_cards_of_a_dead_seat_are_swept_up_and_nobody_folds(book: str) -> None:
    scene = Scene(book, states={4: "absent"}).deal().wait(1).mucks(4).calls(3, 5, 6)
    assert scene.kinds() == ["hand.absent"]
    assert scene.actions("preflop")[:2] == [(4, "dead", 0), (3, "call", 100)]
    assert not [a for a in scene.actions() if a[:2] == (4, "fold")]


@clauses("invitational 3.1 s2", "invitational 3.1 s3-4")
def test_the_home_tournament_waits_a_minute_for_an_absent_player_in_his_turn() -> None:
    """3.1: 60 seconds, then the hand dies; no kill at the deal (A21)."""
    scene = Scene("invitational", states={4: "absent"}).deal().wait(1)
    assert scene.findings() == []
    assert scene.engine.view().seats[3].state == "absent"
    assert scene.engine.view().seats[3].in_hand
    scene.calls(3).wait(59)
    assert scene.findings() == []
    scene.wait(2)
    found = scene.found("hand.absent")
    assert (found.seat, found.remedy, found.cites) == (4, "kill_hand", ["3.1"])
    assert (4, "dead", 0) in scene.calls(5, 6).actions()


@clauses("invitational 3.1 s3-4")
def test_who_is_back_within_the_minute_plays_his_hand() -> None:
    scene = Scene("invitational", states={4: "absent"}).deal().calls(3).wait(58.5)
    scene.event("seat", seat=4, state="in").wait(30).calls(4).calls(5)
    assert scene.findings() == []
    assert (4, "call", 100) in scene.actions()


@clauses("invitational 3.1 s3-4")
def test_invitational_waits_from_when_he_goes_where_he_goes_in_his_turn() -> None:
    scene = (
        Scene("invitational").deal().calls(3).pushes(3, 100).event("seat", after=10, seat=4, state="absent")
    )
    assert scene.wait(59).kinds() == []
    found = scene.wait(1).found("hand.absent")
    assert (found.seat, found.remedy, found.cites) == (4, "kill_hand", ["3.1"])


@clauses("invitational 3.1 s5", "invitational 3.1 s6", "invitational 3.1 s7")
def test_a_killed_absentee_is_marked_out_folds_at_once_next_time_and_clears_it_by_coming_back() -> None:
    scene = Scene("invitational", states={4: "absent"}).deal().calls(3).wait(61)
    assert [note.seat for note in scene.notes("seat.absent_killed")] == [4]
    scene.folds(5, 6, 1).end()
    assert [(note.seat, note.cites) for note in scene.notes("seat.absent_killed")] == [(4, ["3.1"])]

    scene.start(1).deal().wait(2)
    found = scene.found("hand.absent", 2)
    assert (found.hand, found.seat, found.remedy) == (2, 4, "kill_hand")
    scene.folds(5, 6, 1, 2).end()

    scene.event("seat", seat=4, state="in").event("seat", seat=4, state="absent")
    assert scene.notes("seat.absent_killed") == []
    scene.start(2).deal().calls(5, 6, 1, 2, 3).wait(59)
    assert len([f for f in scene.findings() if f.kind == "hand.absent"]) == 2
    scene.wait(2)
    assert scene.found("hand.absent", 3).hand == 3


@clauses("invitational 3.1 s6")
def test_the_cards_of_an_out_seat_may_not_go_before_its_turn() -> None:
    scene = Scene("invitational", states={5: "absent"}).deal().calls(3, 4).wait(61).folds(6, 1).end()
    scene.start(1).deal().mucks(5).calls(4)
    found = scene.found("turn.out_of_turn_fold")
    assert (found.seat, found.hand) == (5, 2)


@clauses("invitational 3.1 s1", "invitational 2.7")
@pytest.mark.parametrize("state", ["absent", "late"])
def test_the_home_tournament_deals_to_who_is_away_and_takes_the_blind(state: str) -> None:
    scene = Scene("invitational", states={1: state}).deal().folds(3, 4, 5, 6).wait(1)
    assert scene.findings() == []
    scene.wait(61).end()
    assert scene.kinds() == ["hand.absent"]
    assert scene.hands()[0].stacks[2] == 10_050


@in_houses(invitational="9.6(h); 9.6; 3.1 s1", upt="3 Misdeals 2(e); 3 Misdeals 2(f); 3 Misdeals 2; 15-7")
@pytest.mark.parametrize("state", ["absent", "late"])
def test_an_absent_seat_that_gets_no_card_was_dealt_out(house: str, cites: list[str], state: str) -> None:
    scene = Scene(house, states={4: state}).deal([1, 2, 3, 5, 6] * 2).event("deal.end")
    found = scene.found("misdeal.seat_dealt_out")
    assert (found.seat, found.remedy, found.cites) == (4, "redeal", cites)


@clauses("upt 15-4", "upt 15-6", "upt 15-7", "invitational 2.7")
@pytest.mark.parametrize(
    ("house", "seat", "blind"), [("upt", 2, 200), ("upt", 1, 100), ("invitational", 1, 100)]
)
@pytest.mark.parametrize("state", ["absent", "late"])
def test_a_stack_whose_player_never_came_is_blinded(house: str, seat: int, blind: int, state: str) -> None:
    scene = Scene(house, stacks=2_000, blinds=(100, 200), states={seat: state}).deal()
    posts = [(o.seat, o.to) for o in scene.out if isinstance(o, Action) and o.action == "post"]
    assert (seat, blind) in posts
    scene.calls(3).folds(4, 5, 6).wait(61).end()
    assert scene.hands()[0].stacks[seat] == 2_000 - blind


@clauses("invitational 2.7")
def test_an_unsold_stack_that_was_taken_off_is_not_dealt_to() -> None:
    scene = Scene("invitational", states={5: "absent"}, start=False).event("seat", seat=5, state="empty")
    scene.start().deal([1, 2, 3, 4, 6] * 2).calls(3)
    assert scene.findings() == []


@clauses("invitational 2.6 s3")
@pytest.mark.parametrize("state", ["absent", "late"])
def test_a_late_stack_is_blinded_and_folded_in_its_turn_but_not_when_the_blind_put_it_all_in(
    state: str,
) -> None:
    late = Scene("invitational", stacks={**dict.fromkeys(range(1, 7), 2_000), 2: 1_500}, blinds=(100, 200),
                 states={2: state}).deal()  # fmt: skip
    late.calls(3, 4, 5, 6, 1).wait(61)
    assert (2, "dead", 200) in late.actions()
    short = Scene("invitational", stacks={**dict.fromkeys(range(1, 7), 2_000), 2: 150}, blinds=(100, 200),
                  states={2: state}).deal()  # fmt: skip
    short.calls(3, 4, 5, 6, 1).wait(61).sweep().flop().taps(1, 3)
    assert short.findings("floor", "dealer") == []
    assert 2 in short.engine.hand.live  # type: ignore[union-attr]


@in_houses(deltin="30", dpc="Player Present 1", english_arabic="28", tda_2024="30", upt="15-13")
def test_where_who_is_not_there_is_dealt_in_and_killed_a_late_stack_is_too(
    house: str, cites: list[str]
) -> None:
    """The seat's chips lie there: it posts the big blind, which stays in the pot."""
    scene = Scene(house, states={2: "late"}).deal().folds(3, 4, 5, 6).end()
    found = only_finding(scene)
    assert (found.kind, found.seat, found.remedy, found.cites) == ("hand.absent", 2, "kill_hand", cites)
    assert (scene.hands()[0].stacks[1], scene.hands()[0].stacks[2]) == (10_100, 9_900)


def test_a_late_player_who_comes_while_the_cards_are_dealt_plays_his_hand() -> None:
    scene = Scene("tda-2024", states={4: "late"}).deal([1, 2, 3, 4, 5, 6])
    scene.event("seat", seat=4, state="in").deal([1, 2, 3, 4, 5, 6]).calls(3, 4, 5)
    assert scene.findings() == []
    assert scene.actions() == [(3, "call", 100), (4, "call", 100)]


def test_a_raise_that_lacks_its_amount_is_waited_for_though_the_next_seat_is_marked_out():
    """Seat 4 is marked OUT in the first hand; in the second, seat 3 says "raise" and then puts out the chips."""
    scene = Scene("invitational", states={4: "absent"}, button=5).deal().calls(2).says(3, "raise", 300)
    scene.wait(61).mucks(4).folds(5, 6, 1, 2).award(3, 550).end()
    assert scene.kinds() == ["hand.absent"]
    scene.shuffle()
    scene.start(button=6).deal().says(3, "raise").pushes(3, 100, 100, 100).folds(5, 6)
    assert scene.kinds() == ["hand.absent", "hand.absent"]
    assert (3, "raise", 300) in scene.actions()
