"""Any legal hand, whoever plays it: nothing is found, chips add up, and PokerKit counts the same.

PokerKit is the oracle: it says what is legal at every turn, and plays the same hand beside the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pokerkit import Automation, NoLimitTexasHoldem, StandardHighHand, State

from controller.table.outputs import Action, HandLine
from controller.table.view import TableView
from controller.testkit.scene import Scene
from controller.testkit.spots import chips

HOUSES = ("deltin", "dpc", "tda-2024")
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
)
QUICK = settings(
    max_examples=40,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
FEW = settings(QUICK, max_examples=10)


@dataclass(slots=True)
class Evening:
    """What the cards and chips of one hand are, before anybody acts."""

    house: str
    stacks: list[int]
    small: int
    big: int
    ante: int
    button: int
    seed: int


@dataclass(slots=True)
class Played:
    """One hand at the table and in the oracle, in step. Player ``i`` of the oracle sits in ``order[i]``."""

    evening: Evening
    scene: Scene
    oracle: State
    order: list[int]
    acts: list[tuple[int, str, int]] = field(default_factory=list)
    street_from: int = 0
    """How many acts there were when the street began."""
    pots: list[tuple[int, list[int]]] = field(default_factory=list)

    @property
    def seat(self) -> int | None:
        """The seat to act, by the oracle."""
        actor = self.oracle.actor_index
        return None if actor is None else self.order[actor]


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Two to six players, some of them short, none too short for the blinds.

    (Of a big blind that is all-in for less the oracle asks only that much; here the call stays a big blind.)
    """
    count = draw(st.integers(2, 6))
    big = draw(st.sampled_from([2, 20, 100, 400]))
    stack = st.one_of(st.integers(2, 6), st.integers(5, 60), st.integers(30, 300))
    return Evening(
        house=draw(st.sampled_from(HOUSES)),
        stacks=[draw(stack) * big + draw(st.integers(0, big - 1)) for _ in range(count)],
        small=big // 2,
        big=big,
        ante=draw(st.sampled_from([0, 0, big // 2])),
        button=draw(st.integers(1, count)),
        seed=draw(st.integers(0, 10_000)),
    )


def sit_down(evening: Evening) -> Played:
    """Deal the same cards at the table and in the oracle."""
    scene = Scene(
        evening.house,
        seats=len(evening.stacks),
        stacks=dict(enumerate(evening.stacks, 1)),
        blinds=(evening.small, evening.big),
        ante=evening.ante,
        button=evening.button,
        seed=evening.seed,
    ).deal()
    order = scene.entitled()
    oracle = NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        True,
        evening.ante,
        (evening.small, evening.big),
        evening.big,
        tuple(evening.stacks[seat - 1] for seat in order),
        len(order),
    )
    for seat in order:
        oracle.deal_hole("".join(scene.hole[seat]))
    return Played(evening, scene, oracle, order)


# Acting ------------------------------------------------------------------------------------------------


def act(played: Played, data: st.DataObject) -> None:
    """The seat to act does something legal, in one of the ways in which it is done."""
    oracle, seat = played.oracle, played.seat
    assert seat is not None
    actor = oracle.actor_index
    facing = oracle.checking_or_calling_amount > 0
    choices = ["call", "call"] if facing else ["check", "check"]
    choices += ["fold"] if facing else []
    choices += ["raise", "raise", "all_in"] if may_raise(played) else []
    choice = data.draw(st.sampled_from(choices))
    bet = oracle.bets[actor]
    if choice == "fold":
        fold(played, seat, bet, data)
    elif choice in ("check", "call"):
        check_or_call(played, seat, choice, bet, data)
    else:
        least = oracle.min_completion_betting_or_raising_to_amount
        most = oracle.max_completion_betting_or_raising_to_amount
        to = most if choice == "all_in" else data.draw(st.integers(least, most))
        wager(played, seat, bet, to, data)


def may_raise(played: Played) -> bool:
    """Whether a raise is legal. The oracle lets who checked raise an all-in under a full bet; no house does."""
    oracle = played.oracle
    under = 0 < max(oracle.bets) < played.evening.big
    has_acted = any(seat == played.seat for seat, _, _ in played.acts[played.street_from :])
    return oracle.can_complete_bet_or_raise_to() and not (under and has_acted)


def fold(played: Played, seat: int, bet: int, data: st.DataObject) -> None:
    scene = played.scene
    how = data.draw(st.sampled_from(["said", "thrown", "both"]))
    if how != "thrown":
        scene.says(seat, "fold")
    if how != "said":
        scene.mucks(seat).wait(0.5)
    played.oracle.fold()
    played.acts.append((seat, "fold", bet))


def check_or_call(played: Played, seat: int, choice: str, bet: int, data: st.DataObject) -> None:
    scene, amount = played.scene, played.oracle.checking_or_calling_amount
    if choice == "check":
        scene.taps(seat) if data.draw(st.booleans()) else scene.says(seat, "check")
    else:
        if data.draw(st.booleans()):
            scene.says(seat, "call")
        scene.pushes(seat, *chips(amount))
    played.oracle.check_or_call()
    played.acts.append((seat, choice, bet + amount))


def wager(played: Played, seat: int, bet: int, to: int, data: st.DataObject) -> None:
    scene, oracle = played.scene, played.oracle
    verb = "raise" if max(oracle.bets) else "bet"
    how = data.draw(st.sampled_from(["amount", "verb", "pushed"] if verb == "bet" else ["amount", "verb"]))
    if how == "amount":
        scene.says(seat, verb, to)
    elif how == "verb":
        scene.says(seat, verb)
    scene.pushes(seat, *chips(to - bet), after=1.0)
    scene.wait(2.5)
    oracle.complete_bet_or_raise_to(to)
    played.acts.append((seat, verb, to))


# Following -----------------------------------------------------------------------------------------------


def stands_alike(played: Played) -> None:
    """Hold what the table shows against the oracle: who acts, what it costs, the smallest raise."""
    oracle, seat = played.oracle, played.seat
    view: TableView = played.scene.wait(0.6).engine.view()
    assert view.to_act == seat
    if seat is None:
        return
    assert view.owes == oracle.checking_or_calling_amount
    if may_raise(played):
        assert view.min_to == oracle.min_completion_betting_or_raising_to_amount
    else:
        assert view.min_to is None


def betting_round(played: Played, data: st.DataObject) -> None:
    """Everybody acts until the street's betting is over."""
    while played.seat is not None:
        stands_alike(played)
        act(played, data)


def play(evening: Evening, data: st.DataObject) -> Played:
    """Play the hand out: betting, board, showdown, award."""
    played = sit_down(evening)
    scene, oracle = played.scene, played.oracle
    for street in range(4):
        played.street_from = len(played.acts)
        betting_round(played, data)
        if sum(oracle.statuses) < 2:
            break
        scene.sweep()
        if (
            sum(stack > 0 and in_hand for stack, in_hand in zip(oracle.stacks, oracle.statuses, strict=True))
            < 2
        ):
            show_all(played)
        if street == 3:
            break
        scene.flop() if street == 0 else scene.street()
        oracle.burn_card("??")
        oracle.deal_board("".join(scene.board[0 if street == 0 else street + 2 :]))
    show_all(played)
    finish(played)
    return played


def show_all(played: Played) -> None:
    """Whoever must, or may, shows."""
    while played.oracle.can_show_or_muck_hole_cards():
        seat = played.order[played.oracle.showdown_index]
        played.oracle.show_or_muck_hole_cards(True)
        played.scene.tables(seat)


def finish(played: Played) -> None:
    """The dealer pushes every pot as the oracle does, odd chips one by one from the button's left."""
    scene, oracle, order = played.scene, played.oracle, played.order
    if sum(oracle.statuses) == 1:
        scene.award(order[oracle.statuses.index(True)], oracle.total_pot_amount).end()
        return
    played.pots = [(pot.amount, sorted(order[i] for i in pot.player_indices)) for pot in oracle.pots]
    for amount, seats in played.pots:
        best = max(strength(played, seat) for seat in seats)
        winners = [seat for seat in order if seat in seats and strength(played, seat) == best]
        each, odd = divmod(amount, len(winners))
        for n, seat in enumerate(winners):
            scene.award(seat, each + (n < odd))
    scene.end()
    while oracle.can_kill_hand():
        oracle.kill_hand()
    while oracle.can_push_chips():
        oracle.push_chips()


def strength(played: Played, seat: int) -> StandardHighHand:
    """Return the hand of ``seat`` by the oracle."""
    scene = played.scene
    return StandardHighHand.from_game("".join(scene.hole[seat]), "".join(scene.board))


def hand_of(played: Played) -> HandLine:
    (hand,) = played.scene.hands()
    return hand


# What holds of every hand ----------------------------------------------------------------------------------


@QUICK
@given(evenings(), st.data())
def test_a_legal_hand_calls_nobody_and_its_actions_pots_and_stacks_are_the_oracles(evening, data):
    played = play(evening, data)
    assert played.scene.findings("dealer", "floor") == []
    assert played.scene.actions() == played.acts
    posts = [o.seat for o in played.scene.out if isinstance(o, Action) and o.action == "post"]
    assert len(posts) == 2
    hand = hand_of(played)
    assert sum(hand.stacks.values()) == sum(evening.stacks)
    assert not hand.unawarded
    if len(played.pots):
        assert [(pot.amount, sorted(pot.seats)) for pot in hand.pots] == played.pots
    assert hand.winners is not None
    oracle_won = {seat: won_by(played, seat) for seat in played.order}
    for seat, stack in hand.stacks.items():
        assert abs(stack - oracle_won[seat]) <= len(played.pots) * len(played.order)


def won_by(played: Played, seat: int) -> int:
    """Return the final stack of ``seat`` by the oracle."""
    oracle, index = played.oracle, played.order.index(seat)
    left = oracle.total_pot_amount if sum(oracle.statuses) == 1 and not played.pots else oracle.bets[index]
    return int(oracle.stacks[index] + (left if oracle.statuses[index] or played.pots else 0))


@FEW
@given(evenings(), st.data())
def test_the_log_told_twice_gives_the_same_lines(evening, data):
    played = play(evening, data)
    again = Scene(
        evening.house,
        seats=len(evening.stacks),
        stacks=dict(enumerate(evening.stacks, 1)),
        blinds=(evening.small, evening.big),
        ante=evening.ante,
        button=evening.button,
        seed=evening.seed,
    )
    for raw in played.scene.log[len(again.log) :]:
        fields = {key: value for key, value in raw.items() if key not in ("t", "type")}
        again.event(raw["type"], after=raw["t"] - again.t, **fields)
    assert again.out == played.scene.out


@FEW
@given(evenings(), st.data(), st.integers(1, 40))
def test_a_log_that_stops_anywhere_never_raises_and_says_nothing_of_the_hand(evening, data, cut):
    played = play(evening, data)
    log = played.scene.log[:-cut]
    again = Scene(evening.house, start=False)
    again.log.clear()
    for raw in log:
        fields = {key: value for key, value in raw.items() if key not in ("t", "type")}
        again.event(raw["type"], after=raw["t"] - again.t, **fields)
    assert again.engine.finish() == []
    assert again.hands() == []


@pytest.mark.parametrize("house", HOUSES)
def test_the_oracle_and_the_table_agree_on_a_hand_told_by_hand(house):
    evening = Evening(house, [500, 1200, 3000], 50, 100, 0, 3, 1)
    played = sit_down(evening)
    stands_alike(played)
    wager_to = 2000
    played.scene.says(3, "raise", wager_to)
    played.oracle.complete_bet_or_raise_to(wager_to)
    for seat in (1, 2):
        stands_alike(played)
        played.scene.says(seat, "all_in")
        played.oracle.check_or_call()
    show_all(played)
    assert [pot.amount for pot in played.oracle.pots] == [1500, 1400]
