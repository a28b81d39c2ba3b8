"""Holds what the dealer pushes against the pots, the winners and the odd-chip rule."""

from __future__ import annotations

from collections import Counter
from typing import Final

from controller.table.events import Ruled
from controller.table.figures import Look
from controller.table.hand import Hand
from controller.table.irregularities import Irregularity
from controller.table.outputs import Pot
from controller.table.pots.pots import Award, Reckoning, Showdown, awarded
from controller.table.showdown.showdown import Showing
from controller.table.showdown.tabling import Tabling
from controller.table.wagers.all_in_unsaid import may_be_short, pots_unknown

Shares = dict[int, int]
TOLD_AGAIN_S: Final = 5.0
"""A push that is told once more is told within this time."""
ODD: Final = {case: (case, "odd_chip") for case in ("odd_chip_stud", "odd_chip_high_low")}
"""Odd chips that a house may have a rule of its own for."""
PUTS_RIGHT: Final = frozenset({"correct_award", "restore"})
"""Rulings by which everybody gets what the cards gave it."""
WENT_WRONG: Final = frozenset({"pot.award_wrong", "showdown.winner_killed"})
"""Findings of a pot that may lie at the wrong seat."""


class Awarding:
    """The award of one hand."""

    def __init__(self, hand: Hand, showing: Showing, tabling: Tabling) -> None:
        self.hand = hand
        self.showing = showing
        self.tabling = tabling
        self._pushed_back: Shares = {}
        """What was pushed of bets that went back while the hand was on."""
        self._put_right: Shares = {}
        """What each seat has since the floor had the award put right."""

    def ruled(self, event: Ruled) -> None:
        """The floor has a wrong award put right: what the cards gave is where it belongs, seen or not."""
        hand = self.hand
        found = next((told for told in hand.judge.findings if told.id == event.finding), None)
        if event.decision not in PUTS_RIGHT or found is None or found.kind not in WENT_WRONG:
            return
        if not hand.awards or hand.held or hand.uncounted is not None or pots_unknown(hand):
            return
        reckoning = Reckoning(self.showing.known())
        due = _due(reckoning)
        if due is None or self._odd_pots_left_open(reckoning):
            return
        hand.awards[:] = [Award(seat, amount) for seat, amount in due.items()]
        back = reckoning.returned
        self._put_right = {seat: due.get(seat, 0) + back.get(seat, 0) for seat in hand.players}

    def push(self, award: Award, line: int) -> None:
        """The dealer pushed chips from the pot to a seat; what went as due is not judged."""
        hand = self.hand
        if award.assumed:
            hand.awards.append(award)
            return
        award = self._without_bet_given_back(award)
        if award.amount <= self._put_right.get(award.seat, 0):
            return
        if not hand.awards:
            self.tabling.next_card_or_award()
        reckoning = Reckoning(self.showing.known())
        self._in_order(award, reckoning.pots, line)
        self._losers_first(award.seat, reckoning, line)
        hand.awards = heard_once([*hand.awards, award], reckoning)
        self.tabling.claimed(award.seat, line)
        self.check(reckoning, line, ended=False)

    def _without_bet_given_back(self, award: Award) -> Award:
        """Return what is pushed of the pot alone: a bet that went back while the hand was on lies in it no more."""
        seat, hand = award.seat, self.hand
        owed = hand.given_back.get(seat, 0) - self._pushed_back.get(seat, 0)
        back = 0 if not owed or hand.players[seat].pulled else min(owed, award.amount)
        if not back:
            return award
        self._pushed_back[seat] = self._pushed_back.get(seat, 0) + back
        return Award(seat, award.amount - back, award.pot, t=award.t)

    def check(self, reckoning: Reckoning, line: int, *, ended: bool) -> None:
        """Hold what was pushed against pots, winners and the odd-chip rule, when it is all pushed."""
        hand = self.hand
        if any(award.assumed for award in hand.awards):
            return
        if (
            not hand.awards
            or hand.judge.reported("pot.award_wrong")
            or hand.judge.reported("showdown.winner_killed")
        ):
            return
        if hand.uncounted is not None and all(award.seat in hand.live for award in hand.awards):
            return  # nobody knows what the pots hold
        reckoning = reckoning.as_awarded(hand.awards)
        returned, total = reckoning.returned, reckoning.total
        got = {
            seat: amount
            for seat, amount in awarded(hand.awards, returned, total, hand.players).items()
            if amount
        }
        self._own_chips_went_along(got, total)
        if self._a_chip_off(got, reckoning, ended=ended):
            return
        due = _due(reckoning)
        if pots_unknown(hand) and all(self._could_win(seat, due, reckoning) for seat in got):
            return
        if self._impossible(got, total):
            self._tell(due or {}, got, "winner" if sum(got.values()) <= total else "amount", line)
            return
        short = sum(got.values()) + hand.held < total
        if short and not ended:
            return
        if short and self._one_push_unseen(due, got, reckoning):
            self._ask_for_look()
            return
        if short and due is None:
            self._tell(None, got, "amount", line)
            return
        if due is not None and (left_open := self._odd_left_open(due, got, reckoning)):
            self._tell(None, got, left_open, line)
            return
        if due is None or due == got or sum(got.values()) + hand.held == total > sum(got.values()):
            return
        if not ended and self._uncalled_went_along(due, returned):
            return
        self._differs(due, got, reckoning, line)

    def _own_chips_went_along(self, got: Shares, total: int) -> None:
        """Take out of ``got`` the chips that a seat had out besides its bets: they go back to it with the pot."""
        hand, figures, over = self.hand, self.hand.round, sum(got.values()) - total
        if figures is None:
            return
        for seat in got:
            player = hand.players.get(seat)
            if over <= 0 or player is None:
                continue
            besides = player.swept_along + player.given_back + max(0, player.zone - figures.bet(seat))
            own = min(over, besides, got[seat])
            got[seat] -= own
            over -= own

    def _a_chip_off(self, got: Shares, reckoning: Reckoning, *, ended: bool) -> bool:
        """Whether the pot differs by what one wager, counted wrong by a chip or as a camera doubts it, and its calls make: a look is due.

        So it is where it lacks a blind that was told as missing, and that nobody saw put out since.
        """
        hand = self.hand
        off = sum(got.values()) + hand.held - reckoning.total
        if not off or (off < 0 and not ended):
            return False
        due = _due(reckoning)
        right = set(got) == set(due) if due is not None else all(seat in hand.live for seat in got)
        if not right or not (self._counted_wrong(abs(off)) or self._blinds_missing(-off)):
            return False
        self._ask_for_look()
        return True

    def _counted_wrong(self, off: int) -> bool:
        """Whether one wager that a camera counted, and those who met it, are together off by so much."""
        hand = self.hand
        matched = range(1, len(hand.players) + 1)
        wrong = (one * seats for one in hand.off_by for seats in matched)
        return hand.betting.zones_counted and off in wrong

    def _blinds_missing(self, off: int) -> bool:
        """Whether blinds that folded hands still owe are together so much."""
        return off == sum(player.owes for player in self.hand.players.values() if player.folded)

    def _ask_for_look(self) -> None:
        hand = self.hand
        if not any(asked.look == "pot" for _, asked in hand.judge.looks()):
            look = Look(look="pot", about="chips")
            hand.tell(Irregularity("sensing.gap", None, facts=look, lines=[hand.line], remedy="look"))

    def _one_push_unseen(self, due: Shares | None, got: Shares, reckoning: Reckoning) -> bool:
        """Whether all went as due but one seat's whole share of one pot, which was not left lying: a look is due."""
        short = {
            seat: amount - got.get(seat, 0) for seat, amount in (due or {}).items() if amount != got.get(seat)
        }
        if len(short) != 1 or not set(got) <= set(due or {}):
            return False
        ((seat, amount),) = short.items()
        return any(pot.shares.get(seat) == amount for pot in reckoning.winners() or ())

    def _could_win(self, seat: int, due: Shares | None, reckoning: Reckoning) -> bool:
        """Whether a seat may win a pot: by the cards, or one without those who may have put in less than it did."""
        live = set(self.hand.live)
        if due is None or seat not in live or seat in due:
            return seat in live
        others = live - may_be_short(self.hand) - {seat}
        sides = reckoning.showdown.sides([seat, *others])
        return sides is None or any(seat in side for side in sides)

    def _impossible(self, got: Shares, total: int) -> bool:
        """More than there was, or chips for a hand that can win nothing."""
        players = self.hand.players
        return sum(got.values()) > total or any(seat not in players or not players[seat].live for seat in got)

    def _uncalled_went_along(self, due: Shares, returned: Shares) -> bool:
        """Whether only a seat's own uncalled bet is too much so far: other shares may still come."""
        pushed: Shares = {}
        for award in self.hand.awards:
            pushed[award.seat] = pushed.get(award.seat, 0) + award.amount
        players = self.hand.players
        return all(
            amount <= due.get(seat, 0) + (0 if players[seat].pulled else returned.get(seat, 0))
            for seat, amount in pushed.items()
        )

    def _differs(self, due: Shares, got: Shares, reckoning: Reckoning, line: int) -> None:
        hand = self.hand
        lost = [seat for seat in due if not got.get(seat)]
        passed = hand.book.rule("showdown.winner_killed", "passed_over")
        past = any(seat not in due for seat in got)
        if lost and past and passed is not None and hand.contested:
            facts: dict[str, object] = {"due": due, "awarded": got}
            hand.tell(Irregularity("showdown.winner_killed", lost[0], ("passed_over",), facts, [line]))
            return
        self._tell(due, got, self._case(due, got, reckoning), line)

    def _odd_left_open(self, due: Shares, got: Shares, reckoning: Reckoning) -> str | None:
        """Name the rule that the house has not where odd chips lie in the pots, and nothing else was pushed amiss.

        Whoever it was pushed to: nobody knows who has it but the floor.
        """
        hand, known = self.hand, reckoning.showdown
        if sum(got.values()) + hand.held != reckoning.total:
            return None
        pots = self._odd_pots_left_open(reckoning)
        winners = {seat for pot in reckoning.winners() or () for seat in pot.shares}
        off = max((abs(due.get(seat, 0) - got.get(seat, 0)) for seat in winners), default=0)
        if not pots or not winners.issuperset(got) or off > hand.unit * len(pots):
            return None
        return odd_chip_case(known, pots[0])

    def _odd_pots_left_open(self, reckoning: Reckoning) -> list[Pot]:
        hand, known = self.hand, reckoning.showdown
        return [
            pot for pot in reckoning.pots if known.odd_chips(pot) and not rules_odd_chip(hand, known, pot)
        ]

    def _tell(self, due: Shares | None, got: Shares, case: str, line: int) -> None:
        more = [seat for seat in got if got[seat] > (due or {}).get(seat, 0)]
        seat = max(got, key=got.__getitem__) if due is None else next(iter(more or got), None)
        cases = ("unshown", *ODD.get(case, (case,))) if seat in self.hand.mucked else ODD.get(case, (case,))
        facts: dict[str, object] = {"awarded": got} if due is None else {"due": due, "awarded": got}
        self.hand.tell(Irregularity("pot.award_wrong", seat, cases, facts, [line]))

    def _case(self, due: Shares, got: Shares, reckoning: Reckoning) -> str:
        pots = len(reckoning.pots)
        if not set(got) <= set(due):
            return "winner"
        if len(got) < len(due):
            return "side_pot" if pots > 1 else "split"
        off = max(abs(due[seat] - got.get(seat, 0)) for seat in due)
        if len(due) > 1 and off <= self.hand.unit:
            return self._odd_chip({seat for seat in due if due[seat] != got.get(seat, 0)}, reckoning)
        return "side_pot" if pots > 1 else "split"

    def _odd_chip(self, seats: set[int], reckoning: Reckoning) -> str:
        """Name the rule by which an odd chip goes to one of ``seats``: within a side of the pot, or between both."""
        sides = [side for pot in reckoning.pots for side in reckoning.showdown.sides(pot.seats) or []]
        if any(seats <= set(side) for side in sides):
            return "odd_chip_stud" if self.hand.form.stud else "odd_chip"
        return "odd_chip_high_low" if len(reckoning.showdown.ranks) > 1 else "odd_chip"

    # What only helps -------------------------------------------------------------------------------

    def _in_order(self, award: Award, pots: list[Pot], line: int) -> None:
        """A pot is pushed while a side pot made after it still lies there."""
        hand = self.hand
        if "pot.side_order" not in hand.book.kinds or hand.judge.reported("pot.side_order"):
            return
        pushed = _last_of(award, pots) if award.pot is None and not pots_unknown(hand) else award.pot
        if pushed is None or pushed >= len(pots):
            return
        waiting = [n for n in _lying(hand.awards, pots) if n > pushed]
        if waiting:
            facts = {"pot": pushed, "first": max(waiting)}
            hand.advise(Irregularity("pot.side_order", award.seat, facts=facts, lines=[line]))

    def _losers_first(self, winner: int, reckoning: Reckoning, line: int) -> None:
        """The pot is pushed while a losing hand still lies in front of its seat."""
        hand = self.hand
        if "showdown.kill_losers" not in hand.book.kinds or hand.judge.reported("showdown.kill_losers"):
            return
        if not hand.contested:
            return
        lying = [s for s in hand.live if s != winner and self.tabling.lies(s)]
        due = (_due(reckoning) if lying else None) or {}
        lying = [s for s in lying if s not in due]
        if due and lying:
            hand.advise(
                Irregularity(
                    "showdown.kill_losers", lying[0], facts={"seats": lying}, lines=[line], about=lying
                )
            )


def _last_of(award: Award, pots: list[Pot]) -> int | None:
    """Return the last pot that a push without a name can be of, by the seat that gets it; None for more than it can win."""
    within = [n for n, pot in enumerate(pots) if award.seat in pot.seats]
    most = sum(pots[n].amount for n in within)
    return max(within) if within and award.amount <= most else None


def _lying(awards: list[Award], pots: list[Pot]) -> list[int]:
    """Return the pots of which nothing was pushed: what went without a name, or beyond the one named, is of the last ones."""
    got: Counter[int | None] = Counter()
    for award in awards:
        got[award.pot] += award.amount
    unnamed = got[None] + sum(max(0, got[n] - pot.amount) for n, pot in enumerate(pots))
    lying = []
    for n, pot in reversed([*enumerate(pots)]):
        if n not in got and pot.amount > unnamed:
            lying.append(n)
        elif n not in got:
            unnamed -= pot.amount
    return lying


def heard_once(awards: list[Award], reckoning: Reckoning) -> list[Award]:
    """Return the awards without one that was told twice, by camera and key, or by a key that was touched again.

    The same chips to the same seat may be another pot, or its other half: one push it was where both are more
    than there is, and either there is one such pot or share alone, or without it no more is amiss than with it.
    """
    total, pushed = reckoning.total, sum(award.amount for award in awards)
    most = total + sum(reckoning.returned.values())

    def off(amount: int) -> int:
        return min(abs(amount - total), abs(amount - most))

    for n, award in enumerate(awards):
        if pushed <= total or pushed == most or not any(_is_told_again(award, other) for other in awards[:n]):
            continue
        alike = [other for other in awards if (other.seat, other.amount) == (award.seat, award.amount)]
        alone = 0 < _parts(reckoning, award.seat).count(award.amount) < len(alike)
        if alone or off(pushed - award.amount) <= off(pushed):
            return awards[:n] + awards[n + 1 :]
    return awards


def _parts(reckoning: Reckoning, seat: int) -> list[int]:
    """Return what may be pushed to a seat at once: a whole pot, or its share of one."""
    whole = [pot.amount for pot in reckoning.pots]
    shares = [pot.shares.get(seat, 0) for pot in reckoning.winners() or ()]
    return whole + [share for share, pot in zip(shares, whole, strict=False) if share != pot]


def _is_told_again(award: Award, before: Award) -> bool:
    """Whether an award may be one that was told a moment before."""
    same = (award.seat, award.amount) == (before.seat, before.amount)
    named = {award.pot, before.pot} - {None}
    return same and len(named) < 2 and award.t - before.t <= TOLD_AGAIN_S


def _due(reckoning: Reckoning) -> Shares | None:
    """Return what each seat has to get by the cards; None where a hand that was not seen could win."""
    winners = reckoning.winners()
    if winners is None:
        return None
    due: Shares = {}
    for pot in winners:
        for seat, share in pot.shares.items():
            if share:  # of a pot's only chip the second winner gets none
                due[seat] = due.get(seat, 0) + share
    return due


def odd_chip_case(known: Showdown, pot: Pot) -> str:
    """Name the rule by which the odd chip of ``pot`` goes: between high and low, at stud, or else."""
    if known.split_unevenly(pot):
        return "odd_chip_high_low"
    return "odd_chip_stud" if known.form.stud else "odd_chip"


def rules_odd_chip(hand: Hand, known: Showdown, pot: Pot) -> bool:
    """Whether the house says who has the odd chip of ``pot``."""
    case = odd_chip_case(known, pot)
    return hand.book.rule("pot.award_wrong", *ODD.get(case, (case,))) is not None
