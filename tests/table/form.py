"""The form of what the referee says: every line of every story told in these tests is held against it."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from controller.table.events import Verb
from controller.table.kinds import KINDS
from controller.table.outputs import ActionName, Finding, Output, Street

ZONES: Final = (
    "shoe",
    "stub",
    "board",
    "burn",
    "muck",
    "pot",
    *(f"{place}:{n}" for place in ("seat", "bet") for n in range(1, 11)),
)

ALWAYS_ALLOWED: Final = [
    "misdeal",
    "actions_left",
    "silent",
    "our_reading",
    "other",
    "options",
    "replaces",
    "settles",
]
"""Facts that any finding may carry."""

FACTS: Final = {
    "bet.chips_found": "found covered?",
    "bet.conditional": "action amount",
    "bet.count_mismatch": "counted pushed",
    "bet.invalid_declaration": "said owed? to?",
    "bet.multichip": "pushed owed total to change",
    "bet.not_reopened": "pushed owed total to",
    "bet.over_limit": "pushed owed total to quoted?",
    "bet.overchip": "pushed owed total to change",
    "bet.pot_declared": "to",
    "bet.premature_call": "action amount",
    "bet.prior_chips": "pushed owed total lying drawn_back to",
    "bet.pulled_back": "owed drawn_back",
    "bet.short_raise": "pushed owed total min_raise_to to",
    "bet.string": "first added after_s stands to asks?",
    "bet.tiny_chip": "pushed owed total",
    "bet.unclear_amount": "said to",
    "bet.underbet": "pushed total owed? to quoted? smallest?",
    "bet.undercall": "pushed owed total to short",
    "bet.undercall_sequence": "to seats",
    "bet.verbal_vs_chips": "said pushed owed total to",
    "blind.missing": "owed pushed",
    "board.extra_burn": "street burns",
    "board.four_card_flop": "cards",
    "board.missing_burn": "street",
    "board.premature": "street cards waiting",
    "board.rabbit_hunt": "",
    "board.too_many_cards": "cards street",
    "button.dead": "button_dead small_blind_dead",
    "bet.nonchip_item": "",
    "pot.splash": "",
    "clock.asked": "by",
    "chips.foreign": "denominations",
    "clock.absence": "seconds",
    "clock.expired": "seconds countdown",
    "clock.refused": "on",
    "clock.started": "seconds countdown",
    "deal.boxed_card": "draw",
    "deal.button_short": "cards due",
    "deal.exposed_card": "draw",
    "deal.extra_card": "draw",
    "deck.duplicate": "zone",
    "deck.foreign_back": "zone back",
    "deck.foreign_tag": "zone",
    "deck.joker": "zone",
    "deck.missing": "cards",
    "deck.stub_fouled": "stub? dead?",
    "dispute.timing": "of since actions",
    "hand.absent": "redeal?",
    "hand.exposed_by_player": "cards",
    "hand.mucked_live": "identifiable",
    "misdeal.barred": "of of_kind",
    "misdeal.boxed_cards": "draws",
    "misdeal.button_position": "button expected small_blind? big_blind? seats?",
    "misdeal.card_count": "cards due seats?",
    "misdeal.exposed": "draws",
    "misdeal.extra_cards": "count draws",
    "misdeal.seat_dealt_out": "state? expected? seats?",
    "misdeal.seat_not_entitled": "draw state",
    "misdeal.sequence": "draw expected",
    "misdeal.wrong_first_seat": "expected",
    "pot.award_wrong": "due awarded",
    "pot.change": "of amount",
    "pot.collect": "due? short? change? amount?",
    "pot.count": "",
    "pot.side_order": "pot first",
    "request.granted": "what of seat? amount? asked?",
    "request.refused": "what of? amount?",
    "seat.penalty_hand": "",
    "sensing.device": "device state lost back? zones?",
    "sensing.gap": "about look? seats? draw? blind? differ?",
    "showdown.kill_losers": "seats",
    "showdown.live_cards": "",
    "showdown.not_tabled": "",
    "showdown.order": "seat order",
    "showdown.partly_tabled": "",
    "showdown.premature_discard": "",
    "showdown.wait": "seats",
    "showdown.winner_killed": "due? awarded?",
    "turn.nonstandard_fold": "",
    "turn.out_of_turn": "due action pushed? owed? total? to? binding?",
    "turn.out_of_turn_fold": "due",
    "turn.skipped": "seats time_enough",
}
"""The facts of each kind; those with a question mark are there where they are known, or in some of its cases."""

TYPES: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(
        [
            "about",
            "action",
            "asks",
            "back",
            "device",
            "look",
            "of_kind",
            "stands",
            "state",
            "street",
            "what",
            "zone",
        ],
        (str,),
    ),
    **dict.fromkeys(
        ["binding", "redeal", "button_dead", "covered", "identifiable", "small_blind_dead", "time_enough"],
        (bool,),
    ),
    **dict.fromkeys(
        ["blind", "denominations", "differ", "draws", "order", "seats", "waiting", "zones"], (list,)
    ),
    **dict.fromkeys(["seconds", "countdown", "after_s", "since"], (int, float)),
    "awarded": (dict,),
    "due": (int, dict),
    "of": (int, str, type(None)),
    "said": (int, str, type(None)),
    "amount": (int, type(None)),
    "by": (int, str, type(None)),
}
"""What a fact is where it is no whole number."""
OWN: Final = {("sensing.device", "back"): (bool,)}
"""The same, where one kind has another thing by that name."""

WORDS: Final = {
    "about": ("cards", "chips", "words", *KINDS),
    "look": ZONES,
    "zone": ZONES,
    "street": get_args(Street),
    "stands": get_args(ActionName),
    "action": (*get_args(ActionName), *get_args(Verb), "tap"),
    "said": get_args(Verb),
    "of_kind": tuple(KINDS),
}
"""What a fact that is a word can be; one that is no word may stand beside it."""

_ENCODER = msgspec.json.Encoder()
_DECODERS: dict[type, msgspec.json.Decoder[Output]] = {}


def check(said: Output, log: dict[int, dict[str, Any]]) -> None:
    """Hold one line against its form; ``log`` is the log so far, by the numbers of its lines."""
    decoder = _DECODERS.get(type(said))
    if decoder is None:
        decoder = _DECODERS[type(said)] = msgspec.json.Decoder(type(said))
    decoder.decode(_ENCODER.encode(said))
    if isinstance(said, Finding):
        _check_remedy(said)
        _check_facts(said)
        _check_evidence(said, log)


def _check_remedy(said: Finding) -> None:
    assert said.remedy in (*KINDS[said.kind].remedies, "floor"), said
    assert said.level == "floor" or said.remedy != "floor", said


def _check_facts(said: Finding) -> None:
    names = FACTS[said.kind].split()
    told = {name for name in said.facts if name not in ALWAYS_ALLOWED}
    assert {name for name in names if not name.endswith("?")} <= told, said
    assert told <= {name.removesuffix("?") for name in names}, said
    for name in told:
        types = OWN.get((said.kind, name)) or TYPES.get(name, (int,))
        assert type(said.facts[name]) in types, said
        if name in WORDS and isinstance(said.facts[name], str):
            assert said.facts[name] in WORDS[name], said


def _check_evidence(said: Finding, log: dict[int, dict[str, Any]]) -> None:
    """What is told of cards shows the draw that proves it, a wager's something that its player did."""
    assert said.evidence, said
    events = [log[line] for line in said.evidence]
    own_act = said.kind.startswith("bet.") and said.kind != "bet.undercall_sequence"
    if own_act or said.kind == "turn.out_of_turn":
        assert any(event.get("seat") == said.seat for event in events), said
    told = said.facts.get("draws", [said.facts["draw"]] if "draw" in said.facts else [])
    assert not told or _draws(log)[told[-1] - 1] in said.evidence, said


def _draws(log: dict[int, dict[str, Any]]) -> list[int]:
    """Return the lines of the hand's draws."""
    lines: list[int] = []
    for line, event in log.items():
        if event["type"] == "hand.start":
            lines = []
        elif event["type"] == "card.draw":
            lines.append(line)
    return lines
