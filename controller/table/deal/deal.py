"""Fits the initial deal: which draw went to which seat, and the first error in it.

Ground rules. The throat's count of draws is the truth; reads are fitted to it in the order of the draws.
A draw that no antenna placed is taken to lie where the order puts it. Only the first error in the order
speaks: every card after it is displaced. Counts are judged when the deal is closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.table.deal import fit
from controller.table.deal.draw import Draw, seat_of
from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.rulebook import DealRules


class Deal:
    """The deal of one hand. ``order`` is the entitled seats, first to be dealt to first, button last."""

    doubtful: frozenset[int] = frozenset()
    """Seats that may have no chips left: passing them over is no error in the order."""

    counts_after_sequence = False
    """The house has a rule on wrong counts and none on the order: a count that an error in the order left is told too."""

    def __init__(
        self,
        rules: DealRules,
        order: list[int],
        per_seat: int,
        states: dict[int, str],
        boxed_replaced: bool,
        carried: bool = False,
    ) -> None:
        self.rules = rules
        self.order = order
        self.per_seat = per_seat
        self.due = len(order) * per_seat
        """Draws that a clean deal takes."""
        self.states = states
        self.boxed_replaced = boxed_replaced
        self.carried = carried
        """Forfeited chips stay for the pot: who is not entitled may be so for that alone."""
        self.held: dict[int, list[Draw]] = {}
        self.owed: dict[int, str] = {}
        """Seats that are to get a card out of the order, and why: boxed, exposed, missing."""
        self.boxed_at: dict[int, int] = {}
        """Where in the order the boxed card of a seat came."""
        self.scraps = 0
        """Draws of the deal that the house replaces."""
        self.passed: dict[int, Draw] = {}
        """Seats passed over and not served since, with the draw that passed them."""
        self.pointer = 0
        self.unread = 0
        self.predealt = 0
        self.closed = False
        self.acted_at: float | None = None
        """When somebody first acted while cards of the deal were still to come."""
        self.acted = False
        """Somebody has acted: a card too many can no longer go back, the hand has a wrong number."""
        self.ordered = True
        """False once an error in the order was told."""
        self.exposed: list[int] = []
        self.boxed: list[int] = []
        self.extras: list[Draw] = []
        self.taken_back: set[int] = set()
        """Draws that the house replaces: they belong to no hand."""
        self._told_out: set[int] = set()
        self.reads: list[int | None] = []
        """By draw of the deal: the seat that saw it, None where none did."""
        self._doubted: Irregularity | None = None
        """The first error in the order by the fit so far, not told while a draw before it is unread."""
        self._misdealt: set[str] = set()
        """Misdeals by number (boxed, shown, extra cards) that were told: more of the same says nothing new."""

    @property
    def complete(self) -> bool:
        """Whether every place in the order has been passed."""
        return self.pointer >= self.due

    def count(self, seat: int) -> int:
        """Return how many cards ``seat`` holds by the fit."""
        return sum(draw.n not in self.taken_back for draw in self.held.get(seat, ()))

    def expected(self) -> int | None:
        """Return the seat that the order serves next, None once it is through."""
        return None if self.pointer >= self.due else self.order[self.pointer % len(self.order)]

    def lacks(self) -> int | None:
        """Return the seat that is to get the next card once the order is through; None where nobody is owed one."""
        return next(iter(self.owed), None) if self.complete else None

    def place(self, draw: Draw) -> Iterable[Irregularity]:
        """Fit the next draw to its place and return the irregularities that it proves."""
        read = seat = seat_of(draw.zone)
        expected = self.expected()
        if draw.scrap and expected is not None:
            self.owed[expected], self.boxed_at[expected] = "boxed", self.pointer
            return ()
        if seat is None:
            self.unread += 1
            seat = self.lacks() if expected is None else expected
            if seat is None:
                return ()
        self.reads.append(read)
        self.held.setdefault(seat, []).append(draw)
        if seat != expected:
            return self._out_of_order(seat, draw)
        if self.boxed_at.get(seat) == self.pointer:
            self.owed.pop(seat, None)
        self.pointer += 1
        return ()

    def _out_of_order(self, seat: int, draw: Draw) -> Iterator[Irregularity]:
        """Yield what a card to a seat that is not the next one proves, as far as the draws before it are read."""
        for irregularity in self._serve(seat, draw):
            if self.unread and irregularity.kind == "misdeal.sequence":
                self._doubted = self._doubted or irregularity
                self.ordered = True  # nothing was told: a surer error still may be
            else:
                yield irregularity

    def _serve(self, seat: int, draw: Draw) -> Iterator[Irregularity]:
        expected = self.expected()
        if seat not in self.order:
            yield from self._not_entitled(seat, draw)
        elif draw.n - self.predealt == 1 and expected is not None:
            self._pass_over(seat, draw, quiet=True)
            if self._first_error():
                facts = {"expected": expected}
                yield Irregularity("misdeal.wrong_first_seat", seat, facts=facts, lines=draw.lines)
        elif self._owed_now(seat):
            self.owed.pop(seat)
            self.reads.pop()  # it has no place in the order of its own
        elif expected is None:
            yield from self._after_last(seat, draw)
        elif seat in self.passed:
            yield from self._served_late(seat, draw, expected)
        elif self._ahead(seat) <= max(1, len(self.order) // 2):
            yield from self._pass_over(seat, draw)
        elif self._first_error():
            facts = {"draw": draw.n, "expected": expected}
            yield Irregularity("misdeal.sequence", seat, facts=facts, lines=draw.lines)

    def _owed_now(self, seat: int) -> bool:
        why = self.owed.get(seat)
        return why is not None and (
            why != "exposed" or self.complete or self.rules.exposed_replaced == "at_once"
        )

    def _not_entitled(self, seat: int, draw: Draw) -> Iterator[Irregularity]:
        expected = self.expected()
        if not self.order or not self._first_error():
            return  # where nobody is known to sit nobody is wrong
        if draw.n - self.predealt == 1:
            due = {"expected": expected}
            yield Irregularity("misdeal.wrong_first_seat", seat, facts=due, lines=draw.lines)
        else:
            facts = {"draw": draw.n, "state": self.states.get(seat, "empty")}
            cases = ("carried",) if self.carried else ()
            yield Irregularity("misdeal.seat_not_entitled", seat, cases, facts, draw.lines)

    def _after_last(self, seat: int, draw: Draw) -> Iterator[Irregularity]:
        """A card to a seat when the order is through: a seat left out is served, or it is one too many."""
        if seat in self.passed:
            yield from self._served_late(seat, draw, seat)
        elif self.count(seat) > self.per_seat and len(self.reads) > self.due:
            yield from self._extra(seat, draw)

    def _extra(self, seat: int, draw: Draw) -> Iterator[Irregularity]:
        if self.acted or (self.closed and self.rules.extra_counts_as == "misdeal.card_count"):
            yield self._count_irregularity("misdeal.card_count", seat, [draw])
            return
        self.extras.append(draw)
        if not self.ordered:
            return
        enough = self.rules.extra_for_misdeal
        if enough is not None and len(self.extras) >= enough:
            if not self._first_misdeal("extra"):
                return
            facts = {"count": len(self.extras), "draws": [d.n for d in self.extras]}
            lines = [line for extra in self.extras for line in extra.lines]
            before = "deal.extra_card"
            yield Irregularity("misdeal.extra_cards", seat, facts=facts, lines=lines, replaces=before)
        elif self.rules.extra_counts_as == "deal.extra_card":
            yield Irregularity("deal.extra_card", seat, facts={"draw": draw.n}, lines=draw.lines)

    def _served_late(self, seat: int, draw: Draw, expected: int) -> Iterator[Irregularity]:
        skipped = self.passed.pop(seat)
        if seat == self.order[-1] and self.rules.button_consecutive:
            return
        if self._first_error():
            lines = [*skipped.lines, *draw.lines]
            facts = {"draw": draw.n, "expected": expected}
            yield Irregularity("misdeal.sequence", seat, facts=facts, lines=lines)

    def _pass_over(self, seat: int, draw: Draw, *, quiet: bool = False) -> Iterator[Irregularity]:
        """Move the pointer past ``seat`` and yield a seat that was passed over in two rounds."""
        irregularities = []
        while (skipped := self.order[self.pointer % len(self.order)]) != seat:
            if skipped in self.passed and not quiet:
                irregularities += self._dealt_out(skipped, draw)
            elif skipped not in self.owed:
                self.passed.setdefault(skipped, draw)
            self.pointer += 1
        self.pointer += 1
        return iter(irregularities)

    def _dealt_out(self, seat: int, draw: Draw) -> list[Irregularity]:
        if self.count(seat) or self.unread or seat in self._told_out:
            return []
        if seat == self.order[-1] and self.rules.button_consecutive and not self.closed:
            return []
        if not self.ordered and not self._told_out:
            return []
        self.ordered = False
        self._told_out.add(seat)
        state = self.states[seat]
        cases = ("absent",) if state != "in" else ()
        lines = [*self.passed[seat].lines, *draw.lines]
        return [Irregularity("misdeal.seat_dealt_out", seat, cases, {"state": state}, lines)]

    def _ahead(self, seat: int) -> int:
        """How many seats that are surely in the hand lie between the pointer and ``seat`` in the order."""
        start, seats = self.pointer % len(self.order), self.order
        between = (seats[start:] + seats[:start])[: (seats.index(seat) - start) % len(seats)]
        return sum(other not in self.doubtful for other in between)

    def _first_error(self) -> bool:
        first, self.ordered = self.ordered, False
        return first

    def without_cards(self) -> list[int]:
        """Return the seats that were passed over and hold nothing: they are not in the hand."""
        if self.unread:
            return sorted(self._told_out)
        return [seat for seat in self.passed if not self.count(seat)]

    def left_out(self, draw: Draw) -> list[Irregularity]:
        """Return the seats that have been passed over and never served; ``draw`` is the last one."""
        return [irregularity for seat in list(self.passed) for irregularity in self._dealt_out(seat, draw)]

    def close(self, draws: list[Draw], *, misdealt: bool) -> list[Irregularity]:
        """Judge the counts: the deal is over. Later cards to seats mend what is owed or are extra.

        After a misdeal (``misdealt``) every count is off and none is told.
        """
        self.closed = True
        if not draws or not self.order:
            return []
        irregularities = self.left_out(draws[-1])
        for draw in draws:
            self._leave_out_last_seats(draw)
        irregularities += self.left_out(draws[-1])
        if self.ordered and not self.owed and not misdealt:
            irregularities += self._fitted(draws) if self.unread else self._wrong_counts(draws)
        elif self.counts_after_sequence and not (self.unread or self.owed or misdealt or irregularities):
            irregularities += self._wrong_counts(draws, replaces="misdeal.sequence")
        self.pointer = self.due
        return irregularities

    def _fitted(self, draws: list[Draw]) -> list[Irregularity]:
        """Some draws are unread: tell what every hypothesis that the reads allow agrees on."""
        reads, rules = self.reads, self.rules
        if fit.clean(self.order, self.per_seat, reads, button_consecutive=rules.button_consecutive):
            return []
        slips = fit.slips(self.order, self.per_seat, reads)
        if not slips:
            return [] if self._doubted is None else [self._doubted]
        if slips[0].kind == fit.EXTRA and rules.extra_counts_as == "deal.extra_card":
            return []  # told when it came
        kinds = {self._kind_of(slip) for slip in slips}
        seats = [slip.seat for slip in slips]
        lines = draws[-1].lines
        if len(kinds) > 1:
            seen = Look(look=f"seat:{seats[0]}", about="cards", seats=sorted({*seats}))
            return [Irregularity("sensing.gap", seats[0], facts=seen, lines=lines, remedy="look")]
        return [self._slip_irregularity(kinds.pop(), sorted({*seats}), draws)]

    def _kind_of(self, slip: fit.Slip) -> str:
        if slip.kind == fit.SHORT:
            return self.rules.short_button if slip.seat == self.order[-1] else "misdeal.card_count"
        return "misdeal.card_count" if slip.kind == fit.EXTRA else slip.kind

    def _slip_irregularity(self, kind: str, seats: list[int], draws: list[Draw]) -> Irregularity:
        """Return the irregularity of a slip; which of several seats it was is for a look to say."""
        seat = seats[0] if len(seats) == 1 else None
        facts: dict[str, object] = {} if seat is not None else {"seats": seats}
        cases: tuple[str, ...] = ()
        if kind in ("misdeal.card_count", "deal.button_short"):
            cards = self.per_seat + (1 if len(self.reads) > self.due else -1)
            facts |= {"cards": cards, "due": self.per_seat}
            cases = ("extra",) if cards > self.per_seat else ()
            if seat == self.order[-1] and cards < self.per_seat:
                self.owed[seat] = "missing"
        elif kind == "misdeal.seat_dealt_out" and seat is not None:
            self._told_out.add(seat)
            facts["state"] = self.states[seat]
            cases = ("absent",) if self.states[seat] != "in" else ()
        else:
            facts["expected"] = self.order[0]
        self.ordered = False
        return Irregularity(kind, seat, cases, facts, draws[-1].lines)

    def _leave_out_last_seats(self, draw: Draw) -> None:
        """Seats at the end of the order that the dealer never reached were passed over too."""
        while not self.complete:
            seat = self.order[self.pointer % len(self.order)]
            if not self.held.get(seat) and len(self.held) >= 2:
                self.passed.setdefault(seat, draw)
            self.pointer += 1

    def _wrong_counts(self, draws: list[Draw], replaces: str | None = None) -> list[Irregularity]:
        wrong = [s for s in self.order if self.count(s) != self.per_seat]
        told = [draw.n for draw in self.told_extras()]
        wrong = [s for s in wrong if not any(draw.n in told for draw in self.held.get(s, ()))]
        if wrong == [self.order[-1]] and self.count(wrong[0]) < self.per_seat:
            self.owed[wrong[0]] = "missing"
            if self.rules.short_button == "deal.button_short":
                return [self._count_irregularity("deal.button_short", wrong[0], draws)]
        return [self._count_irregularity("misdeal.card_count", seat, draws, replaces) for seat in wrong]

    def told_extras(self) -> list[Draw]:
        """Return the extra cards that have had their own finding."""
        enough = self.rules.extra_for_misdeal
        if enough is not None and len(self.extras) >= enough:
            return self.extras
        return self.extras if self.rules.extra_counts_as == "deal.extra_card" else []

    def wrong(self, known: list[int]) -> list[int]:
        """Return the seats that hold a wrong number of cards once the deal is over, in order.

        Where draws are unread, boxed or owed, only what is ``known`` is sure. One extra card that is to be burned is none.
        """
        told = {draw.n for draw in self.extras} if self.told_extras() and len(self.extras) == 1 else set()
        wrong = []
        for seat in self.order:
            lies = [draw for draw in self.held.get(seat, ()) if draw.n not in self.taken_back | told]
            sure = seat in known or not (self.unread or self.boxed or self.owed)
            if sure and lies and len(lies) != self.per_seat:
                wrong.append(seat)
        return wrong

    def _count_irregularity(
        self, kind: str, seat: int, draws: list[Draw], replaces: str | None = None
    ) -> Irregularity:
        held, cards = self.held.get(seat, []), self.count(seat)
        cases = ("extra",) if cards > self.per_seat else ()
        lines = [line for draw in held for line in draw.lines] or draws[-1].lines
        return Irregularity(kind, seat, cases, {"cards": cards, "due": self.per_seat}, lines, None, replaces)

    def _first_misdeal(self, why: str) -> bool:
        first = why not in self._misdealt
        self._misdealt.add(why)
        return first

    def boxed_card(self, draw: Draw) -> Irregularity | None:
        """A card left the shoe face up during the deal; None where it adds nothing to a misdeal told."""
        self.boxed.append(draw.n)
        seat = self.expected()
        enough = self.rules.boxed_for_misdeal
        if enough is not None and len(self.boxed) >= enough:
            if not self._first_misdeal("boxed"):
                return None
            facts = {"draws": list(self.boxed)}
            return Irregularity(
                "misdeal.boxed_cards", seat, facts=facts, lines=draw.lines, replaces="deal.boxed_card"
            )
        return Irregularity("deal.boxed_card", seat, facts={"draw": draw.n}, lines=draw.lines)

    def take_away(self, draw: Draw, seat: int, *, unread: bool) -> None:
        """A boxed card lies at ``seat`` no more, or, ``unread``, never did: the seat is owed another."""
        self.taken_back.add(draw.n)
        self.owed[seat] = "boxed"
        if unread:
            self.unread -= 1
            self.reads.pop()

    def exposed_card(self, draw: Draw, seat: int, line: int) -> Irregularity | None:
        """The dealer showed a card of the deal; None where that draw, or the misdeal, has been told."""
        if draw.n in self.exposed:
            return None
        self.exposed.append(draw.n)
        lines, one = [*draw.lines, line], "deal.exposed_card"
        early = draw.n - self.predealt <= self.rules.exposed_first
        if (early or len(self.exposed) >= self.rules.exposed_others) and not self._first_misdeal("exposed"):
            return None
        if early:
            return Irregularity("misdeal.exposed", seat, ("first",), {"draws": [draw.n]}, lines)
        if len(self.exposed) >= self.rules.exposed_others:
            facts = {"draws": sorted(self.exposed)}
            return Irregularity("misdeal.exposed", seat, ("several",), facts, lines, replaces=one)
        if self.rules.exposed_replaced is not None:
            self.owed[seat] = "exposed"
            self.taken_back.add(draw.n)
        return Irregularity(one, seat, facts={"draw": draw.n}, lines=lines)
