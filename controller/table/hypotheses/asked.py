"""Asks a count that is not sure, not how much lies there, but whether it is what the betting makes likely.

A camera that cannot tell the chips says what they may be, each with its likelihood. Most wagers are the call, or what was
said; an amount that no chip in play makes, or more than the seat has, is none. Where that leaves one amount, nobody is
asked. A likelihood close to nothing is no proof: it makes a look, and never a call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum
from typing import Final

import msgspec

from controller.table.chips import Chips, ChipsGuessed, value_of
from controller.table.events import AnyEvent, ChipsCounted, ChipsPushed
from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.play import Play
from controller.table.seating.player import UNCOUNTED
from controller.table.wagers.counting import matched_by
from controller.table.wagers.small_chips import smallest

CERTAIN: Final = 0.95
"""How likely one amount must be, by the camera and the betting together."""
SEEN: Final = 0.4
"""How likely the camera alone must find it: a wager is judged by what lies there, not by what is usual."""
USUAL: Final = 10.0
"""How many times as often players put out the call, or what they said, as any other amount."""
IRREGULAR: Final = 0.2
"""How often, beside a regular amount, they put out less than the call or too little for a raise."""
NEVER: Final = 0.001
"""What a camera finds less likely than this is looked at."""


def pushed(play: Play, event: AnyEvent) -> AnyEvent:
    """Return a push with its chips where the betting leaves one amount; any other event as it came."""
    if type(event) is not ChipsPushed or event.chips is not None or not event.alternatives:
        return event
    chips = _made_certain(play, event.seat, event.alternatives, 0)
    return event if chips is None else msgspec.structs.replace(event, chips=chips)


def counted(play: Play, event: ChipsCounted) -> ChipsCounted | None:
    """Return a count that is not sure with the chips that it can only be; None where it says too little."""
    player = play.hand.players.get(event.seat)
    if player is None or differ(event):
        return None
    if play.counting.untold(event.seat) is not None:
        chips = _made_certain(play, event.seat, event.alternatives, player.content)
    else:
        likely, chips = _likelihood(event.alternatives, play.counting.content(player))
        if likely < SEEN:
            return None
    return None if chips is None else msgspec.structs.replace(event, chips=chips)


def differ(event: ChipsCounted) -> bool:
    """Whether two cameras counted one zone, each sure of another amount: nobody's word is taken."""
    return event.confidence == 0


def looked_at(play: Play, event: ChipsCounted, line: int) -> None:
    """Ask for a look where a count that is not sure leaves what was pushed next to no likelihood, or cameras differ."""
    player = play.hand.players.get(event.seat)
    if player is None or play.hand.awards or play.counting.untold(event.seat) is not None:
        return
    look = Look(look=f"bet:{event.seat}", about="chips")
    if differ(event):
        asked = [found.seat for found, said in play.hand.judge.looks()
                 if found.street == play.hand.street_name and said.differ]  # fmt: skip
        if event.seat in asked:
            return
        counts = [value_of(held.chips) for held in event.alternatives]
        look = Look(look=f"bet:{event.seat}", about="chips", differ=counts)
    else:
        here, _ = _likelihood(event.alternatives, play.counting.content(player))
        if here >= NEVER or sum(held.p for held in event.alternatives) < CERTAIN:
            return
    play.hand.tell(Irregularity("sensing.gap", event.seat, facts=look, lines=[line], remedy="look"))


def _likelihood(alternatives: list[ChipsGuessed], amount: int) -> tuple[float, Chips | None]:
    """Return how likely ``amount`` is, and by which chips most of all."""
    made = [held for held in alternatives if value_of(held.chips) == amount]
    best = max(made, key=lambda held: held.p, default=None)
    return sum(held.p for held in made), None if best is None else best.chips


def _made_certain(play: Play, seat: int, alternatives: list[ChipsGuessed], lay: int) -> Chips | None:
    """Return the likeliest chips of the only amount that is left; ``lay`` is what lay there before of those counted."""
    weighed: dict[int, float] = {}
    for amount, odds in _weighed(play, seat, alternatives, lay):
        weighed[amount] = weighed.get(amount, 0.0) + odds
    rest = max(0.0, 1 - fsum(held.p for held in alternatives))
    best = max(weighed, key=lambda amount: weighed[amount], default=None)
    if best is None or weighed[best] < CERTAIN * (sum(weighed.values()) + rest):
        return None
    seen, chips = _likelihood(alternatives, best)
    return chips if seen >= SEEN else None


@dataclass(frozen=True, slots=True)
class _Faced:
    """What a seat can add to ``lies``: ``has`` at most, ``usual`` mostly, as a raise nothing under ``min_to`` in all."""

    lies: int
    has: int | None
    min_to: int
    usual: tuple[int, ...]

    def odds(self, added: int) -> float:
        """Return how often a player adds so much, beside any other regular amount; 0 where he cannot."""
        if added <= 0 or (self.has is not None and added > self.has):
            return 0.0
        if added in self.usual:
            return USUAL
        return 1.0 if self.lies + added >= self.min_to or added == self.has else IRREGULAR


def _weighed(
    play: Play, seat: int, alternatives: list[ChipsGuessed], lay: int
) -> Iterator[tuple[int, float]]:
    """Yield each amount that chips in play make, its likelihood weighed by what the betting makes of it."""
    faced, denominations = _faced(play, seat), play.felt.denominations
    for held in alternatives:
        amount = value_of(held.chips)
        foreign = denominations and any(n and chip not in denominations for chip, n in held.chips.items())
        if not foreign and (amount - lay) % smallest(play.hand) == 0:
            yield amount, held.p * faced.odds(amount - lay)


def _faced(play: Play, seat: int) -> _Faced:
    hand, player = play.hand, play.hand.players.get(seat)
    if player is None:
        return _Faced(0, None, 0, ())
    has = None if player.stack is None else player.behind
    if hand.round is None or not hand.draws:
        level = hand.level
        antes, blinds = (0, level.ante, level.big_blind_ante), (0, level.small, level.big)
        return _Faced(0, has, UNCOUNTED, tuple(ante + blind for ante in antes for blind in blinds))
    turn = play.acting.act_of(seat)
    act = None if turn is None else turn.act
    spot, said = play.standing.spot(seat, act), None if act is None else act.amount()
    pushed = 0 if act is None else act.pushed
    lies = spot.stays + pushed
    to_match = matched_by(play.standing, seat)
    raised = to_match - spot.to_match
    min_to = to_match + max(spot.full_raise, raised) if raised else spot.min_to
    usual = [spot.capped(to) - lies for to in (to_match, *([] if said is None else [said]))]
    return _Faced(lies, None if has is None else has - pushed, min_to, tuple(usual))
