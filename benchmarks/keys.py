"""What a dealer has to touch: keys a hand by equipment, counted as his display takes them.

    python -m benchmarks.keys HANDS [--hands 1000] [--rulebook ID]

HANDS is a folder of ``.phh`` files; their hands are played one after the other, over and over. Every touch is one on
the display: a call or a check of the seat to act is one, "raise 750" is the key, three digits and Enter, and two
noughts are one. Three houses stand side by side. In the first one sensors tell all that a sensor can, and the dealer
touches what he heard on the card that rests on its silence; in the second one he keys such words before; in the third
one checks, tabled hands, awards and the hands' signals are keyed too. Nobody keys a fold whose cards the antennas see
in the muck, nor words that the chips say too: without them the table rules the same. The same arguments give the same
figures on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from msgspec.structs import replace as replace_fields

from benchmarks.equipment import NAMED, Equipped
from controller import rulebooks
from controller.histories.read_phh import History, HistoryError, read_folder
from controller.ruling_cards.unheard import words_that_change
from controller.table import events as ev
from controller.table.copying import clone
from controller.table.engine import Engine
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.table.view import TableView
from tests.night.account import spread
from tests.noise.equipped import thinned
from tests.real_hands.course import Course, follow
from tests.real_hands.sense import Night

MOST: Final = 2
"""What no clean hand ought to ask for."""
OPEN_PAD: Final = 1
ENTER: Final = 1
MOST_POTS: Final = 2
"""What a showdown of a clean hand may ask for, each pot being one touch."""
BUTTON: Final = 2
"""The button's key, then its seat."""
TABLED: Final = 2
"""The key "Tabled", then the seat."""
HAND_OVER: Final = 1
"""The key "Hand over", which is there once the pot is gone."""
_MEANS: Final = {
    "call": ("call", "all_in"),
    "bet": ("bet", "amount", "all_in"),
    "raise": ("raise", "amount", "all_in"),
    "check": ("check",),
    "fold": ("fold",),
}
"""What a player may have said for whom the card has such words."""
AWARD: Final = 3
"""A pot that is not proposed: "More", "Pot to a seat" and the seat, then its figure."""


@dataclass(slots=True)
class Touches:
    """What one hand asks of the dealer. ``signals`` are touches of a house that keys what a sensor could tell."""

    showdown: bool
    words: int = 0
    pots: int = 0
    signals: int = 0
    answers: int = 0
    """Touches on the cards that ask for those words, where the dealer keys none before."""

    @property
    def answered(self) -> int:
        """Touches where sensors tell all that a sensor can, and words are keyed only when a card asks for them."""
        return self.answers + self.pots

    @property
    def sensed(self) -> int:
        """Touches where sensors tell all that a sensor can."""
        return self.words + self.pots

    @property
    def keyed(self) -> int:
        """Touches where all of it is keyed."""
        return self.sensed + self.signals


@dataclass(slots=True)
class Tally:
    """A night's touches, hand by hand. ``button`` is what its first hand asks before its first card."""

    button: int = 0
    hands: list[Touches] = field(default_factory=list)
    corrected: int = 0
    """Pots whose proposal is not what was pushed."""
    followed: int = 0
    """Hands of which the table told the end."""
    unknown: int = 0
    """Of those: after which somebody has to count a stack."""
    calls: int = 0


class Dealer:
    """Keys at one table what its house wants keyed and what its display asks for."""

    def __init__(self, house: str, equipment: Equipped) -> None:
        header = ev.LogHeader(version=1, table="7", started="", rulebook=house, equipment=list(equipment))
        self._engine = Engine(rulebooks.load(house), header)
        self._equipment = frozenset(equipment)
        self._line = 1
        self.tally = Tally()

    def plays(self, course: Course, night: Night) -> None:
        """Deal a hand and note what it asks for."""
        hand = Touches(showdown=len(course.live) > 1)
        tabled: set[str] = set()
        awarded = False
        for event in self._keyed([*night.sense(course)], hand):
            match event:
                case ev.HandStarted():
                    self._starts(event, hand)
                case ev.HandEnded() | ev.DealEnded() if "hands" in self._equipment:
                    hand.signals += HAND_OVER if isinstance(event, ev.HandEnded) else 1
                case ev.Declared(action="fold") if "antennas" in self._equipment:
                    continue  # the cards go to the muck, which the antennas tell
                case ev.Tapped() | ev.Declared():
                    self._hears(event, hand)
                case ev.CardSeen(zone=zone, face="up") if zone.startswith("seat:") and zone not in tabled:
                    tabled.add(zone)
                    hand.signals += TABLED if "faces" in self._equipment else 0
                case ev.PotAwarded() if not awarded:
                    awarded = True
                    self._pushes(event.t, course, hand)
            self._feed(thinned([event], self._equipment))
        self.tally.hands.append(hand)

    def _keyed(self, events: list[ev.Event], hand: Touches) -> list[ev.Event]:
        """Leave out the words, and the amounts, without which the table makes the same of the hand.

        Note what the others ask of a dealer who waits for the card that asks for them.
        """
        if "words" not in self._equipment:
            return events
        made = self._makes_of(events)
        for said in [event for event in events if isinstance(event, ev.Declared) and event.action != "check"]:
            verb_alone = (
                [] if said.amount is None or said.action == "amount" else [replace_fields(said, amount=None)]
            )
            for less in ([], verb_alone):
                fewer = [kept for event in events for kept in (less if event is said else [event])]
                if self._makes_of(fewer) == made:
                    events = fewer
                    break
            else:
                hand.answers += self._answers(events, said, made)
        return events

    def _answers(self, events: list[ev.Event], said: ev.Declared, made: list[object]) -> int:
        """Return the touches on the card that asks for what was said; those of keying it where none does."""
        trial, heard, stacks = clone(self._engine, self._engine.book), 0, list[object]()
        digits = _digits(said.amount) + ENTER
        for line, event in enumerate(
            thinned([e for e in events if e is not said], self._equipment), self._line + 1
        ):
            told = trial.feed(2 * line, event)  # type: ignore[arg-type]
            for finding in told:
                if heard or not isinstance(finding, Finding):
                    continue
                for words in words_that_change(finding):
                    if words.seat == said.seat and said.action in _MEANS[words.action]:
                        fits = None in (words.amount, said.amount) or words.amount == said.amount
                        heard, amount = (1, words.amount) if fits else (1 + digits, said.amount)
                        told += trial.feed(
                            2 * line + 1,
                            ev.Declared(
                                t=event.t, seat=said.seat, action=words.action, amount=amount, order="first"
                            ),
                        )
                        break
            stacks += [output.stacks for output in told if isinstance(output, HandLine)]
        right = stacks == [one for one in made if isinstance(one, dict)]
        return heard if heard and right else OPEN_PAD + digits

    def _makes_of(self, events: list[ev.Event]) -> list[object]:
        """Return actions, calls and stacks as the table would have them after these events."""
        trial, told = clone(self._engine, self._engine.book), list[object]()
        for line, event in enumerate(thinned(events, self._equipment), self._line + 1):
            for output in trial.feed(line, event):  # type: ignore[arg-type]
                if isinstance(output, Action):
                    told.append((output.street, output.seat, output.action, output.to))
                elif isinstance(output, HandLine):
                    told.append(output.stacks)
                elif output.level != "info":
                    told.append((output.kind, output.seat))
        return told

    def ends(self, night: Night) -> Tally:
        """Seat the next hand, which ends the last one; return the night's touches."""
        self._feed([ev.TableSet(t=night.t + 60, seats={})])
        return self.tally

    def _starts(self, event: ev.HandStarted, hand: Touches) -> None:
        view = self._look(event.t)
        lies = view.button if view.next_hand is None else view.next_hand.button
        if lies is None and "antennas" not in self._equipment and not self.tally.hands:
            self.tally.button = BUTTON  # later ones move by the house's rule; here other players sit down
        hand.signals += "hands" in self._equipment

    def _hears(self, event: ev.Declared | ev.Tapped, hand: Touches) -> None:
        check = isinstance(event, ev.Tapped) or event.action == "check"
        if ("taps" if check else "words") not in self._equipment:
            return
        touches = _touches(event, self._look(event.t))
        if check:
            hand.signals += touches
        else:
            hand.words += touches

    def _pushes(self, t: float, course: Course, hand: Touches) -> None:
        """Touch the pots that the display proposes; key the others where awards are keyed."""
        view = self._look(t)
        due = {
            pot.pot: {share.seat: share.amount for share in pot.shares} for pot in view.pots_due if pot.shares
        }
        if "awards" in self._equipment:
            hand.signals += len(due) or sum(
                AWARD + _digits(amount) + ENTER for shares in course.shares for amount in shares.values()
            )
            return
        won = sorted(amount for shares in course.shares for amount in shares.values())
        if due and sorted(amount for shares in due.values() for amount in shares.values()) != won:
            self.tally.corrected += 1
        for pot, shares in due.items():
            hand.pots += 1  # one touch confirms every share of a pot
            self._feed(
                ev.PotAwarded(t=t, seat=seat, amount=amount, pot=pot) for seat, amount in shares.items()
            )

    def _look(self, t: float) -> TableView:
        """Look at the display as it stands at ``t``."""
        self._feed([ev.Tick(t=t)])
        return self._engine.view()

    def _feed(self, events: Iterable[ev.AnyEvent]) -> None:
        for event in events:
            self._line += 1
            self._note(self._engine.feed(self._line, event))

    def _note(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Finding):
                self.tally.calls += output.level != "info"
            elif isinstance(output, HandLine):
                self.tally.followed += 1
                self.tally.unknown += None in output.stacks.values()


def _digits(amount: int | None) -> int:
    """Return the touches of a number on a pad that has a key for two noughts."""
    return 0 if amount is None else len(str(amount).replace("00", "0"))


def _touches(event: ev.Declared | ev.Tapped, view: TableView) -> int:
    """Return the touches of a check or of words, as the display's keys stand at that moment."""
    acts = view.to_act == event.seat
    if isinstance(event, ev.Tapped) or event.action in ("check", "call"):
        owes = isinstance(event, ev.Declared) and event.action == "call"
        return 1 if acts and owes == (view.owes > 0) else OPEN_PAD + 1 + ENTER
    digits = _digits(event.amount)
    if event.action == "amount":
        return OPEN_PAD + digits + ENTER
    shown = "raise" if view.to_call > 0 else "bet"
    verb = 0 if acts and event.action == shown else 1
    return OPEN_PAD + verb + digits + ENTER


def measure(histories: list[History], hands: int, house: str, equipment: Equipped) -> Tally:
    """Play a night at a table so equipped; no two of its hands are played in one manner."""
    dealer, night = Dealer(house, equipment), Night()
    for number, history in enumerate(islice(cycle(histories), hands)):
        dealer.plays(follow(replace(history, name=f"{history.name}/{number}")), night)
    return dealer.ends(night)


HEAD: Final = """\
{:<32}{:>8}{:^30}{:^30}{:^30}
{:<32}{:>8}{:>15}{:>15}{:>15}{:>15}{:>15}{:>15}{:>10}{:>9}{:>7}{:>7}{:>8}
""".format(
    "", "first", "what a card asks for", "only words are keyed", "everything is keyed", "equipment", "button",
    *("uncontested", "showdown") * 3,
    "followed", "unknown", "other", "calls", "over",
)  # fmt: skip
FOOT: Final = """
touches a hand: median, nine tenths, most; first button: touches before the night's first card; followed: hands whose
end the table told, unknown: after which a stack has to be counted; other: pots pushed otherwise than proposed; calls:
findings for dealer or floor; over: hands of which cards ask for more than two touches
"""


def _row(name: str, tally: Tally) -> str:
    cells = [f"{name:<32}{tally.button:>8}"]
    for way in ("answered", "sensed", "keyed"):
        for showdown in (False, True):
            figures = spread([getattr(hand, way) for hand in tally.hands if hand.showdown is showdown])
            cells.append(f"{', '.join(f'{figure:g}' for figure in figures.values()):>15}")
    cells.append(f"{tally.followed:>10}{tally.unknown:>9}{tally.corrected:>7}{tally.calls:>7}")
    cells.append(f"{sum(hand.answered > MOST for hand in tally.hands):>8}\n")
    return "".join(cells)


def _amiss(tally: Tally) -> bool:
    """Whether a display asked for more than the pots of a showdown, proposed a wrong one, or called somebody."""
    asked = any(hand.pots > (MOST_POTS if hand.showdown else 0) for hand in tally.hands)
    return asked or bool(tally.corrected or tally.calls)


def main() -> int:
    """Play the night at every table and print the figures; 1 where a clean hand asks for more than it should."""
    parser = argparse.ArgumentParser(description="Count what a dealer has to touch.")
    parser.add_argument("folder", type=Path, help="folder of .phh files")
    parser.add_argument("--hands", type=int, default=1000, help="hands to play")
    parser.add_argument("--rulebook", choices=rulebooks.ids(), default="deltin")
    parser.add_argument("--only", nargs="+", choices=NAMED, default=list(NAMED))
    told = parser.parse_args()
    try:
        histories = read_folder(told.folder)
    except (HistoryError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(HEAD)
    amiss = False
    for name in told.only:
        tally = measure(histories, told.hands, told.rulebook, NAMED[name])
        sys.stdout.write(_row(name, tally))
        amiss = amiss or _amiss(tally)
    sys.stdout.write(FOOT)
    return int(amiss)


if __name__ == "__main__":
    sys.exit(main())
