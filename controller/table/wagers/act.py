"""What one seat did in one turn: words, taps, pushes and cards, before anybody rules on it."""

from __future__ import annotations

from typing import Final, Literal

from controller.table.chips import value_of
from controller.table.events import ChipsPushed, Declared, Tapped, Verb
from controller.table.outputs import Finding

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


class Word:
    """What was said, as keyed."""

    def __init__(
        self,
        verb: Verb,
        amount: int | None,
        order: Literal["first", "after", "together"] | None,
        t: float,
        line: int,
    ) -> None:
        self.verb = verb
        self.amount = amount
        self.order = order
        self.t = t
        self.line = line


class Push:
    """One forward motion. ``value`` is None where the chips could not be told."""

    def __init__(self, value: int | None, began: float, t: float) -> None:
        self.value = value
        self.count = 0
        self.smallest = 0
        self.began = began
        self.t = t
        self.chips: dict[int, int] = {}
        self.counted = False
        """The zone was counted since."""

    def add(self, chips: dict[int, int]) -> None:
        """Add chips to the motion, or take them out where a number is below 0."""
        for chip, number in chips.items():
            self.chips[chip] = max(0, self.chips.get(chip, 0) + number)
        held = {chip: number for chip, number in self.chips.items() if number}
        self.chips, self.count, self.smallest = held, sum(held.values()), min(held, default=0)


class Act:
    """Everything of one seat's turn, in the order it happened."""

    def __init__(self, seat: int, t: float, fold: bool = False, lines: list[int] | None = None) -> None:
        self.seat = seat
        self.t = t
        self.words: list[Word] = []
        self.pushes: list[Push] = []
        self.fold = fold
        self.lines = [] if lines is None else lines
        self.told = False
        """One act has one finding; true once it was given."""
        self.doubted = False
        """A look was asked for, as its chips do not add up."""
        self.finding: Finding | None = None
        self.chosen: int | None = None
        """The line of the player's choice after a refused raise."""
        self.good_to: int | None = None
        """A ruling fixed the amount: later chips up to it make it good."""
        self.reading: Reading | None = None
        """How silent chips are read in this course, where nobody keys words and they may be read otherwise."""
        self.ruled_to: int | None = None
        """The floor decided what the act is: the whole bet on the street, with ``fold`` a forfeit."""

    def say(self, event: Declared | Tapped, line: int) -> None:
        """Add words, or a tap, which says check."""
        self.lines.append(line)
        if type(event) is Declared:
            self.words.append(Word(event.action, event.amount, event.order, event.t, line))
        else:
            self.words.append(Word("check", None, None, event.t, line))

    @property
    def has_choice(self) -> bool:
        """Whether the act was refused and the player is left to call or fold."""
        return self.finding is not None and self.finding.remedy == "call_or_fold"

    def choose(self, event: Declared | Tapped, line: int) -> bool:
        """Take the player's choice after a refused raise; return whether these words are one."""
        if not self.has_choice or type(event) is not Declared or event.action not in ("call", "fold"):
            return False
        self.lines.append(line)
        self.chosen, self.fold = line, event.action == "fold"
        return True

    def push(self, event: ChipsPushed, line: int) -> None:
        """Add a forward motion."""
        self.lines.append(line)
        began = event.t if event.started is None else event.started
        if event.chips is None:
            self.pushes.append(Push(None, began, event.t))
            return
        last = self.pushes[-1] if self.pushes else None
        if last is None or last.value is None or began - last.t >= ONE_MOTION_S:
            last = Push(0, began, event.t)
            self.pushes.append(last)
        assert last.value is not None
        last.value += value_of(event.chips)
        last.add(event.chips)
        last.t, last.counted = event.t, False

    def counted(self, by: int = 0) -> None:
        """The zone was counted: every push is sure now, the last one after ``by`` (one chip) is added."""
        last = self.pushes[-1]
        if by and last.value is not None:
            last.value = max(0, last.value + by)
            if by > 0 or last.chips.get(-by):
                last.add({abs(by): 1 if by > 0 else -1})
        for push in self.pushes:
            push.counted = True

    def says(self, of: int | None) -> bool:
        """Whether the words of line ``of`` are in this act; None: any words."""
        if of is None:
            return bool(self.words or self.chosen)
        return of == self.chosen or any(word.line == of for word in self.words)

    def unsay(self, of: int | None = None) -> bool:
        """Take words back, those of line ``of`` or the last ones; return whether anything of the act is left."""
        if self.chosen is not None and of in (None, self.chosen):
            self.lines.remove(self.chosen)
            self.chosen, self.fold = None, False
            return True
        word = next((word for word in reversed(self.words) if of in (None, word.line)), None)
        if word is not None:
            self.words.remove(word)
            self.lines.remove(word.line)
        return bool(self.words or self.pushes or self.fold)

    @property
    def pushed(self) -> int:
        """The worth of all motions that could be told."""
        value = 0
        for push in self.pushes:
            value += push.value or 0
        return value

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
        """Whether it is a bet or raise said without an amount, or chips that could not be told."""
        if self.words and self.verb() in ("bet", "raise") and self.amount() is None:
            return True
        return any(push.value is None for push in self.pushes)

    def amount(self) -> int | None:
        """Return the amount said, with the verb or after it."""
        for word in self.words:
            if word.amount is not None:
                return word.amount
        return None
