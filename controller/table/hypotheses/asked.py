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
from msgspec import UNSET, UnsetType

from controller.table.betting.act import Act
from controller.table.chips import SURE, Chips, ChipsGuessed, likelihood, value_of
from controller.table.events import AnyEvent, ChipsCounted, ChipsPushed
from controller.table.figures import Look
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.play import Play
from controller.table.players.player import UNCOUNTED
from controller.table.wagers.counting import counted_in, matched_by
from controller.table.wagers.small_chips import smallest

CERTAIN: Final = 0.95
"""How likely one amount must be, by the camera and the betting together."""
SEEN: Final = 0.4
"""How likely the camera alone must find it: a wager is judged by what lies there, not by what is usual."""
USUAL: Final = 10.0
"""How many times as often players put out the call, or what they said, as any other amount."""
IRREGULAR: Final = 0.2
"""How often, beside a regular amount, they put out less than the call, too little for a raise, or not what they said."""
NEVER: Final = 0.001
"""What a camera finds less likely than this is looked at."""


def pushed(play: Play, event: AnyEvent) -> AnyEvent:
    """Return a push with its chips where the betting leaves one amount; any other event as it came.

    Chips that would be an irregularity must be next to certain: a camera errs more often than players do.
    """
    if type(event) is not ChipsPushed or not event.alternatives:
        return event
    if event.chips is not None:
        added = value_of(event.chips)
        if _believed(play, event.seat, added, likelihood(event.alternatives, added)):
            return event
    chips = _made_certain(play, event.seat, event.alternatives, 0)
    return event if chips == event.chips else msgspec.structs.replace(event, chips=chips)


def counted_surely(play: Play, event: ChipsCounted, line: int) -> ChipsCounted:
    """Return a count without its chips where the camera is less than next to certain of what is hardly so.

    That is what the dealer has counted otherwise, a blind that is none, of which a look is asked for, and an irregularity
    of a push that could not be told.
    """
    player = play.hand.players.get(event.seat)
    if player is None or not event.told or not event.alternatives or event.by == "dealer":
        return event
    lies, lay = counted_in(event), play.counting.content(player)
    likely, blind = likelihood(event.alternatives, lies), player.posts_untold and bool(play.hand.draws)
    if player.keyed or blind:
        if lies == lay or likely >= SURE:
            return event
        if blind:
            _ask_look(play, event.seat, line)
    elif player.posts_untold or play.counting.untold(event.seat) is not None:
        if _believed(play, event.seat, lies - lay, likely):
            return event
    else:
        return event
    return msgspec.structs.replace(event, chips=None, amount=None)


def counted(play: Play, event: ChipsCounted) -> ChipsCounted | None:
    """Return a count that is not sure with the chips that it can only be; None where it says too little."""
    player = play.hand.players.get(event.seat)
    if player is None or differ(event):
        return None
    if play.counting.untold(event.seat) is not None:
        chips = _made_certain(play, event.seat, event.alternatives, player.content)
    else:
        chips = _seen(event.alternatives, play.counting.content(player))
    return None if chips is None else msgspec.structs.replace(event, chips=chips)


def differ(event: ChipsCounted) -> bool:
    """Whether two cameras counted one zone, each sure of another amount: nobody's word is taken."""
    return event.confidence == 0


def _believed(play: Play, seat: int, added: int, likely: float) -> bool:
    """Whether chips that the camera tells are taken for true: regular ones, and others that it finds next to certain."""
    irregular = 0 < _faced(play, seat).odds(added) <= IRREGULAR
    return not irregular or likely >= SURE


def looked_at(play: Play, event: ChipsCounted, line: int) -> None:
    """Ask for a look where a count that is not sure leaves what was pushed next to no likelihood, or cameras differ."""
    player = play.hand.players.get(event.seat)
    if player is None or play.hand.awards or play.counting.untold(event.seat) is not None:
        return
    if differ(event):
        _ask_look(play, event.seat, line, [value_of(held.chips) for held in event.alternatives])
    if differ(event) or player.posts_untold or player.keyed:
        return
    here = likelihood(event.alternatives, play.counting.content(player))
    if here < NEVER and sum(held.p for held in event.alternatives) >= CERTAIN:
        _ask_look(play, event.seat, line)


def _ask_look(play: Play, seat: int, line: int, differ: list[int] | UnsetType = UNSET) -> None:
    """Ask for a look at a bet, once a street; ``differ``: what cameras counted that do not agree."""
    asked = [found.seat for found, said in play.hand.judge.looks()
             if found.street == play.hand.street_name and bool(said.differ) == bool(differ)]  # fmt: skip
    if seat not in asked:
        look = Look(look=f"bet:{seat}", about="chips", differ=differ)
        play.hand.tell(Irregularity("sensing.gap", seat, facts=look, lines=[line], remedy="look"))


def _seen(alternatives: list[ChipsGuessed], amount: int) -> Chips | None:
    """Return the likeliest chips of ``amount`` where the camera alone finds it likely enough, else None."""
    if likelihood(alternatives, amount) < SEEN:
        return None
    return max(
        (held for held in alternatives if value_of(held.chips) == amount), key=lambda held: held.p
    ).chips


def _made_certain(play: Play, seat: int, alternatives: list[ChipsGuessed], lay: int) -> Chips | None:
    """Return the likeliest chips of the only amount that is left; ``lay`` is what lay there before of those counted."""
    weighed: dict[int, float] = {}
    for amount, odds in _weighed(play, seat, alternatives, lay):
        weighed[amount] = weighed.get(amount, 0.0) + odds
    rest = max(0.0, 1 - fsum(held.p for held in alternatives))
    best = max(weighed, key=lambda amount: weighed[amount], default=None)
    if best is None or weighed[best] < CERTAIN * (sum(weighed.values()) + rest):
        return None
    return _seen(alternatives, best)


@dataclass(frozen=True, slots=True)
class _Faced:
    """What a seat can add to ``lies``: ``has`` at most, ``usual`` mostly, as a raise nothing under ``min_to`` in all.

    ``said``: it named the amount.
    """

    lies: int
    has: int | None
    min_to: int
    usual: tuple[int, ...]
    said: bool = False

    def odds(self, added: int) -> float:
        """Return how often a player adds so much, beside any other regular amount; 0 where he cannot."""
        if added <= 0 or (self.has is not None and added > self.has):
            return 0.0
        if added in self.usual:
            return USUAL
        if self.said:
            return IRREGULAR
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
        return _Faced(0, has, UNCOUNTED, _posts(hand, seat))
    turn = play.acting.act_of(seat)
    act = None if turn is None else turn.act
    spot = play.standing.spot(seat, act)
    pushed = 0 if act is None else act.pushed
    lies = spot.stays + pushed
    to_match = matched_by(play.standing, seat)
    raised = to_match - spot.to_match
    min_to = to_match + max(spot.full_raise, raised) if raised else spot.min_to
    usual = tuple(spot.capped(to) - lies for to in _meant(act, to_match))
    said = act is not None and act.amount() is not None
    return _Faced(lies, None if has is None else has - pushed, min_to, usual, said)


def _posts(hand: Hand, seat: int) -> tuple[int, ...]:
    """Return what a seat mostly puts out before the first card: its ante, its blind, both; any blind, if it owes none."""
    level = hand.level
    due = {hand.blinds.small: level.small, hand.blinds.big: level.big}
    antes, blinds = (
        (0, level.ante, level.big_blind_ante),
        [due[seat]] if seat in due else [level.small, level.big],
    )
    return tuple(ante + blind for ante in antes for blind in (0, *blinds))


def _meant(act: Act | None, to_match: int) -> tuple[int, ...]:
    """Return the totals that a player mostly puts out: what he said; the call, if he said no bet and no raise."""
    said = None if act is None else act.amount()
    if said is not None:
        return (said,)
    raises = act is not None and act.words and act.verb() in ("bet", "raise")
    return () if raises else (to_match,)
