"""Draws a timeline as an SVG that needs nothing beside it but the colours of its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final
from xml.etree import ElementTree as ET

from msgspec import Struct

from controller.ruling_cards.words import Words
from controller.timeline.axis import LABEL, Axis
from controller.timeline.labels import Labels
from controller.timeline.strip import ALWAYS, LANES, Mark, Strip
from controller.timeline.texts import Texts

SIZE_PX: Final = 11
"""Height of the letters; everything grows with it. The measures here are in heights of a letter."""
LANE: Final = 3.0
HEAD: Final = 2.2
FOOT: Final = 2.0
HANDS_FOOT: Final = 0.9
NAMES: Final = 7.0
NAMES_NARROW: Final = 5.0
_HOLLOW: Final = frozenset({"gone", "pull", "cancel", "face_down"})
_MOVES: Final = frozenset({"push", "pull"})


class Flag(Struct, frozen=True, kw_only=True):
    """A finding on the drawing: its number in the list beside it, its level's colour, the lines that prove it.

    ``number`` is None where there is one alone.
    """

    number: int | None
    level: str
    t: float
    proof: Sequence[int]
    title: str = ""


class Drawing:
    """Draws one strip. ``zero`` is the moment that the times count from."""

    def __init__(
        self, strip: Strip, flags: Sequence[Flag], words: Words, *, width: int, zero: float,
        px_per_s: float | None = None, size: int = SIZE_PX, clock: Callable[[float], str] = lambda t: "",
    ) -> None:  # fmt: skip
        self._strip, self._flags, self._zero, self._clock = strip, flags, zero, clock
        self._texts = Texts(words)
        self._width = width
        self._px = size
        left = (NAMES if width >= 560 else NAMES_NARROW) * size
        busy = [mark.t for mark in strip.marks] + [flag.t for flag in flags]
        self._axis = Axis(strip.since, strip.until, busy, left, width - size, px_per_s, size)
        self._proof = {line: flag for flag in reversed(flags) for line in flag.proof}
        there = {mark.lane for mark in strip.marks} | {gap.lane for gap in strip.blind}
        self._lanes: list[str] = [lane for lane in LANES if lane in there or lane in ALWAYS]
        self._hands = self._hand_lanes() if px_per_s is None else []
        self._foot = HANDS_FOOT * size if self._hands else 0.0
        lanes = (len(self._lanes) + len(self._hands)) * LANE
        self._row_px = (HEAD + FOOT + lanes) * size + self._foot
        self._labels = Labels(left, width, size)
        self._svg = ET.Element(
            "svg",
            {
                "class": "timeline",
                "viewBox": f"0 0 {width} {self._row_px * self._axis.rows:.0f}",
                "width": str(width),
                "height": f"{self._row_px * self._axis.rows:.0f}",
                "font-size": str(size),
                "role": "img",
                "direction": "ltr",
                "xmlns": "http://www.w3.org/2000/svg",
            },
        )

    def svg(self) -> str:
        """Return the drawing."""
        self._put("title", {}, self._texts.say("about"))
        for row in range(self._axis.rows):
            self._bare(row)
        self._grid()
        self._blind()
        self._heads()
        for seat in self._hands:
            self._hand(seat)
        proofs = [mark for mark in self._strip.marks if mark.line in self._proof]
        others = [mark for mark in self._strip.marks if mark.line not in self._proof]
        for mark in others:
            self._dot(mark)
        for mark in proofs:
            self._diamond(mark)
        for mark in [*proofs, *others]:  # what proves is named first, where there is little room
            self._name(mark)
        return ET.tostring(self._svg, encoding="unicode")

    def _hand_lanes(self) -> list[int]:
        """Return the seats whose motions are drawn: those of chips that prove something."""
        moved = (mark for mark in self._strip.marks if mark.what in _MOVES and mark.line in self._proof)
        return list(dict.fromkeys(mark.seat for mark in moved if mark.seat is not None))

    def _put(self, tag: str, attributes: dict[str, str | float], text: str = "") -> ET.Element:
        plain = {
            name: f"{value:.1f}" if isinstance(value, float) else str(value)
            for name, value in attributes.items()
        }
        node = ET.SubElement(self._svg, tag, plain)
        node.text = text or None
        return node

    def _y(self, row: int, place: int) -> float:
        return row * self._row_px + (HEAD + (place + 0.5) * LANE) * self._px

    def _lane_y(self, lane: str, row: int) -> float:
        return self._y(row, self._lanes.index(lane))

    def _bottom(self, row: int) -> float:
        bottom = self._y(row, len(self._lanes) + len(self._hands)) - LANE / 2 * self._px
        return bottom + self._foot

    def _bare(self, row: int) -> None:
        """Draw a row's lanes and their names."""
        names = [self._texts.lane(lane) for lane in self._lanes]
        names += [self._texts.say("hand", n=str(seat)) for seat in self._hands]
        for place, name in enumerate(names):
            y = self._y(row, place)
            self._put("text", {"class": "lane-name", "x": 0, "y": y + 0.35 * self._px}, name)
            if place < len(self._lanes):
                self._put(
                    "line", {"class": "lane", "x1": self._axis.left, "x2": self._axis.right, "y1": y, "y2": y}
                )

    def _grid(self) -> None:
        rests = [self._axis.place((fold.since + fold.until) / 2) for fold in self._axis.folds]
        for t in self._axis.grid(self._zero):
            row, x = self._axis.place(t)
            if any(row == at and abs(x - where) < LABEL * self._px for at, where in rests):
                continue
            top, bottom = row * self._row_px + HEAD * self._px, self._bottom(row)
            self._put("line", {"class": "grid", "x1": x, "x2": x, "y1": top, "y2": bottom})
            past = round(t - self._zero, 1)
            text = "0 s" if past == 0 else f"{past:+g}".replace("-", "\N{MINUS SIGN}")
            self._put(
                "text", {"class": "tick", "x": x, "y": bottom + 1.3 * self._px, "text-anchor": "middle"}, text
            )
        for fold, (row, x) in zip(self._axis.folds, rests, strict=True):
            bottom = self._bottom(row)
            self._put(
                "line",
                {"class": "fold", "x1": x, "x2": x, "y1": row * self._row_px + HEAD * self._px, "y2": bottom},
            )
            gone = self._texts.say("rest", n=str(round(fold.until - fold.since)))
            self._put(
                "text", {"class": "tick", "x": x, "y": bottom + 1.3 * self._px, "text-anchor": "middle"}, gone
            )

    def _blind(self) -> None:
        """Hatch the stretches in which a sensor was blind."""
        for gap in self._strip.blind:
            since = self._axis.place(max(gap.since, self._strip.since))
            until = self._axis.place(self._strip.until if gap.until is None else gap.until)
            for row in range(since[0], until[0] + 1):
                x0 = since[1] if row == since[0] else self._axis.left
                x1 = until[1] if row == until[0] else self._axis.right
                self._hatch(x0, max(x1, x0 + 4), self._lane_y(gap.lane, row), gap.device)

    def _hatch(self, x0: float, x1: float, y: float, device: str) -> None:
        top, height = y - self._px, 2.0 * self._px
        box = self._put("rect", {"class": "blind", "x": x0, "y": top, "width": x1 - x0, "height": height})
        ET.SubElement(box, "title").text = self._texts.blind(device)
        strokes = []
        x = x0 - height
        while x < x1:
            low, high = max(x, x0), min(x + height, x1)
            if high > low:
                strokes.append(
                    f"M{low:.1f} {top + height - (low - x):.1f}L{high:.1f} {top + height - (high - x):.1f}"
                )
            x += 0.65 * self._px
        self._put("path", {"class": "hatch", "d": "".join(strokes)})

    def _heads(self) -> None:
        """Head the streets, and draw a line down from each finding's number."""
        for flag in self._flags:
            row, x = self._axis.place(self._proven(flag))
            self._labels.free("street", row, x - 0.8 * self._px, "", 1.6 * self._px)
        for t, name in self._strip.streets:
            street = self._texts.street(name)
            row, x = self._axis.place(t)
            y = row * self._row_px + 1.3 * self._px
            self._put(
                "line",
                {"class": "street", "x1": x, "x2": x, "y1": y + 0.4 * self._px, "y2": self._bottom(row)},
            )
            for at in (
                x,
                x + self._px,
                x + 2 * self._px,
            ):  # beside a finding's number, where one stands there
                fits = at + len(street) * 0.65 * self._px < self._width
                if fits and self._labels.free("street", row, at, street, self._px):
                    self._put("text", {"class": "head", "x": at + 2, "y": y}, street)
                    break
        for flag in self._flags:
            row, x = self._axis.place(self._proven(flag))
            y = row * self._row_px + 1.2 * self._px
            group = f"flag {flag.level}"
            self._put("line", {"class": group, "x1": x, "x2": x, "y1": y, "y2": self._bottom(row)})
            badge = self._put(
                "circle", {"class": group, "cx": x, "cy": y, "r": (0.8 if flag.number else 0.45) * self._px}
            )
            ET.SubElement(badge, "title").text = flag.title
            if flag.number is None:
                continue
            self._put(
                "text",
                {"class": f"{group} number", "x": x, "y": y + 0.35 * self._px, "text-anchor": "middle"},
                str(flag.number),
            )

    def _proven(self, flag: Flag) -> float:
        times = [mark.t for mark in self._strip.marks if mark.line in flag.proof]
        return max(times, default=flag.t)

    def _dot(self, mark: Mark) -> None:
        row, x = self._axis.place(mark.t)
        y = self._lane_y(mark.lane, row)
        self._stroke(mark, row, x, y)
        shape = "dot hollow" if mark.what in _HOLLOW else f"dot {mark.lane}"
        self._titled(self._put("circle", {"class": shape, "cx": x, "cy": y, "r": 0.37 * self._px}), mark)

    def _diamond(self, mark: Mark) -> None:
        row, x = self._axis.place(mark.t)
        y = self._lane_y(mark.lane, row)
        self._stroke(mark, row, x, y)
        d = round(0.63 * self._px, 1)
        shape = f"proof {self._proof[mark.line].level}"
        self._titled(
            self._put("path", {"class": shape, "d": f"M{x:.1f} {y - d:.1f}l{d} {d} -{d} {d} -{d} -{d}z"}),
            mark,
        )

    def _stroke(self, mark: Mark, row: int, x: float, y: float) -> None:
        """Draw how long a motion took."""
        if mark.started is None or mark.started >= mark.t:
            return
        from_row, x0 = self._axis.place(mark.started)
        x0 = x0 if from_row == row else self._axis.left
        self._put("line", {"class": "motion", "x1": x0, "x2": x, "y1": y, "y2": y})

    def _titled(self, node: ET.Element, mark: Mark) -> None:
        ET.SubElement(node, "title").text = self._texts.title(mark, self._clock(mark.t))

    def _name(self, mark: Mark) -> None:
        row, x = self._axis.place(mark.t)
        proof = mark.line in self._proof
        texts = self._texts.proof(mark) if proof else self._texts.labels(mark)
        found = self._labels.find(mark.lane, row, x, texts, bold=proof)
        if found is None:
            return
        text, below, at = found
        y = self._lane_y(mark.lane, row) + (1.4 if below else -0.73) * self._px
        look = "name proven" if proof else "name"
        self._put("text", {"class": look, "x": at, "y": y, "text-anchor": "middle"}, text)

    def _hand(self, seat: int) -> None:
        """Draw where a seat's hand was: up over the line, down behind it, and for how long in between."""
        place = len(self._lanes) + self._hands.index(seat)
        y = self._y(0, place)
        over, behind = y - 0.8 * self._px, y + 0.8 * self._px
        path, last = f"M{self._axis.left:.1f} {behind:.1f}", None
        for mark in self._strip.marks:
            if mark.seat != seat or mark.what not in _MOVES:
                continue
            came = mark.t - 0.1 if mark.started is None else mark.started
            x0, x1 = self._axis.place(came)[1], self._axis.place(mark.t)[1]
            path += f"H{x0:.1f}V{over:.1f}H{x1:.1f}V{behind:.1f}"
            if last is not None and x0 - self._axis.place(last)[1] > 30:
                middle = (x0 + self._axis.place(last)[1]) / 2
                away = self._texts.say("away", n=f"{came - last:.1f}")
                self._put(
                    "text",
                    {"class": "name", "x": middle, "y": y + 1.85 * self._px, "text-anchor": "middle"},
                    away,
                )
            last = mark.t
        self._put("path", {"class": "hand", "d": f"{path}H{self._axis.right:.1f}"})
