"""Hands out to others and in from them: PokerKit loads what we write, and comes to the same stacks."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from pokerkit import HandHistory

from controller.histories.as_log import EQUIPMENT, Retelling
from controller.histories.export import told_hands, write_hands
from controller.histories.not_tellable import NotTellable
from controller.histories.ohh import to_ohh
from controller.histories.phh import to_phh
from controller.histories.read_phh import HistoryError, read_hands
from controller.histories.told import ToldHand
from controller.sensorlog.source import Source, open_log
from controller.sensorlog.writer import encode_event, encode_header
from controller.table import events as ev
from tests.table.houses import own_book

Floorcall = Callable[..., Result]
HAND = {
    "variant": "NT",
    "antes": [0, 0, 0, 0],
    "blinds_or_straddles": [50, 100, 0, 0],
    "min_bet": 100,
    "starting_stacks": [10000, 10000, 10000, 2500],
    "seats": [2, 5, 6, 9],
    "actions": [
        "d dh p1 AsKd", "d dh p2 ????", "d dh p3 QhQc", "d dh p4 7c2d",
        "p3 cbr 300", "p4 f", "p1 cc", "p2 cc",
        "d db Ah8s3c", "p1 cc", "p2 cc", "p3 cbr 500", "p1 cc", "p2 f",
        "d db 4d", "p1 cc", "p3 cc", "d db 9h", "p1 cc", "p3 cc",
        "p1 sm AsKd", "p3 sm QhQc",
    ],
}  # fmt: skip


def phh(**changed: Any) -> str:
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in (HAND | changed).items())


def events_of(text: str, tmp_path: Path) -> list[ev.Event]:
    """Return what a table would have recorded of a history."""
    file = tmp_path / "hand.phh"
    file.write_text(text)
    (history,) = read_hands(file)
    return list(Retelling().hand(history))


def told(events: Iterable[ev.Event], rulebook: str = "tda-2024", *, opened: bool = False) -> list[ToldHand]:
    """Return the hands of a log of ``events``; ``opened``: an auditor opened its cards."""
    header = ev.LogHeader(
        version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=rulebook, equipment=EQUIPMENT
    )
    log = io.BytesIO(encode_header(header) + b"".join(map(encode_event, events)))
    return list(told_hands(Source("log", log), opened=opened))


def stacks_after(text: str) -> list[int]:
    """Return the stacks that PokerKit comes to."""
    *_, end = HandHistory.loads(text)
    return list(end.stacks)


def stacks_told(hand: ToldHand) -> list[int | None]:
    return [hand.line.stacks[seat.seat] for seat in hand.seats]


def hands_that_ship(request: pytest.FixtureRequest) -> list[ToldHand]:
    told: list[ToldHand] = []
    for log in sorted((Path(request.config.rootpath) / "controller" / "demo" / "hands").glob("*.jsonl")):
        with open_log(str(log)) as source:
            told += told_hands(source)
    return told


def test_pokerkit_loads_every_hand_that_ships_and_comes_to_the_same_stacks(request) -> None:
    hands = hands_that_ship(request)
    assert len(hands) >= 13
    for hand in hands:
        assert stacks_after(to_phh(hand)) == stacks_told(hand), hand.line


def test_an_auditor_opens_the_hands_that_were_not_tabled(tmp_path) -> None:
    events = events_of(phh(), tmp_path)
    (shut,), (opened,) = told(events), told(events, opened=True)
    assert "d dh p4 ????" in to_phh(shut)
    assert "d dh p4 7c2d" in to_phh(opened)
    assert "d dh p2 ????" in to_phh(opened), "no antenna read it"
    assert stacks_after(to_phh(opened)) == stacks_after(to_phh(shut)) == stacks_told(opened)
    folded = {opened.seats[3].seat: ["7c", "2d"]}
    for hand, cards in ((shut, []), (opened, folded[opened.seats[3].seat])):
        deal = json.loads(to_ohh(hand))["ohh"]["rounds"][0]["actions"]
        assert [act["cards"] for act in deal if act["action"] == "Dealt Cards"][3] == cards
    assert "p4 sm" not in to_phh(opened)


def test_several_hands_make_one_file(request) -> None:
    out = io.BytesIO()
    hands = hands_that_ship(request)
    assert write_hands(hands, "phh", out, lambda hand, why: pytest.fail(why)) == len(hands)
    out.seek(0)
    assert [list(list(history)[-1].stacks) for history in HandHistory.load_all(out)] == list(
        map(stacks_told, hands)
    )


def test_a_history_told_as_a_log_goes_out_as_it_came_in(tmp_path) -> None:
    (hand,) = told(events_of(phh(), tmp_path))
    assert [finding for finding in hand.found if finding.level != "info"] == []
    out = msgspec.toml.decode(to_phh(hand))
    hidden = ["d dh p4 ????" if act == "d dh p4 7c2d" else act for act in HAND["actions"]]
    assert out["actions"] == hidden, "a hand that was never tabled is nobody's business"
    assert (out["seats"], out["starting_stacks"]) == (HAND["seats"], HAND["starting_stacks"])
    assert stacks_after(to_phh(hand)) == stacks_told(hand) == [11100, 9700, 9200, 2500]


def test_heads_up_the_button_has_the_small_blind(tmp_path) -> None:
    text = phh(
        antes=[0, 0], blinds_or_straddles=[50, 100], starting_stacks=[1000, 2000], seats=[3, 8],
        actions=["d dh p1 AsKd", "d dh p2 QhQc", "p2 cbr 300", "p1 f"],
    )  # fmt: skip
    (hand,) = told(events_of(text, tmp_path))
    assert hand.button == 8
    assert stacks_after(to_phh(hand)) == stacks_told(hand) == [900, 2100]


def test_at_limit_the_bets_are_what_the_level_says_they_are(tmp_path) -> None:
    (hand,) = told(events_of(phh(), tmp_path))
    for_bets = msgspec.structs.replace(hand.level, small_bet=200, big_bet=500)
    limit = msgspec.structs.replace(
        hand, header=msgspec.structs.replace(hand.header, game="flhe"), level=for_bets
    )
    assert "small_bet = 200\nbig_bet = 500\n" in to_phh(limit)


def test_all_in_before_the_river_shows_the_hands_before_the_cards_come(tmp_path) -> None:
    text = phh(
        actions=[
            "d dh p1 AsKd", "d dh p2 ????", "d dh p3 QhQc", "d dh p4 7c2d",
            "p3 cbr 300", "p4 cbr 2500", "p1 f", "p2 f", "p3 cc",
            "p3 sm QhQc", "p4 sm 7c2d", "d db Ah8s3c", "d db 4d", "d db 9h",
        ]
    )  # fmt: skip
    (hand,) = told(events_of(text, tmp_path))
    actions = msgspec.toml.decode(to_phh(hand))["actions"]
    assert actions[-5:] == ["p3 sm QhQc", "p4 sm 7c2d", "d db Ah8s3c", "d db 4d", "d db 9h"]
    assert stacks_after(to_phh(hand)) == stacks_told(hand)


def test_a_hand_killed_by_the_floor_folds_when_it_next_faces_a_bet(tmp_path) -> None:
    events = events_of(phh(), tmp_path)
    bet = next(place for place, event in enumerate(events) if getattr(event, "action", "") == "bet")
    killed = ev.Ruled(t=events[bet].t - 1, decision="kill_hand", seat=5, by="Ana K.", note="left the table")
    rest = [event for event in events[bet:] if not (isinstance(event, ev.Declared) and event.seat == 5)]
    (hand,) = told([*events[:bet], killed, *rest])
    assert "dead" in [action.action for action in hand.actions]
    assert stacks_after(to_phh(hand)) == stacks_told(hand) == [11100, 9700, 9200, 2500]


def test_a_hand_that_was_shown_and_killed_wins_nothing(tmp_path) -> None:
    actions = ["d dh p1 AsKd", "d dh p2 8c8d", "d dh p3 QhQc", "d dh p4 7c2d", "p3 cc", "p4 f", "p1 cc", "p2 cc",
        "d db Ah8s3c", "p1 cc", "p2 cc", "p3 cc", "d db 4d", "p1 cc", "p2 cc", "p3 cc",
        "d db 9h", "p1 cc", "p2 cc", "p3 cc", "p1 sm AsKd", "p3 sm QhQc"]  # fmt: skip
    events = events_of(phh(actions=actions), tmp_path)
    last = max(place for place, event in enumerate(events) if getattr(event, "tag", None) == "9h")
    t = events[last].t
    shown = [ev.CardSeen(t=t + 0.5, tag=card, zone="seat:5", face="up") for card in ("8c", "8d")]
    killed = ev.Ruled(t=t + 1, decision="kill_hand", seat=5, by="Ana K.", note="shown with action pending")
    rest = [event for event in events[last + 1 :] if getattr(event, "seat", None) != 5]
    (hand,) = told([*events[: last + 1], *shown, killed, *rest])
    assert [(action.seat, action.action) for action in hand.actions if action.action == "dead"] == [
        (5, "dead")
    ]
    assert "p2 sm" in msgspec.toml.decode(to_phh(hand))["actions"]
    assert stacks_after(to_phh(hand)) == stacks_told(hand) == [10200, 9900, 9900, 2500]


def test_a_hand_that_the_format_cannot_tell_is_left_out_and_named(tmp_path) -> None:
    events = events_of(phh(), tmp_path)
    end = events[-1].t
    void = [*events[:-1], ev.Ruled(t=end - 1, decision="misdeal", by="Ana K.", note="fouled"), events[-1]]
    (hand,) = told(void)
    with pytest.raises(NotTellable, match="it was a misdeal"):
        to_phh(hand)
    with pytest.raises(NotTellable, match="it was a misdeal"):
        to_ohh(hand)
    unseen = [event for event in events if getattr(event, "face", None) != "up" or event.zone == "board"]
    (hand,) = told(unseen)
    out, named = io.BytesIO(), []
    assert write_hands([hand], "phh", out, lambda hand, why: named.append((hand.line.hand, why))) in (0, 1)
    assert (out.getvalue() == b"") == bool(named)


def test_in_open_hand_history_chips_add_up_and_no_hidden_card_is_named(request) -> None:
    for hand in hands_that_ship(request):
        ohh = json.loads(to_ohh(hand))["ohh"]
        stacks = {player["id"]: player["starting_stack"] for player in ohh["players"]}
        acts = [act for street in ohh["rounds"] for act in street["actions"]]
        assert [act["action_number"] for act in acts] == list(range(1, len(acts) + 1))
        for act in acts:
            stacks[act["player_id"]] -= act.get("amount", 0)
        for pot in ohh["pots"]:
            assert sum(win["win_amount"] for win in pot["player_wins"]) == pot["amount"]
            for win in pot["player_wins"]:
                stacks[win["player_id"]] += win["win_amount"]
        ids = {player["seat"]: player["id"] for player in ohh["players"]}
        for seat, amount in hand.line.returned.items():
            stacks[ids[seat]] += amount
        assert [stacks[ids[seat.seat]] for seat in hand.seats] == stacks_told(hand)
        shown = {card for seat in hand.seats for card in seat.cards}
        named = {card for act in acts for card in act.get("cards", [])}
        assert named <= shown
        assert "Bet" not in [act["action"] for act in ohh["rounds"][0]["actions"]]


def test_in_open_hand_history_a_short_blind_is_what_the_seat_had(tmp_path) -> None:
    text = phh(
        starting_stacks=[30, 60, 10000, 2500],
        actions=[
            "d dh p1 AsKd", "d dh p2 9c9h", "d dh p3 QhQc", "d dh p4 7c2d", "p3 cc", "p4 f",
            "p1 sm AsKd", "p2 sm 9c9h", "p3 sm QhQc", "d db Ah8s3c", "d db 4d", "d db Jh",
        ],
    )  # fmt: skip
    (hand,) = told(events_of(text, tmp_path))
    street = json.loads(to_ohh(hand))["ohh"]["rounds"][0]["actions"]
    assert [(act["action"], act["amount"]) for act in street if "amount" in act] == [
        ("Post SB", 30), ("Post BB", 60), ("Call", 100),
    ]  # fmt: skip
    assert "blinds_or_straddles = [50, 100, 0, 0]" in to_phh(hand), "that format has the whole blind"


def test_a_big_blind_that_is_called_all_in_for_as_much_has_nothing_to_act_on(tmp_path) -> None:
    actions = [
        "d dh p1 AsKd", "d dh p2 9c9h", "d dh p3 ????", "d dh p4 7c2d", "p3 f", "p4 cc", "p1 f",
        "p2 sm 9c9h", "p4 sm 7c2d", "d db Ah8s3c", "d db 4d", "d db Jh",
    ]  # fmt: skip
    text = phh(starting_stacks=[10000, 10000, 10000, 100], actions=actions)
    (hand,) = told(events_of(text, tmp_path))
    out = msgspec.toml.decode(to_phh(hand))
    assert out["actions"] == ["d dh p1 ????", *actions[1:]]
    assert stacks_after(to_phh(hand)) == stacks_told(hand) == [9950, 10150, 10000, 0]


ANTES = [
    ("everybody's", [25, 25, 25, 25], [10000, 10000, 10000, 2500]),
    ("the big blind's", [0, 100, 0, 0], [10000, 10000, 10000, 2500]),
    ("everybody's, and the big blind's above it", [25, 125, 25, 25], [10000, 10000, 10000, 2500]),
    ("a stack falls short of it", [25, 25, 25, 10], [10000, 10000, 10000, 10]),
]


@pytest.mark.parametrize(("antes", "stacks"), [case[1:] for case in ANTES], ids=[case[0] for case in ANTES])
def test_antes_come_back_as_they_went_out(tmp_path, antes, stacks) -> None:
    short = stacks[3] == antes[3]
    actions = [act for act in HAND["actions"] if not (short and act == "p4 f")]
    actions[-2:] = ["p1 sm AsKd", "p3 sm QhQc", *(["p4 sm 7c2d"] if short else [])]
    (hand,) = told(events_of(phh(antes=antes, starting_stacks=stacks, actions=actions), tmp_path))
    (again,) = told(events_of(to_phh(hand), tmp_path))
    for one in (hand, again):
        assert [seat.ante for seat in one.seats] == antes
        assert (one.level.ante, one.level.big_blind_ante) == (antes[0], antes[1] - antes[0])
    assert stacks_told(again) == stacks_told(hand)


def test_a_hand_mucked_at_the_showdown_comes_back_with_the_pot_as_it_was_pushed(tmp_path) -> None:
    shown = phh(actions=[*HAND["actions"][:-1], "p3 sm"])
    (hand,) = told(events_of(shown, tmp_path))
    out = to_phh(hand)
    assert ("d dh p3 ????" in out, "p3 sm" in out) == (True, True)
    (again,) = told(events_of(out, tmp_path))
    assert stacks_told(again) == stacks_told(hand) == [11100, 9700, 9200, 2500]
    assert [finding for finding in again.found if finding.level != "info"] == []


def test_a_pot_that_no_chip_in_play_can_halve_comes_back_divided_as_it_was(tmp_path) -> None:
    actions = ["d dh p1 AsKd", "d dh p2 ????", "d dh p3 AhKh", "d dh p4 7c2d", "p3 cc", "p4 f", "p1 cc", "p2 cc",
        "d db Ac8s3c", "p1 cc", "p2 cbr 125", "p3 cc", "p1 cc", "d db 4d", "p1 cc", "p2 cc", "p3 cc",
        "d db 9h", "p1 cbr 100", "p2 f", "p3 cc", "p1 sm AsKd", "p3 sm AhKh"]  # fmt: skip
    events = events_of(phh(actions=actions), tmp_path)
    chips = [25, 100, 500, 1000, 5000]
    events[0] = msgspec.structs.replace(events[0], denominations=chips)
    (hand,) = told(events)
    (again,) = told(events_of(to_phh(hand), tmp_path))
    (pot,) = hand.line.winners or ()
    assert pot.shares == {2: 450, 6: 425}
    assert again.line.winners == hand.line.winners
    assert stacks_told(again) == stacks_told(hand)


BAD = [
    ('variant = "NT"', 'variant = "FT"', "'FT' is not no-limit hold'em"),
    ('variant = "NT"\n', "", "holds no hand"),
    ("min_bet", "min_bet = 1\nmin_bet", "night.phh:5: `min_bet` stands here for the second time"),
    ("[50, 100, 0, 0]", "[50, 100, 0]", "blinds_or_straddles: 3 amounts for 4 players"),
    ("[50, 100, 0, 0]", "[50, -100, 0, 0]", "blinds_or_straddles: whole chip units"),
    ("[50, 100, 0, 0]", "[50, 100, 200, 0]", "a straddle has no place"),
    ('variant = "NT"', '_denominations = [25, 25]\nvariant = "NT"', "_denominations: different chips of 1"),
    ("[0, 0, 0, 0]", "[0, 0, 0, 100]", "antes of [0, 0, 0, 100]; no level here asks for them"),
    ("[2, 5, 6, 9]", "[2, 5, 6, 6]", "seats: 4 different seats"),
    ("[2, 5, 6, 9]", "[2, 5, 6, 11]", "seats: 4 different seats"),
    ("p3 cbr 300", "p3 cbr 30000", "player 3 puts in 30000 of 10000"),
    ("p4 f", "p4 folds", "'p4 folds' is not understood"),
    ("p4 f", "p5 f", "action 'p5 f': a player from p1 to p4 is meant, not 'p5'"),
    ("p4 f", "p0 f", "action 'p0 f': a player from p1 to p4 is meant, not 'p0'"),
    ("p3 cbr 300", "p3 cbr 300.5", "action 'p3 cbr 300.5': invalid literal"),
    ("p1 AsKd", "p1 As", "action 'd dh p1 As': 2 cards are meant, not 'As'"),
    ("p1 AsKd", "p1 AsKdQd", "action 'd dh p1 AsKdQd': 2 cards are meant, not 'AsKdQd'"),
    ("Ah8s3c", "Ah8x3c", "action 'd db Ah8x3c': cards are meant, not 'Ah8x3c'"),
    ('variant = "NT"', '[7]\ntable = "1"', "night.phh: 7: variant: is missing"),
    ("[10000, 10000, 10000, 2500]", "[10000]", "1 players"),
]


@pytest.mark.parametrize(("good", "bad", "says"), BAD)
def test_a_history_with_a_mistake_is_named(
    floorcall: Floorcall, tmp_path: Path, good: str, bad: str, says: str
) -> None:
    file, log = tmp_path / "night.phh", tmp_path / "night.jsonl"
    assert good in phh()
    file.write_text(phh().replace(good, bad, 1))
    result = floorcall("log", "from-phh", str(file), "-o", str(log))
    assert result.exit_code == 2
    assert "night" in result.stderr
    assert says in result.stderr
    assert not log.exists()
    with pytest.raises(HistoryError):
        events_of(file.read_text(), tmp_path)


def test_a_log_is_written_neither_over_the_history_that_it_is_made_of_nor_over_the_houses_book(
    floorcall: Floorcall, tmp_path: Path
) -> None:
    file, book = tmp_path / "night.phh", Path(own_book(tmp_path, "deltin", ""))
    file.write_text(phh())
    for read in (file, book):
        before = read.read_text()
        done = floorcall("log", "from-phh", str(file), "--rulebook", str(book), "-o", str(read))
        assert done.exit_code == 2
        assert f"{read}: is read here" in done.stderr
        assert read.read_text() == before


def test_from_phh_and_out_again_on_the_command_line(floorcall: Floorcall, tmp_path: Path) -> None:
    file, log = tmp_path / "night.phhs", tmp_path / "night.jsonl"
    file.write_text(f"\ufeff[1]\n{phh()}\n[2]\n{phh(hand=2)}\n")  # as some editors begin a file
    assert floorcall("log", "from-phh", str(file), "-o", str(log), "--rulebook", "deltin").exit_code == 0
    out = floorcall("replay", str(log), "--format", "phh")
    assert out.exit_code == 0, out.stderr
    hands = list(HandHistory.load_all(io.BytesIO(out.stdout_bytes)))
    assert [history.hand for history in hands] == [1, 2]
    ohh = floorcall("replay", str(log), "--format", "ohh").stdout.split("\n\n")
    assert [json.loads(hand)["ohh"]["game_number"] for hand in ohh if hand] == ["1", "2"]
    assert floorcall("replay", str(log), "--format", "phh", "--json").exit_code == 2
