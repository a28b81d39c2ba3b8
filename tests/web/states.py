"""The screens' states as snapshots: a to h of the dealer's display, and a night's list for the floor."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from controller.daemon.calls import call_of
from controller.journal.case_law import PastRuling
from controller.table.outputs import Finding
from controller.table.screen.seating import SeatingView
from controller.table.view import (
    ClockView,
    FiveView,
    MisdealView,
    PotDueView,
    PotView,
    SeatView,
    ShareView,
    ShowdownView,
    TableView,
)
from controller.table_api import Alert, DeviceView, Moment, RuledAs, Snapshot
from controller.timeline.strip import Blind, Mark, Strip
from tests.ruling_cards.samples import LONGEST, found

NO_MISDEAL = MisdealView(state="none")


def seats(**marks: Any) -> list[SeatView]:
    """Return ten seats dealt in; ``s3={...}`` changes seat 3."""
    made = []
    for number in range(1, 11):
        fields = {"seat": number, "state": "in", "cards": 2, "in_hand": True} | marks.get(f"s{number}", {})
        made.append(SeatView(**fields))
    return made


FOLDED = {"mark": "folded", "cards": 0, "in_hand": False}
EMPTY = {"state": "empty", "cards": 0, "in_hand": False}

TURN_SEATS = seats(
    s1=FOLDED, s4=FOLDED, s5={"mark": "checked"}, s6={"mark": "called", "bet": 1200}, s7=FOLDED, s8=EMPTY,
    s9={"mark": "raised", "bet": 3600}, s10={"mark": "all_in"},
)  # fmt: skip

FACING = TableView(
    table="7", rulebook="deltin", game="nlhe", hand=128, street="turn", small=200, big=400, ante=0,
    big_blind_ante=0, button=4, small_blind=5, big_blind=6, board=["Kd", "7s", "2h", "Jc"], burns=2,
    seats=TURN_SEATS, to_act=2, to_call=3600, owes=3600, min_to=6000, may_raise=True, pot=None,
    misdeal=NO_MISDEAL, denominations=[100, 500, 1000, 5000],
)  # fmt: skip

BETWEEN = replace(
    FACING, street="between", board=[], burns=0, to_act=None, to_call=0, owes=0, min_to=None, may_raise=False,
    button=5, small_blind=6, big_blind=7,
    seats=[
        SeatView(seat=n, state={8: "empty", 9: "absent"}.get(n, "in"), cards=0) for n in range(1, 11)
    ],
)  # fmt: skip

LONG_FACING = replace(
    FACING, hand=1048, small=250_000, big=500_000, big_blind_ante=500_000, to_act=10, to_call=9_999_999, owes=9_999_999,
    min_to=9_999_999, button=9, street="preflop", board=["Td", "Ts", "Th", "Tc", "9d"],
    seats=seats(
        s1={"mark": "raised", "bet": 9_999_999}, s2={"mark": "all_in", "bet": 9_999_999}, s3=EMPTY,
        s4={"mark": "all_in", "bet": 9_999_999}, s5={"mark": "posted", "bet": 9_999_999},
        s6={"mark": "all_in"}, s7={"cards": None, "bet": 9_999_999}, s8={"state": "penalty"},
        s9={"mark": "raised", "bet": 9_999_999}, s10={"bet": 9_999_999, "cards": None},
    ),
)  # fmt: skip

DEVICE = DeviceView(
    name="Seat 4 antenna",
    kind="antennas",
    state="down",
    since="12:03:07",
    problem="no answer any more at /dev/pts/0",
)
ROOM_AWAY = DeviceView(
    name="room", kind="room", state="down", since="21:14:02", problem="no broker at 127.0.0.1"
)
BLIND_KINDS = [
    "misdeal.card_count", "deal.extra_card", "misdeal.sequence", "deal.button_short", "misdeal.seat_dealt_out",
    "hand.mucked_live", "turn.out_of_turn_fold", "turn.nonstandard_fold", "hand.absent", "misdeal.extra_cards",
    "hand.exposed_by_player", "showdown.not_tabled", "showdown.partly_tabled", "seat.penalty_hand",
]  # fmt: skip


def snapshot(view: TableView = FACING, *alerts: Alert, **changed: Any) -> Snapshot:
    """Return a snapshot at 21:14:31 with everything live."""
    fields: dict[str, Any] = {
        "n": 1, "clock": "21:14:31", "view": view, "alerts": list(alerts), "devices": [], "rules_live": 55,
        "rules_total": 55, "blind": [], "recent": [],
    }  # fmt: skip
    return Snapshot(**(fields | changed))


def alert(finding: Finding, state: Any = "new", at: str = "21:14:07", **changed: Any) -> Alert:
    """Return what became of a finding."""
    return Alert(finding=finding, at=at, age_s=0.0, state=state, **changed)


STRING = found(
    "bet.string", "first_motion_stands", {"first": 3600, "added": 5000, "after_s": 1.2, "stands": "call"},
    seat=3, cites=["45", "56"],
)  # fmt: skip
FOUR_FLOP = found("board.four_card_flop", "scramble_flop", {"cards": 4}, street="flop", cites=["39"])
MISDEAL = found(
    "misdeal.boxed_cards", "redeal", {"draws": [5, 11], "misdeal": "open", "actions_left": 3},
    street="deal", cites=["Dealing 1A(1)"],
)  # fmt: skip
SILENT = found("board.missing_burn", "floor", {"silent": True, "street": "turn"}, cites=[])
GAP = found("sensing.gap", "look", {"look": "bet:7", "about": "chips"}, seat=7, cites=[])
CLOCK = found("clock.started", "kill_hand", {"seconds": 50, "countdown": 10}, seat=4, cites=["29"])
OVERCHIP = found(
    "bet.overchip", "call", {"pushed": 5000, "owed": 400, "total": 5000, "to": 400}, seat=5, cites=["44"]
)

ASKED = found(
    "bet.string", "first_motion_stands",
    {"first": 3600, "added": 5000, "after_s": 1.2, "stands": "call", "to": 3600, "asks": "words"},
    seat=9, level="info", cites=["45", "56"],
)  # fmt: skip
ASKED_MOST = replace(
    ASKED,
    seat=10,
    facts=ASKED.facts | {"first": 999_999_999, "to": 999_999_999, "added": 999_999_999, "stands": "bet"},
)

OVERCHIP_RULED = replace(
    OVERCHIP,
    id="128:bet.overchip:2",
    level="dealer",
    facts={"to_call": 400, "pushed": 999_999_999, "total": 999_999_999, "to": 400, "owed": 400},
)
SHORT = found(
    "bet.short_raise",
    "min_raise",
    {"pushed": 1700, "to": 2000, "min_raise_to": 999_999_999, "half": 500},
    seat=5,
    cites=["46A"],
)
CALLED = alert(call_of(FACING, 512, 73.2), at="21:14:13")
LONG_NAMES = (
    "Ana-Marija Kovačević-Horvatinčić",
    "Ana K. Wotherspoon-Hammersmith the third",
    "Featherstonehaughworthingtonshirebottom",
)
BY_ANA = RuledAs(decision="redeal_flop", by="Ana K.")
RULED = alert(
    FOUR_FLOP, "done", ruled="redeal_flop", coming="Ana K.",
    ruling=RuledAs(decision="redeal_flop", by="Ana K.", note="Two cards stuck together"),
    story=[
        Moment(what="seen", at="21:14:10"), Moment(what="coming", at="21:14:13", by="Ana K."),
        Moment(what="ruled", at="21:15:02", by="Ana K."), Moment(what="done", at="21:15:40"),
    ],
)  # fmt: skip

_LANES = {407: "chips", 409: "burn", 411: "board", 413: "board", 415: "board", 417: "board"}
EVIDENCE = Strip(
    marks=[
        Mark(line=line, t=t, lane=_LANES.get(line, "shoe"), what="swept" if line == 407 else "draw")
        for line, t in zip(
            range(407, 418), [69.6, 70.6, 70.9, 71.4, 71.6, 71.9, 72.1, 72.4, 72.6, 73.0, 73.2], strict=True
        )
    ],
    blind=[Blind(lane="muck", device="antennas", since=60.0)],
    since=66.0,
    until=75.0,
)
PAST = [
    PastRuling(at="2026-11-19 22:40", finding="31:board.four_card_flop:1", decision="scramble_flop", street="flop", by="Ivo P."),
    PastRuling(at="2026-11-12 01:05", finding="77:board.four_card_flop:1", decision="scramble_flop", street="flop"),
    PastRuling(at="2026-11-02 20:11", finding="9:board.four_card_flop:1", decision="redeal_flop", street="flop", by="Ana K.", note="Two stuck together"),
]  # fmt: skip

OPEN_MISDEAL = replace(
    FACING, street="preflop", board=[], misdeal=MisdealView(state="open", actions_left=2, actions_used=1)
)


def showdown(**shown: Any) -> TableView:
    """Return the table at a showdown that stands so."""
    return replace(
        FACING, street="showdown", board=["Td", "As", "Th", "Ac", "9d"], to_act=None, owes=0, to_call=0, min_to=None,
        may_raise=False, showdown=ShowdownView(**shown),
    )  # fmt: skip


MILLIONS = replace(
    FACING, small=100_000_000, big=200_000_000, to_call=999_999_999, owes=987_654_321, min_to=999_999_999,
    seats=seats(**{f"s{n}": {"mark": mark, "bet": 999_999_999} for n, mark in enumerate(
        ("raised", "all_in", "called", "all_in", "raised", "all_in", "bet", "all_in", "raised", "all_in"), 1)}),
)  # fmt: skip


def due(*shares: tuple[int, int], pot: int = 0, view: TableView | None = None) -> TableView:
    """Return the table once a pot is to be pushed to ``shares``."""
    shown = showdown(order=[2, 9], to_table=[], pots=[PotView(pot=0, seats=[2, 9], winners=[9])])
    given = [ShareView(seat=seat, amount=amount) for seat, amount in shares]
    pots = [PotDueView(pot=pot, amount=sum(amount for _, amount in shares), seats=[2, 9], shares=given)]
    return replace(view or shown, pots_due=pots)


ODD_CHIP = due((2, 999_999_999), (9, 999_999_998), (10, 999_999_998), pot=1)
UP = {
    1: ["8d", "Kc", "9h", "9d"], 2: ["Td", "8c", "2d", "3c"], 3: ["Tc", "Th", "5c", "Ts"], 4: ["Qh", "7c", "Ad", "6h"],
    5: ["3d", "Qs", "Jh", "4c"], 6: ["Jc", "6d", "As", "Qc"], 9: ["6s", "2h", "Js", "Kd"], 10: ["5s", "7h", "Ks", "3h"],
}  # fmt: skip
"""The up cards of eight seats on sixth street."""


def stud(
    street: Any = "sixth",
    up: dict[int, list[str]] = UP,
    *,
    marks: dict[int, Any] | None = None,
    **changed: Any,
) -> TableView:
    """Return a table of stud on ``street`` with these cards up; ``marks`` changes what a seat shows."""
    dealt = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}[street]
    made = {
        f"s{n}": ({"up": up[n][: dealt - 2], "cards": dealt} if n in up else EMPTY) | (marks or {}).get(n, {})
        for n in range(1, 11)
    }
    fields: dict[str, Any] = {
        "game": "stud", "street": street, "small": 0, "big": 0, "ante": 10, "bring_in": 25, "small_bet": 100, "big_bet": 200, "button": None, "small_blind": None,
        "big_blind": None, "board": [], "burns": dealt - 3, "seats": seats(**made), "to_call": 200, "owes": 200,
        "min_to": 400,
    }  # fmt: skip
    return replace(FACING, **(fields | changed))


STUD_MOST = stud(
    "seventh", {n: UP.get(n, []) or ["Td", "Th", "Ts", "Tc"] for n in (1, 2, 3, 4, 5, 6, 7, 10)}, small=0,
    big=100_000_000, ante=25_000_000, to_act=10, to_call=999_999_999, owes=987_654_321, min_to=999_999_999,
    marks={n: {"mark": mark, "bet": 999_999_999} for n, mark in zip(
        (1, 2, 3, 4, 5, 6, 7, 10), ("raised", "all_in", "called", "raised", "all_in", "called", "raised", "called"),
        strict=True)},
)  # fmt: skip
UNSURE = {"up": ["Tc", "??", "5c", "??"], "cards": None}

BACK = alert(
    found("sensing.device", "look", {"device": "chips", "state": "up", "back": True}, level="dealer", cites=[],
          hand=LONG_FACING.hand)
)  # fmt: skip

STATES: dict[str, Snapshot] = {
    "b-stud-third": snapshot(stud("third", marks={4: {"mark": "posted", "bet": 20}, 5: {"mark": "called", "bet": 20}},
                                  to_act=6, to_call=20, owes=20, min_to=100)),
    "b-stud-sixth": snapshot(stud(marks={3: {"mark": "bet", "bet": 200}, 4: FOLDED | {"up": []}, 5: {"mark": "called", "bet": 200},
                                         6: {"mark": "all_in", "bet": 175}, 9: {"mark": "all_in"}}, to_act=10)),
    "b-stud-side-acts": snapshot(stud("fifth", marks={1: {"mark": "bet", "bet": 200}}, to_act=3)),
    "b-stud-most": snapshot(STUD_MOST),
    "b-stud-most-top-acts": snapshot(replace(STUD_MOST, to_act=5)),
    "b-stud-common": snapshot(replace(STUD_MOST, board=["9s"])),
    "b-stud-showdown": snapshot(replace(
        stud("seventh", to_act=None, owes=0, to_call=0, min_to=None, may_raise=False), street="showdown",
        showdown=ShowdownView(order=[3, 9], to_table=[], pots=[PotView(pot=0, seats=[3, 9])]),
    )),
    "e-stud-blind": snapshot(stud(marks={3: UNSURE, 4: UNSURE}, to_act=5), devices=[DEVICE], rules_live=41),
    "e-stud-blind-most": snapshot(STUD_MOST, devices=[replace(DEVICE, name="Seat 10 antenna", state="starting")], rules_live=4),
    "a-stud-first-hand": snapshot(replace(stud("third"), street="between", hand=0, to_act=None, owes=0, to_call=0,
                                          min_to=None, seats=BETWEEN.seats)),
    "b-millions": snapshot(MILLIONS),
    "b-asked": snapshot(replace(FACING, asked=[ASKED.id]), alert(ASKED)),
    "b-asked-most": snapshot(replace(MILLIONS, to_act=1, asked=[ASKED_MOST.id]), alert(ASKED_MOST)),
    "b-asked-blind": snapshot(replace(FACING, asked=[ASKED.id]), alert(ASKED), devices=[DEVICE]),
    "b-device-back": snapshot(LONG_FACING, BACK),
    "b-pot-due": snapshot(due((4, 8600))),
    "b-pot-due-split": snapshot(due((2, 4300), (9, 4300))),
    "b-pot-due-odd": snapshot(ODD_CHIP),
    "b-pot-due-told": snapshot(replace(due((4, 8600)), game="plo")),
    "b-pot-due-most-told": snapshot(replace(due((10, 999_999_999), pot=1), game="plo")),
    "b-pot-due-millions-told": snapshot(replace(due((10, 9_999_999), pot=1), game="plo")),
    "b-pot-due-odd-told": snapshot(replace(ODD_CHIP, game="plo")),
    "b-four-pots": snapshot(showdown(
        order=[2, 9], to_table=[],
        pots=[PotView(pot=n, seats=[2, 4, 9, 10], winners=won, odd_chips=[10] if n == 0 else [])
              for n, won in ((3, [10]), (2, [4, 10]), (1, [2, 9]), (0, [2, 4, 9, 10]))],
    )),
    "c-asks": snapshot(replace(FACING, to_act=6), alert(OVERCHIP_RULED)),
    "c-asks-two": snapshot(replace(FACING, to_act=6), alert(SHORT)),
    "b-called": snapshot(FACING, floor_called="21:14:13"),
    "b-coming": snapshot(FACING, floor_called="21:14:13", floor_coming="Anastasija Kovačević"),
    "a-between-hands": snapshot(BETWEEN, clock="21:13:40"),
    "b-facing-a-bet": snapshot(FACING),
    "b-longest": snapshot(LONG_FACING, rules_live=41),
    "b-showdown": snapshot(
        replace(FACING, table="Main event 12", street="showdown", board=["Td", "As", "Th", "Ac", "9d"], to_act=None,
                owes=0, to_call=0, min_to=None, may_raise=False),
        alert(found("showdown.order", "table_first", {}, seat=3)),
    ),
    "b-tables-first": snapshot(showdown(order=[10, 2, 3, 9], to_table=[], pots=[PotView(pot=0, seats=[2, 3, 9, 10])])),
    "b-table-all": snapshot(showdown(
        order=[2, 9], to_table=[2, 3, 4, 5, 6, 7, 9, 10], pots=[PotView(pot=0, seats=[2, 3, 4, 5, 6, 7, 9, 10])],
    )),
    "b-one-wins": snapshot(showdown(
        order=[2, 9], to_table=[], pots=[PotView(pot=0, seats=[2, 9], winners=[9])],
        fives=[FiveView(seat=9, cards=["Td", "Th", "As", "Ac", "9d"])],
    )),
    "b-split": snapshot(showdown(
        order=[2, 9], to_table=[], pots=[PotView(pot=0, seats=[2, 9, 10], winners=[2, 9, 10], odd_chips=[10])],
    )),
    "b-side-pots": snapshot(showdown(
        order=[2, 9], to_table=[],
        pots=[PotView(pot=1, seats=[2, 10], winners=[10]), PotView(pot=0, seats=[2, 9, 10], winners=[2, 9])],
    )),
    "b-clock": snapshot(replace(FACING, clock=ClockView(seat=2, left=23, countdown=10))),
    "b-clock-no-bet": snapshot(
        replace(FACING, owes=0, to_call=0, min_to=400, clock=ClockView(seat=2, left=60, countdown=10)),
    ),
    "b-no-bet": snapshot(replace(FACING, owes=0, to_call=0, min_to=400, table="Grand final")),
    "b-part-paid": snapshot(replace(FACING, owes=2350, to_call=3600)),
    "b-may-not-raise": snapshot(replace(FACING, may_raise=False, min_to=None)),
    "b-dealing": snapshot(replace(FACING, street="deal", board=[], to_act=None, owes=0, to_call=0)),
    "a-uncounted": snapshot(replace(BETWEEN, button=10, small_blind=None), seating=[
        SeatingView(seat=n, state="in", stack=None if n < 4 else 10_000) for n in range(1, 11)
    ]),
    "a-first-hand": snapshot(replace(BETWEEN, hand=0, button=None, small_blind=None, big_blind=None)),
    "a-dead-small": snapshot(replace(BETWEEN, small_blind=None, button=8)),
    "b-info": snapshot(FACING, alert(OVERCHIP)),
    "b-pot-limit": snapshot(replace(FACING, game="plo", pot=8_400)),
    "c-string-bet": snapshot(replace(FACING, to_act=4), alert(STRING)),
    "d-four-card-flop": snapshot(FACING, alert(FOUR_FLOP, "coming", "21:14:13", coming="Ana K.")),
    "d-room-away": snapshot(FACING, alert(FOUR_FLOP), devices=[ROOM_AWAY]),
    "d-silent": snapshot(FACING, alert(SILENT)),
    "d-ruled": snapshot(FACING, alert(FOUR_FLOP, "ruled", ruled="redeal_flop", coming="Ivo P.", ruling=BY_ANA)),
    **{f"d-long-name-{n}": snapshot(OPEN_MISDEAL, alert(
        replace(MISDEAL, seat=2, facts=MISDEAL.facts | {"actions_left": 2}), "coming", at="21:14:25", coming=name,
    )) for n, name in enumerate(LONG_NAMES)},
    **{f"d-long-name-seat-{n}": snapshot(FACING, alert(replace(SILENT, seat=10), "coming", coming=name)) for n, name in enumerate(LONG_NAMES)},
    **{f"d-ruled-long-name-{n}": snapshot(FACING, alert(
        replace(FOUR_FLOP, seat=2), "ruled", ruled="redeal_flop", ruling=replace(BY_ANA, by=name, seat=2),
    )) for n, name in enumerate(LONG_NAMES)},
    **{f"b-coming-long-name-{n}": snapshot(FACING, floor_called="21:14:13", floor_coming=name) for n, name in enumerate(LONG_NAMES)},
    "e-blind": snapshot(
        replace(FACING, seats=[
            replace(seat, cards=None, mark="", in_hand=True) if seat.seat == 4 else seat for seat in TURN_SEATS
        ]),
        devices=[DEVICE], rules_live=41, blind=BLIND_KINDS, clock="12:03:19",
    ),
    "e-blind-several": snapshot(FACING, devices=[replace(DEVICE, name="antennas", state="degraded"), replace(DEVICE, name="chips", state="starting")], rules_live=25),
    "e-blind-all": snapshot(LONG_FACING, devices=[replace(DEVICE, name=kind, state="starting") for kind in ("shoe", "antennas", "chips", "panel")], rules_live=4),
    "e-blind-longest": snapshot(LONG_FACING, devices=[replace(DEVICE, name="Seat 10 antenna", state="starting")], rules_live=4),
    "g-misdeal-clock": snapshot(OPEN_MISDEAL, alert(MISDEAL, at="21:14:25")),
    "g-misdeal-room-away": snapshot(OPEN_MISDEAL, alert(MISDEAL, at="21:14:25"), devices=[ROOM_AWAY]),
    "g-player-clock": snapshot(FACING, alert(CLOCK)),
    "gap": snapshot(FACING, alert(GAP)),
    "two-cards": snapshot(replace(FACING, to_act=4), alert(STRING), alert(SILENT, at="21:14:20")),
}  # fmt: skip

NIGHT = snapshot(
    FACING,
    alert(FOUR_FLOP),
    alert(found("bet.undercall", "full_call", LONGEST, id="128:bet.undercall:1", seat=2, t=50.0), at="21:13:40"),
    alert(replace(MISDEAL, id="96:misdeal.boxed_cards:1", hand=96), "coming", "21:12:51", coming="Ana K."),
    alert(
        found("sensing.device", "look", {"device": "Seat 4 antenna", "state": "down"}, cites=[], hand=95,
              id="95:sensing.device:1", level="dealer"), "seen", "21:03:24",
    ),
    alert(
        found("turn.skipped", "floor", {}, hand=71, seat=8, id="71:turn.skipped:1"), "ruled", "21:02:10",
        ruled="play_on", coming="Ivo P.",
    ),
    alert(replace(STRING, id="60:bet.string:1", hand=60), "done", "20:58:00"),
    alert(
        found("misdeal.wrong_first_seat", "redeal", {"expected": 5}, hand=44, seat=6,
              id="44:misdeal.wrong_first_seat:1"), "ruled", "20:41:12", ruled="redeal",
    ),
    alert(found("clock.expired", "kill_hand", {}, hand=41, seat=9, id="41:clock.expired:1"), "done", "20:37:55"),
)  # fmt: skip
