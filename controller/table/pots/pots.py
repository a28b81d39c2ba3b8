"""Works out pots, what comes back, who won and what everybody has at the end: chips always add up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from controller.table.game import Form
from controller.table.outputs import Pot, PotWinners
from controller.table.players.player import Player
from controller.table.players.players import clockwise
from controller.table.pots.division import Chips, divide, odd_chips
from controller.table.pots.ranking import NO_LOW, Rank, high_card, ranks_of
from controller.table.ranks import FULL_DECK
from controller.table.rulebook import PotRules


class Award:
    """Chips that the dealer pushed to a seat."""

    def __init__(
        self, seat: int, amount: int, pot: int | None = None, *, t: float = 0.0, assumed: bool = False
    ) -> None:
        self.seat = seat
        self.amount = amount
        self.pot = pot
        """The pot's number where the dealer named it; 0 is the main pot."""
        self.t = t
        self.assumed = assumed
        """Nobody saw it pushed or said so: it went where it was due."""


class Settlement:
    """The end of a hand in chips. ``winners`` is None where the cards that decide were not seen."""

    def __init__(
        self,
        pots: list[Pot],
        returned: dict[int, int],
        winners: list[PotWinners] | None,
        stacks: dict[int, int | None],
        unawarded: int = 0,
    ) -> None:
        self.pots = pots
        self.returned = returned
        self.winners = winners
        self.stacks = stacks
        self.unawarded = unawarded


def uncalled(players: Mapping[int, Player]) -> dict[int, int]:
    """Return the part of the largest bet that no other seat matched, by seat.

    Nothing of a dead hand comes back, nor the blind of a seat whose player is away.
    """
    most, second, seat = 0, 0, 0
    for player in players.values():
        bet = player.put_in - player.table_ante
        if bet > most:
            most, second, seat = bet, most, player.seat
        elif bet > second:
            second = bet
    if most <= second or players[seat].dead:
        return {}
    if players[seat].state != "in":
        second = max(second, min(most, players[seat].blind))
    return {seat: most - second} if most > second else {}


def layers(players: Mapping[int, Player], returned: dict[int, int], carried: int = 0) -> list[Pot]:
    """Split what was put in into a main pot and side pots by what the live hands can win.

    Antes that all seats pay are cut like bets; a big blind's for the table lies in the main pot, and so do
    chips ``carried`` from the hand before.
    """
    bets = {s: p.put_in - p.table_ante - returned.get(s, 0) for s, p in players.items()}
    live = [s for s, p in players.items() if p.live]
    pots: list[Pot] = []
    _add(pots, carried + sum([player.table_ante for player in players.values()]), live)
    below = 0
    for step in sorted({bets[s] for s in live}):
        amount = 0
        for bet in bets.values():
            if bet > below:
                amount += (bet if bet < step else step) - below
        _add(pots, amount, [s for s in live if bets[s] >= step])
        below = step
    over = sum([bet - below for bet in bets.values() if bet > below])
    _add(pots, over, pots[-1].seats if pots else live)
    return pots


def _add(pots: list[Pot], amount: int, seats: list[int]) -> None:
    if not amount:
        return
    if pots and pots[-1].seats == seats:
        pots[-1] = Pot(amount=pots[-1].amount + amount, seats=seats)
    else:
        pots.append(Pot(amount=amount, seats=seats))


class Showdown:
    """What is known when the hand is settled. ``unit`` is the smallest chip in play."""

    def __init__(
        self,
        players: Mapping[int, Player],
        board: list[str],
        button: int,
        unit: int,
        form: Form,
        rules: PotRules,
        hands: dict[int, list[str]] | None = None,
        up: dict[int, list[str]] | None = None,
        mucked: set[int] | None = None,
        carried: int = 0,
    ) -> None:
        self.carried = carried
        """Chips of the hand before that lie in the pot."""
        self.players = players
        self.board = board
        self.button = button
        self.unit = unit
        self.form = form
        self.rules = rules
        self.ranks: tuple[Rank, ...] = ranks_of(form)
        """How hands are ranked: for the whole pot, or for each half of one that is split high and low."""
        self.hands = {} if hands is None else hands
        """Hole cards of the hands that were tabled."""
        self.up = {} if up is None else up
        """The hole cards that lie face up, whole hands and others."""
        self.mucked = set() if mucked is None else mucked
        """Live hands thrown away after the betting: they claim nothing."""

    def winners(self, pots: list[Pot]) -> list[PotWinners] | None:
        """Return who won each pot, None where an unseen hand could have."""
        result = []
        for number, pot in enumerate(pots):
            sides = self.sides(pot.seats)
            if sides is None:
                return None
            result.append(PotWinners(pot=number, shares=divide(pot.amount, sides, self._chips())))
        return result

    def readable(self, hands: Iterable[list[str]]) -> bool:
        """Whether the board is whole, and every card of it and of ``hands`` was read and is this deck's."""
        hands = list(hands)
        if self.form.stud:
            whole = all(len(hand) + len(self.board) == self.form.whole for hand in hands)
        else:
            whole = len(self.board) == self.form.board
        return whole and FULL_DECK.issuperset([*self.board, *chain(*hands)])

    def sides(self, seats: list[int]) -> list[list[int]] | None:
        """Return the winners among ``seats``: of the high hand and of the low where the pot is split, which may be
        nobody. None where an unseen hand could win, or every hand is dead."""
        claiming = [s for s in seats if s not in self.mucked] or seats
        if len(claiming) == 1:
            return [claiming]
        if not claiming or any(s not in self.hands for s in claiming):
            return None
        if not self.readable(self.hands[s] for s in claiming):
            return None
        return [self._best(claiming, rank) for rank in self.ranks]

    def odd_chips(self, pot: Pot) -> list[int]:
        """Return the winners of ``pot`` whose share is larger by an odd chip; none while it is not known who won."""
        sides = self.sides(pot.seats)
        return [] if sides is None else odd_chips(pot.amount, sides, self._chips())

    def split_unevenly(self, pot: Pot) -> bool:
        """Whether ``pot`` goes to one high and one low hand and leaves a chip between the two halves."""
        sides = self.sides(pot.seats)
        if sides is None or [len(side) for side in sides] != [1, 1]:
            return False
        return sides[0] != sides[1] and pot.amount // self.unit % 2 == 1

    def _best(self, seats: list[int], rank: Rank) -> list[int]:
        ranks = {s: rank(self.hands[s] + self.board) for s in seats}
        best = min(ranks.values())
        return [s for s in seats if ranks[s] == best] if best < NO_LOW else []

    def _chips(self) -> Chips:
        return Chips(self.unit, self.rules, self._odd_chips, lambda seats: clockwise(seats, self.button))

    def _odd_chips(self, winners: Sequence[int], side: int) -> list[int]:
        """Return the winners of one side as odd chips go to them: left of the button, or at stud by the high card."""
        order = clockwise(winners, self.button)
        if len(order) < 2 or not self.form.stud or self.rules.odd_chip_stud != "high_card":
            return order
        rank = self.ranks[side]
        return sorted(order, key=lambda seat: high_card(self.hands[seat] + self.board, rank), reverse=True)


class Reckoning:
    """The pots of a hand as they stand when it is made, and who wins them: each worked out once, when asked."""

    def __init__(self, showdown: Showdown, returned: dict[int, int] | None = None) -> None:
        self.showdown = showdown
        self.returned = uncalled(showdown.players) if returned is None else returned
        """What comes back to each seat, the betting over."""
        self.pots = layers(showdown.players, self.returned, showdown.carried)
        self.total = sum([pot.amount for pot in self.pots])
        self._winners: list[PotWinners] | None = None
        self._asked = False

    def winners(self) -> list[PotWinners] | None:
        """Return who won each pot, None where an unseen hand could have."""
        if not self._asked:
            self._winners, self._asked = self.showdown.winners(self.pots), True
        return self._winners

    def as_awarded(self, awards: list[Award]) -> Reckoning:
        """Return the pots as they were pushed: an uncalled bet that went to other seats lay in them."""
        over = sum([award.amount for award in awards]) - self.total
        for seat, amount in self.returned.items() if over > 0 else ():
            own = sum([award.amount for award in awards if award.seat == seat])
            if own < amount <= over and not self.showdown.players[seat].pulled:
                return Reckoning(self.showdown, {})
        return self


def settle(reckoning: Reckoning, awards: list[Award], *, closed: bool) -> Settlement:
    """Settle a hand that was not void. Where cards and awards disagree the stacks follow the awards.

    What was pushed to a seat that is not in the hand is nobody's yet.
    """
    reckoning, showdown = reckoning.as_awarded(awards), reckoning.showdown
    players = showdown.players
    live = [s for s, p in players.items() if p.live]
    if closed or len(live) == 1 or awards:
        pots, returned, winners = reckoning.pots, reckoning.returned, reckoning.winners()
    else:
        pots, returned = layers(players, {}, showdown.carried), {}
        winners = showdown.winners(pots)
    total = sum([pot.amount for pot in pots])
    if total and not awards and len(live) > 1:
        winners = None  # nobody was seen to push it, or said so: who won is not told of a pot that lies there
    got = _held_to(total, awarded(awards, returned, total, players), awards)
    if not awards and len(live) == 1:
        got = {live[0]: total}
    unawarded = total - sum(amount for seat, amount in got.items() if seat in players)
    stacks = {
        s: None if p.stack is None else p.stack - p.put_in + returned.get(s, 0) + got.get(s, 0)
        for s, p in players.items()
    }
    return Settlement(pots, returned, winners, stacks, max(0, unawarded))


def awarded(
    awards: list[Award], returned: dict[int, int], total: int, players: Mapping[int, Player]
) -> dict[int, int]:
    """Return what each seat was pushed out of the pots; an uncalled bet pushed along is not counted twice."""
    got: dict[int, int] = {}
    for award in awards:
        got[award.seat] = got.get(award.seat, 0) + award.amount
    for seat, amount in returned.items():
        over = sum(got.values()) - total
        if over > 0 and seat in got and not players[seat].pulled:
            got[seat] -= min(over, amount)
    left = [player for player in players.values() if player.live]
    if awards and len(left) == 1:
        own = _own_bet(left[0], returned.get(left[0].seat, 0), total - sum(got.values()))
        got[left[0].seat] = got.get(left[0].seat, 0) + own
    return got


def _own_bet(player: Player, uncalled: int, missing: int) -> int:
    """Return what the only one left took, of ``missing`` from the pot, with the rest of its last bet, or is left of it.

    It takes back a bet that others met in part, or leaves it lying in front, and is pushed what the others put in.
    """
    if player.pulled > uncalled:
        return max(0, min(player.pulled - uncalled, missing))
    return missing if 0 < missing == player.zone - uncalled else 0


def _held_to(total: int, got: dict[int, int], awards: list[Award]) -> dict[int, int]:
    """Nobody gets more than there was: what was pushed last counts first, as a wrong award is pushed again."""
    over = sum(got.values()) - total
    for award in awards if over > 0 else ():
        cut = min(over, award.amount, got[award.seat])
        got[award.seat] -= cut
        over -= cut
    return got
