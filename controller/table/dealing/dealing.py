"""Follows the cards: draws are placed by the reads, in the order of the draws, and judged where they lie."""

from __future__ import annotations

from typing import Final

from controller.table.deal.board import CARDS_AT
from controller.table.deal.cards import LASTED_S, Move
from controller.table.deal.draw import UNREAD_S, Draw, seat_of
from controller.table.deal.unsensed import WorkedOut
from controller.table.dealing.boxed import laid_aside, replaced, taken_away, tell_boxed
from controller.table.dealing.exposing import expose, fell_unread, shown_after_hand, turn_board
from controller.table.dealing.lifted import count_burn, drop_lifted, leaves_board
from controller.table.dealing.mixing import Mixing
from controller.table.dealing.predealt import burned_first, shown_to_be_dealt
from controller.table.dealing.read_twice import lay_where_due
from controller.table.dealing.replacing import is_owed, take_out
from controller.table.dealing.set_right import back_on_the_stub, moved_before_counts, moved_on, slid_back
from controller.table.dealing.uncounted import awaits_count, first_uncounted, uncounted
from controller.table.events import CardDrawn, CardFace, DealEnded
from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.lasting import lasted, outlasted
from controller.table.showdown.tabling import Tabling
from controller.table.stopping import comes_back
from controller.table.wagers import all_in_unsaid
from controller.table.wagers.wagering import Wagering
from controller.table.wagers.wrong_count import tell_and_kill

UNSEEN_S: Final = 2.0
"""A second burn is told after this time, where no card of the street has come by then."""


class Dealing:
    """The cards of one hand. A hand that goes to the muck is folded, or thrown away at the showdown."""

    def __init__(self, wagering: Wagering, tabling: Tabling) -> None:
        self.hand = wagering.hand
        self.wagering = wagering
        self.tabling = tabling
        self.by_tag: dict[str, Draw] = {}
        self.mixing = Mixing(wagering.standing)
        self.scraps: set[str] = set()
        """Cards that the house replaces, seen before the shoe had read them."""
        self._next = 0

    def draw(self, event: CardDrawn, line: int, *, initial: bool, scrap: bool) -> None:
        """A card left the shoe; ``initial``: for the deal; ``scrap``: the house replaces it, it is in no hand."""
        hand, tag = self.hand, event.tag
        if (seen := self.by_tag.get(tag or "")) is not None and awaits_count(seen, hand.t):
            seen.counted = True
            return
        boxed = event.face == "up"
        draw = Draw(len(hand.draws) + 1, tag, hand.t, line, boxed)
        draw.counted = hand.kit.shoe or event.face != "unknown"
        draw.scrap = scrap or (boxed and hand.deal.boxed_replaced)
        hand.deal.scraps += initial and draw.scrap
        hand.draws.append(draw)
        if tag is not None:
            self.by_tag[tag] = draw
        if boxed:  # the draw before it may not be placed yet; the order tells where this one is due
            tell_boxed(hand, draw, self.due_seat(draw), initial=initial)

    def time(self, t: float) -> None:
        """Time has passed: see to reads that have lasted by ``t``, and draws that have waited for one."""
        hand = self.hand
        draws, fresh = hand.draws, hand.tracker.fresh
        waiting = draws[self._next] if self._next < len(draws) else None
        if (
            (fresh and lasted(fresh[0].t, LASTED_S, t))
            or (waiting is not None and (waiting.zone is not None or lasted(waiting.t, UNREAD_S, t)))
            or self.mixing.fallen
            or hand.board.extra is not None
        ):
            self.settle(t)

    def settle(self, t: float, *, now: bool = False, believe: bool = False) -> None:
        """Believe the reads that have lasted, and place the draws that they tell.

        ``believe``: every read, however short; ``now``: the draws too that no antenna has seen yet.
        """
        hand = self.hand
        tracker, draws = hand.tracker, hand.draws
        if tracker.fresh:
            for move in tracker.settle_all() if now or believe else tracker.settle(t):
                self._moved(move)
        while self._next < len(draws):
            draw = draws[self._next]
            if draw.zone is None and not now and not lasted(draw.t, UNREAD_S, t):
                break
            for seat, slid in slid_back(hand, self.mixing):
                self._give(seat, slid)
            draw = first_uncounted(hand, self.by_tag, draw) or draw
            lay_where_due(hand, draw, self.due_seat(draw))
            self._next += 1
            self._place(draw)
        if self.mixing.fallen:
            self.mixing.look(t)
        extra = hand.board.extra
        if extra is not None and outlasted(extra[0], UNSEEN_S, t):
            for irregularity in hand.board.extra_burn(hand.board.next_street(), unseen=True):
                hand.tell(irregularity)

    def may_be_out(self, tag: str) -> bool:
        """Whether a card was drawn in this hand, or may be a draw that was not read: else it is the last hand's."""
        return tag in self.by_tag or any(draw.tag is None for draw in self.hand.draws)

    def _moved(self, move: Move) -> None:
        draw = self.by_tag.get(move.tag) or self._link(move)
        draw = draw or uncounted(self.hand, self.by_tag, move, self._next, self._due_zone())
        if draw is not None and draw.n > self._next:
            draw.zone, draw.zone_line, draw.zone_t = move.zone, move.line, move.t
        elif draw is not None and move.tag in self.scraps and not draw.scrap:
            draw.scrap = True
            take_out(self.hand, draw)
        elif draw is None or not (draw.scrap or self._borne_out(draw, move)):
            self._went(move, draw)

    def _due_zone(self) -> str | None:
        """Return where the next card is due; None where the order does not tell."""
        if self.hand.deal.closed:
            return "board" if self.board_is_next and self._board_is_due() else None
        seat = self.hand.deal.expected()
        return None if seat is None else f"seat:{seat}"

    def _borne_out(self, draw: Draw, move: Move) -> bool:
        """Whether a read shows a card where it was taken to lie, or on the board after all."""
        if draw.taken_at == move.zone:
            self._confirm(draw, move)
            return True
        if draw.taken_at == "burn" and move.zone == "board":
            self._confirm(draw, move)
            self._was_no_burn(draw)
            return True
        return False

    def _went(self, move: Move, draw: Draw | None) -> None:
        """A card that lay somewhere, or was never drawn, went elsewhere."""
        if move.left == "board" and not self.hand.awards:
            leaves_board(self.hand, move.tag, over=self.wagering.standing.due() is None)
        if move.left == "burn" and not self.hand.awards:
            self.hand.board.burn_left()
        if draw is not None and draw.n == self._next and self._slides_on(draw, move):
            return
        self.mixing.moved(move, drawn=draw is not None)
        if move.zone == "burn":
            self._to_burn(move)
        elif move.zone == "board" and move.left == "burn" and draw is not None:
            self.hand.board.see(draw, move.t)
            self.hand.board.put(draw)
        elif move.zone == "muck":
            self._to_muck(move)
        elif move.zone in ("stub", "shoe"):
            self._to_stub(move)

    def _slides_on(self, draw: Draw, move: Move) -> bool:
        """Whether the dealer slides the card that he dealt last on to the seat that was due it; give it that one if so."""
        seat = moved_on(self.hand, draw, move)
        if seat is not None:
            self._give(seat, draw)
        return seat is not None

    def unread(self, zone: str) -> list[Draw]:
        """Return the draws that the shoe's antenna did not read, one of which may be a card in ``zone``."""
        return [d for d in self.hand.draws if d.tag is None and (d.n > self._next or d.taken_at == zone)]

    def _link(self, move: Move) -> Draw | None:
        """A card that the shoe's antenna did not read is the draw that its place or the order tells."""
        if not (unread := self.unread(move.zone)):
            return None
        due_here = [d for d in unread if self.due_seat(d) == seat_of(move.zone)]
        # A burn comes before its street: on the board lies the newest of them, elsewhere the oldest.
        draw = (due_here or unread)[-1 if move.zone == "board" else 0]
        draw.tag, self.by_tag[move.tag] = move.tag, draw
        return draw

    def _confirm(self, draw: Draw, move: Move) -> None:
        """A card is read at last where it was taken to lie."""
        draw.taken_at, draw.zone, draw.zone_line, draw.zone_t = None, move.zone, move.line, move.t
        seat = seat_of(move.zone)
        if seat is not None and move.tag not in self.hand.owner:
            self._give(seat, draw)
        if move.zone == "board":
            self.hand.board.see(draw, move.t)

    def _was_no_burn(self, draw: Draw) -> None:
        """A draw that was taken for a burn lies on the board."""
        self.hand.board.burn_left()
        self._to_board(draw)
        self.hand.board.cards.sort(key=lambda card: card.n)

    def came_early(self) -> bool:
        """Whether cards of a later street lie there; where nobody counts draws its burn says so too."""
        board, street = self.hand.board, self.hand.street
        lying = len(board.cards) + len(board.early)
        return lying > CARDS_AT[street] or (not self.hand.kit.shoe and board.burned_since and street < 3)

    def street_lies(self) -> bool:
        """Whether cards of the next street lie there."""
        return len(self.hand.board.cards) > CARDS_AT[self.hand.street]

    @property
    def board_is_next(self) -> bool:
        """Whether the next card that is drawn can only be the board's: all before it lie, and the burn is there."""
        return self._next == len(self.hand.draws) and not self.hand.board.burn_due()

    def count_flop(self) -> None:
        """Somebody acts, and the flop lacks one card by the reads: the draw taken for its burn is that card."""
        hand = self.hand
        if hand.street or len(hand.board.cards) != CARDS_AT[1] - 1 or not hand.closed:
            return
        taken = [draw for draw in hand.draws[hand.deal.due :] if draw.taken_at == "burn"]
        if taken and hand.t - hand.draws[-1].t >= UNREAD_S:
            self._was_no_burn(taken[-1])

    def due_seat(self, draw: Draw) -> int | None:
        """Return the seat that the order of the deal gives to a draw that is not placed yet."""
        deal = self.hand.deal
        place = deal.pointer + draw.n - 1 - self._next
        due = deal.order and not deal.closed and place < deal.due
        return deal.order[place % len(deal.order)] if due else None

    def _place(self, draw: Draw) -> None:
        deal = self.hand.deal
        late = draw.tag in self.scraps and not draw.scrap
        if late or laid_aside(self.hand, draw):
            draw.scrap, deal.scraps = True, deal.scraps + (not deal.complete)
        if draw.scrap and (deal.closed or deal.complete):
            return
        if not deal.closed:
            through = draw.zone is None and deal.complete and not deal.owed
            if burned_first(self.hand, draw):
                return
            if draw.zone in ("board", "burn") or through:
                self.close_deal("a card came to the burns or the board")
            else:
                for dealt in (*shown_to_be_dealt(self.hand, draw), draw):
                    self._to_seat(dealt)
                return
        if draw.zone in (None, "board") and self.wagering.standing.due() is None:
            drop_lifted(self.hand)
            count_burn(self.hand)
        if seat_of(draw.zone) is not None or is_owed(self.wagering.standing, draw):
            self._to_seat(draw)
        elif self._over():
            shown_after_hand(self.hand, draw)
        elif draw.zone == "burn" or (draw.zone is None and self.hand.board.burn_due()):
            if draw.zone is None:
                self._take_for_burn(draw)
            self.hand.board.burn(draw.lies_since, draw.line)
        elif draw.zone == "board" or self._board_is_due():
            self._to_board(draw)

    def _take_for_burn(self, draw: Draw) -> None:
        """No antenna placed a draw where a burn comes next; before the betting is over none is due."""
        draw.taken_at = "burn"
        if not self.hand.closed:
            seen = Look(look="burn", about="cards", draw=draw.n)
            self.hand.tell(Irregularity("sensing.gap", None, facts=seen, lines=draw.lines, remedy="look"))

    def _to_seat(self, draw: Draw) -> None:
        deal = self.hand.deal
        replaced(self.hand, draw)
        expected = deal.expected() or deal.lacks()
        betting = self.hand.betting
        deal.acted = betting.round is not None and bool(betting.street or betting.round.acted)
        for irregularity in deal.place(draw):
            tell_and_kill(self.wagering.acting, irregularity, draw.zone_t)
        seat = seat_of(draw.zone) or expected
        draw.taken_at = f"seat:{seat}" if draw.zone is None and seat is not None else None
        if seat is None or draw.tag is None or draw.scrap or draw.n in self.hand.deal.taken_back:
            return
        self._give(seat, draw)

    def _give(self, seat: int, draw: Draw) -> None:
        """A card whose tag is known belongs to the hand at ``seat``."""
        hand = self.hand
        if draw.tag is None:
            return
        hand.owner[draw.tag] = seat
        if seat in hand.cards:
            hand.cards[seat] = (*hand.cards[seat], draw.tag)

    def _board_is_due(self) -> bool:
        street = self.hand.street
        return street < 3 and len(self.hand.board.cards) < CARDS_AT[street + 1]

    def _to_board(self, draw: Draw) -> None:
        hand = self.hand
        if self._over():
            shown_after_hand(self.hand, draw)
            return
        drop_lifted(hand)
        draw.taken_at = "board" if draw.zone is None else None
        for irregularity in (found := hand.board.card(draw, hand.now(self.wagering.standing.due()))):
            hand.tell(irregularity, draw.zone_t)
        all_in_unsaid.taken_back(hand, found)
        if hand.all_dealt and hand.betting_over:
            hand.board.played_on()
        self.open_street()

    def _over(self) -> bool:
        """Whether nothing is played for any more: the pot is pushed, or one hand is left."""
        hand = self.hand
        return bool(hand.awards) or (hand.round is not None and not hand.contested)

    def open_street(self) -> None:
        """Begin the next street's betting once it is due and its cards lie."""
        hand = self.hand
        if hand.board.amiss and len(hand.board.cards) > CARDS_AT[hand.street]:
            drop_lifted(hand)
        while hand.street < 3 and len(hand.board.cards) >= CARDS_AT[hand.street + 1] and hand.closed:
            hand.next_street()

    def play_on(self) -> None:
        """Somebody acts on a street whose cards came early and were not taken back: they play."""
        hand, street = self.hand, self.hand.street
        if not hand.kit.shoe and hand.closed and street < 3:  # the whole street lies there
            self.settle(hand.t, now=True)
            for _ in range(CARDS_AT[street + 1] - len(hand.board.cards)):
                self.draw(CardDrawn(t=hand.t, tag=None), hand.line, initial=False, scrap=False)
            self.settle(hand.t, now=True)
        if hand.closed and hand.board.early:
            place, gone = hand.tracker.place, hand.tracker.gone_at
            hand.board.play_early({tag for tag in place if place[tag] == "board" and tag not in gone})
        self.open_street()

    def close_deal(self, why: str = "") -> None:
        """The initial deal is over: counts are judged. ``why`` is how the table knows; "" where it was told."""
        hand = self.hand
        if hand.deal.closed:
            return
        if why:
            note = DealEnded(t=hand.t, by="table", of=hand.line)
            hand.unsensed.final.append(("deal", WorkedOut(note, why)))
        for seat, draw in moved_before_counts(hand, self.mixing, self.by_tag):
            self._give(seat, draw)
        misdealt = bool(self.hand.judge.open_misdeals)
        for irregularity in self.hand.deal.close(self.hand.draws[: self._next], misdealt=misdealt):
            tell_and_kill(self.wagering.acting, irregularity)
        for seat in self.hand.deal.without_cards():
            self.hand.seat(seat, dealt=False)

    def finish(self) -> None:
        """The hand ends: a seat left out so far was dealt out."""
        deal = self.hand.deal
        if not deal.closed and self.hand.draws and self.hand.draws[-1].n > 1:
            for irregularity in deal.left_out(self.hand.draws[-1]):
                self.hand.tell(irregularity)

    def face(self, event: CardFace, line: int) -> int | None:
        """A card was turned in a zone: an exposure during the deal; return the seat that showed one later."""
        if event.zone == "board":
            turn_board(self.hand.board.face_down, event.face, event.tag)
        seat = seat_of(event.zone)
        if event.zone == "muck" and event.tag is not None:
            seat = self.hand.owner.get(event.tag)
        if seat is None or event.face != "up":
            return None
        tag = event.tag or self.hand.tracker.last_into.get(event.zone)
        if event.by == "unknown" and self._nobody_can_bet():
            self.settle(event.t, now=True)
            self.close_deal("cards were shown, and nobody can bet")
        if event.tag is None and not self.hand.deal.closed:
            tag = fell_unread(self, seat) or tag
        if not self.hand.deal.closed and (event.by != "player" or self.hand.dealing):
            if event.by != "player":
                expose(self, seat, tag, line)
            return None
        player = self.hand.players.get(seat)
        if player is None or tag is None:
            return None
        cards = self.hand.cards[seat]
        shown = cards if event.count >= len(cards) else ()
        self.hand.seat(seat, tabled=player.tabled | {tag, *shown})
        return seat

    def _nobody_can_bet(self) -> bool:
        """Whether the deal is out and every hand is, or may be, all-in by its blind or ante: hands are tabled now."""
        hand = self.hand
        standing = self.wagering.standing
        over = standing.due() is None or all_in_unsaid.may_be_over(standing)
        return over and hand.contested and not (hand.deal.closed or hand.dealing)

    def _to_burn(self, move: Move) -> None:
        if not (self.hand.awards or comes_back(self.hand)):
            self.hand.owner.pop(move.tag, None)
            self.hand.board.burn(move.t, move.line)

    def _to_muck(self, move: Move) -> None:
        seat = self.hand.owner.get(move.tag)
        if seat is None or self.hand.awards or self.wagering.taken_in(seat, move.t, move.line):
            return
        taken = taken_away(self.hand, self.by_tag.get(move.tag), seat)
        if not (taken or self.wagering.mucked(seat, move.t, move.line)):
            self.tabling.thrown_away(seat, move.line)

    def _to_stub(self, move: Move) -> None:
        back_on_the_stub(self.hand, self.by_tag.pop(move.tag, None))
        self.hand.tracker.forget(move.tag)
