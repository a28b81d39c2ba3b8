"""Rules wagers of a seat whose stack nobody knows: what lies there may be its last chips, and is not ruled to be more.

What the player says of it is taken at its word. Else a ruling that would be another one for last chips is not
made, as long as they may be that: the seat is taken to be all-in until it acts again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from controller.table.figures import Look
from controller.table.irregularities import Irregularity
from controller.table.seating.player import Player
from controller.table.wagers.act import Act
from controller.table.wagers.spot import Ruling, Spot

if TYPE_CHECKING:
    from controller.table.hand import Hand
    from controller.table.wagers.standing import Standing
    from controller.table.wagers.turn import Turn

By = Callable[[Act, Spot], Ruling]
CHIPS_COME_S: Final = 5.0
"""How long chips that a camera would see are waited for after "all-in", before the dealer is asked for them."""
RESTS_ON_AMOUNT: Final = ("bet.", "turn.nonstandard_fold")
"""Findings that a wager brings, or does not, by how much it is that is faced."""
OTHERWISE: Final = frozenset({"bet.undercall", "bet.tiny_chip", "bet.short_raise", "bet.underbet"})
"""Findings that last chips do not bring, or bring otherwise."""


def of_unknown(act: Act, spot: Spot, by: By, *, settled: bool) -> Ruling:
    """Rule on the act of a seat whose stack is unknown; ``by`` rules on a spot."""
    counted = bool(act.pushes) and all(push.value is not None for push in act.pushes)
    lies = spot.with_chips(act.pushed)
    if any(word.verb == "all_in" for word in act.words):
        if not counted:
            ruling = Ruling("raise" if spot.to_match else "bet", spot.min_to, open=True)  # others have to act
            ruling.last_chips = "maybe"
            return ruling
        ruling = by(act, _with_no_more(spot, lies))
        ruling.last_chips = "said"
        return ruling
    ruling = by(act, spot)
    kind = None if ruling.irregularity is None else ruling.irregularity.kind
    short = settled and ruling.irregularity is None and lies < ruling.to and not ruling.open
    if not counted or not (kind in OTHERWISE or short) or not spot.may_be_all(lies):
        return ruling
    ruling = by(act, _with_no_more(spot, lies))
    ruling.irregularity, ruling.last_chips = None, "maybe"
    return ruling


def uncounted_all_in(act: Act, player: Player) -> bool:
    """Whether "all-in" was said for a stack that nobody knows, and no chips of it were put out."""
    return player.stack is None and not act.pushes and any(word.verb == "all_in" for word in act.words)


def all_in_uncounted(standing: Standing) -> bool:
    """Whether somebody is all-in on this street of whom nobody knows for how much."""
    turn, hand = standing.pending, standing.hand
    if hand.counts_wait():
        return True
    return turn is not None and hand.round is not None and uncounted_all_in(turn.act, hand.players[turn.seat])


def ask_how_much(hand: Hand, turn: Turn) -> None:
    """Ask how much an all-in is whose stack nobody knows, where no chips have come."""
    waits = uncounted_all_in(turn.act, hand.players[turn.seat])
    if waits and (not hand.kit.camera or hand.t - turn.act.last_t >= CHIPS_COME_S):
        turn.doubted = True
        seen = Look(look=f"bet:{turn.seat}", about="chips")
        hand.tell(Irregularity("sensing.gap", turn.seat, facts=seen, lines=turn.lines, remedy="look"))


def _with_no_more(spot: Spot, lies: int) -> Spot:
    """Return the spot of a seat that has nothing behind what lies there."""
    return replace(spot, behind=max(0, lies - spot.bet))
