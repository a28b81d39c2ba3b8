"""Follows the cards of stud: two down and one up to each seat, then street by street one to each live hand."""

from __future__ import annotations

from typing import Final

from controller.table.deal.cards import Move
from controller.table.deal.draw import Draw, seat_of
from controller.table.deal.streets import LAST, Streets
from controller.table.dealing.boxed import replaced
from controller.table.dealing.dealing import Dealing
from controller.table.dealing.exposing import fell_unread
from controller.table.dealing.predealt import burned_first
from controller.table.dealing.replacing import is_owed, off_the_street
from controller.table.events import CardFace
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted
from controller.table.players.players import can_bet
from controller.table.wagers.stud import open_third

LIFTED_S: Final = 2.0
"""Up cards that are gone this long, while others of the hand lie there, were picked up."""


class StudDealing(Dealing):
    """The cards of one hand of stud. What lies up is told by the order of the deal, unless it is seen otherwise."""

    _plays_up: frozenset[str] = frozenset()
    """Down cards that the dealer showed and that are their seats' up cards now."""
    _face_down: frozenset[str] = frozenset()
    """Up cards that were seen to come face down."""
    _unsure: frozenset[int] = frozenset()
    """Draws that came to a seat which lacked a down card: they lie up where they are seen to, and else nobody knows."""
    _disordered: frozenset[int] = frozenset()
    """Streets of which was told that a card came out of order."""
    _lifted: frozenset[int] = frozenset()
    """Seats that were told to have picked up their up cards."""

    @property
    def doors_lie(self) -> bool:
        """Whether the initial deal is out and every card of it is placed."""
        return not self.hand.dealing and self._next == len(self.hand.draws) > 0

    @property
    def board_is_next(self) -> bool:
        """Never: cards come to seats, and one that comes for all is told by where it lies."""
        return False

    def _due_zone(self) -> str | None:
        """Return where the next card is due: in the deal, on the street that is being dealt, or as the next one's first."""
        hand, streets = self.hand, self.streets
        if not hand.deal.closed:
            return super()._due_zone()
        due = streets.waiting()
        if not (due or streets.burn_due() or streets.dealt == LAST) and self.wagering.standing.due() is None:
            due = [seat for seat in hand.order if hand.players[seat].live]
        return f"seat:{due[0]}" if due else None

    @property
    def streets(self) -> Streets:
        """The streets of the hand."""
        board = self.hand.board
        assert isinstance(board, Streets)
        return board

    def came_early(self) -> bool:
        """Whether cards of a later street lie there."""
        return self.streets.dealt > self.hand.street

    def street_lies(self) -> bool:
        """Whether cards of the next street lie there."""
        return self.streets.dealt > self.hand.street

    def count_flop(self) -> None:
        """No street of stud has cards that could be taken for its burn."""

    def play_on(self) -> None:
        """Somebody acts on a street whose cards came early and were not taken back: they play."""
        self.open_street()

    def time(self, t: float) -> None:
        """Time has passed: see to reads and draws, and to up cards that are picked up."""
        super().time(t)
        if self.doors_lie:
            open_third(self.hand)
        if self.hand.tracker.gone_at:
            self._look_for_up_cards(t)

    # Where a card goes -----------------------------------------------------------------------------

    def _place(self, draw: Draw) -> None:
        deal, streets = self.hand.deal, self.streets
        streets.keeps(self.hand.live)
        if draw.scrap and (deal.closed or deal.complete):
            return
        if not deal.closed and burned_first(self.hand, draw):
            return
        if not deal.closed and (deal.complete or draw.zone in ("board", "burn")):
            self.close_deal("a card came to the burns or the board")
        if not deal.closed or is_owed(self.wagering.standing, draw):
            self._to_seat(draw)
        elif self._over():
            return
        elif draw.zone == "burn" or (draw.zone is None and streets.burn_due()):
            if draw.zone is None:
                self._take_for_burn(draw)
            streets.burn(draw.lies_since, draw.line)
        elif draw.zone == "board":
            self._common(draw)
        else:
            self._street_card(draw)

    def _slides_on(self, draw: Draw, move: Move) -> bool:
        """Whether the last card is slid on to the seat that was due it, in the deal or on the street that is being dealt."""
        if super()._slides_on(draw, move):
            return True
        hand, streets, seat = self.hand, self.streets, seat_of(move.zone)
        was = streets.places.get(draw.n)
        on_street = hand.deal.closed and seat_of(move.left) is not None and seat in streets.waiting()
        if not on_street or (was is not None and was[1] != 3 + streets.dealt):
            return False
        if was is not None:
            hand.takes_away(was[0], draw.tag)
            hand.later[was[0]] -= 1
            streets.served.discard(was[0])
            del streets.places[draw.n]
        draw.zone, draw.zone_line, draw.zone_t = move.zone, move.line, move.t
        self._street_card(draw)
        return True

    def _to_stub(self, move: Move) -> None:
        """A card goes back into the stub: one that came before its street could be played is not the seat's any more."""
        draw, streets = self.by_tag.get(move.tag), self.streets
        super()._to_stub(move)
        if draw is None or draw.n not in streets.places or streets.dealt == self.hand.street:
            return
        if streets.places[draw.n][1] == 3 + streets.dealt and not (self.hand.awards or self._over()):
            off_the_street(self.hand, streets, draw)

    def _to_seat(self, draw: Draw) -> None:
        """A card of the deal comes to a seat: the next one of its hand, or it takes the place of a replaced one."""
        replaced(self.hand, draw)
        deal = self.hand.deal
        due = deal.expected() or deal.lacks()
        seat = due if draw.scrap else seat_of(draw.zone) or due
        if seat is not None:
            in_order = seat == deal.expected() and deal.boxed_at.get(seat) != deal.pointer
            self._is_card_of(seat, draw, in_order=in_order)
        super()._to_seat(draw)

    def _is_card_of(self, seat: int, draw: Draw, *, in_order: bool, number: int = 0) -> None:
        """Note which card of the hand at ``seat`` a draw is; ``number`` where the street tells it."""
        places, lacking = self.streets.places, self._lacking(seat)
        lacks_down_card = min(lacking, default=3) < 3
        if lacking and not in_order:
            number = min(lacking)
        elif not number:
            number = 1 + max((of for at, of in places.values() if at == seat), default=0)
        another_unsure = any(n in self._unsure and at == seat for n, (at, _) in places.items())
        if another_unsure if number < 3 else lacks_down_card:
            self._unsure |= {draw.n}
        places[draw.n] = seat, number

    def _lacking(self, seat: int) -> set[int]:
        """Return which cards of the hand at ``seat`` were replaced and have not come again."""
        taken_back, draws = self.hand.deal.taken_back, self.hand.draws
        gone: set[int] = set()
        lie: set[int] = set()
        for n, (at, number) in self.streets.places.items():
            if at == seat:
                (gone if n in taken_back or draws[n - 1].scrap else lie).add(number)
        return gone - lie

    def _comes_instead(self, draw: Draw) -> bool:
        """Whether a card takes the place of one that was replaced on a street that is dealt; see to it if so."""
        seat, streets = seat_of(draw.zone), self.streets
        if seat is None or seat in streets.waiting() or not (lacking := self._lacking(seat)):
            return False
        if not (streets.waiting() or streets.burn_due()):
            return False
        if min(lacking) <= self.hand.deal.per_seat:
            self._to_seat(draw)
        else:
            self._is_card_of(seat, draw, in_order=False)
            self.hand.later[seat] += 1
            self._give(seat, draw)
        return True

    def _street_card(self, draw: Draw) -> None:
        """A card of a street comes to a seat."""
        hand, streets = self.hand, self.streets
        if self._comes_instead(draw):
            return
        goes_on = bool(streets.waiting())
        if not goes_on and self.wagering.standing.due() is not None:
            for irregularity in streets.premature(draw, hand.now(self.wagering.standing.due())):
                irregularity.seat = seat_of(draw.zone)
                hand.tell(irregularity, draw.zone_t)
            if not streets.plays_early:
                return
        if not goes_on and streets.dealt == LAST:
            return
        if not goes_on:
            for irregularity in streets.begins(
                [seat for seat in hand.order if hand.players[seat].live], draw
            ):
                hand.tell(irregularity, draw.zone_t)
        seat = seat_of(draw.zone) or next(iter(streets.waiting()), None)
        if seat is None:
            return
        draw.taken_at = f"seat:{seat}" if draw.zone is None else None
        if seat not in streets.waiting():
            self._not_due(seat, draw)
            return
        self._out_of_order(seat, draw)
        streets.served.add(seat)
        self._is_card_of(seat, draw, in_order=True, number=3 + streets.dealt)
        hand.later[seat] = hand.later.get(seat, 0) + 1
        self._give(seat, draw)
        self.open_street()

    def _out_of_order(self, seat: int, draw: Draw) -> None:
        """See whether a live hand gets its card before another whose turn it was: told once a street."""
        street = self.streets.dealt
        due = next((first for first in self.streets.waiting() if first not in self.streets.again), seat)
        if (
            seat == due
            or seat in self.streets.again
            or draw.zone is None
            or not self.hand.kit.shoe
            or street in self._disordered
        ):
            return
        self._disordered |= {street}
        facts: dict[str, object] = {"draw": draw.n, "expected": due}
        self.hand.tell(Irregularity("misdeal.sequence", seat, facts=facts, lines=draw.lines), draw.zone_t)

    def _not_due(self, seat: int, draw: Draw) -> None:
        """A dead or folded hand gets a card, or a live one its second of the street."""
        dead = seat not in self.streets.seats
        cases = ("dead",) if dead else ()
        self.hand.tell(
            Irregularity("deal.extra_card", seat, cases, {"draw": draw.n}, draw.lines), draw.zone_t
        )

    def _common(self, draw: Draw) -> None:
        """One card comes for all: the deck does not reach for seventh street."""
        hand, streets = self.hand, self.streets
        if streets.waiting() or streets.dealt != LAST - 1 or self.wagering.standing.due() is not None:
            return
        for irregularity in streets.begins([], draw):
            hand.tell(irregularity, draw.zone_t)
        streets.see(draw, hand.t if draw.zone_t is None else draw.zone_t)
        streets.cards.append(draw)
        self.open_street()

    def open_street(self) -> None:
        """Begin the next street's betting once it is due and every live hand has its card."""
        hand, streets = self.hand, self.streets
        while hand.street < streets.dealt and hand.closed and not self._lacks_cards():
            hand.next_street()

    def _lacks_cards(self) -> bool:
        return any(self.hand.players[seat].live for seat in self.streets.waiting())

    # What lies up ----------------------------------------------------------------------------------

    def _give(self, seat: int, draw: Draw) -> None:
        at, _ = self.streets.places.get(draw.n, (seat, 0))
        if at != seat:  # it was slid on to this one
            del self.streets.places[draw.n]
            self._is_card_of(seat, draw, in_order=True)
        super()._give(seat, draw)
        player = self.hand.players.get(seat)
        if player is None or draw.tag is None or draw.tag in player.up or not self._is_up(seat, draw):
            return
        places = self.streets.places
        number = {each.tag: places[each.n][1] for each in self.hand.draws if each.n in places}
        up = sorted((*player.up, draw.tag), key=lambda tag: number.get(tag, 0))
        self.hand.seat(seat, up=tuple(up))

    def _is_up(self, seat: int, draw: Draw) -> bool:
        """Whether a card belongs face up by the order of the deal, and was not seen otherwise."""
        if draw.tag in self._plays_up:
            return True
        if draw.tag in self._face_down or draw.n in self._unsure:
            return False
        turned = any(tag in self._plays_up for tag in self.hand.cards[seat])
        number = self._number(seat, draw)
        return (number == 3 and not turned) or 3 < number < 7

    def _number(self, seat: int, draw: Draw) -> int:
        """Return which card of its hand a draw is, also one that is not placed yet."""
        deal, known = self.hand.deal, self.streets.places.get(draw.n)
        if known is not None:
            return known[1]
        if not deal.closed:
            place = deal.pointer + draw.n - 1 - self._next
            if place < deal.due:
                return place // len(deal.order) + 1
        streets, placed = self.streets, draw.n <= self._next
        street = streets.dealt if placed or streets.waiting() else streets.next_street()
        return 3 + street

    def face(self, event: CardFace, line: int) -> int | None:
        """A card was turned before a seat: up cards lie up, what the dealer shows besides is an exposure."""
        seat = seat_of(event.zone)
        tag = event.tag or self.hand.tracker.last_into.get(event.zone)
        if event.tag is None and seat is not None and not self.hand.deal.closed:
            tag = fell_unread(self, seat) or tag
        if tag is not None and tag not in self.by_tag:
            self.settle(event.t, believe=True)  # the shoe did not read it, its seat did
        draw = self.by_tag.get(tag or "")
        if seat is None or draw is None or seat not in self.hand.players:
            return super().face(event, line)
        number = self._number(seat, draw)
        player = self.hand.players[seat]
        if tag in player.up or self._is_up(seat, draw):
            if event.face == "down" and event.by != "player":
                self._face_down |= {draw.tag or ""}
                self.hand.seat(seat, up=tuple(up for up in player.up if up != tag))
            return None
        came_down = number <= 3 and tag in self._face_down
        if event.face == "up" and (came_down or self._may_lie_up(draw, event)):
            self._face_down -= {draw.tag or ""}
            self._unsure -= {draw.n}
            self.hand.seat(seat, up=(*player.up, draw.tag))
            return None
        if event.face == "up" and event.by == "dealer" and number == 7:
            self._seventh_shown(seat, draw, line)
            return None
        by_dealer = event.by == "dealer" or (event.by == "unknown" and not self.hand.deal.closed)
        if event.face == "up" and by_dealer and number < 3 and not self.hand.street:
            self._down_card_shown(seat, draw, number, line)
            return None
        return super().face(event, line)

    def _may_lie_up(self, draw: Draw, event: CardFace) -> bool:
        """Whether a card of which nobody knows how it was dealt is seen to have come face up."""
        return draw.n in self._unsure and event.by != "player" and not self.hand.betting_over

    def _down_card_shown(self, seat: int, draw: Draw, number: int, line: int) -> None:
        """The dealer showed one of a player's first two cards: a misdeal, or his up card, as the house has it."""
        deal = self.hand.deal
        if draw.n in deal.exposed:
            return
        deal.exposed.append(draw.n)
        how, lines = deal.rules.stud_exposed, [*draw.lines, line]
        if how == "misdeal":
            if len(deal.exposed) == 1:
                facts: dict[str, object] = {"draws": [draw.n]}
                self.hand.tell(Irregularity("misdeal.exposed", seat, ("stud",), facts, lines))
            return
        first = not any(tag in self._plays_up for tag in self.hand.cards[seat])
        cases = ("stud",) if first else ()
        self.hand.tell(Irregularity("deal.exposed_card", seat, cases, {"draw": draw.n}, lines))
        if how == "plays_up" and first and draw.tag is not None:
            self._plays_up |= {draw.tag}
            if draw.tag in self.hand.cards[seat]:
                self.hand.seat(seat, up=(draw.tag,))

    def _seventh_shown(self, seat: int, draw: Draw, line: int) -> None:
        """The dealer showed the last card: another one comes for it where somebody can still bet."""
        hand = self.hand
        self.settle(hand.t, believe=True)
        if draw.n in hand.deal.exposed or not can_bet(hand.players.values()):
            return
        hand.deal.exposed.append(draw.n)
        irregularity = Irregularity(
            "deal.exposed_card", seat, ("seventh",), {"draw": draw.n, "seventh": True}, [*draw.lines, line]
        )
        if hand.tell(irregularity).remedy != "replace_with_burn" or draw.tag is None:
            return
        hand.takes_away(seat, draw.tag)
        hand.later[seat] -= 1
        self.streets.served.discard(seat)
        self.streets.again.add(seat)

    # Up cards picked up ----------------------------------------------------------------------------

    def _look_for_up_cards(self, t: float) -> None:
        """A player who faces a bet picks up his up cards: his hand is dead where the house says so."""
        hand, gone, place = self.hand, self.hand.tracker.gone_at, self.hand.tracker.place
        seat = self.wagering.standing.due()
        rule = hand.book.kinds.get("hand.mucked_live")
        if seat is None or seat in self._lifted or rule is None or "up_cards" not in rule.cases:
            return
        player, zone = hand.players[seat], f"seat:{seat}"
        lying = [tag for tag in hand.cards[seat] if place.get(tag) == zone]
        up = [tag for tag in lying if tag in player.up]
        if not up or all(tag in gone for tag in lying):
            return
        if not all(tag in gone and lasted(gone[tag], LIFTED_S, t) for tag in up):
            return
        self._lifted |= {seat}
        facts: dict[str, object] = {"identifiable": hand.identifiable(seat), "up_cards": True}
        found = hand.tell(Irregularity("hand.mucked_live", seat, ("up_cards",), facts, [hand.line]))
        if found.remedy == "kill_hand":
            self.wagering.acting.kill(seat, found.cites)
