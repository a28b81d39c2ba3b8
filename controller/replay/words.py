"""Says actions, hands and findings in one line of plain words each."""

from __future__ import annotations

from controller.table.outputs import Action, HandLine, Pot, PotWinners

VERBS = {
    "post": "posts {to}",
    "check": "checks",
    "call": "calls {to}",
    "bet": "bets {to}",
    "raise": "raises to {to}",
    "fold": "folds",
    "dead": "hand is dead",
}
LEVELS = {"floor": "FLOOR", "dealer": "DEALER", "info": "note"}


def clock(t: float) -> str:
    """Return seconds since the log's start as ``h:mm:ss.t``, without hours in the first one."""
    tenths = round(t * 10)
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest // 10:02d}.{rest % 10}"
    return f"{hours}:{minutes:02d}:{seconds}" if hours else f"{minutes}:{seconds}"


def chips(amount: int) -> str:
    """Return an amount with its thousands apart."""
    return f"{amount:,}"


def action_words(action: Action, *, ruled: bool = True) -> str:
    """Return what a seat did, as ``seat 3 raises to 1,200, all in``; not ``ruled``: the floor has still to say."""
    verb = VERBS[action.action] if ruled else "has {to} in, for the floor to rule on"
    words = verb.format(to=chips(action.to))
    all_in = ", all in" if action.all_in is True else ""
    cites = f"  [{', '.join(action.cites)}]" if action.cites else ""
    return f"seat {action.seat} {words}{all_in}{cites}"


def pot_words(number: int, pot: Pot, winners: list[PotWinners] | None, several: bool) -> str:
    """Return a pot and who got it, as ``side pot 1  3,400 to seat 8``."""
    name = "pot" if not several else "main pot" if number == 0 else f"side pot {number}"
    won = next((winner for winner in winners or [] if winner.pot == number), None)
    if won is None:
        return f"{name} {chips(pot.amount)}, winner not seen"
    if len(won.shares) == 1:
        return f"{name} {chips(pot.amount)} to seat {next(iter(won.shares))}"
    shares = " and ".join(f"{chips(share)} to seat {seat}" for seat, share in won.shares.items())
    return f"{name} {chips(pot.amount)} split: {shares}"


def hand_words(hand: HandLine, void_for: str = "misdeal") -> list[str]:
    """Return how a hand ended, a line each: board, pots, what went back, stacks; ``void_for``: why it is void."""
    lines = []
    if hand.board:
        lines.append("board   " + " ".join(hand.board))
    if hand.void:
        lines.append(f"void    {void_for}: all bets are back")
    several = len(hand.pots) > 1
    lines += [
        f"{'won' if place == 0 else '':8}{pot_words(place, pot, hand.winners, several)}"
        for place, pot in enumerate(hand.pots)
        if not hand.void
    ]
    for seat, amount in hand.returned.items() if not hand.void else ():
        lines.append(f"back    {chips(amount)} to seat {seat}, not matched")
    if isinstance(hand.unawarded, int):
        lines.append(f"left    {chips(hand.unawarded)} not awarded")
    lines.append("stacks  " + "   ".join(f"{seat}: {_stack(stack)}" for seat, stack in hand.stacks.items()))
    return lines


def _stack(stack: int | None) -> str:
    return "unknown" if stack is None else chips(stack)
