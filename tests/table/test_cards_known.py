"""How many cards each seat is shown to hold: by draws and reads, unknown where neither tells."""

from __future__ import annotations

from controller.testkit.scene import Scene


def cards(scene: Scene) -> dict[int, int | None]:
    return {seat.seat: seat.cards for seat in scene.engine.view().seats if seat.seat in scene.seats}


def test_everybody_holds_two() -> None:
    assert set(cards(Scene().deal().wait(0.2)).values()) == {2}


def test_a_card_that_no_antenna_saw_lies_where_the_order_puts_it() -> None:
    scene = Scene()
    for n, seat in enumerate(scene.entitled() * 2):
        scene.card(None if n == 3 else f"seat:{seat}", tag=None)
    assert set(cards(scene.wait(1.5)).values()) == {2}


def test_a_deal_that_nobody_can_be_sure_of_leaves_the_seats_open() -> None:
    scene = Scene()
    order = scene.entitled() * 2
    for n, seat in enumerate(order[:-1]):  # one card too few, and two reads are missing
        scene.card(None if n in (10, 5) else f"seat:{seat}")
    scene.event("deal.end")
    (gap,) = [f for f in scene.findings() if f.kind == "sensing.gap"]
    known = cards(scene)
    assert {seat for seat, held in known.items() if held is None} == set(gap.facts["seats"])


def test_a_hand_that_is_seen_nowhere_is_unknown_until_it_is_seen_again() -> None:
    scene = Scene().deal()
    for tag in scene.hole[3]:
        scene.move(tag, "seat:3")
    assert cards(scene)[3] == 2
    assert cards(scene.wait(2.5))[3] is None
    for tag in scene.hole[3]:
        scene.event("card.seen", tag=tag, zone="seat:3")
    assert cards(scene.wait(1))[3] == 2


def test_nobodys_cards_are_known_without_antennas() -> None:
    scene = Scene().deal()
    scene.event("device", device="antennas", kind="antennas", state="down")
    assert set(cards(scene).values()) == {None}
