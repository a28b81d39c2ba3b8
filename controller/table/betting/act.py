"""Holds what one seat did in one turn: words, taps, pushes and cards, in the order it happened. It never changes."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from controller.table.chips import Chips, value_of
from controller.table.events import ChipsPushed, Declared, Tapped, Verb

TOGETHER_S: Final = 0.5
"""Words and a push that began within this time of each other are together."""

ONE_MOTION_S: Final = 0.4
"""A push that begins within this time of the last one's end is the same motion, lost for a moment: a hand
takes longer to its stack and back."""

Reading = Literal["all", "call", "first"]
"""What silent chips were, where nobody keys words: a wager of all that lies there, a call that wants change, or
the first motion alone."""

MOTION_S: Final = 2.0
"""A silent wager is settled this long after its last motion."""


class Word(Struct, frozen=True):
    """What was said, as keyed."""

    verb: Verb
    amount: int | None
    order: Literal["first", "after", "together"] | None
    t: float
    line: int


class Push(Struct, frozen=True):
    """One forward motion. ``value`` is None where the chips could not be told, ``smallest`` its smallest chip."""

    value: int | None
    began: float
    t: float
    chips: dict[int, int] = {}
    count: int = 0
    smallest: int = 0
    counted: bool = False
    """The zone was counted since."""

    def goes_on(self, before: Push) -> bool:
        """Whether the camera took one motion for this and the one ``before``: the hand went no further than the line."""
        return self.began - before.t < ONE_MOTION_S

    def add(self, chips: dict[int, int]) -> Push:
        """Return it with more chips, or without some where a number is below 0."""
        lie = dict(self.chips)
        for chip, number in chips.items():
            lie[chip] = max(0, lie.get(chip, 0) + number)
        held = {chip: number for chip, number in lie.items() if number}
        return replace(self, chips=held, count=sum(held.values()), smallest=min(held, default=0))


class Act(Struct, frozen=True, eq=False):
    """Everything of one seat's turn that a ruling rests on."""

    seat: int
    t: float
    fold: bool = False
    words: tuple[Word, ...] = ()
    pushes: tuple[Push, ...] = ()
    reading: Reading | None = None
    """How silent chips are read in this hypothesis, where nobody keys words and they may be read otherwise."""
    ruled_to: int | None = None
    """The floor decided what the act is: the whole bet on the street, with ``fold`` a forfeit."""

    def say(self, event: Declared | Tapped, line: int) -> Act:
        """Return it with words, or a tap, which says check."""
        word = Word("check", None, None, event.t, line)
        if type(event) is Declared:
            word = Word(event.action, event.amount, event.order, event.t, line)
        return replace(self, words=(*self.words, word))

    def push(self, event: ChipsPushed) -> Act:
        """Return it with a forward motion."""
        began = event.t if event.started is None else event.started
        if event.chips is None:
            return replace(self, pushes=(*self.pushes, Push(None, began, event.t)))
        before, last = self.pushes[:-1], self.pushes[-1] if self.pushes else None
        if last is None or last.value is None or began - last.t >= ONE_MOTION_S:
            before, last = self.pushes, Push(0, began, event.t)
        value = (last.value or 0) + value_of(event.chips)
        last = replace(last.add(event.chips), value=value, t=event.t, counted=False)
        return replace(self, pushes=(*before, last))

    def without(self, chips: Chips) -> Act | None:
        """Return it with these chips taken back, the last ones first; None where they are not all among its own."""
        left, kept = {chip: number for chip, number in chips.items() if number}, []
        for push in reversed(self.pushes):
            gone = {chip: min(number, push.chips.get(chip, 0)) for chip, number in left.items()}
            left = {chip: number - gone[chip] for chip, number in left.items() if number > gone[chip]}
            if push.value is not None:
                less = push.add({chip: -number for chip, number in gone.items()})
                push = replace(less, value=push.value - value_of(gone))
            if push.value != 0:
                kept.append(push)
        return None if left else replace(self, pushes=tuple(reversed(kept)))

    def counted(self, by: int = 0) -> Act:
        """Return it where the zone was counted: all is sure now, the last push after ``by`` (one chip) is added."""
        *before, last = self.pushes
        if by and last.value is not None:
            last = replace(last, value=max(0, last.value + by))
            if by > 0 or last.chips.get(-by):
                last = last.add({abs(by): 1 if by > 0 else -1})
        return replace(self, pushes=tuple(replace(push, counted=True) for push in (*before, last)))

    def worth(self, value: int, chips: dict[int, int]) -> Act:
        """Return it where what pushes could not tell is told by a count: ``value``, by one motion for all that is known.

        ``chips`` make it, none where only the amount is known.
        """
        of = next(n for n, push in enumerate(self.pushes) if push.value is None)
        push, later = self.pushes[of], self.pushes[of + 1 :]
        told_by = push.add(chips)
        sure = replace(told_by, value=value, count=told_by.count or 2, counted=True)
        told = tuple(each for each in later if each.value is not None)  # the others are in it
        return replace(self, pushes=_joined((*self.pushes[:of], sure, *told)))

    def nothing_came(self) -> Act:
        """Return it where what pushes could not tell was nothing: a hand that left no chips, or took them back."""
        return replace(self, pushes=tuple(push for push in self.pushes if push.value is not None))

    @property
    def untold(self) -> bool:
        """Whether one of its pushes could not be told."""
        return any(push.value is None for push in self.pushes)

    @property
    def pushed(self) -> int:
        """The worth of all motions that could be told."""
        value = 0
        for push in self.pushes:
            value += push.value or 0
        return value

    @property
    def one_chip(self) -> bool:
        """Whether everything that was pushed is one chip."""
        return sum(push.count for push in self.pushes) == 1

    @property
    def last_t(self) -> float:
        """When the act's last motion or word was."""
        if not self.pushes:
            return self.words[-1].t if self.words else self.t
        return max(self.pushes[-1].t, self.words[-1].t) if self.words else self.pushes[-1].t

    def words_first(self) -> bool:
        """Whether the words fix the wager: said before the chips, or with them."""
        if not self.words:
            return False
        if not self.pushes:
            return True
        word = self.words[0]
        if word.order is not None:
            return word.order != "after"
        return word.t <= self.pushes[0].began + TOGETHER_S

    def together(self) -> bool:
        """Whether words and chips, of which there are some, came together."""
        word = self.words[0]
        if word.order is not None:
            return word.order == "together"
        return abs(word.t - self.pushes[0].began) <= TOGETHER_S

    def verb(self) -> Verb:
        """Return the verb that binds; an amount said after "bet" or "raise" completes it."""
        return self.words[0].verb

    @property
    def may_lack_amount(self) -> bool:
        """Whether it is a bet or raise said without an amount; chips that only the camera could not tell name one."""
        named = self.amount() is not None or self.untold
        return bool(self.words) and self.verb() in ("bet", "raise") and not named

    def amount(self) -> int | None:
        """Return the amount said, with the verb or after it."""
        for word in self.words:
            if word.amount is not None:
                return word.amount
        return None


def _joined(pushes: tuple[Push, ...]) -> tuple[Push, ...]:
    """Return pushes of which those are one that the camera took for two."""
    joined: list[Push] = []
    for push in pushes:
        last = joined[-1] if joined else None
        if last is None or last.value is None or push.value is None or not push.goes_on(last):
            joined.append(push)
            continue
        named = push.chips and last.chips
        whole = last.add(push.chips) if named else replace(last, chips={}, count=2, smallest=0)
        joined[-1] = replace(whole, value=last.value + push.value, t=push.t, counted=True)
    return tuple(joined)
