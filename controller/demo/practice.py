"""Lets a dealer practise alone: the virtual table waits for him at every card, and keeps the score."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.decisions import ANSWERED
from controller.demo import senses
from controller.demo.answers import Answer, Card, Touch, csv_of, is_right, table_of, touch_on
from controller.demo.conductor import BY, LATE_S, NOTE, SEEN_IN_S, Conductor
from controller.demo.course import NEUTRAL, Lesson
from controller.demo.felt import Felt
from controller.demo.hands import Hand
from controller.demo.people import People
from controller.demo.programme import find
from controller.demo.rehearsal import House
from controller.demo.steps import DealerMends, FloorRules, Sense, Story
from controller.ruling_cards.words import Words, plain
from controller.table.events import Equipment, Game
from controller.table_api import FLOOR_CALL

HEARD_IN_S: Final = 0.4
"""What a sensor finds is in the log within this time, but on a very busy machine; some of it, as a card that is found
where it lies already, makes no event."""
DEVICE: Final = "sensing.device"
"""A kind that has a band on the display, and no card."""
ROUNDS: Final = 3
"""What was not right is asked again until it is, so many times in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """What the pages show: the floor's, where every touch on a card stands, and the dealer's, with the words that he keyed."""

    floor: People
    dealer: People

    def keyed(self) -> set[str]:
        """Return the names of the words that were keyed lately; chips a camera may have counted."""
        return {act["id"] for act in self.dealer.state.get("recent", []) if act["what"] == "words"}


class Teacher(Conductor):
    """Plays stories as the demo does, but leaves every card to the dealer and waits for his answer.

    ``answered`` gets every answer as it is scored; ``say`` prints a line in the dealer's language.

    The floor is played: it rules once the dealer has stopped for it. What the dealer has not done within
    ``patience_s`` is done for him, so that the hand can end.
    """

    def __init__(
        self,
        felt: Felt,
        pages: Pages,
        equipment: Collection[Equipment],
        *,
        words: Words,
        speed: float,
        patience_s: float,
        say: Callable[[str], None],
        answered: Callable[[Answer], None],
    ) -> None:
        super().__init__(
            felt, pages.floor, equipment, speed=speed, patience_s=patience_s, say=lambda words: None
        )
        self._pages, self._words, self._score, self._out = pages, words, answered, say
        self.round = 1

    async def _before(self, story: Story, number: int) -> bool:
        """Let the table stand still at a card that comes by the way, as the second of a story does."""
        step = story.steps[number]
        later = {one.kind for one in story.steps[number:] if not isinstance(one, Sense)}
        kinds = set(story.kinds) - later
        if not isinstance(step, Sense) or step.exact or not kinds:
            return False
        loop = asyncio.get_running_loop()
        due = max(self._due, loop.time() - LATE_S) + step.paced(self._speed)
        alert = await self._people.see(lambda seen: self._stands(seen, kinds), max(0.0, due - loop.time()))
        if alert is None:
            self._due = due
            return True
        await self._mended(alert)
        self._due = loop.time()
        return False

    async def _happens(self, step: Sense) -> None:
        """Let a step happen, and the next one only when the table has heard of it: a busy machine changes no order."""
        if senses.told(step.event, self._equipment, kept=step.kept) is None:
            return
        heard = await self._people.heard()
        await super()._happens(step)
        await self._people.hears(heard, HEARD_IN_S)

    def _stands(self, alert: dict[str, Any], kinds: Collection[str]) -> bool:
        unanswered = alert["wants"] and alert["id"] not in self._answered
        return bool(unanswered and alert["card"]["kind"] in kinds and alert["level"] == "dealer")

    async def _floor_rules(self, step: FloorRules) -> bool:
        alert = await self._next_alert(step.kind)
        if alert is None:
            self._tell("practice.missing")
        elif alert["level"] == "dealer":
            await self._mended(alert)
        else:
            await self._called(alert, step.decision)
        return True

    async def _called(self, alert: dict[str, Any], decision: str) -> None:
        """Let the dealer stop for the floor, which rules; then he carries it out."""
        cited = [option["decision"] for option in alert["card"]["options"] if option["cited"]]
        await self._ask(alert, "floor", (decision, *cited))
        now = self._alert(alert["id"])
        if now is not None and now["ruling"] is None:
            await self._rule(alert["id"], decision)
        ruled = await self._people.see(
            lambda seen: seen["id"] == alert["id"] and seen["ruling"] is not None, SEEN_IN_S
        )
        if ruled is not None and ruled["state"] == "ruled":
            if ruled["ruling"]["decision"] != NEUTRAL:
                await self._ask(ruled, "ruled")
            await self._done_for_him(ruled["id"])

    async def _dealer_mends(self, step: DealerMends) -> None:
        alert = await self._next_alert(step.kind)
        if alert is None:
            return self._tell("practice.missing")
        await self._mended(alert)

    async def _mended(self, alert: dict[str, Any]) -> None:
        """Let the dealer mend it; where the table heard it otherwise than rehearsed and calls the floor, that is the card."""
        self._answered.add(alert["id"])
        if alert["level"] == "floor":
            return await self._called(alert, NEUTRAL)
        card: Card = "device" if alert["card"]["kind"] == DEVICE else "dealer"
        await self._ask(alert, card, [option["decision"] for option in alert["card"]["options"]])
        await self._done_for_him(alert["id"])

    async def _ask(self, alert: dict[str, Any], card: Card, due: Collection[str] = ()) -> None:
        """Wait for what the dealer touches, score it, and say what the book has."""
        loop = asyncio.get_running_loop()
        began, before, keyed = loop.time(), {one["id"] for one in self._people.alerts}, self._pages.keyed()
        name = " ".join(text for text in (alert["card"]["headline"], alert["card"]["seat"]) if text)
        if card == "ruled":
            name = self._words.say("practice.ruled", card=name)
        self._tell("practice.card", card=name)

        def touched() -> Touch:
            now = self._alert(alert["id"])
            touch = "none" if now is None else touch_on(card, now, self._people.alerts, before)
            return "keyed" if touch == "none" and self._pages.keyed() - keyed else touch

        def over() -> bool:
            now = self._alert(alert["id"])
            return touched() != "none" or (now is not None and now["state"] == "closed")

        await self._people.shows(over, self._patience_s)
        took_s, touch = loop.time() - began, touched()
        now = self._alert(alert["id"])
        if touch == "none" and now is not None and now["state"] == "closed":
            return self._tell("practice.late")
        decision = now["ruling"]["decision"] if now is not None and now["ruling"] else None
        answer = Answer(
            round=self.round, kind=alert["card"]["kind"], card=name, touched=touch,
            seconds=None if touch == "none" else took_s,
            book=alert["card"]["remedy"], clause=alert["card"]["cite"],
            right=is_right(touch, card, decision, due),
        )  # fmt: skip
        self._score(answer)
        self._say_of(answer)
        await self._answer_calls(before)

    def _say_of(self, answer: Answer) -> None:
        said = "practice.right" if answer.right else "practice.wrong"
        touched = self._words.say(f"practice.touched.{answer.touched}")
        seconds = "" if answer.seconds is None else self._words.seconds(answer.seconds)
        told = "practice.answer" if seconds else "practice.unanswered"
        self._tell(told, right=self._words.say(said), touched=touched, seconds=seconds)
        book = "practice.book" if answer.clause else "practice.book_alone"
        self._tell(book, book=answer.book, clause=answer.clause)

    async def _answer_calls(self, before: Collection[str]) -> None:
        """The played floor answers a call that was made at a card, so that it does not wait for anybody."""
        for alert in self._people.alerts:
            if alert["card"]["kind"] == FLOOR_CALL and alert["id"] not in before and alert["open"]:
                await self._rule(alert["id"], ANSWERED)

    async def _rule(self, finding: str, decision: str) -> None:
        await self._touch(
            "/key", {"type": "ruling", "finding": finding, "decision": decision, "by": BY, "note": NOTE}
        )

    async def _done_for_him(self, finding: str) -> None:
        now = self._alert(finding)
        if now is not None and now["state"] not in ("done", "closed"):
            await self._touch("/mark", {"finding": finding, "state": "done"})

    def _alert(self, name: str) -> dict[str, Any] | None:
        return next((alert for alert in self._people.alerts if alert["id"] == name), None)

    def _tell(self, key: str, **facts: str | int) -> None:
        self._out("     " + plain(self._words.say(key, **facts)))


def mishaps_in_turn(hands: Sequence[Hand], house: House, names: Sequence[str]) -> Callable[[], list[Lesson]]:
    """Return a function that tells each mishap that this house knows, each time in another hand."""
    following = {name: 2 * number for number, name in enumerate(names, start=1)}

    def told() -> list[Lesson]:
        found = ((name, find(name, hands, house, following[name])) for name in following)
        lessons = [(name, *one) for name, one in found if one is not None]
        for name, _, hand in lessons:
            following[name] = hands.index(hand) + 1
        return lessons

    return told


class Lessons:
    """An evening of practice: every lesson once, then again what was not right.

    ``told`` tells the lessons of a round, ``first`` are those of the first; ``answers`` is all that was scored. The
    file ``score`` gets each answer as soon as it is given, below what stands there from other evenings.
    """

    def __init__(self, told: Callable[[], list[Lesson]], score: Path | None = None) -> None:
        self._told = told
        self._score, self._now, self._wrong = score, "", set[str]()
        self.answers: list[Answer] = []
        self.first = told()

    def rounds(self) -> Iterator[list[Lesson]]:
        """Yield the stories of each round: all of them, then those of which an answer was not right."""
        asked = self.first
        for _ in range(ROUNDS):
            if not asked:
                return
            self._wrong.clear()
            yield asked
            asked = [one for one in self._told() if one[0] in self._wrong]

    def begin(self, name: str) -> None:
        """Score what is answered from here on for the lesson ``name``."""
        self._now = name

    def answered(self, answer: Answer) -> None:
        """Keep an answer, in the file too."""
        self.answers.append(answer)
        if not answer.right:
            self._wrong.add(self._now)
        if self._score is not None:
            with self._score.open("a", encoding="utf-8") as file:
                file.write(csv_of([answer], header=file.tell() == 0))


async def teach(
    teacher: Teacher,
    lessons: Lessons,
    words: Words,
    say: Callable[[str], None],
    change_to: Callable[[Game], Awaitable[bool]],
) -> None:
    """Play the rounds; however it ends, show the table. ``change_to`` lets the table play another game, where it is one."""
    try:
        for teacher.round, stories in enumerate(lessons.rounds(), start=1):
            if teacher.round > 1:
                say("\n" + plain(words.say("practice.again")))
            for number, (name, story, hand) in enumerate(stories, start=1):
                say("\n" + plain(words.say("practice.hand", n=number, of=len(stories))))
                lessons.begin(name)
                if await change_to(hand.game):
                    say(plain(words.say("practice.game", game=words.say(f"practice.games.{hand.game}"))))
                await teacher.play(story, hand)
    finally:
        if lessons.answers:
            say("\n" + table_of(lessons.answers, words))
