"""Makes of a report one HTML page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Final

import jinja2
from markupsafe import Markup
from msgspec import Struct

from controller.journal.records import fields_of
from controller.journal.signing import fingerprint
from controller.journal.slip import drawn, words_of
from controller.report.figures import Figures, against_book, figures
from controller.report.night import Night
from controller.report.sources import TableHead
from controller.report.told import ToldFinding, ToldHand, wall
from controller.rulebooks.elsewhere import Elsewhere, elsewhere
from controller.ruling_cards import Card, card_for, words_in
from controller.ruling_cards.words import Words
from controller.timeline.draw import Drawing, Flag
from controller.timeline.strip import around

HAND_PX: Final = 1000
FINDING_PX: Final = 900
PX_PER_S: Final = 22.0

_templates = jinja2.Environment(
    loader=jinja2.PackageLoader("controller.report"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


class FindingPart(Struct, frozen=True, kw_only=True):
    """A finding as the page has it. ``number`` is its place in its hand, as on the drawing."""

    number: int
    anchor: str
    told: ToldFinding
    card: Card
    at: str
    drawing: Markup
    story: list[tuple[str, str]]
    others: list[Elsewhere]
    against: bool
    lines: str


class HandPart(Struct, frozen=True, kw_only=True):
    """A hand as the page has it."""

    anchor: str
    hand: ToldHand
    title: str
    when: str
    dealer: str
    drawing: Markup
    findings: list[FindingPart]


class Slip(Struct, frozen=True):
    """A journal's signed head for people: about it, its sixteen words, its QR code."""

    about: str
    words: list[str]
    code: Markup


class Page:
    """Makes the page of what was gathered, in one language."""

    def __init__(self, night: Night, language: str = "en", heads: Sequence[TableHead] = ()) -> None:
        """``heads`` are those of the journals: with the page in hand an end that was cut off later is found."""
        self._night, self._heads = night, heads
        self._words: Words = words_in(language)
        self._texts: dict[str, Any] = self._words.table["report"]

    def html(self) -> Iterator[str]:
        """Yield the page piece by piece."""
        told = [self._hand(number, hand) for number, hand in enumerate(self._night.hands)]
        numbers: Figures = figures(self._night)
        template = _templates.get_template("report.html")
        return template.generate(
            words=self._words, r=self._texts, say=self.say, number=self._words.number, night=self._night,
            hands=told, figures=numbers, tables=self._tables(numbers), styles=_styles(),
            title=self._title(), span=self._span(), slips=[self._slip(one) for one in self._heads],
            sources=self._sources(), named=self._headline,
            duration=self.duration, decision=self._words.decision, seats=self._seats, apart=self._words.apart,
        )  # fmt: skip

    def say(self, name: str, **facts: object) -> str:
        """Return one of the report's own sentences; whole numbers are grouped."""
        given = {key: value if isinstance(value, int) else str(value) for key, value in facts.items()}
        return self._words.say(f"report.{name}", **given)

    def duration(self, seconds: float | None) -> str:
        """Return a time for people: ``0:42``, ``1:05:20``."""
        if seconds is None:
            return str(self._texts["nothing"])
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"

    def _slip(self, told: TableHead) -> Slip:
        signed = fields_of(told.head.signed.encode())
        key = fingerprint(bytes.fromhex(told.head.key))
        return Slip(
            about=self.say("head_of", table=told.table, records=signed["records"], at=signed["at"], signer=key),
            words=words_of(signed["head"]), code=Markup(drawn(told.head)),
        )  # fmt: skip

    def _title(self) -> str:
        tables = list(dict.fromkeys(hand.header.table for hand in self._night.hands))
        named = self._words.listing([table for table in tables if table][:6])
        return self.say("title_of", tables=named) if named else str(self._texts["title"])

    def _span(self) -> str:
        """Return from when to when, by the clock on the wall."""
        times = [time for hand in self._night.hands if (time := hand.began) is not None]
        if not times:
            return ""
        first, last = min(times), max(times)
        end = last.strftime("%H:%M" if first.date() == last.date() else "%Y-%m-%d %H:%M")
        return self._words.apart(f"{first:%Y-%m-%d %H:%M} \N{EN DASH} {end} {first:%Z}")

    def _sources(self) -> str:
        """Return the names of the logs and journals."""
        names = dict.fromkeys(Path(name).name for name in self._night.sources)
        return ", ".join(self._words.apart(name) for name in names)

    def _headline(self, kind: str) -> str:
        told = str(self._words.kind(kind).get("headline", kind))
        return told.rpartition(" | ")[2]

    def _tables(self, numbers: Figures) -> list[tuple[str, str, list[Any]]]:
        """Return the tables of findings: their heading, what their rows are, the rows."""
        tables = [
            ("by_kind", numbers.by_kind),
            ("by_rule", numbers.by_rule),
            ("by_table", numbers.by_table),
            ("by_dealer", numbers.by_dealer),
            ("by_hour", numbers.by_hour),
        ]
        return [(name, str(self._texts[name]), rows) for name, rows in tables if rows]

    def _hand(self, number: int, hand: ToldHand) -> HandPart:
        anchor = f"h{number}"
        findings = [self._finding(anchor, place, hand, told) for place, told in enumerate(hand.findings, 1)]
        flags = [
            Flag(
                number=part.number, level=part.card.mark, t=part.told.finding.t, proof=part.told.finding.evidence,
                title=part.card.headline,
            )
            for part in findings
        ]  # fmt: skip
        drawing = Drawing(
            hand.strip, flags, self._words, width=HAND_PX, zero=hand.t, px_per_s=PX_PER_S,
            clock=lambda t: _clock(hand, t),
        )  # fmt: skip
        name = self.say("hand_n", n=str(hand.n)) if hand.n else str(self._texts["before_hands"])
        if hand.header.table:
            name = self.say("table_hand", table=hand.header.table, hand=name)
        began = hand.began
        return HandPart(
            anchor=anchor, hand=hand, title=name,
            when="" if began is None else self._words.apart(began.strftime("%Y-%m-%d %H:%M:%S")),
            dealer=self._night.dealer(hand),
            drawing=Markup(drawing.svg()) if hand.strip.marks else Markup(""),
            findings=findings,
        )  # fmt: skip

    def _finding(self, anchor: str, place: int, hand: ToldHand, told: ToldFinding) -> FindingPart:
        finding = told.finding
        at = _clock(hand, finding.t)
        card = card_for(finding, hand.book, language=self._words.language, at=at)
        flag = Flag(number=place, level=card.mark, t=finding.t, proof=finding.evidence, title=card.headline)
        strip = around(hand.strip, finding.evidence, finding.t)
        proven = [mark.t for mark in strip.marks if mark.line in finding.evidence]
        drawing = Drawing(
            strip, [flag], self._words, width=FINDING_PX, zero=max(proven, default=finding.t),
            clock=lambda t: _clock(hand, t),
        )  # fmt: skip
        return FindingPart(
            number=place, anchor=f"{anchor}f{place}", told=told, card=card, at=at,
            drawing=Markup(drawing.svg()) if strip.marks else Markup(""),
            story=self._story(hand, told), others=elsewhere(finding, hand.book), against=against_book(told),
            lines=runs(finding.evidence),
        )  # fmt: skip

    def _story(self, hand: ToldHand, told: ToldFinding) -> list[tuple[str, str]]:
        """Return what became of a finding, each with its time."""
        moments = self._words.table["page"]["moment"]
        story = []
        for said in told.story:
            what = moments.get(said.moment.what, said.moment.what)
            by = said.moment.by or ""
            if said.moment.what == "disputed":
                by = str(self._words.table["page"].get(f"read_{by}", by))
            text = self.say("by", what=what, who=by) if by else what
            story.append((said.t, text))
        if told.ruling is not None:
            story.append((told.ruling.t, self._ruling(told)))
        return [(_clock(hand, t), text) for t, text in sorted(story)]

    def _ruling(self, told: ToldFinding) -> str:
        ruling = told.ruling
        assert ruling is not None
        parts = [self._words.decision(ruling.decision)]
        if ruling.seat is not None:
            parts.append(self.say("in_seat", n=str(ruling.seat)))
        if ruling.amount is not None:
            parts.append(self._words.number(ruling.amount))
        text = self.say("ruled", what=" · ".join(parts))
        return self.say("by", what=text, who=ruling.by) if ruling.by else text

    def _seats(self, seats: list[int]) -> str:
        return self._words.listing([str(seat) for seat in seats])


def runs(lines: list[int]) -> str:
    """Return line numbers, runs of them as ``45-52``."""
    found: list[list[int]] = []
    for line in sorted(set(lines)):
        if found and line == found[-1][-1] + 1:
            found[-1].append(line)
        else:
            found.append([line])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in found)


def _clock(hand: ToldHand, t: float) -> str:
    """Return the wall clock's time of ``t``; the log's own seconds where nobody knows it."""
    at = wall(hand.header, t)
    return f"{t:.1f} s" if at is None else f"{at:%H:%M:%S}.{at.microsecond // 100_000}"


def _styles() -> Markup:
    """Return the page's styles: the drawing's own and those of paper."""
    drawing = resources.files("controller.web").joinpath("static", "timeline.css").read_text("utf-8")
    paper = resources.files("controller.report").joinpath("templates", "report.css").read_text("utf-8")
    return Markup(drawing + paper)
