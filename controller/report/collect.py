"""Collects what a report tells from a log: its events through the referee once more, hand by hand."""

from __future__ import annotations

from collections.abc import Iterator

from controller.replay.book_replay import BookReplay
from controller.report.told import ToldFinding, ToldHand, ToldSeat
from controller.sensorlog.reader import Entry, LogReader, Problem, begins_log
from controller.sensorlog.source import Source
from controller.table.events import DeviceChanged, FloorCalled, HandStarted, LogHeader, Ruled
from controller.table.hand import Hand
from controller.table.outputs import Action, Advice, Finding, HandLine, Output
from controller.table.ranks import FULL_DECK
from controller.timeline.follow import Follower
from controller.timeline.strip import Mark, Strip


class Collector:
    """Reads one source, which may hold several logs. ``cards``: every card of a hand is named, not the public ones.

    ``device_t`` and ``calls`` are for the figures: devices' states, and the dealers' own calls of the floor.
    """

    def __init__(
        self, name: str, book: str | None = None, *, cards: bool = False, strict: bool = False
    ) -> None:
        self._replay = BookReplay(name, book, strict=strict)
        self._name, self._cards = name, cards
        self._follower = Follower(pots=True)
        self._open: ToldHand | None = None
        self._told: dict[str, ToldFinding] = {}
        self._street = ""
        self._hand: Hand | None = None
        self.devices: list[tuple[LogHeader, DeviceChanged]] = []
        self.calls: list[tuple[LogHeader, FloorCalled, Ruled | None]] = []
        self._call_on: dict[int, int] = {}
        """Where the call on a line of this log stands among them."""
        self.spans: list[tuple[LogHeader, float]] = []
        """Each log's header and its last moment."""

    def hands(self, source: Source) -> Iterator[ToldHand]:
        """Yield the hands of ``source``, each when the next begins. Raise ReplayError."""
        for batch in LogReader(source).batches():
            for line, entry in batch:
                yield from self._take(line, entry)
        self._forget_none()
        self._note_outputs(self._replay.end())
        yield from self._close()

    def _take(self, line: int, entry: Entry) -> Iterator[ToldHand]:
        if isinstance(entry, LogHeader | Problem):
            if begins := begins_log(entry):
                self._forget_none()
                self._note_outputs(self._replay.finish())
                yield from self._close()
                self._follower, self._told, self._call_on = Follower(pots=True), {}, {}
            self._note_outputs(self._replay.take(line, entry))
            if begins:
                self.spans.append((self._header, 0.0))
            return
        if isinstance(entry, HandStarted):
            self._forget_none()
        outputs = self._replay.take(line, entry)
        if isinstance(entry, HandStarted):
            number = None if self._open is None else self._open.n
            self._note_outputs([output for output in outputs if output.hand == number])
            outputs = [output for output in outputs if output.hand != number]
            yield from self._close()
        self._follower.take(line, entry)
        if isinstance(entry, FloorCalled):
            self._call_on[line] = len(self.calls)
        self._note_event(entry)
        self._note_outputs(outputs)

    def _note_event(self, entry: Entry) -> None:
        assert not isinstance(entry, LogHeader | Problem)
        header = self._header
        if not self.spans:
            self.spans.append((header, 0.0))
        self.spans[-1] = (header, max(self.spans[-1][1], entry.t))
        if isinstance(entry, HandStarted) and self._replay.hand is not None:
            self._begin(entry, self._replay.hand)
        elif isinstance(entry, Ruled):
            self._ruled(entry)
        elif isinstance(entry, FloorCalled):
            self.calls.append((header, entry, None))
        elif isinstance(entry, DeviceChanged):
            self.devices.append((header, entry))
        if self._replay.hand is not None:
            self._hand = self._replay.hand
            if self._open is not None and self._open.line is None and self._hand.street_name != self._street:
                self._street = self._hand.street_name
                self._follower.street(entry.t, self._street)
        if self._open is not None:
            self._open.until = max(self._open.until, entry.t)

    @property
    def _header(self) -> LogHeader:
        header = self._replay.header
        assert header is not None
        return header

    def _begin(self, event: HandStarted, hand: Hand) -> None:
        self._street = ""
        self._open = self._new(hand.n, event.t)
        self._open.button, self._open.level = hand.blinds.button, hand.level

    def _new(self, n: int, t: float) -> ToldHand:
        return ToldHand(
            log=self._name, header=self._header, book=self._replay.book, n=n, t=t, until=t,
            button=None, level=None, seats=[], strip=Strip(marks=[], blind=[], since=t, until=t),
        )  # fmt: skip

    def _note_outputs(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Advice):
                continue
            if self._open is None:
                self._open = self._new(0, 0.0)
            if isinstance(output, Finding):
                told = ToldFinding(finding=output)
                self._told[output.id] = told
                self._open.findings.append(told)
            elif isinstance(output, Action):
                self._open.actions.append(output)
                self._follower.ruled(
                    Mark(
                        line=0,
                        t=output.t,
                        lane="ruled",
                        what=output.action,
                        seat=output.seat,
                        amount=output.to,
                    )
                )
            elif isinstance(output, HandLine):
                self._open.line = output
                self._open.seats = self._seats()

    def _seats(self) -> list[ToldSeat]:
        """Return the seats dealt in, with the cards that everybody saw; with ``cards`` all that were read."""
        hand = self._hand
        if hand is None:
            return []
        return [
            ToldSeat(
                seat=number,
                stack=hand.players[number].stack,
                cards=self._named(hand, number),
            )
            for number in hand.order
        ]

    def _named(self, hand: Hand, seat: int) -> list[str]:
        """Return a seat's cards that may be named; none is where the log keeps them sealed."""
        tags = [tag for tag in hand.cards[seat] if self._cards or tag in hand.players[seat].tabled]
        return [card for card in map(self._replay.card, tags) if card in FULL_DECK or card == "Jk"]

    def _ruled(self, event: Ruled) -> None:
        if event.finding is not None:
            told = self._told.get(event.finding)
            if told is not None:
                told.ruling = event
            return
        waiting = [n for n, call in enumerate(self.calls) if call[0] is self._header and call[2] is None]
        answered = self._call_on.get(event.call or 0, waiting[-1] if waiting else None)
        if answered is not None:
            header, call, _ = self.calls[answered]
            self.calls[answered] = (header, call, event)

    def _forget_none(self) -> None:
        """Forget a hand that the table began and took back: its first card was of the last one's stub."""
        if self._open is not None and self._replay.hands < self._open.n and not self._open.findings:
            self._open = None

    def _close(self) -> Iterator[ToldHand]:
        """Hand on the hand that is over."""
        told, self._open = self._open, None
        if told is None:
            return
        if not told.seats:
            told.seats = self._seats() if told.n else []
        told.strip = self._follower.strip()
        self._hand = None
        yield told
