"""Chips that the camera could not tell: play goes on behind them, and what the dealer keys later was there all along."""

from __future__ import annotations

import pytest

from controller.testkit.scene import Scene
from controller.testkit.spots import bets, facing, flop
from tests.table.houses import action_of, did, every_house

WORDS = pytest.mark.parametrize("without", [None, ["words"]], ids=["words keyed", "no words keyed"])


def untold(scene: Scene, seat: int) -> Scene:
    """A push whose chips the camera could not tell."""
    return scene.event("chips.push", seat=seat, chips=None)


def keyed(scene: Scene, seat: int, amount: int) -> Scene:
    """The dealer keys what lies before a seat."""
    return scene.event("chips.bet", seat=seat, amount=amount, by="dealer")


@WORDS
@pytest.mark.parametrize("uncalled", [0, 800])
@every_house()
def test_all_fold_to_a_bet_that_nobody_could_tell_and_the_pot_is_pushed(house, without, uncalled):
    scene = (
        untold(flop(house, seats=3, without=without), 1).wait(3).folds(2, 3).award(1, 1200 + uncalled).end()
    )
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert scene.actions("flop") == [(2, "fold", 0), (3, "fold", 0)]
    assert scene.hands()[0].stacks == {1: 100_800, 2: 99_600, 3: 99_600}


@WORDS
@every_house()
def test_chips_facing_a_bet_that_nobody_ever_keyed_were_the_call_once_the_street_is_over(house, without):
    scene = untold(facing(house, 800, seats=4, without=without), 2).wait(3).folds(3, 4)
    assert did(scene, 3) == ("fold", 0)
    assert [act for act in scene.actions("flop") if act[0] == 2] == []
    scene.sweep().street().taps(1).end()
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert did(scene, 2) == ("call", 800)
    assert scene.hands()[0].stacks == {1: 98_800, 2: 98_800, 3: 99_600, 4: 99_600}


@WORDS
@every_house()
def test_a_bet_that_was_called_before_the_dealer_keyed_it_is_what_he_keys(house, without):
    scene = untold(flop(house, seats=3, without=without), 1)
    bet_at = scene.t
    scene.says(2, "call", after=3.0)
    keyed(scene, 1, 800).pushes(2, 500, 100, 100, 100).says(3, "fold").sweep()
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert scene.actions("flop") == [(1, "bet", 800), (2, "call", 800), (3, "fold", 0)]
    assert action_of(scene, 1).t == bet_at


@every_house()
def test_what_came_behind_such_a_bet_is_ruled_once_it_is_keyed(house):
    scene = untold(flop(house, seats=4), 1).wait(3).pushes(2, *[100] * 6).wait(3).says(3, "fold")
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    keyed(scene, 1, 800).wait(1).says(4, "fold")
    assert [(f.kind, f.seat) for f in scene.findings()] == [("sensing.gap", 1), ("bet.undercall", 2)]
    assert did(scene, 1) == ("bet", 800)


@every_house()
def test_a_raise_that_was_raised_before_the_dealer_keyed_it_is_what_he_keys(house):
    scene = untold(facing(house, 800, seats=4), 2).wait(3)
    bets(scene, 3, "raise", 5000).wait(3).says(4, "fold")
    keyed(scene, 2, 2000).folds(1, 2).sweep()
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert scene.actions("flop")[1:] == [
        (2, "raise", 2000),
        (3, "raise", 5000),
        (4, "fold", 0),
        (1, "fold", 800),
        (2, "fold", 2000),
    ]


@WORDS
@pytest.mark.parametrize("how", ["saying call", "silently"])
@every_house()
def test_a_bet_that_was_called_and_never_keyed_leaves_only_what_cannot_be_known(house, without, how):
    scene = untold(flop(house, seats=4, without=without), 1).wait(3)
    if how == "saying call":
        scene.says(2, "call")
    scene.pushes(2, 500, 100, 100, 100).wait(3).folds(3, 4).sweep().street().taps(1, 2).sweep().street()
    scene.taps(1, 2).tables(1).tables(2).end()
    told = [f.kind for f in scene.findings("dealer", "floor")]
    assert told == []
    assert scene.hands()[0].stacks == {1: None, 2: None, 3: 99_600, 4: 99_600}


@every_house()
def test_a_raise_said_with_chips_that_nobody_could_tell_may_be_called(house):
    """The players see what lies there, so the call is not too soon."""
    scene = untold(facing(house, 800, seats=4).says(2, "raise"), 2).wait(3).says(3, "call").says(4, "fold")
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    keyed(scene, 2, 2000).says(1, "fold")
    assert scene.actions("flop")[1:] == [(2, "raise", 2000), (3, "call", 2000), (4, "fold", 0)]
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]


@every_house()
def test_a_limp_that_nobody_could_tell_was_the_call_when_the_big_blind_has_checked(house):
    scene = untold(Scene(house).deal(), 3).wait(3).calls(4).folds(5, 6, 1).taps(2).sweep().flop()
    assert scene.actions("preflop")[-3:] == [(3, "call", 100), (4, "call", 100), (2, "check", 100)]
    scene.taps(2, 3, 4).end()
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert scene.hands()[0].stacks == {1: 9950, 2: 9900, 3: 9900, 4: 9900, 5: 10_000, 6: 10_000}


@every_house()
def test_such_a_limp_that_somebody_raised_was_the_call_too(house):
    scene = untold(Scene(house).deal(), 3).wait(3)
    bets(scene, 4, "raise", 400).folds(5, 6, 1, 2).says(3, "call").pushes(3, 100, 100, 100).sweep().flop()
    assert [act for act in scene.actions("preflop") if act[1] != "fold"] == [
        (3, "call", 100),
        (4, "raise", 400),
        (3, "call", 400),
    ]
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]


@pytest.mark.parametrize("counts", [{}, {2: 800}, {2: 800, 4: 2000}, {4: 2000}], ids=str)
@every_house()
def test_who_called_behind_such_chips_and_folded_later_is_told_in_that_order(house, counts):
    """Nobody knows what seats 2 and 4 put out, nor so what the words of seat 3 between them come to: he folds behind both."""
    scene = untold(facing(house, 800, seats=5), 2).wait(3)
    scene.says(3, "call").pushes(3, 500, 100, 100, 100).wait(3)
    untold(scene, 4).wait(3).folds(5, 1, 2, 3)
    for seat, amount in counts.items():
        keyed(scene, seat, amount)
    scene.sweep().award(4, 5200 + 1200 * (4 in counts)).end()
    told = scene.actions("flop")
    for seat in (2, 3):
        assert [act for act in told if act[0] == seat] == [(seat, "call", 800), (seat, "fold", 800)]
    assert did(scene, 4) == (("raise", 2000) if 4 in counts else ("call", 800))
    assert scene.hands()[0].stacks == {1: 98_800, 2: 98_800, 3: 98_800, 4: 104_000, 5: 99_600}


@every_house()
def test_who_bet_and_folds_to_chips_that_nobody_could_tell_may_face_a_raise(house):
    scene = untold(facing(house, 800, seats=3), 2).wait(3).folds(3, 1)
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert did(keyed(scene, 2, 2000), 2) == ("raise", 2000)
    assert [f.kind for f in scene.award(2, 2800).end().findings()] == ["sensing.gap"]


@every_house()
def test_such_chips_that_turn_out_to_be_the_call_were_nothing_to_fold_to(house):
    scene = keyed(untold(facing(house, 800, seats=3), 2).wait(3).folds(3, 1), 2, 800)
    assert [f.kind for f in scene.findings()] == ["sensing.gap", "turn.nonstandard_fold"]


@every_house()
def test_a_fold_behind_a_bet_that_stays_unknown_is_told_when_its_street_is_over(house):
    """The call before it is never told: nobody knows how much it was."""
    scene = untold(flop(house, seats=4), 1).wait(3).says(2, "call").pushes(2, 500, 100, 100, 100).wait(3)
    untold(scene, 3).wait(3).folds(4).says(1, "call").folds(2)
    assert scene.actions("flop") == [(4, "fold", 0)]
    scene.sweep().street().taps(1, 3).end()
    assert [act[:2] for act in scene.actions("flop")] == [(4, "fold"), (2, "fold")]
    assert [f.kind for f in scene.findings("dealer", "floor")] == []


@every_house("english-arabic", "invitational", "upt")
def test_chips_of_a_hand_that_its_own_act_killed_are_counted_late_without_harm(house):
    """The button calls on one card, which is dead by that, with chips that nobody could tell."""
    scene = Scene(house).deal([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]).wait(1.5).folds(3, 4, 5)
    keyed(untold(scene, 6), 6, 100).folds(1).award(2, 250).end()
    (hand,) = scene.hands()
    assert hand.stacks[2] == 10_150
    assert hand.stacks[6] in (None, 9_900)
    assert "pot.award_wrong" not in scene.kinds()


@pytest.mark.parametrize("counted", [None, 100, 75])
@every_house()
def test_a_blind_put_out_when_it_was_reminded_of_is_a_post_though_nobody_could_tell_it(house, counted):
    scene = untold(Scene(house).post(1, 25, 25).deal().says(3, "call"), 2)
    scene = scene if counted is None else keyed(scene, 2, counted)
    scene.folds(4, 5, 6, 1).taps(2).sweep()
    assert [f.kind for f in scene.findings("floor", "dealer")] == ["blind.missing"]
    assert did(scene, 2, "preflop") == ("check", 100)


@every_house()
def test_the_rest_of_a_blind_that_the_camera_was_not_sure_of_is_no_act(house):
    """Half of it, which may as well be three quarters; the other half comes with the first card."""
    half, more = {"25": 2}, {"25": 3}
    scene = Scene(house).post(1, 25, 25)
    scene.event(
        "chips.push",
        seat=2,
        chips=half,
        alternatives=[{"chips": half, "p": 0.96}, {"chips": more, "p": 0.03}],
    )
    scene.card("seat:1").pushes(2, 25, 25, after=0.3).deal([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    scene.calls(3, 4, 5, 6, 1).taps(2).sweep().flop().taps(1)
    assert scene.findings("floor", "dealer") == []
    assert did(scene, 2, "preflop") == ("check", 100)


@pytest.mark.parametrize("counted", [None, 1200])
@pytest.mark.parametrize("said", [("call", None), ("raise", 1200)])
@every_house()
def test_chips_that_follow_words_behind_the_next_players_are_no_act_though_nobody_could_tell_them(
    house, said, counted
):
    scene = bets(facing(house, 400), 2, "raise", 1200) if said[0] == "call" else facing(house, 400).folds(2)
    untold(scene.says(3, *said).says(4, "call", after=0.8), 3)
    scene = scene if counted is None else keyed(scene, 3, counted)
    scene.folds(5, 6, 1)
    assert scene.findings("floor", "dealer") == []
    assert (did(scene, 3), did(scene, 4)) == ((said[0], 1200), ("call", 1200))


@pytest.mark.parametrize("counted", [None, 1200])
@every_house("upt")
def test_an_undercall_made_good_behind_the_next_player_is_the_call_though_nobody_could_tell_it(
    house, counted
):
    scene = bets(facing(house, 400), 2, "raise", 1200).pushes(3, 500, 100).wait(2.5).folds(4)
    untold(scene, 3)
    scene = scene if counted is None else keyed(scene, 3, counted)
    scene.folds(5, 6, 1, 2).award(3, 6 * 400 + 400 + 1200 + 1200).end()
    assert scene.kinds() == ["bet.undercall"]
    assert scene.hands()[0].stacks[3] == 100_000 + 5 * 400 + 400 + 1200


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("first", [True, False])
@every_house()
def test_a_motion_that_the_camera_lost_for_a_moment_is_one_though_it_could_not_tell_all_its_chips(
    house, first, named
):
    """A raise from 1,000 to 3,000, in one motion seen as two, of which the first or the second could not be told."""
    halves: list[dict[str, int] | None] = [{"1000": 2}, {"500": 2}]
    halves[0 if first else 1] = None
    scene = facing(house, 1000).event("chips.push", after=2.0, seat=2, chips=halves[0])
    began = round(scene.t + 0.3, 6)
    scene.event("chips.push", after=1.5, seat=2, chips=halves[1], started=began)
    lies = {"chips": {"1000": 2, "500": 2}} if named else {"amount": 3000}
    scene.event("chips.bet", seat=2, by="dealer", **lies).wait(2.5).says(3, "fold")
    assert scene.kinds() == []
    assert did(scene, 2) == ("raise", 3000)


@WORDS
@pytest.mark.parametrize("who", ["behind it", "who pushed it"])
@every_house()
def test_an_all_in_for_less_than_a_bet_met_by_untold_chips_is_told_once(house, who, without):
    short, deep = (2, 3) if who == "who pushed it" else (3, 2)
    stacks = {1: 50_000, deep: 50_000, short: 700, 4: 50_000}
    scene = (
        flop(house, seats=4, stacks=stacks, without=without).says(1, "bet", 800).pushes(1, 500, 100, 100, 100)
    )
    untold(scene, 2).wait(3)
    if who == "behind it":
        scene.says(3, "all_in").pushes(3, 100, 100, 100)
    else:
        scene.says(3, "call").pushes(3, 500, 100, 100, 100)
    scene.folds(4).sweep()
    assert [f.kind for f in scene.findings("floor", "dealer")] == []
    assert sorted(scene.actions("flop")) == sorted(
        [(1, "bet", 800), (deep, "call", 800), (short, "call", 300), (4, "fold", 0)]
    )
    assert scene.end().hands()[0].stacks == {1: 48_800, deep: 48_800, short: 0, 4: 49_600}


@every_house()
def test_who_met_untold_chips_and_then_puts_in_all_that_he_has_is_all_in(house):
    """Seat 2's chips were a call. Seat 3 called too, seat 4 raises, and seat 3 calls that with its last 1,000."""
    scene = flop(house, seats=4, stacks={1: 50_000, 2: 50_000, 3: 2200, 4: 50_000})
    scene.says(1, "bet", 800).pushes(1, 500, 100, 100, 100)
    untold(scene, 2).wait(3).says(3, "call").pushes(3, 500, 100, 100, 100)
    scene.says(4, "raise", 5000).pushes(4, 5000).folds(1, 2).says(3, "call").pushes(3, 1000)
    hand = scene.pulls(4, 1000, 1000, 1000, 100, 100).sweep().end().hands()[0]
    assert hand.stacks == {1: 48_800, 2: 48_800, 3: 0, 4: 47_800}


@every_house()
def test_who_folds_such_chips_to_a_raise_may_have_raised_with_them_and_the_pot_is_not_judged(house):
    """Seat 2 raised to 2000, which nobody could tell: seat 3 gets 1200 more than a call would have left there."""
    scene = bets(untold(facing(house, 800, seats=3), 2).wait(3), 3, "raise", 5000).folds(1, 2)
    scene.award(3, 1200 + 800 + 2000 + 5000).end()
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert scene.hands()[0].stacks[1] == 98_800


@every_house()
def test_it_is_where_they_were_called_and_nobody_raised(house):
    scene = untold(facing(house, 800, seats=3), 2).wait(3).folds(3).sweep().street()
    scene = bets(scene, 1, "bet", 800).folds(2).award(1, 4400).end()
    assert [f.kind for f in scene.findings("dealer", "floor")] == ["pot.award_wrong"]


@every_house()
def test_what_was_said_with_such_chips_lies_there(house):
    """Seat 2 said "raise to 2000", seat 3 makes it 4000: 6000 more of seat 2 are the 8000 that he says."""
    scene = untold(facing(house, 800, seats=3).says(2, "raise", 2000), 2).wait(3)
    scene = bets(scene, 3, "raise", 4000).folds(1)
    scene = bets(scene, 2, "raise", 8000, has_in=2000).says(3, "fold").mucks(3)
    assert [f.kind for f in scene.findings()] == ["sensing.gap"]
    assert did(scene, 2) == ("raise", 8000)
