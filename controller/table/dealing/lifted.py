"""Says where cards went that were lifted from the board or from a seat, and that no antenna has seen since."""

from __future__ import annotations

from collections.abc import Iterator

from controller.table.deal.draw import UNREAD_S, Draw
from controller.table.hand import Hand


def leaves_board(hand: Hand, tag: str, *, over: bool) -> None:
    """A card is taken from the board; once all lie there and the betting is ``over`` they are only gathered.

    Where a pot is seen to go, and something was told of the board, it may be set right until then.
    """
    board = hand.board
    only_gathered = over and hand.all_dealt and not (board.amiss and hand.kit.awards)
    board.gathered = board.gathered or only_gathered
    if not board.gathered:
        board.left(tag)


def drop_lifted(hand: Hand) -> None:
    """Board cards that no antenna has seen for a while went back before the new card came.

    Where a card was burned over a street on which nothing was amiss, the new card is the next street's, and the antenna
    only lost what still lies there.
    """
    board, gone = hand.board, hand.tracker.gone_at
    lifted = [card for card in board.cards if card.tag in gone and hand.t - gone[card.tag] > UNREAD_S]
    played = len(lifted) < len(board.cards) or (hand.round is not None and bool(hand.round.acted))
    if board.burned_since and not board.amiss and played:
        return
    for card in lifted:
        if card.tag is not None:
            board.left(card.tag)


def count_burn(hand: Hand) -> None:
    """A street comes without a burn: a card that was to be it, and that is seen nowhere any more, lies there."""
    board = hand.board
    if board.burns >= board.due[board.next_street()] + min(0, board.off):
        return
    for draw in _to_be_burned(hand):
        if draw.tag is not None and draw.taken_at != "burn" and not _lies(hand, draw.tag):
            draw.taken_at = "burn"
            board.burn(hand.t, draw.line)
            return


def _to_be_burned(hand: Hand) -> Iterator[Draw]:
    """Yield the cards that the house burns: one shown in the deal and replaced, one of the four of a flop."""
    deal, board = hand.deal, hand.board
    if board.next_street() == 1:
        yield from (hand.draws[n - 1] for n in deal.exposed if n in deal.taken_back)
    elif any((f.kind, f.remedy) == ("board.four_card_flop", "scramble_flop") for f in hand.judge.findings):
        yield from (draw for draw in hand.draws if draw.zone == "board" and draw not in board.cards)


def _lies(hand: Hand, tag: str) -> bool:
    """Whether an antenna sees the card anywhere."""
    return tag in hand.tracker.place and tag not in hand.tracker.gone_at
