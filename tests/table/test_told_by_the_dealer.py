"""What no sensor tells and a dealer keys: a splashed pot, a thing that is no chip, a clock asked for."""

from __future__ import annotations

from controller.table.outputs import Advice
from controller.testkit.scene import Scene
from controller.testkit.spots import facing, flop
from tests.table.houses import clauses, did, every_house


def advice(scene: Scene) -> list[Advice]:
    """Return what only helps."""
    return [output for output in scene.out if isinstance(output, Advice)]


@clauses("invitational 5.2 s1-2", "invitational 6.5(a)", "invitational 8.3 s6")
def test_chips_thrown_into_the_pot_are_counted_and_pushed_back():
    scene = flop("invitational").says(1, "bet", 500).event("chips.splash", seat=1)
    (told,) = advice(scene)
    assert (told.kind, told.seat, told.remedy) == ("pot.splash", 1, "push_back")
    assert told.cites == ["8.3", "6.5(a)", "6.5", "5.2"]
    scene.pushes(1, 500).says(2, "fold")
    assert did(scene, 1) == ("bet", 500)
    assert scene.kinds() == []


@every_house("invitational")
def test_where_the_book_has_no_word_on_it_a_splash_brings_no_card(house):
    scene = flop(house).says(1, "bet", 500).event("chips.splash", seat=1).event("chips.splash")
    assert scene.findings() == []


@clauses("upt 1 Etiquette (b)")
def test_the_second_splash_of_a_seat_is_counted_for_the_floor():
    scene = flop("upt").says(1, "bet", 500).event("chips.splash", seat=1)
    assert scene.notes("penalty.etiquette_counter") == []
    scene.says(2, "call").event("chips.splash", seat=2).says(3, "raise", 2000).folds(4, 5, 6)
    scene.says(1, "call").event("chips.splash", seat=1)
    (note,) = scene.notes("penalty.etiquette_counter")
    assert (note.seat, note.cites, note.facts["count"]) == (1, ["1 Etiquette (b)"], 2)


@clauses("tda-2024 RP-22")
def test_a_bounty_chip_in_the_betting_zone_is_for_the_floor_a_call_or_an_all_in():
    scene = facing("tda-2024", 400).event("chips.strange", seat=2)
    (told,) = advice(scene)
    assert (told.kind, told.seat, told.level, told.cites) == ("bet.nonchip_item", 2, "floor", ["RP-22"])
    assert told.facts["options"] == ["call", "all_in"]


@every_house("tda-2024")
def test_elsewhere_it_is_nothing_that_a_book_speaks_of(house):
    assert facing(house, 400).event("chips.strange", seat=2).findings() == []


@clauses("upt 14-16 s2")
def test_a_clock_that_is_asked_for_waits_for_the_floor():
    scene = facing("upt", 400).event("clock.ask", seat=2, by=4)
    (told,) = advice(scene)
    assert (told.kind, told.seat, told.remedy, told.facts["by"]) == ("clock.asked", 2, "wait_for_floor", 4)
    assert told.cites == ["14-16"]
    scene.wait(120)
    assert "clock.expired" not in scene.kinds()
    scene.event("clock.call", seat=2, by="floor")
    assert scene.found("clock.started").seat == 2
