"""A house, a table and findings whose facts are as long as they can get: shared by cards and pages."""

from __future__ import annotations

from typing import Any

from controller.table.kinds import KINDS
from controller.table.outputs import Finding
from controller.table.rulebook import BetRules, Clause, CutOff, DealRules, KindRule, Rulebook, TurnRules
from controller.table.view import MisdealView, SeatView, TableView

CITED = "House: Out of turn s2-3"
MOST = 999_999_999

LONGEST: dict[str, Any] = {
    **dict.fromkeys(
        ("owed", "total", "pushed", "to", "short", "first", "added", "min_raise_to", "change", "amount"), MOST
    ),
    **{"draws": [18, 19, 20], "draw": 20, "expected": 10, "due": 10, "button": 10, "count": 10, "cards": 10},
    **{"burns": 10, "waiting": [8, 9, 10], "seats": [8, 9, 10], "zone": "seat:10", "look": "seat:10"},
    **{"after_s": 12.5, "stands": "check", "action": "check", "street": "preflop", "seconds": 50.0},
    **{
        "state": "degraded",
        "device": "antenna of seat 10",
        "lost": 10,
        "zones": ["bet:10", "bet:8", "bet:9", "board", "burn", "muck"],
        "place": "a log line far away: 1048576",
    },
    **{
        "countdown": 10.0,
        "said": "all_in",
        "counted": MOST,
        "back": "red",
        "of": "1:misdeal.boxed_cards:1",
        "of_kind": "misdeal.boxed_cards",
    },
}

EVERY_CARD = [
    (kind, remedy)
    for kind, texts in KINDS.items()
    for remedy in dict.fromkeys((*texts.remedies, "floor" if texts.by_house else "look"))
]


def house() -> Rulebook:
    """A house that has a clause for everything, with the longest reference of all books."""
    clauses = [
        Clause(ref=CITED, title="Out of turn", says="An act out of turn is backed up to the seat due."),
        Clause(
            ref="39", title="Four-card flop",
            says="A flop of four cards, shown or not: the floor is called, the four are mixed face down, the "
            "floor draws one as the next burn and the other three are the flop.",
        ),
        Clause(ref="45", title="Ways to raise", says="A raise is good only when made by one of three methods."),
    ]  # fmt: skip
    return Rulebook(
        id="house", name="The longest house", short="DPC", edition="1", games=["nlhe"],
        cutoff=CutOff(test="substantial", cites=[CITED]),
        deal=DealRules(button_consecutive=True, exposed_replaced="after_deal"),
        bets=BetRules(), turns=TurnRules(),
        kinds={"bet.string": KindRule(remedy="first_motion_stands", cites=[CITED])},
        clauses={clause.ref: clause for clause in clauses},
    )  # fmt: skip


def turn_view() -> TableView:
    """Hand 128 on the turn; seat 10 acts, and two more actions close the misdeal."""
    seats = [SeatView(seat=n, state="in", in_hand=True, cards=2) for n in range(1, 11)]
    return TableView(
        table="7", rulebook="house", game="nlhe", hand=128, street="turn", small=200, big=400, ante=0,
        big_blind_ante=0, button=4, small_blind=5, big_blind=6, board=["Kd", "7s", "2h", "Jc"], burns=2,
        seats=seats, to_act=10, to_call=3600, owes=3600, min_to=6000, may_raise=True, pot=None,
        misdeal=MisdealView(state="open", actions_left=2, actions_used=1),
    )  # fmt: skip


def found(kind: str, remedy: str, facts: dict[str, Any] | None = None, **changed: Any) -> Finding:
    """Return a finding in hand 128; ``changed`` are other fields of it."""
    fields: dict[str, Any] = {
        "id": f"128:{kind}:1", "t": 73.2, "hand": 128, "street": "turn", "kind": kind, "seat": None,
        "level": "floor" if remedy == "floor" else KINDS[kind].level, "remedy": remedy, "cites": [CITED],
        "facts": facts or {}, "evidence": [407, 417],
    }  # fmt: skip
    return Finding(**(fields | changed))
