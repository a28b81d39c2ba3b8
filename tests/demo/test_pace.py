"""A dealer who practises has the table at the pace at which the hand was played, also where a card may come by the way."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from controller.demo.people import People
from controller.demo.practice import Pages, Teacher
from controller.demo.steps import DealerMends, Sense, Story
from controller.ruling_cards.words import words_in

WAITS_S = (1.0, 2.5, 0.75, 4.0)


class Hurried(asyncio.SelectorEventLoop):
    """Sleeps for nobody: where nothing is left to do, it is the time at which the next thing is due."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


class Timed(Teacher):
    """Writes down when each step happens."""

    def __init__(self, speed: float) -> None:
        people = People(0)
        super().__init__(
            SimpleNamespace(clear=lambda: None, plug_in=lambda: False), Pages(floor=people, dealer=people), (),
            words=words_in("en"), speed=speed, patience_s=0, say=lambda line: None, answered=lambda answer: None,
        )  # fmt: skip
        self.at_s: list[float] = []

    async def _happens(self, step: Sense) -> None:
        self.at_s.append(asyncio.get_running_loop().time())


def played(story: Story, speed: float) -> list[float]:
    teacher = Timed(speed)
    with asyncio.Runner(loop_factory=Hurried) as runner:
        runner.run(teacher.play(story, SimpleNamespace(seating=())))
    return [after - before for before, after in zip(teacher.at_s, teacher.at_s[1:], strict=False)]


@pytest.mark.parametrize("speed", [1, 2])
@pytest.mark.parametrize("kinds", [(), ("bet.string",)], ids=["no card is due", "a card may come by the way"])
def test_every_step_comes_when_it_was_played(kinds, speed):
    steps = tuple(Sense(wait_s=wait_s, event={"type": "chips.swept"}) for wait_s in WAITS_S)
    story = Story(hand="any", tells="nothing", steps=steps, kinds=kinds)
    assert played(story, speed) == pytest.approx([wait_s / speed for wait_s in WAITS_S[1:]], abs=0.001)


def test_a_card_that_is_due_at_its_own_step_is_waited_for_there_alone():
    steps = (
        *(Sense(wait_s=wait_s, event={"type": "chips.swept"}) for wait_s in WAITS_S),
        DealerMends(kind="bet.string"),
    )
    story = Story(hand="any", tells="nothing", steps=steps, kinds=("bet.string",))
    assert played(story, 1) == pytest.approx(list(WAITS_S[1:]), abs=0.001)
