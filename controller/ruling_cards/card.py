"""Makes a finding a card: what it is, what holds, the dealer's next steps, and where the book says so.

Lengths are what fits on a 7-inch panel at the sizes that can be read from where the dealer sits:
headline, seat and remedy from 1.5 m, the rest from 0.7 m.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from controller.rulebooks.clauses import clauses_for
from controller.ruling_cards.asks import Ask, Question, asks_of, question_of
from controller.ruling_cards.fields import fields_of
from controller.ruling_cards.lock import Lock, lock_for
from controller.ruling_cards.words import Fact, Fields, Words, letters, words_in
from controller.table.kinds import KINDS
from controller.table.outputs import Finding, Level
from controller.table.rulebook import Rulebook
from controller.table.view import TableView

HEADLINE_BESIDE_SEAT: Final = 15
HEADLINE_ALONE: Final = 24
REMEDY: Final = 21
STEP: Final = 34
STEPS: Final = 3
SEEN: Final = 42
CITE: Final = 30
HAPPENED: Final = 120

Mark = Literal["floor", "dealer", "blind", "info"]


class Rule(Struct, frozen=True, kw_only=True):
    """A clause that the card cites, in our own words."""

    ref: str
    title: str
    says: str


class Option(Struct, frozen=True, kw_only=True):
    """A decision the floor can take, and its words.

    ``cited``: the clauses of the card name it. ``amount``: an amount can belong to it, as it is meant in this house.
    """

    decision: str
    text: str
    cited: bool
    amount: bool = True


class Card(Struct, frozen=True, kw_only=True):
    """What stands on a card; every text is in one language, and empty where there is nothing to say.

    ``mark`` is the shape it wears: the floor must come, the dealer mends it, the table cannot see, or
    nothing at all. ``happened`` is one sentence for the floor; ``other`` the figure that another reading
    of the clause would give; ``counts`` the seat whose chips in front the dealer is asked to key; ``asks``
    the words that would change what holds and that nobody keyed; ``question`` what the table asks of them.
    """

    finding: str
    kind: str
    level: Level
    mark: Mark
    headline: str
    seat: str
    remedy: str
    steps: list[str]
    seen: str
    cite: str
    happened: str
    rules: list[Rule]
    options: list[Option]
    other: str
    lock: Lock | None
    counts: int | None = None
    asks: list[Ask] = []
    question: Question | None = None

    @property
    def words(self) -> int:
        """How many words dealer's eyes have to read."""
        return sum(len(text.split()) for text in self.lines)

    @property
    def lines(self) -> list[str]:
        """The card's texts from top to bottom."""
        return [self.headline, self.seat, self.remedy, *self.steps, self.seen, self.cite]


def card_for(
    finding: Finding,
    book: Rulebook,
    view: TableView | None = None,
    *,
    language: str = "en",
    at: str | None = None,
    ruled: str | None = None,
    ruled_seat: int | None = None,
    ruled_amount: int | None = None,
) -> Card:
    """Return the card of ``finding`` under ``book``.

    ``view`` is the table now: with it the card knows who acts next and how long a misdeal stays open.
    ``at`` is the wall clock's ``HH:MM:SS`` of the finding. ``ruled`` is the floor's decision, of a seat and
    with an amount where it has them: the card then says what it means for the dealer. Raise KeyError for an
    unknown language.
    """
    words = words_in(language)
    if ruled is not None and ruled_seat is not None:
        finding = replace(finding, seat=ruled_seat)
    fields = fields_of(finding, book, view, words, at)
    if ruled_amount is not None:
        fields["to"] = fields["amount"] = Fact(words.number(ruled_amount), ruled_amount)
    texts = _texts(finding, words) if ruled is None else _ruled_texts(finding, ruled, book, words)
    headline_limit = HEADLINE_ALONE if finding.seat is None else HEADLINE_BESIDE_SEAT
    remedy = words.wording(texts["remedy"], fields, REMEDY)
    remedy, seen = _changed(finding, words, remedy, words.wording(texts["seen"], fields, SEEN))
    return Card(
        finding=finding.id,
        kind=finding.kind,
        level=finding.level,
        mark=_mark(finding) if ruled is None else "dealer",
        headline=words.wording(texts["headline"], fields, headline_limit) or finding.kind,
        seat="" if finding.seat is None else words.say("words.seat", n=finding.seat),
        remedy=remedy,
        steps=_steps(texts["steps"], fields, words),
        seen=seen,
        cite=_cite(finding, book, words),
        happened=words.wording(texts["happened"], fields, HAPPENED),
        rules=_rules(finding, book, words),
        options=_options(finding, book, words),
        other=_other(finding, words),
        lock=lock_for(finding, view, words) if ruled is None else None,
        counts=_counts(finding),
        asks=asks_of(finding, words) if ruled is None else [],
        question=question_of(finding, words) if ruled is None else None,
    )


def _texts(finding: Finding, words: Words) -> dict[str, Any]:
    """Return the texts that apply: the kind's own for this remedy, the kind's, then the remedy's."""
    kind = words.kind(finding.kind)
    silent = finding.remedy == "floor" and finding.facts.get("silent")
    own: dict[str, Any] = kind.get("on", {}).get(finding.remedy, {})
    if silent:
        own = {name: text for name, text in own.items() if name == "headline"}
    general = words.remedy(finding.remedy)
    texts: dict[str, Any] = {"headline": "", "remedy": "", "steps": [], "seen": "", "happened": ""}
    # Where the floor decides, the same stop stands on every card that has no own words for it.
    stop = general if finding.remedy == "floor" else {}
    return texts | general | kind | stop | own


def _ruled_texts(finding: Finding, ruled: str, book: Rulebook, words: Words) -> dict[str, Any]:
    """Return the kind's own headline and what was seen, with what the decision means."""
    kind = words.kind(finding.kind)
    own = kind.get("ruled", {}).get(ruled, {})
    means = words.ruled(ruled) | words.ruled(_by_house(ruled, book)) | own
    said = {"remedy": words.decision(ruled), "steps": []} | means
    return {"happened": "", **kind, "remedy": said["remedy"], "steps": said["steps"]}


def _steps(texts: list[str], fields: Fields, words: Words) -> list[str]:
    steps = (words.wording(text, fields, STEP) for text in texts[:STEPS])
    return [step for step in steps if step]


def _changed(finding: Finding, words: Words, remedy: str, seen: str) -> tuple[str, str]:
    """Mark a card that later evidence has changed, before the remedy or, where that is full, the sight."""
    if "replaces" not in finding.facts:
        return remedy, seen
    mark = words.say("words.changed")
    if letters(f"{mark} {remedy}") <= REMEDY:
        return f"{mark} {remedy}", seen
    changed = f"{mark} {seen}"
    return remedy, changed if letters(changed) <= SEEN else mark


def _mark(finding: Finding) -> Mark:
    return "blind" if finding.kind.startswith("sensing.") else finding.level


def _cite(finding: Finding, book: Rulebook, words: Words) -> str:
    """Return house and clauses; as many parents of the first clause as keep the line short."""
    if not finding.cites:
        kind = KINDS.get(finding.kind)
        silent = finding.facts.get("silent") or (
            kind is not None and kind.by_house and finding.level != "info"
        )
        return words.say("words.silent") if silent else ""
    line = f"{book.short} {finding.cites[0]}"
    for ref in finding.cites[1:]:
        if len(line) + 2 + len(ref) > CITE:
            break
        line += f", {ref}"
    if finding.facts.get("our_reading"):
        line += f" · {words.say('words.our_reading')}"
    return line


def _rules(finding: Finding, book: Rulebook, words: Words) -> list[Rule]:
    """Return the clauses that the finding cites; one that the book has sentence by sentence, those about its kind."""
    clauses = [
        clause
        for ref in finding.cites
        for clause in ([book.clauses[ref]] if ref in book.clauses else clauses_for(book, ref, finding.kind))
    ]
    return [Rule(ref=clause.ref, title=clause.title, says=words.clause(clause.says)) for clause in clauses]


def _by_house(decision: str, book: Rulebook) -> str:
    """Return by which name the words know a decision that means something else in another house."""
    return f"withdraw_{book.bets.withdrawn}" if decision == "withdraw" else decision


def _options(finding: Finding, book: Rulebook, words: Words) -> list[Option]:
    """Return what the floor is offered: the book's options, else the remedies this kind can have."""
    offered = finding.facts.get("options")
    cited = offered if isinstance(offered, list) and offered else [finding.remedy]
    kind = KINDS.get(finding.kind)
    others = kind.remedies if kind is not None and cited is not offered else ()
    decisions = dict.fromkeys(name for name in (*cited, *others) if name not in ("floor", "look"))
    return [
        Option(
            decision=name,
            text=words.decision(_by_house(name, book)),
            cited=bool(finding.cites) and name in cited,
            amount=_by_house(name, book) != "withdraw_acts_anew",
        )
        for name in decisions
    ]


def _counts(finding: Finding) -> int | None:
    zone, _, seat = str(finding.facts.get("look", "")).partition(":")
    return int(seat) if zone == "bet" and seat.isdecimal() else None


def _other(finding: Finding, words: Words) -> str:
    other = finding.facts.get("other")
    if isinstance(other, int) and not isinstance(other, bool):
        return words.number(other)
    if isinstance(other, str):
        return words.decision(other)
    if isinstance(other, dict):
        figures = (value for value in other.values() if isinstance(value, int | str))
        return words.listing([words.number(v) if isinstance(v, int) else words.decision(v) for v in figures])
    return ""
