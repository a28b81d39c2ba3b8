"""Tells a replay to people: each hand as it was played, with the ruling cards where they fell."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable

import click

from controller.replay.book_replay import BookReplay
from controller.replay.words import LEVELS, action_words, chips, clock, hand_words
from controller.ruling_cards import card_for
from controller.table.events import LogHeader
from controller.table.game import FORMS
from controller.table.outputs import Action, Finding, HandLine, Output
from controller.table.view import TableView
from controller.table.wagers.stands import SHORT_CALLS

WIDTH = 96
_CARDS_ON = {"flop": 3, "turn": 4, "river": 5}
_COLOURS = {"floor": "red", "dealer": "yellow", "info": "cyan"}


class Teller:
    """Tells one log under one book, through ``say`` (one line at a time, without its newline)."""

    def __init__(self, replay: BookReplay, say: Callable[[str], None]) -> None:
        self._replay = replay
        self._say = say
        self._header: LogHeader | None = None
        self._hand = 0
        self._street = ""
        self._levels: Counter[str] = Counter()
        self._hands = 0
        self._for_the_floor: dict[int, int] = {}
        """Seats whose short call the floor has to rule on, with what would make it full."""
        self._void_for = "misdeal"

    def tell(self, output: Output) -> None:
        """Tell one line of the referee's."""
        self._begin_log()
        if output.hand != self._hand:
            self._begin(output.hand)
        if isinstance(output, Finding):
            self._finding(output)
        elif isinstance(output, Action):
            self._action(output)
        else:
            self._end(output)

    def finish(self) -> None:
        """Tell what it came to."""
        self._begin_log()
        found = ", ".join(
            f"{self._levels[level]} {words}"
            for level, words in (
                ("floor", "for the floor"),
                ("dealer", "for the dealer"),
                ("info", "to know"),
            )
            if self._levels[level]
        )
        hands = "1 hand" if self._hands == 1 else f"{chips(self._hands)} hands"
        self._say("")
        self._say(click.style(f"{hands}; findings: {found or 'none'}", bold=True))

    def _begin_log(self) -> None:
        """Tell which log begins, and under which book, if one does."""
        header = self._replay.header
        if header is None or header is self._header:
            return
        self._header, self._hand = header, 0
        when = header.started.replace("T", " ").removesuffix("Z")
        parts = [f"Table {header.table}" if header.table else "", when, self._replay.book.name]
        self._say(click.style(" · ".join(part for part in parts if part), bold=True))
        self._say(click.style(self._replay.log, dim=True))

    def _begin(self, hand: int) -> None:
        self._hand, self._street, self._void_for = hand, "", "misdeal"
        self._for_the_floor.clear()
        view = self._replay.view()
        self._say("")
        self._say(click.style(f"Hand {hand}", bold=True) + _stakes(view))

    def _on_street(self, street: str) -> None:
        """Head what follows with its street, once."""
        if street == self._street:
            return
        self._street = street
        cards = self._replay.view().board[: _CARDS_ON.get(street, 0)]
        self._say(f"  {street:<9} {' '.join(cards)}".rstrip())

    def _action(self, action: Action) -> None:
        self._on_street(action.street)
        full = self._for_the_floor.pop(action.seat, 0)
        ruled = action.action != "call" or action.to >= full
        self._say(f"  {clock(action.t):>9}   {action_words(action, ruled=ruled)}")

    def _finding(self, finding: Finding) -> None:
        """Print the ruling card, ruled off on the left so that the eye finds it."""
        self._levels[finding.level] += 1
        if finding.kind in SHORT_CALLS and finding.level == "floor" and finding.seat is not None:
            self._for_the_floor[finding.seat] = finding.facts["total"] + 1
        if finding.remedy == "void_hand":
            self._void_for = "fouled deck"
        if not finding.kind.startswith("log."):
            self._on_street(finding.street)
        card = card_for(finding, self._replay.book, self._replay.view())
        bar = click.style("▌", fg=_COLOURS[finding.level], bold=True)
        badge = click.style(f"{LEVELS[finding.level]:<6}", fg=_COLOURS[finding.level], bold=True)
        head = " · ".join(part for part in (card.headline, card.seat) if part)
        self._say(f"  {clock(finding.t):>9} {bar} {badge}  {click.style(head, bold=True)}")
        rows = [card.remedy and click.style(card.remedy, fg=_COLOURS[finding.level])]
        rows += [f"{place}. {step}" for place, step in enumerate(card.steps, 1)]
        rows += textwrap.wrap(_happened(finding, card.happened or card.seen), WIDTH - 22)
        rows.append(
            click.style(" · ".join(part for part in (card.cite, _evidence(finding)) if part), dim=True)
        )
        for row in rows:
            if row:
                self._say(f"  {'':>9} {bar} {'':<6}  {row}")

    def _end(self, hand: HandLine) -> None:
        self._hands += 1
        for line in hand_words(hand, self._void_for):
            self._say(f"  {line}")


def _happened(finding: Finding, words: str) -> str:
    if finding.kind.startswith("log."):
        return f"{finding.facts.get('place')}: {finding.facts.get('error')}"
    return words


def _evidence(finding: Finding) -> str:
    """Return the log's lines that prove it, runs of them as ``45-52``."""
    runs: list[list[int]] = []
    for line in finding.evidence:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    shown = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"log line{'s' if len(finding.evidence) > 1 else ''} {shown}" if shown else ""


def _stakes(view: TableView) -> str:
    parts = [f"button seat {view.button}"] if view.button else []
    if view.bring_in and view.small_bet and view.big_bet:
        parts += [f"bring-in {chips(view.bring_in)}", f"bets {chips(view.small_bet)}/{chips(view.big_bet)}"]
    elif view.big and FORMS[view.game].stud:  # type: ignore[index]
        parts.append(f"small bet {chips(view.big)}")
    elif view.big:
        parts.append(f"blinds {chips(view.small)}/{chips(view.big)}")
    if view.ante:
        parts.append(f"ante {chips(view.ante)}")
    if view.big_blind_ante:
        parts.append(f"big blind ante {chips(view.big_blind_ante)}")
    return "".join(f" · {part}" for part in parts)
