"""Hands of stud handed out: PokerKit loads what we write, and comes to the same stacks."""

from __future__ import annotations

import io
from collections.abc import Callable

import msgspec
import pytest
from pokerkit import HandHistory

from controller.histories.export import told_hands
from controller.histories.not_tellable import NotTellable
from controller.histories.phh import to_phh
from controller.sensorlog.source import Source
from controller.sensorlog.writer import encode_header
from tests.table.stud_table import Stud
from tests.table.test_stud import HANDS, RAZZ


def handed_out(scene: Stud) -> str:
    """Return the file of the scene's hand."""
    lines = [encode_header(scene.engine.header).strip(), *map(msgspec.json.encode, scene.log)]
    (hand,) = told_hands(Source("night", io.BytesIO(b"\n".join(lines) + b"\n")))
    return to_phh(hand)


def checked(scene: Stud) -> Stud:
    """Everybody left checks, in turn."""
    for _ in scene.engine.hand.live:
        scene.taps(scene.wait(0.3).engine.view().to_act)
    return scene.sweep()


def to_the_end(scene: Stud, *seats: int) -> Stud:
    """The streets that are left are dealt to ``seats`` and checked; hands are tabled, the pot goes as due."""
    while scene.engine.hand.street < 4:
        scene.deals(*seats)
        if scene.wait(0.3).engine.view().to_act:
            checked(scene)
    return pushed(scene.tabled(*seats))


def pushed(scene: Stud) -> Stud:
    for due in scene.wait(2.0).engine.view().pots_due:
        for share in due.shares:
            scene.award(share.seat, share.amount, pot=due.pot)
    return scene.end()


def completed(scene: Stud) -> Stud:
    """Brought in, made whole, called by one and folded to by the other."""
    return scene.third().pushes(1, 5, 5, 5, 5).says(2, "raise", 100).pushes(2, 100).calls(3).folds(1).sweep()


STORIES: dict[str, tuple[Callable[[Stud], Stud], str, dict]] = {
    "completed and called": (lambda s: to_the_end(completed(s), 2, 3), "stud", {}),
    "all call the bring-in": (
        lambda s: to_the_end(s.third().pushes(1, 5, 5, 5, 5).calls(2, 3).sweep(), 1, 2, 3), "stud8", {},
    ),
    "brought in whole": (
        lambda s: to_the_end(s.third().says(1, "raise", 100).pushes(1, 100).calls(2).folds(3).sweep(), 1, 2),
        "stud", {},
    ),
    "bets on the streets": (
        lambda s: to_the_end(
            completed(s).deals(2, 3).says(3, "bet", 100).pushes(3, 100).says(2, "raise", 200).pushes(2, 100, 100)
            .calls(3).sweep(), 2, 3,
        ),
        "stud", {},
    ),
    "all-in on third street": (
        lambda s: to_the_end(
            s.third().pushes(1, 5, 5, 5, 5).says(2, "all_in").pushes(2, *[5] * 10).calls(3).folds(1).sweep().tabled(2, 3), 2, 3
        ),
        "stud", {"stacks": {1: 10_000, 2: 60, 3: 10_000}},
    ),
    "nobody shows": (
        lambda s: completed(s).deals(2, 3).says(3, "bet", 100).pushes(3, 100).folds(2).award(3, 330).end(),
        "stud", {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("story", STORIES)
def test_pokerkit_comes_to_the_same_stacks(story):
    play, game, table = STORIES[story]
    scene = play(Stud("tda-2024", HANDS, game=game, **table))
    assert scene.findings("floor", "dealer") == []
    *_, last = HandHistory.loads(handed_out(scene))
    (line,) = scene.hands()
    assert list(last.stacks) == [line.stacks[seat] for seat in scene.seats]


def test_razz_goes_out_too():
    scene = Stud("tda-2024", RAZZ, game="razz").third()
    brings = next(seat.seat for seat in scene.wait(0.5).engine.view().seats if seat.bet == 20)
    scene.pushes(brings, 5, 5, 5, 5).calls(*[seat for seat in (3, 1, 2, 3) if seat != brings][:2]).sweep()
    scene = to_the_end(scene, 1, 2, 3)
    text = handed_out(scene)
    *_, last = HandHistory.loads(text)
    assert text.startswith('variant = "FR"')
    assert list(last.stacks) == [scene.hands()[0].stacks[seat] for seat in scene.seats]


def test_a_hand_that_nobody_brought_in_is_not_told():
    scene = Stud("tda-2024", HANDS, stacks=10).third().tabled(1, 2, 3).end()
    with pytest.raises(NotTellable, match="nobody brought it in"):
        handed_out(scene)
