"""What the dealer reads for the irregularities of a night."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from controller import rulebooks
from controller.languages import LANGUAGES
from controller.ruling_cards import card_for, words_in
from controller.table.kinds import KINDS
from tests.ruling_cards.samples import found, house, turn_view
from tests.ruling_cards.sheet import facts_of, rulings, sheet

STRING = {"first": 3600, "added": 5000, "after_s": 1.2, "stands": "call", "to": 3600}
DELTIN = replace(house(), short="Deltin")
FOR_GOOD = re.compile(
    "(Mix|Shuffle|Muck|Burn|Take|Deal|Gather|Restore)|(Miješaj|Promiješaj|Uzmi|Podijeli|Skupi|Vrati)|(اخلط|احرق|خذ|أعد|وزع|اجمع)"
)
"""How a step begins that nobody can undo."""
SEAT_4_ACTS = replace(turn_view(), to_act=4)


def test_a_string_bet_leaves_the_first_motion() -> None:
    finding = found("bet.string", "first_motion_stands", STRING, seat=3, cites=["45", "56"])
    card = card_for(finding, DELTIN, SEAT_4_ACTS)
    assert (card.headline, card.seat, card.remedy) == ("String bet", "Seat 3", "3,600 stands: call")
    assert card.steps == ["Leave 3,600 in front", "Hand back 5,000", "Action to seat 4"]
    assert card.seen == "Pushed again after 1.2 s"
    assert card.cite == "Deltin 45, 56"
    assert card.mark == "dealer"
    assert card.lock is not None
    assert (card.lock.label, card.lock.text, card.lock.seat) == ("Final when", "seat 4 acts", 4)


def test_a_camera_that_is_down_or_back_names_the_seats_that_it_did_not_see() -> None:
    facts = {"device": "cam-8-10", "state": "down", "lost": 0, "zones": ["bet:10", "bet:8", "bet:9"]}
    card = card_for(found("sensing.device", "look", facts), DELTIN)
    assert card.happened == "cam-8-10: down. Not seen: seats 8, 9 and 10."
    back = facts | {"state": "up", "back": True, "zones": ["seat:4", "muck"]}
    card = card_for(found("sensing.device", "look", back), DELTIN)
    assert card.happened == "Back: cam-8-10. Not seen meanwhile: seat 4 and muck."


def plain(text: str) -> str:
    """Return ``text`` without the isolates that keep the parts of an Arabic line in their order; nobody sees them."""
    return text.translate(dict.fromkeys(map(ord, "\u2068\u2069")))


@pytest.mark.parametrize(
    ("language", "shoe", "record"),
    [
        ("en", "Card shoe: down.", "Recording: unsteady."),
        ("hr", "Shoe: ne radi.", "Snimanje: nestabilno."),
        ("ar", "الشو: متوقف.", "عملية التسجيل: متقطع."),
    ],
)
def test_a_device_without_a_name_of_the_houses_own_is_called_what_people_call_it(
    language: str, shoe: str, record: str
) -> None:
    down = found("sensing.device", "look", {"device": "shoe", "state": "down", "lost": 0})
    assert plain(card_for(down, DELTIN, language=language).happened) == shoe
    anew = found("sensing.device", "look", {"device": "journal", "state": "degraded", "lost": 0})
    card = card_for(anew, DELTIN, language=language)
    assert plain(card.happened) == record
    assert card.steps == words_in(language).table["page"]["recording_steps"], "it has no cable"


def test_a_four_card_flop_stops_the_table() -> None:
    finding = found("board.four_card_flop", "scramble_flop", {"cards": 4}, cites=["39"])
    card = card_for(finding, DELTIN, at="21:14:07")
    assert card.remedy == "Stop. Floor is called"
    assert card.steps == ["Stop, leave the four", "Wait for the floor", "Then mix: floor draws next burn"]
    ruled = card_for(finding, DELTIN, ruled="scramble_flop")
    assert ruled.steps == ["Mix the four face down", "Floor draws one: next burn", "Other three: the flop"]
    assert card.seen == "Board antenna: 4 cards, 21:14:07"
    assert [option.decision for option in card.options] == ["scramble_flop", "redeal_flop"]


def test_two_boxed_cards_are_a_misdeal_while_two_actions_are_left() -> None:
    facts = {"draws": [5, 11], "misdeal": "open", "actions_left": 3}
    card = card_for(found("misdeal.boxed_cards", "redeal", facts), DELTIN, turn_view())
    assert (card.headline, card.remedy) == ("Misdeal", "Two boxed cards")
    assert card.seen == "Shoe: faces up at cards 5 and 11"
    assert card.lock is not None
    assert (card.lock.state, card.lock.text, card.lock.used, card.lock.left) == (
        "open",
        "2 more actions",
        1,
        2,
    )


def test_the_lock_closes_when_the_cut_off_passes() -> None:
    facts = {"draws": [5, 11], "misdeal": "open", "actions_left": 1}
    barred = replace(turn_view(), misdeal=replace(turn_view().misdeal, state="barred", actions_left=None))
    card = card_for(found("misdeal.boxed_cards", "redeal", facts), DELTIN, barred)
    assert card.lock is not None
    assert (card.lock.state, card.lock.label) == ("closed", "Closed")


def test_where_the_book_names_no_limit_there_is_no_clock() -> None:
    view = replace(turn_view(), misdeal=replace(turn_view().misdeal, actions_left=None))
    facts = {"draws": [5, 11], "misdeal": "open"}
    assert card_for(found("misdeal.boxed_cards", "redeal", facts), DELTIN, view).lock is None


def test_an_act_out_of_turn_goes_back_to_the_seat_due() -> None:
    facts = {"due": 6, "action": "bet", "pushed": 900, "owed": 400, "total": 900}
    card = card_for(found("turn.out_of_turn", "back_up", facts, seat=8, cites=["43A"]), DELTIN)
    assert card.remedy == "Back to seat 6"
    assert card.steps == [
        "Keep 900 of seat 8 in front", "Seat 6 acts first", "900 binds unless action changes",
    ]  # fmt: skip
    assert card.lock is not None
    assert card.lock.text == "seat 6 acts"


def test_an_undercall_asks_for_what_is_missing() -> None:
    facts = {"pushed": 400, "owed": 500, "total": 500, "to": 600, "short": 100}  # 100 lay there before
    card = card_for(
        found("bet.undercall", "full_call", facts, seat=2), DELTIN, replace(turn_view(), to_act=5)
    )
    assert card.remedy == "Full call: 600"
    assert card.seen == "400 pushed, 500 to call"
    assert card.steps == ["Ask for 100 more", "Action to seat 5"]


def test_an_undercall_for_the_floor_stays_there_with_what_lay_there_before() -> None:
    facts = {"pushed": 1025, "owed": 1050, "total": 1275, "to": 1300, "short": 25}
    card = card_for(found("bet.undercall", "floor", facts, seat=4), DELTIN)
    assert card.seen == "1,025 pushed, 1,050 to call"
    assert card.steps[0] == "Leave 1,275 in front"


def test_an_act_out_of_turn_that_binds_says_how_much() -> None:
    facts = {"due": 6, "action": "call", "pushed": 16_000, "owed": 16_000, "total": 23_000}
    card = card_for(found("turn.out_of_turn", "binding", facts, seat=3), DELTIN)
    assert (card.remedy, card.seen) == ("Call 23,000 binds", "16,000 pushed, seat 6 was due")


def test_an_early_turn_names_who_has_still_to_act() -> None:
    facts = {"street": "turn", "cards": 1, "waiting": [9]}
    card = card_for(found("board.premature", "redeal_turn", facts), DELTIN)
    assert card.headline == "Early turn"
    assert card.seen == "Turn dealt, seat 9 still to act"


@pytest.mark.parametrize(
    ("when", "first"), [("at_once", "Give seat 5 the next card"), ("after_deal", "Finish the deal")]
)
def test_an_exposed_card_is_replaced_when_the_house_says(when: str, first: str) -> None:
    book = replace(DELTIN, deal=replace(DELTIN.deal, exposed_replaced=when))
    card = card_for(found("deal.exposed_card", "replace_with_burn", {"draw": 14}, seat=5), book)
    assert card.steps[0] == first


def test_a_silent_book_cites_nothing_and_keeps_everything() -> None:
    finding = found("board.missing_burn", "floor", {"silent": True, "street": "turn"}, cites=[])
    card = card_for(finding, DELTIN)
    assert card.cite == "House rules silent: floor decides"
    assert card.mark == "floor"


def test_our_reading_is_said_to_be_ours() -> None:
    card = card_for(found("bet.undercall", "full_call", {"our_reading": True}, cites=["42"]), DELTIN)
    assert card.cite == "Deltin 42 · our reading"


def test_another_reading_gives_its_figure_to_the_floor() -> None:
    facts = {"our_reading": True, "other": {"to": 2400}, "to": 2000, "pushed": 1700}
    assert card_for(found("bet.short_raise", "min_raise", facts, seat=5), DELTIN).other == "2,400"


def test_the_director_s_options_are_what_the_floor_is_offered() -> None:
    facts = {"options": ["full_call", "withdraw"], "pushed": 200, "owed": 600, "total": 200}
    card = card_for(found("bet.undercall", "floor", facts, seat=2), DELTIN)
    assert [option.text for option in card.options] == ["Full call", "Forfeit it and fold"]


def test_of_an_undercall_that_is_forfeited_in_part_the_dealer_gives_the_rest_back() -> None:
    facts = {"options": ["full_call", "withdraw"], "pushed": 1000, "owed": 600, "total": 1000}
    finding = found("bet.undercall", "floor", facts, seat=2)
    part = card_for(finding, DELTIN, ruled="withdraw", ruled_amount=500)
    assert part.steps[0] == "500 stays, the rest goes back"
    assert card_for(finding, DELTIN, ruled="withdraw").steps[0] == "Chips in front stay"


def test_later_evidence_says_that_the_card_has_changed() -> None:
    facts = STRING | {"replaces": "128:bet.undercall:1"}
    card = card_for(found("bet.string", "first_motion_stands", facts, seat=3), DELTIN)
    assert card.seen == "Changed: Pushed again after 1.2 s"


def test_chips_that_could_not_be_told_are_keyed() -> None:
    card = card_for(
        found("sensing.gap", "look", {"look": "bet:7", "about": "chips"}, seat=7, cites=[]), DELTIN
    )
    assert (card.headline, card.seat, card.remedy) == ("Look", "Seat 7", "Key the amount")
    assert card.mark == "blind"
    assert card.cite == ""


def test_two_cameras_that_differ_are_named_with_what_each_counts() -> None:
    facts = {"look": "bet:2", "about": "chips", "differ": [600, 700]}
    card = card_for(found("sensing.gap", "look", facts, seat=2, cites=[]), DELTIN)
    assert (card.remedy, card.counts) == ("Count the chips", 2)
    assert card.seen == "Cameras count 600 and 700"
    assert card.happened == "Two cameras count the chips in front of seat 2 differently: 600 and 700."


def test_a_short_blind_asks_for_what_is_owed() -> None:
    card = card_for(found("blind.missing", "post_blind", {"owed": 400, "pushed": 100}, seat=6), DELTIN)
    assert (card.remedy, card.steps[0]) == ("Post 300", "Ask for 300 more")
    assert card.seen == "100 posted of 400"


def test_the_clock_on_a_seat_counts_all_its_seconds() -> None:
    finding = found("clock.started", "kill_hand", {"seconds": 50, "countdown": 10}, seat=4)
    lock = card_for(finding, DELTIN).lock
    assert lock is not None
    assert lock.seconds == 60


def test_an_unknown_language_is_named_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="no language 'xx'; there are en"):
        card_for(found("bet.string", "first_motion_stands"), DELTIN, language="xx")


# Words that a dealer can follow ------------------------------------------------------------------------


def test_a_flop_without_a_burn_has_three_cards_to_mix() -> None:
    finding = found("board.missing_burn", "scramble_flop", {"street": "flop"}, street="flop")
    card = card_for(finding, DELTIN)
    assert card.steps == ["Stop, leave the three", "Wait for the floor", "Then mix: one burn, one more card"]
    ruled = card_for(finding, DELTIN, ruled="scramble_flop")
    assert ruled.steps == [
        "Mix the three face down",
        "Floor draws one: the burn",
        "Next card joins the other two",
    ]


def test_a_re_deal_for_a_wrong_button_moves_the_button() -> None:
    finding = found("misdeal.button_position", "redeal", {"button": 4, "expected": 5})
    for card in (card_for(finding, DELTIN), card_for(finding, DELTIN, ruled="redeal")):
        assert card.steps[2] == "Re-deal with button at seat 5"
    assert card_for(finding, DELTIN, ruled="misdeal").steps[2] == "Re-deal with button at seat 5"


def test_an_early_turn_that_is_replaced_has_a_burn_of_its_own() -> None:
    card = card_for(found("board.premature", "replace_turn", {"street": "turn", "cards": 1}), DELTIN)
    assert card.steps[2] == "Then flop betting, burn and turn"


def test_an_award_that_differs_says_what_was_due_to_whom() -> None:
    facts = {"due": {4: 8600}, "awarded": {2: 8600}}
    card = card_for(found("pot.award_wrong", "correct_award", facts, seat=2), DELTIN)
    assert card.seen == "Due: seat 4 8,600"
    assert card.steps[2] == "Due: seat 4 8,600"
    assert card.happened == "Pushed: seat 2 8,600. Due: seat 4 8,600."


@pytest.mark.parametrize("kind", ["misdeal.card_count", "deal.button_short"])
def test_one_card_is_one_card(kind: str) -> None:
    card = card_for(found(kind, "floor", {"cards": 1, "due": 2}, seat=3), DELTIN)
    assert "one card, 2 due" in card.seen
    assert "1 cards" not in " ".join([*card.lines, card.happened])


def test_words_before_too_few_chips_say_what_is_missing_and_before_too_many_what_goes_back() -> None:
    few = {"said": 3000, "pushed": 2500, "owed": 400, "total": 2500, "to": 3000}
    many = {"said": 500, "pushed": 700, "owed": 0, "total": 700, "to": 500}
    cards = [
        card_for(found("bet.verbal_vs_chips", "verbal_stands", facts, seat=2), DELTIN)
        for facts in (few, many)
    ]
    assert [card.steps[0] for card in cards] == ["Ask for 500 more", "Hand back 200"]
    assert [card.seen for card in cards] == ["3,000 said, 2,500 in front", "500 said, 700 in front"]


def test_the_sheet_has_every_card_of_every_house() -> None:
    text = "\n".join(sheet())
    for kind in KINDS:
        assert kind.startswith("log.") or f"{kind}\n" in text, kind
    assert re.search(r"\b1 (cards|burns|actions)\b", text) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", rulebooks.ids())
def test_nothing_that_cannot_be_undone_is_done_before_the_floor_has_come(book: str, language: str) -> None:
    wait = str(words_in(language).remedy("floor")["steps"][-1])
    rules = rulebooks.load(book)
    for kind in (name for name in KINDS if not name.startswith("log.")):
        for _, remedy, more in rulings(rules, kind):
            cites = [] if more.get("silent") else ["1"]
            finding = found(kind, remedy, facts_of(kind) | more, seat=10, cites=cites)
            if finding.level == "floor" and remedy != "play_on":
                steps = card_for(finding, rules, turn_view(), language=language).steps
                assert wait in steps, (kind, remedy)
                assert not any(map(FOR_GOOD.match, steps[: steps.index(wait)])), (kind, remedy, steps)
