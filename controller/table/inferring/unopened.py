"""Keeps what was sensed for a hand that has not begun: posts before its first card, a deal without a button."""

from __future__ import annotations

from typing import Final

from controller.table import events as ev
from controller.table.between_hands.over import GATHERED_S, why_over
from controller.table.hand import Hand
from controller.table.inferring.unplaced import dealt_to_seats, may_wait, put_aside, waits_on
from controller.table.lasting import lasted
from controller.table.outputs import Output
from controller.table.play import Play
from controller.table.players.players import clockwise
from controller.table.pots.pots import uncalled
from controller.table.seating.button_draw import highest
from controller.table.state import Table
from controller.table.wagers.words import MADE_UP_S

CHIPS_FOLLOW_S: Final = 10.0
"""Chips of who said "call" or "all-in" follow his words within this time."""
Held = tuple[int, ev.AnyEvent]
BETWEEN: Final = (
    ev.TableSet, ev.SeatChanged, ev.LevelSet, ev.DeckLoaded, ev.DeviceChanged, ev.StackCounted, ev.Tick,
    ev.HandStarted, ev.HandEnded, ev.ButtonMoved, ev.Ruled, ev.FloorCalled, ev.PlayerAsked,
)  # fmt: skip
"""What belongs to no hand; everything else that comes after a card waits with it."""


class Unopened:
    """Events that wait for their hand to begin, with their lines; empty nearly always."""

    def __init__(self) -> None:
        self.held: list[Held] = []
        self.before: bytes | None = None
        """The table before a hand that it began itself, until somebody acts: its button may still be corrected."""
        self.unseen = False
        """No card of that hand has been seen at a seat yet: it may be none."""
        self.since: list[Held] = []
        """What came since that hand began."""
        self.brought: list[Output] = []
        """What it brought."""
        self.dealt = False

    def takes(self, table: Table, line: int, event: ev.AnyEvent) -> bool:
        """Keep an event that belongs to the next hand; return whether it does."""
        if table.in_hand and not table.over:
            waits = bool(self.held) or may_wait(table, event, unseen=self.unseen)
            if waits:
                self.held.append((line, event))
            return waits
        if not (self._is_post(table, event) or self._is_dealt(table, event)):
            return False
        self.held.append((line, event))
        if isinstance(event, ev.CardSeen | ev.CardFace) and (drawn := self.drawn_for(table)) is not None:
            table.button_lies = drawn
            self.let_go()
        return True

    def _is_post(self, table: Table, event: ev.AnyEvent) -> bool:
        """Chips put out once the last hand is over, and what is done with them, are posts of the next one."""
        if isinstance(event, ev.ChipsPushed):
            hypotheses = [] if table.hypotheses is None else table.hypotheses.plays
            moved = table.button_lies is not None
            return all(_only_gathered(play, event, moved=moved) for play in hypotheses)
        if not self.held:
            return False
        if isinstance(event, ev.ChipsPulled | ev.ChipsCounted | ev.ChangeGiven):
            return any(isinstance(e, ev.ChipsPushed) and e.seat == event.seat for _, e in self.held)
        return isinstance(event, ev.BetsSwept)

    def _is_dealt(self, table: Table, event: ev.AnyEvent) -> bool:
        """A card of a hand whose button nobody knows, or what comes after one."""
        if table.in_hand or table.upcoming is not None or table.button_lies is not None:
            return False
        if isinstance(event, ev.CardDrawn) and len(table.positions.entitled()) > 1:
            self.dealt = True
        return self.dealt and not isinstance(event, BETWEEN)

    def settled_by(self, table: Table, event: ev.AnyEvent) -> bool:
        """Whether ``event`` shows that the cards which wait are of the hand in play."""
        if not self.held or not table.in_hand or table.over:
            return False
        events = [held for _, held in self.held]
        if waits_on(events, event):
            return self.unseen and dealt_to_seats(events, event.t)
        return True

    def was_stub(self, table: Table, event: ev.AnyEvent) -> bool:
        """Whether the first card of a hand that began by itself was one of the last hand's stub."""
        events = [held for _, held in self.held]
        return self.unseen and table.in_hand and put_aside(events, event)

    def of_next_hand(self, table: Table, event: ev.AnyEvent) -> bool:
        """Whether cards that came after the deal were dealt to seats: the hand in play had ended unseen."""
        if not self.held or table.play is None or not table.play.hand.draws:
            return False
        return dealt_to_seats([held for _, held in self.held], event.t)

    def corrects(self, table: Table, event: ev.AnyEvent) -> bool:
        """Whether the button is told to lie elsewhere than where the table began the hand with it."""
        if not isinstance(event, ev.ButtonMoved) or self.before is None or table.play is None:
            return False
        return event.seat != table.play.hand.blinds.button

    def note(self, table: Table, line: int, event: ev.AnyEvent, brought: list[Output]) -> None:
        """Keep what came of a hand that the table began itself, until somebody acts in it or a board card lies."""
        if self.before is None:
            return
        if table.play is None or _acted(table.play):
            self.forget()
            return
        self.since.append((line, event))
        self.brought += brought

    @property
    def dealt_on(self) -> bool:
        """Whether cards wait, and are not a deal whose button nobody knows."""
        return not self.dealt and any(isinstance(held, ev.CardDrawn) for _, held in self.held)

    def holds_draw_of(self, tag: str) -> bool:
        """Whether the draw of that card waits, or one that the shoe's antenna did not read."""
        return any(isinstance(held, ev.CardDrawn) and held.tag in (tag, None) for _, held in self.held)

    def forget(self) -> None:
        """Forget the last hand that the table began itself."""
        self.before, self.unseen, self.since, self.brought = None, False, [], []

    def let_go(self) -> list[Held]:
        """Return what waited, in order: its hand begins."""
        held, self.held, self.dealt = self.held, [], False
        return held

    # What the cards say of the button -----------------------------------------------------------------

    def button(self, table: Table, event: ev.AnyEvent) -> int | None:
        """Return the button by the order of the deal once a seat has its second card; None before.

        ``event`` is the one that comes: its card counts too. A hand is dealt from the left of the button.
        """
        if not self.dealt:
            return None
        events = [*(held for _, held in self.held), event]
        lies = _seats_of(events)
        if not _is_deal(events, lies):
            return None
        order = table.positions.entitled()
        draws = [held.tag for held in events if isinstance(held, ev.CardDrawn)]
        known = next(((n, lies[tag]) for n, tag in enumerate(draws) if tag in lies), None)
        if known is None or known[1] not in order:
            return None
        number, seat = known
        return clockwise(order, seat)[-1 - (number + 1) % len(order)]

    def drawn_for(self, table: Table) -> int | None:
        """Return who drew the button: every seat was given one card, face up, and one of them is the highest."""
        how = table.book.button.draw
        events = [held for _, held in self.held]
        up = _turned_up(events)
        cards = {seat: [table.deck.card(tag)] for tag, seat in _seats_of(events).items() if tag in up}
        if how is None or sorted(cards) != table.positions.entitled():
            return None
        best = highest(cards, how)
        return best[0] if len(best) == 1 else None

    def is_draw(self, table: Table) -> bool:
        """Whether the cards that wait are a draw for the button and no deal."""
        events = [held for _, held in self.held]
        lies = _seats_of(events)
        each_one = table.book.button.draw is not None and sorted(lies.values()) == table.positions.entitled()
        return each_one or (bool(_turned_up(events)) and not _is_deal(events, lies))


def _acted(play: Play) -> bool:
    """Whether somebody has acted, or a board card lies. A fold is not final yet while nobody acts behind it."""
    hand, pending = play.hand, play.standing.pending
    if hand.judge.cutoff.actions or hand.board.cards:
        return True
    if any(turn.action != "post" for turn in (*hand.actions, *hand.behind)):
        return True
    return not hand.dealing and ((pending is not None and pending.act.fold) or _hand_left(hand))


def _hand_left(hand: Hand) -> bool:
    """Whether all cards of a seat have been gone for a while: it folded, though no antenna at the muck saw it."""
    gone = hand.tracker.gone_at
    held = (cards for cards in hand.cards.values() if cards and hand.judge.misdeal != "open")
    return any(all(tag in gone and lasted(gone[tag], GATHERED_S, hand.t) for tag in cards) for cards in held)


def _only_gathered(play: Play, event: ev.ChipsPushed, *, moved: bool) -> bool:
    """Whether chips pushed now are none of the hand's: it is over, and the seat owes it none and adds none to its act.

    ``moved``: the button was moved on, so who may have checked unseen has.
    """
    turn, figures, player = play.standing.pending, play.hand.round, play.hand.players.get(event.seat)
    if why_over(play) is None or (play.standing.due() is not None and not (play.hand.awards or moved)):
        return False
    if turn is None or figures is None or player is None or event.t - turn.act.last_t >= CHIPS_FOLLOW_S:
        return True
    its = turn.seat == event.seat and not turn.act.fold
    to = play.standing.ruling(turn, settled=True).to if its else figures.bet(event.seat)
    to -= uncalled(play.standing.after().players).get(event.seat, 0)
    goes_on = its and bool(turn.act.pushes) and event.t - turn.act.last_t < MADE_UP_S
    return not goes_on and (player.folded or player.zone >= to)


def _seats_of(events: list[ev.AnyEvent]) -> dict[str, int]:
    """Return at which seat each drawn card lies."""
    drawn = {event.tag for event in events if isinstance(event, ev.CardDrawn)}
    lies: dict[str, int] = {}
    for event in events:
        if isinstance(event, ev.CardSeen) and event.tag in drawn and event.zone in ev.SEAT_ZONES:
            lies.setdefault(event.tag, ev.SEAT_ZONES[event.zone])
        elif isinstance(event, ev.CardGone) and lies.get(event.tag) == ev.SEAT_ZONES.get(event.zone):
            lies.pop(event.tag, None)
    return lies


def _is_deal(events: list[ev.AnyEvent], lies: dict[str, int]) -> bool:
    """Whether a seat has its second card, and most lie face down: who draws for the button shows his cards."""
    return len(lies) > len(set(lies.values())) and 2 * len(_turned_up(events)) < len(lies)


def _turned_up(events: list[ev.AnyEvent]) -> set[str]:
    """Return the tags of the cards at seats that were seen face up; ``""`` for one that was not told apart."""
    up: set[str] = set()
    for event in events:
        if (
            isinstance(event, ev.CardSeen | ev.CardFace)
            and event.zone in ev.SEAT_ZONES
            and event.face == "up"
        ):
            up.add(event.tag or "")
    return up
