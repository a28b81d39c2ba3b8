"""Takes a card of the deal to where the dealer sets it right himself: to the seat that was due it, or onto the stub."""

from __future__ import annotations

from collections.abc import Iterator

from controller.table.deal.cards import Move
from controller.table.deal.deal import Deal
from controller.table.deal.draw import Draw, seat_of
from controller.table.dealing.mixing import Mixing
from controller.table.hand import Hand


def moved_on(hand: Hand, draw: Draw, move: Move) -> int | None:
    """Take the card that was dealt last from the wrong seat to the one that was due it; return that one, if it is there."""
    left, seat = seat_of(move.left), seat_of(move.zone)
    if left is None or seat is None or hand.deal.closed or not _was_due(hand.deal, draw, left, seat):
        return None
    _changes_hands(hand, draw, left, seat)
    hand.deal.reads[-1] = seat
    return seat


def _was_due(deal: Deal, draw: Draw, left: int, seat: int) -> bool:
    """Whether ``seat`` was due the card that came to ``left``; the next card is then the one after it."""
    if seat not in deal.order or draw not in deal.held.get(left, ()):
        return False
    if deal.expected() == seat and deal.passed.get(left) is not draw:
        deal.pointer += 1
        return True
    if left not in deal.order:
        return False
    order, start = deal.order, deal.order.index(seat)
    gap = (order.index(left) - start) % len(order)
    passed = [order[(start + n) % len(order)] for n in range(gap)]
    if not passed or any(deal.passed.get(over) is not draw for over in passed):
        return False
    for over in passed:
        del deal.passed[over]
    deal.pointer -= gap
    return True


def slid_back(hand: Hand, mixing: Mixing) -> Iterator[tuple[int, Draw]]:
    """Yield the seats to which cards were slid on, several of them, before the next one came: all lie now as they are due."""
    deal, strays = hand.deal, mixing.strays
    upset = deal.closed or deal.owed or deal.taken_back or deal.unread or deal.predealt or not deal.ordered
    if not strays or upset:
        return
    placed = sorted((draw.n, seat, draw) for seat, held in deal.held.items() for draw in held)
    lie = [_lies_at(hand, mixing, seat, draw) for _, seat, draw in placed]
    if lie != (deal.order * deal.per_seat)[: len(lie)]:
        return
    deal.reads, deal.pointer = [*lie], len(lie)
    deal.passed.clear()
    for (_, left, draw), seat in zip(placed, lie, strict=True):
        if left != seat and seat is not None:
            _changes_hands(hand, draw, left, seat)
            strays.pop(draw.tag or "")
            yield seat, draw


def _lies_at(hand: Hand, mixing: Mixing, seat: int, draw: Draw) -> int | None:
    """Return the seat at which a card of the deal lies that came to ``seat``."""
    move = mixing.strays.get(draw.tag or "")
    return seat if move is None else seat_of(hand.tracker.lies_alone(move.tag))


def moved_before_counts(hand: Hand, mixing: Mixing, drawn: dict[str, Draw]) -> Iterator[tuple[int, Draw]]:
    """Yield the seats to which a card too many at another one belongs, once the deal is over: it lies there, where one is missing."""
    deal = hand.deal
    for tag, move in list(mixing.strays.items()):
        owner, seat, draw = hand.owner.get(tag), seat_of(move.zone), drawn.get(tag)
        if owner is None or seat is None or draw is None:  # none of a hand any more, or unread
            continue
        if hand.tracker.lies_alone(tag) != move.zone or draw not in deal.held.get(owner, ()):
            continue
        if deal.count(owner) > deal.per_seat > deal.count(seat):
            _changes_hands(hand, draw, owner, seat)
            deal.passed.pop(seat, None)
            del mixing.strays[tag]
            yield seat, draw


def back_on_the_stub(hand: Hand, draw: Draw | None) -> None:
    """A card too many goes from its seat back onto the stub before the counts are judged: the hand is right."""
    owner = None if draw is None or draw.tag is None else hand.owner.get(draw.tag)
    if draw is None or owner is None or hand.deal.closed or hand.deal.count(owner) <= hand.deal.per_seat:
        return
    hand.deal.taken_back.add(draw.n)
    hand.takes_away(owner, draw.tag)


def _changes_hands(hand: Hand, draw: Draw, left: int, seat: int) -> None:
    held = hand.deal.held
    held[left].remove(draw)
    held.setdefault(seat, []).append(draw)
    draw.zone = f"seat:{seat}"
    hand.takes_away(left, draw.tag)
