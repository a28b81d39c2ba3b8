"""Plays stories at the virtual table: cards and chips move at their time, and people touch the pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from controller.alert_states import after
from controller.demo.felt import Felt
from controller.demo.filmed import Filmed
from controller.demo.hands import Hand
from controller.demo.people import TRIES, CutOff, People, Refused
from controller.demo.senses import Awards, Faces, told
from controller.demo.steps import ENDED, DealerMends, FloorRules, Sense, Story
from controller.table.events import Equipment

SEEN_IN_S: Final = 10.0
"""A finding is on the pages within this time of the event that proves it; two seconds are the rules' own."""
READS_S: Final = 6.0
"""How long the dealer reads a card and does what it says, at speed 1."""
BUTTON_RESTS_S: Final = 1.5
"""A button that has moved rests this long before the first card, however fast the demo runs."""
BACK_IN_S: Final = 30.0
LOOKS_S: Final = 2.0
"""How long the dealer looks whether the display has a pot for him to push: the last cards may still be on their way."""
TOLD_AGAIN_S: Final = 5.0
"""After a restart the boards have told again what was not safe by then."""
SEATING: Final = ("table", "level")
BETWEEN_HANDS_S: Final = 3.0
LATE_S: Final = 0.05
"""What happens at the table is made up for by no more: people do not play faster after a pause."""
BY: Final = "demo floor"
NOTE: Final = "ruled by the demo, since nobody did at the floor's page"


class Conductor:
    """Plays stories at the felt and waits where people have to do something.

    ``patience_s`` is how long the demo's floor leaves a person at the page time to rule first.
    """

    def __init__(
        self,
        felt: Felt,
        people: People,
        equipment: Collection[Equipment],
        *,
        speed: float = 1.0,
        patience_s: float = 12.0,
        say: Callable[[str], None] = print,
        filmed: Filmed | None = None,
    ) -> None:
        self._filmed = filmed
        self._felt, self._equipment = felt, equipment
        self._people = people
        self._awards, self._faces = Awards(equipment), Faces()
        self._speed = speed
        self._patience_s = patience_s
        self._say = say
        self._due = 0.0
        self._answered: set[str] = set()
        self._touched: tuple[str, int | None] | None = None
        self.touches = 0
        """What the dealer has touched to tell the table of the hands so far; answers to alerts are none."""

    async def play(self, story: Story, hand: Hand) -> None:
        """Seat the hand's players and play the story to its end."""
        self._touched, self._faces = None, Faces()
        loop = asyncio.get_running_loop()
        self._due = loop.time() + BETWEEN_HANDS_S / self._speed
        if self._filmed is not None:
            self._filmed.begin(story, hand)
        await self._play(hand.seating)
        for number, step in enumerate(story.steps):
            if isinstance(step, Sense):
                await self._play((step,), due=await self._before(story, number))
                continue
            goes_on = True
            if isinstance(step, FloorRules):
                goes_on = await self._floor_rules(step)
            else:
                await self._dealer_mends(step)
            self._due = loop.time()
            if not goes_on:
                await self._touch("/key", ENDED.event)
                break
        self._felt.clear()
        if self._felt.plug_in():
            await self._people.shows(lambda: not self._people.state.get("devices"), BACK_IN_S)

    async def _before(self, story: Story, number: int) -> bool:
        """Do what has to be done before step ``number`` happens, and return whether it is due by then.

        At this table play never waits for a card.
        """
        return False

    async def _play(self, steps: Iterable[Sense], *, due: bool = False) -> None:
        """Let steps happen; waits count from when the last one was due, and nobody hurries to catch up.

        ``due``: the first one has been waited for.
        """
        loop = asyncio.get_running_loop()
        for step in steps:
            if not due:
                self._due = max(self._due, loop.time() - LATE_S) + step.paced(self._speed)
            due = False
            await asyncio.sleep(max(0.0, self._due - loop.time()))
            filmed = None if self._filmed is None else await self._filmed.plays(step)
            if filmed is not None:
                self._due = loop.time()
                if filmed.words:
                    self._say(f"     {filmed.words}")
                if filmed.told:
                    continue
            await self._happens(step)

    async def _happens(self, step: Sense) -> None:
        """Let a step happen where a sensor finds it, or the dealer touch what only he can tell."""
        found = told(step.event, self._equipment, kept=step.kept)
        if found is None:
            return
        teller, event = found[0], self._faces.as_seen(found[1])
        if event["type"] == "chips.award":  # the dealer looks at the display first
            await self._people.table_shows(lambda view: True, BACK_IN_S)
            told_again = max(LOOKS_S, TOLD_AGAIN_S - self._people.watched_s())
            await self._people.table_shows(lambda view: bool(view.get("pots_due")), told_again)
        if event["type"] == "table":
            await self._seat(event)
        elif not self._awards.told(event, lambda: self._people.view.get("pots_due", [])):
            return
        elif teller == "dealer":
            await self._touch("/key", event)
            self.touches += self._is_a_touch(event)
        elif event["type"] == "button.moved":
            await self._lay_button(event)
        else:
            self._felt.happens(teller, event, step.began_s)

    def _is_a_touch(self, event: dict[str, Any]) -> bool:
        """Whether the dealer touches the page for an event: one touch confirms all shares of a pot."""
        before, self._touched = self._touched, (event["type"], event.get("pot"))
        shared = event["type"] == "chips.award" and before == self._touched
        return event["type"] not in SEATING and not shared

    async def _lay_button(self, moved: dict[str, Any]) -> None:
        """Lay the button before its seat; where it lies there already, no antenna sees it come."""
        if self._felt.button == moved["seat"]:
            await self._touch("/key", moved)
        else:
            self._felt.lay_button(moved["seat"])
            self._due = asyncio.get_running_loop().time() + BUTTON_RESTS_S

    async def _seat(self, table: dict[str, Any]) -> None:
        """Seat the players by a sheet, as on the seat page."""
        rows = [f"{seat},{setup['stack']},{setup['state']}" for seat, setup in table["seats"].items()]
        await self._touch("/seats/table", "\n".join(("seat,stack,state", *rows)))

    async def _floor_rules(self, step: FloorRules) -> bool:
        """Let the floor come and rule, and return whether the hand goes on: its players know to carry out one ruling alone."""
        alert = await self._next_alert(step.kind)
        if alert is None:
            return True
        self._say(f"     the floor is called: {_words(alert)}")
        ruled = await self._people.see(
            lambda seen: seen["id"] == alert["id"] and bool(seen["ruled"]), self._patience_s
        )
        if ruled is not None:
            self._say(f"     ruled at the floor's page: {ruled['ruled']}")
        else:
            fields = {"finding": alert["id"], "decision": step.decision, "by": BY, "note": NOTE}
            await self._touch("/key", {"type": "ruling", **fields})
            self._say(f"     the demo's floor rules: {step.decision.replace('_', ' ')}")
        await self._read_and_touch_done(alert)
        if ruled is None or ruled["ruling"]["decision"] == step.decision:
            return True
        self._say(
            f"     the players carry out no ruling but {step.decision.replace('_', ' ')}: the hand ends here"
        )
        return False

    async def _dealer_mends(self, step: DealerMends) -> None:
        alert = await self._next_alert(step.kind)
        if alert is None:
            return
        self._say(f"     the dealer is told: {_words(alert)}")
        await self._read_and_touch_done(alert)

    async def _read_and_touch_done(self, alert: dict[str, Any]) -> None:
        """Do what the card says and touch Done, where nothing has closed it meanwhile."""
        await asyncio.sleep(READS_S / self._speed)
        shown = await self._people.see(lambda seen: seen["id"] == alert["id"], BACK_IN_S)
        if shown is not None and after(shown["state"], "done") is not None:
            await self._touch("/mark", {"finding": alert["id"], "state": "done"})

    async def _next_alert(self, kind: str) -> dict[str, Any] | None:
        """Return the alert of ``kind`` that nobody here has answered yet, once the pages have it."""

        def due(alert: dict[str, Any]) -> bool:
            return alert["id"].split(":")[1] == kind and alert["id"] not in self._answered

        alert = await self._people.see(due, SEEN_IN_S)
        if alert is None:
            self._say(f"     {kind} was due and did not come")
        else:
            self._answered.add(alert["id"])
        return alert

    async def _touch(self, path: str, fields: dict[str, Any] | str) -> None:
        for _ in range(TRIES):
            try:
                return await self._people.post(path, fields)
            except Refused as problem:
                return self._say(f"     {problem}")
            except CutOff:
                await self._people.table_shows(lambda view: True, BACK_IN_S)
                if await self._is_taken(fields):
                    return

    async def _is_taken(self, fields: dict[str, Any] | str) -> bool:
        """Whether a touch that was cut off shows: a pot that is pushed is no longer to be pushed.

        What the boards have still to tell again may bring the pot back to the display.
        """
        if not isinstance(fields, dict) or fields.get("type") != "chips.award":
            return False
        return await self._people.table_shows(lambda view: bool(view.get("pots_due")), TOLD_AGAIN_S) is None


def _words(alert: dict[str, Any]) -> str:
    card = alert["card"]
    return ", ".join(text for text in (card["headline"], card["seat"], card["remedy"], card["cite"]) if text)
