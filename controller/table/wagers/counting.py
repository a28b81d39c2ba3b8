"""Weighs counts of betting zones and stacks: the second witness of what was pushed.

A push and the settled count of its zone are two witnesses of the same chips, and either may be a chip
wrong. Where they disagree the table follows both hypotheses (``hypotheses.py``) until what happens next tells
which of them makes sense; where they agree, what was pushed is sure.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import Final

from controller.table.betting.turn import Turn
from controller.table.chips import value_of
from controller.table.events import ChipsCounted, ChipsPushed, Declared, StackCounted
from controller.table.figures import Miscount
from controller.table.irregularities import Irregularity
from controller.table.players.player import Player
from controller.table.wagers.acting import Acting
from controller.table.wagers.all_in_uncounted import uncounted_all_in
from controller.table.wagers.standing import Standing

POWERS: Final = 2
"""A wrong count is one in so many powers of ten, as measured of good cameras."""
_WORST: Final = 1.5
"""What a camera finds next to impossible: more than a usual wrong count, and less than two."""
_LEAST: Final = 1e-6


def counted_in(event: ChipsCounted) -> int:
    """Return what a count says that a betting zone holds."""
    return value_of(event.chips) if event.chips is not None else event.amount or 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a count that disagrees with the pushes may mean: which chips lie there after all.

    ``latest`` is what the last push held more than it was counted for, ``earlier`` the same for those before
    it; ``miscounts`` is how many counts were wrong if this is so, less where the camera itself finds it likely.
    """

    latest: int = 0
    earlier: int = 0
    miscounts: float = 0


def matched_by(standing: Standing, seat: int) -> int:
    """Return the whole bet that ``seat`` must match, another's act in hand counted as it stands."""
    to_match = 0 if standing.hand.round is None else standing.hand.round.to_match
    if standing.pending is not None and standing.pending.seat != seat:
        to_match = max(to_match, standing.ruling(standing.pending, settled=True).to)
    return to_match


def wager_keyed(standing: Standing, event: ChipsCounted) -> Declared:
    """Return the wager that an amount is which the dealer keys where no camera counts: the street's total."""
    to_match, to = matched_by(standing, event.seat), counted_in(event)
    if to <= to_match:
        return Declared(t=event.t, seat=event.seat, action="call")
    return Declared(t=event.t, seat=event.seat, action="raise" if to_match else "bet", amount=to)


def _how_wrong(event: ChipsCounted, amount: int) -> float:
    """Return how far from usual it is, in wrong counts, that a count is wrong and ``amount`` lies there."""
    if not event.alternatives:
        return 1
    p = sum(held.p for held in event.alternatives if value_of(held.chips) == amount)
    return min(_WORST, -log10(max(p, _LEAST)) / POWERS)


class Counting:
    """Holds one hand's counts against its pushes."""

    def __init__(self, acting: Acting) -> None:
        self.acting, self.standing, self.hand = acting, acting.standing, acting.hand

    def readings(self, event: ChipsCounted) -> list[Reading]:
        """Return what a count may mean, the likeliest first.

        One reading where it agrees with the pushes, but for chips that are one short of the call, or over it:
        both witnesses may have missed the same chip. Where they differ by more than one chip, each may have
        missed one of its own.
        """
        player = self._player(event)
        more = 0 if player is None else counted_in(event) - self.content(player, counted_in(event))
        if player is None or self.untold(event.seat) is not None or self.tells_all_in(event):
            return [Reading()]
        if event.by == "dealer" or player.posts_untold:
            return [Reading(latest=more)]
        turn = self.acting.act_of(event.seat)
        meant = self._meant(turn) if turn is not None and turn.act.pushes else []
        if not more:
            alike = [off for off in meant if abs(off) in (event.chips or ())]
            return [Reading(), *(Reading(latest=off, miscounts=2) for off in alike)]
        readings = [
            Reading(latest=more, miscounts=1),
            Reading(miscounts=_how_wrong(event, self.content(player))),
        ]
        if 0 in meant:
            readings.reverse()
        if turn is None or player.content > turn.act.pushed:
            readings.append(Reading(earlier=more, miscounts=2))
        chips = {
            *(event.chips or {}),
            *(chip for push in (turn.act.pushes if turn else ()) for chip in push.chips),
        }
        either = [] if abs(more) in chips else [off for chip in sorted(chips) for off in (chip, -chip)]
        for off in dict.fromkeys([*meant, *either]):
            if abs(off) in chips and abs(more - off) in chips:
                readings.append(Reading(latest=off, miscounts=2))
        return readings

    def _meant(self, turn: Turn) -> list[int]:
        """Return how far the pushes of an act are from what it can have been meant for: the call, the words."""
        spot = self.standing.spot(turn.seat, turn.act)
        said = turn.act.amount()
        amounts = [spot.capped(spot.to_match)] + ([] if said is None else [spot.capped(said)])
        return [amount - spot.bet - turn.act.pushed for amount in amounts]

    def take(self, event: ChipsCounted, line: int, reading: Reading) -> None:
        """Take a count as it is read."""
        player = self._player(event)
        if player is None:
            return
        if event.by == "camera" and not self.hand.betting.zones_counted:
            self.hand.now_is(zones_counted=True)
        if event.by == "dealer":
            self.hand.seat(event.seat, keyed=True, doubt=frozenset())
        turn = self.standing.pending if self.tells_all_in(event) else self.untold(event.seat)
        if turn is not None:
            self._told_by_count(turn, player, event, line)
            return
        counted = counted_in(event)
        content = self.content(player, counted)
        if player.given_back and counted == player.content:
            self.hand.seat(event.seat, given_back=0)
        if counted != content and not player.posts_untold:
            amiss = Miscount(counted, content)
            irregularity = Irregularity(
                "bet.count_mismatch", event.seat, facts=amiss, lines=[line], remedy="recount"
            )
            self.hand.tell(irregularity)
        self.hand.miscounts += reading.miscounts
        self._witnessed(player, line, reading)

    def stack(self, event: StackCounted) -> bool:
        """Whether a count of the chips behind a seat agrees with what it has put in; one that nobody knew is known."""
        player = self.hand.players.get(event.seat)
        if player is None or self.hand.awards:
            return True
        if self.hand.round is None:
            if player.stack is None:
                self.hand.seat(event.seat, stack=event.amount + player.posted)
            return True
        turn = self.acting.act_of(event.seat)
        pushed = 0 if turn is None else turn.act.pushed
        spare = max(0, player.zone - pushed - self.hand.round.bet(event.seat))
        if player.stack is None or player.maybe_all_in:
            player = player.all_there(event.amount + player.put_in + pushed + spare - player.pulled)
            self.hand.betting = self.hand.betting.seated(player)
        behind = player.behind - pushed - spare + player.pulled
        return event.amount in (behind, behind - player.given_back)

    def _player(self, event: ChipsCounted) -> Player | None:
        """Return the seat counted, None where its zone says nothing of the hand in play."""
        player = self.hand.players.get(event.seat)
        if player is None or self.hand.awards or (self.hand.round is not None and self.hand.betting_over):
            return None
        return player

    def content(self, player: Player, counted: int | None = None) -> int:
        """Return what lies in a seat's zone by all that was pushed: chips that were given back, if ``counted`` has them."""
        if self.hand.draws:
            lies_still = counted == player.content + player.given_back
            return player.content + (player.given_back if lies_still else 0)
        return player.posted - player.taken

    def counts_again(self, event: ChipsCounted) -> bool:
        """Whether a camera counts what has lain before a seat all along, if to a chip."""
        player = self.hand.players.get(event.seat)
        if player is None or event.by == "dealer":
            return False
        off = abs(counted_in(event) - self.content(player, counted_in(event)))
        return not off or off in (event.chips or ())

    def untold(self, seat: int) -> Turn | None:
        """Return the act of ``seat`` in hand where one of its pushes could not be told."""
        turn = self.standing.pending
        if turn is None or turn.seat != seat or not turn.act.untold:
            return None
        return turn

    def tells_all_in(self, event: ChipsCounted) -> bool:
        """Whether a count tells how much an all-in is that was only said, of a stack that nobody knows."""
        turn, player = self.standing.pending, self.hand.players.get(event.seat)
        if turn is None or player is None or turn.seat != event.seat:
            return False
        return uncounted_all_in(turn.act, player) and counted_in(event) > player.content

    def _told_by_count(self, turn: Turn, player: Player, event: ChipsCounted, line: int) -> None:
        counted = counted_in(event)
        if turn.act.untold and event.by != "dealer" and counted <= player.content:
            self._nothing_came(turn)
            return
        if not turn.act.untold:
            turn.act = turn.act.push(ChipsPushed(t=event.t, seat=event.seat, chips=None))
        all_of_it = event.chips if event.chips and not player.content else {}
        turn.act = turn.act.worth(counted - player.content, all_of_it)
        turn.lines.append(line)
        self.hand.seat(player.seat, zone=counted - player.ante_lying)
        self.acting.judge(turn)

    def _nothing_came(self, turn: Turn) -> None:
        """The zone holds no more than before the push: a hand was over it, or took back what it had brought."""
        turn.act = turn.act.nothing_came()
        if turn.act.words or turn.act.pushes or turn.act.fold:
            self.acting.judge(turn)
        else:
            self.acting.uncount(turn)

    def _witnessed(self, player: Player, line: int, reading: Reading) -> None:
        """A zone was counted: its pushes are sure now, put right as the count is read."""
        by = reading.latest
        seat, more = player.seat, by + reading.earlier
        if not self.hand.draws:
            self.hand.seat(seat, posts_counted=True, posts_untold=False, posted=player.posted + more)
            return
        posted = player.posted + (reading.earlier if player.owes else 0)
        self.hand.seat(
            seat, posts_counted=True, posts_untold=False, posted=posted, zone=max(0, player.zone + more)
        )
        turn = self.acting.act_of(seat)
        if turn is not None and turn.act.pushes:
            turn.act = turn.act.counted(by)
            if by:
                turn.lines.append(line)
            self.acting.judge(turn)
        elif by and not self.acting.amend(seat, by) and posted:
            self.hand.seat(seat, posted=posted + by)
