"""A hand history's course in chips: every action with its amounts, and who ended with what.

This is the answer that the table is held against, so it is worked out from the history alone and
shares no code with the table's own engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pokerkit import StandardHighHand

from controller.histories.read_phh import BoardCards, History, HistoryError, HoleCards, Move, Shown

STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One act. ``to`` is the player's whole bet on the street after it, ``added`` what it put in."""

    street: str
    player: int
    action: str
    to: int
    added: int
    faced: int
    """The whole bet that stood before this act."""
    in_front: int
    """What the player already had in on the street."""
    all_in: bool


@dataclass(slots=True, kw_only=True)
class Course:
    """The hand as played. Lists are by player."""

    history: History
    holes: list[tuple[str, ...]]
    turns: list[Turn] = field(default_factory=list)
    streets: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """Streets with the cards that opened them; pre-flop has none."""
    shown: list[Shown] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    put_in: list[int] = field(default_factory=list)
    returned: dict[int, int] = field(default_factory=dict)
    pots: list[tuple[int, list[int]]] = field(default_factory=list)
    """Amounts with the players that can win them, main pot first."""
    shares: list[dict[int, int]] = field(default_factory=list)
    """What each winner got, pot by pot, odd chips settled."""

    @property
    def board(self) -> list[str]:
        """Return the board as finally played."""
        return [card for _, cards in self.streets for card in cards]

    @property
    def live(self) -> list[int]:
        """Return the players who did not fold."""
        return [player for player in range(self.history.players) if player not in self.folded]

    @property
    def finals(self) -> list[int]:
        """Return the final stacks."""
        finals = [stack - put for stack, put in zip(self.history.stacks, self.put_in, strict=True)]
        for won in (*self.shares, self.returned):
            for player, amount in won.items():
                finals[player] += amount
        return finals


def follow(history: History) -> Course:
    """Work a history out. Raise HistoryError where its final stacks are not what its actions give."""
    course = Course(history=history, holes=[()] * history.players)
    _play(course)
    _make_pots(course)
    course.shares = _shares(course)
    stated = history.finishing
    if stated is not None and any(
        abs(ours - theirs) >= 1 for ours, theirs in zip(course.finals, stated, strict=True)
    ):
        raise HistoryError(f"{history.name}: its actions give {course.finals}, it states {stated}")
    return course


def _play(course: Course) -> None:
    history = course.history
    stacks = history.stacks
    antes = [min(ante, stack) for ante, stack in zip(history.antes, stacks, strict=True)]
    bets = [
        min(blind, stack - ante) for blind, stack, ante in zip(history.blinds, stacks, antes, strict=True)
    ]
    course.put_in = [ante + bet for ante, bet in zip(antes, bets, strict=True)]
    course.streets.append(("preflop", ()))
    faced = history.big
    for step in history.steps:
        match step:
            case HoleCards():
                course.holes[step.player] = step.cards
            case BoardCards():
                course.streets.append((STREETS[len(course.board) + len(step.cards)], step.cards))
                bets, faced = [0] * history.players, 0
            case Shown():
                course.shown.append(step)
            case Move():
                faced = _move(course, step, bets, faced)


def _move(course: Course, move: Move, bets: list[int], faced: int) -> int:
    player = move.player
    behind = course.history.stacks[player] - course.put_in[player]
    in_front = bets[player]
    if move.verb == "f":
        course.folded.add(player)
        action, added = "fold", 0
    elif move.verb == "cc":
        added = min(faced - in_front, behind)
        action = "call" if faced > in_front else "check"
    else:
        added = move.to - in_front
        action = "raise" if faced else "bet"
    bets[player] += added
    course.put_in[player] += added
    course.turns.append(
        Turn(
            street=course.streets[-1][0],
            player=player,
            action=action,
            to=bets[player],
            added=added,
            faced=faced,
            in_front=in_front,
            all_in=bool(added) and added == behind,
        )
    )
    return max(faced, bets[player])


def _make_pots(course: Course) -> None:
    """Cut the bets into pots, lowest all-in first; what nobody matched goes back.

    Antes are nobody's bet: they lie in the main pot and are matched by nothing.
    """
    antes = [
        min(ante, stack) for ante, stack in zip(course.history.antes, course.history.stacks, strict=True)
    ]
    put_in = [put - ante for put, ante in zip(course.put_in, antes, strict=True)]
    most, second = sorted(put_in, reverse=True)[:2]
    if most > second:
        top = put_in.index(most)
        course.returned[top] = most - second
        put_in[top] = second
    floor = 0
    for level in sorted({put_in[player] for player in course.live}):
        amount = sum(min(put, level) - min(put, floor) for put in put_in)
        players = [player for player in course.live if put_in[player] >= level]
        if amount:
            course.pots.append((amount, players))
        floor = level
    over = sum(max(put - floor, 0) for put in put_in)
    if over:
        amount, players = course.pots[-1]
        course.pots[-1] = (amount + over, players)
    amount, players = course.pots[0]
    course.pots[0] = (amount + sum(antes), players)


def _shares(course: Course) -> list[dict[int, int]]:
    return [_split(amount, _winners(course, players)) for amount, players in course.pots]


def _winners(course: Course, players: list[int]) -> list[int]:
    """Return who won a pot: by the stated stacks where there are any, else by the cards."""
    if len(players) == 1:
        return players
    finishing = course.history.finishing
    if finishing is not None:
        left = [stack - put for stack, put in zip(course.history.stacks, course.put_in, strict=True)]
        gained = [
            Fraction(after) - before - course.returned.get(player, 0)
            for player, (after, before) in enumerate(zip(finishing, left, strict=True))
        ]
        return [player for player in players if gained[player] > 0]
    board = "".join(course.board)
    hands = {player: StandardHighHand.from_game("".join(course.holes[player]), board) for player in players}
    best = max(hands.values())
    return [player for player, hand in hands.items() if hand == best]


def _split(amount: int, winners: list[int]) -> dict[int, int]:
    """Split evenly; odd chips go one each to the winners nearest left of the button."""
    share, odd = divmod(amount, len(winners))
    return {winner: share + (place < odd) for place, winner in enumerate(winners)}
