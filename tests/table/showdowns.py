"""Hands told up to their showdown: who holds what, how the river was played, who shows."""

from __future__ import annotations

from msgspec.structs import replace

from controller.table.engine import Engine
from controller.table.events import LogHeader
from controller.table.outputs import HandLine
from controller.table.view import ShowdownView
from controller.testkit.scene import Scene
from controller.testkit.spots import bets

BOARD = ["2c", "7d", "9h", "Js", "Kc"]
ACES, KINGS, QUEENS, TENS, LOW = ["Ah", "As"], ["Kd", "Kh"], ["Qh", "Qs"], ["Th", "Ts"], ["3d", "4h"]
STRAIGHT = ["5c", "6d", "7h", "8s", "9c"]
"""A board that is a straight by itself."""

Hands = dict[int, list[str]]


def dealt(house: str, hands: Hands, board: list[str] = BOARD, **table: object) -> Scene:
    """A hand in which these seats get these cards and this board comes; the other cards are any."""
    scene = Scene(house, **table)  # type: ignore[arg-type]
    stack(scene, hands, board)
    return scene.deal()


def stack(scene: Scene, hands: Hands, board: list[str]) -> None:
    """Put the stub in the order that gives these hands and this board."""
    order = scene.entitled()
    named = [card for cards in hands.values() for card in cards] + board
    rest = [card for card in sorted(scene.cards) if card not in named]
    draws = [hands[s][n] if s in hands else rest.pop() for n in range(scene.per_seat) for s in order]
    burns = [rest.pop() for _ in range(3)]
    scene.cards = [*draws, burns[0], *board[:3], burns[1], board[3], burns[2], board[4]][::-1]


def river(house: str, hands: Hands, board: list[str] = BOARD, **table: object) -> Scene:
    """Everybody limps and checks to the river; its first seat is to act. Three seats, button 3."""
    table = {"seats": 3, "button": 3, **table}
    return to_river(dealt(house, hands, board, **table))


def to_river(scene: Scene) -> Scene:
    """Everybody limps and checks to the river."""
    scene.limp_to_flop()
    for _ in range(2):
        scene.check_round().sweep().street()
    return scene


def checked(house: str, hands: Hands, board: list[str] = BOARD, **table: object) -> Scene:
    """The river was checked through."""
    return river(house, hands, board, **table).check_round().sweep()


def called(house: str, hands: Hands, board: list[str] = BOARD, **table: object) -> Scene:
    """Seat 1 bet 400 on the river, seat 2 called, and the others folded."""
    scene = (
        bets(river(house, hands, board, **table), 1, "bet", 400).says(2, "call").pushes(2, 100, 100, 100, 100)
    )
    return scene.folds(*scene.entitled()[2:]).sweep()


def all_in(house: str, hands: Hands, board: list[str] = BOARD, **table: object) -> Scene:
    """Heads-up before the flop: the button, seat 2, goes all-in and seat 1 calls. Nobody has shown yet."""
    scene = dealt(house, hands, board, **{"seats": 2, "button": 2, **table})
    return scene.says(2, "all_in").says(1, "call").sweep()


def run_out(scene: Scene) -> Scene:
    """The board comes without further betting."""
    return scene.street(3).street().street()


def side_pot(house: str, hands: Hands, board: list[str] = BOARD) -> Scene:
    """Seat 1 is all-in for 500 before the flop, seats 2 and 3 play on: the river is theirs to act on."""
    scene = dealt(house, hands, board, seats=3, button=3, stacks={1: 500, 2: 5000, 3: 5000})
    scene.says(3, "raise", 500).says(1, "call").says(2, "call").sweep().street(3)
    for _ in range(2):
        scene.taps(2, 3).sweep().street()
    return scene


def shows_one(scene: Scene, seat: int, card: int = 0) -> Scene:
    """A player turns up one of his cards."""
    return scene.event("card.seen", tag=scene.hole[seat][card], zone=f"seat:{seat}", face="up")


def shown(scene: Scene) -> ShowdownView:
    """Return the showdown as the screens show it."""
    view = scene.engine.view().showdown
    assert view is not None
    return view


def fives(scene: Scene) -> dict[int, list[str]]:
    """Return the five cards that each tabled hand plays, as the screens show them."""
    return {five.seat: five.cards for five in shown(scene).fives}


def line(scene: Scene) -> HandLine:
    """End the hand and return its line."""
    return scene.end().hands()[-1]


def own_book(house: str, game: str = "nlhe", **changed: object) -> Scene:
    """A table under the book of ``house`` with these sections changed."""
    scene = Scene(house, start=False, game=game)
    header = LogHeader(version=1, table="7", started="2026-11-20T19:30:00Z", rulebook=house, game=game)  # type: ignore[arg-type]
    scene.engine = Engine(replace(scene.engine.book, **changed), header)
    told, scene.log, scene.said = scene.log, [], []
    for entry in told:
        scene.event(**{**{k: v for k, v in entry.items() if k != "t"}, "after": 0.1})
    return scene.start()
