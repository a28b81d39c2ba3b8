"""Keeps one seat's turn: its act so far, and what was reported of it."""

from __future__ import annotations

from msgspec.structs import replace

from controller.table.betting.act import Act, Reading
from controller.table.chips import Chips
from controller.table.events import ChipsPushed, Declared, Tapped
from controller.table.outputs import Finding


class Turn:
    """A turn from its first word or chip to its action, in turn or out of it."""

    def __init__(self, act: Act, lines: list[int] | None = None) -> None:
        self.act = act
        self.seat = act.seat
        self.lines = [] if lines is None else lines
        self.reported = False
        """One act has one finding; true once it was given."""
        self.doubted = False
        """A look was asked for, as its chips do not add up."""
        self.finding: Finding | None = None
        self.chosen: int | None = None
        """The line of the player's choice after a refused raise."""
        self.good_to: int | None = None
        """A ruling fixed the amount: later chips up to it make it good."""
        self.taken: Chips = {}
        """Chips of it that were taken back. They stay in as long as no others come in their place."""

    def say(self, event: Declared | Tapped, line: int) -> None:
        """Add words, or a tap."""
        self.lines.append(line)
        self.act = self.act.say(event, line)

    def push(self, event: ChipsPushed, line: int) -> None:
        """Add a forward motion; one that only brings back what was taken leaves the act as it was."""
        self.lines.append(line)
        brought = {chip: count for chip, count in (event.chips or {}).items() if count}
        if not brought or brought != self.taken:
            self.act = (self.act.without(self.taken) or self.act).push(event)
        self.taken = {}

    def take_back(self, chips: Chips) -> None:
        """Chips of it are taken back, unless a ruling gave them back, or they are change."""
        taken = {chip: self.taken.get(chip, 0) + chips.get(chip, 0) for chip in {*self.taken, *chips}}
        if not self.reported and self.act.without(taken) is not None:
            self.taken = taken

    def folds(self) -> None:
        """Its cards lie in the muck."""
        self.act = replace(self.act, fold=True)

    def read(self, reading: Reading) -> None:
        """Read its silent chips so."""
        self.act = replace(self.act, reading=reading)

    def ruled(self, to: int, *, fold: bool = False) -> None:
        """The floor fixed what it is: the whole bet on the street; ``fold``: a forfeit of it. Its last word counts."""
        threw_in = self.act.fold and self.act.ruled_to is None
        self.act = replace(self.act, ruled_to=to, fold=fold or threw_in)

    @property
    def has_choice(self) -> bool:
        """Whether the act was refused and the player is left to call or fold."""
        return self.finding is not None and self.finding.remedy == "call_or_fold"

    def choose(self, event: Declared | Tapped, line: int) -> bool:
        """Take the player's choice after a refused raise; return whether these words are one."""
        if not self.has_choice or type(event) is not Declared or event.action not in ("call", "fold"):
            return False
        self.lines.append(line)
        self.chosen, self.act = line, replace(self.act, fold=event.action == "fold")
        return True

    def says(self, of: int | None) -> bool:
        """Whether the words of line ``of`` are in this turn; None: any words."""
        if of is None:
            return bool(self.act.words or self.chosen)
        return of == self.chosen or any(word.line == of for word in self.act.words)

    def unsay(self, of: int | None = None) -> bool:
        """Take words back, those of line ``of`` or the last ones; return whether anything of the turn is left."""
        act = self.act
        if self.chosen is not None and of in (None, self.chosen):
            self.lines.remove(self.chosen)
            self.chosen, self.act = None, replace(act, fold=False)
            return True
        word = next((word for word in reversed(act.words) if of in (None, word.line)), None)
        if word is not None:
            at = act.words.index(word)
            self.lines.remove(word.line)
            act = self.act = replace(act, words=act.words[:at] + act.words[at + 1 :])
        return bool(act.words or act.pushes or act.fold)
