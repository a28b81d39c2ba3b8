"""Says whether tables are uneven, who moves, and to which open seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.assist.answer import Answer, AssistError, several
from controller.table.rulebook_floor import BalanceRules, FloorRules


class SeatedTable(Struct, frozen=True, kw_only=True):
    """A table between hands. ``big`` is the seat that had the big blind last; ``chairs`` are its seats."""

    name: str
    players: list[int]
    big: int
    chairs: int = 9

    @property
    def open(self) -> list[int]:
        """The empty chairs."""
        return [seat for seat in range(1, self.chairs + 1) if seat not in self.players]

    def soon(self, seat: int) -> int:
        """Return how soon the big blind comes to ``seat``, in chairs: 0 is next, the last one had it last."""
        return (seat - self.big - 1) % 10

    def hands_to(self, seat: int) -> int:
        """Return how many hands go by before ``seat`` has the big blind: the players before it."""
        return sum(self.soon(player) < self.soon(seat) for player in self.players)


class Balance(Answer, frozen=True, kw_only=True):
    """A move from one table to another; ``player`` and ``seat`` are None where nobody moves.

    ``due_in`` is the number of hands until the move, where the house lets it wait for the big blind;
    ``waits``: the seat gets no cards there yet.
    """

    needed: bool | None
    player: int | None = None
    seat: int | None = None
    due_in: int = 0
    waits: bool = False


def uneven(rules: BalanceRules, sizes: Sequence[int]) -> bool | None:
    """Return whether tables of these ``sizes`` are to be balanced; None where the book has no measure."""
    if rules.apart is None:
        return None
    more = rules.many_tables is not None and len(sizes) > rules.many_tables
    if max(sizes) - min(sizes) < rules.apart + more:
        return False
    if not rules.and_outside:
        return True
    fewest, most = rules.and_outside
    return any(size < fewest or size > most for size in sizes)


def balance(
    floor: FloorRules,
    source: SeatedTable,
    target: SeatedTable,
    *,
    sizes: Sequence[int] = (),
    mover: int | None = None,
    opened: Sequence[int] = (),
) -> Balance:
    """Return who moves from ``source`` to which seat of ``target``.

    ``sizes`` are those of all tables, where there are more than the two. ``mover`` is another player than
    the next big blind, whose position is kept as far as can be where the house wants that. ``opened``: at
    stud, the seats of ``target`` in the order in which they came open. Raise AssistError for tables that
    cannot be balanced.
    """
    rules = floor.balance
    _check(source, target, mover)
    title = (
        f"Balance: table {source.name} ({len(source.players)}) to table {target.name} ({len(target.players)})"
    )
    if rules is None:
        return Balance(
            title=title, decide=["The book says nothing of balancing: who moves, and where?"], needed=None
        )
    sizes = sizes or (len(source.players), len(target.players))
    needed = uneven(rules, sizes)
    if needed is False:
        return Balance(title=title, cites=list(rules.apart_cites), our_reading=rules.our_reading,
                       steps=["Nobody moves: the tables are even enough"], needed=False)  # fmt: skip
    player = min(source.players, key=source.soon) if mover is None else mover
    seat = _seat(rules, source, target, player, kept=mover is not None, opened=opened)
    return _move(floor, title, source, target, player, seat, needed=needed)


def _check(source: SeatedTable, target: SeatedTable, mover: int | None) -> None:
    for table in (source, target):
        if not table.players:
            raise AssistError(f"table {table.name} has no players")
        if not 2 <= table.chairs <= 10:
            raise AssistError(f"table {table.name}: a table has 2 to 10 seats, not {table.chairs}")
        if any(not 1 <= seat <= table.chairs for seat in [*table.players, table.big]):
            raise AssistError(f"table {table.name}: its seats are 1 to {table.chairs}")
        if twice := [seat for seat in table.players if table.players.count(seat) > 1]:
            raise AssistError(f"table {table.name}: seat {twice[0]} stands there twice")
    if not target.open:
        raise AssistError(f"table {target.name} has no open seat")
    if source.name == target.name:
        raise AssistError(f"table {source.name} is both: a player moves from one table to another")
    if len(source.players) <= len(target.players):
        raise AssistError(
            f"table {source.name} has no more players than table {target.name}: the larger one comes first"
        )
    if mover is not None and mover not in source.players:
        raise AssistError(f"nobody sits in seat {mover} of table {source.name}")


def _seat(
    rules: BalanceRules,
    source: SeatedTable,
    target: SeatedTable,
    player: int,
    *,
    kept: bool,
    opened: Sequence[int],
) -> int:
    if opened:
        if not rules.last_opened_at_stud:
            raise AssistError("this book does not fill the seat that opened last")
        if strange := [seat for seat in opened if seat not in target.open]:
            raise AssistError(f"seat {strange[0]} of table {target.name} is not open")
        return opened[-1]
    if kept and rules.keeps_position:
        before = source.hands_to(player)
        return min(target.open, key=lambda seat: (abs(target.hands_to(seat) - before), target.soon(seat)))
    return min(target.open, key=lambda seat: (rules.to == "worst" and seat == target.big, target.soon(seat)))


def _move(
    floor: FloorRules,
    title: str,
    source: SeatedTable,
    target: SeatedTable,
    player: int,
    seat: int,
    *,
    needed: bool | None,
) -> Balance:
    rules = floor.balance
    assert rules is not None
    hands = target.hands_to(seat)
    due_in = hands if rules.may_wait else 0
    small = seat == target.big
    waits = small and floor.entry is not None and floor.entry.waits == "button_to_small"
    steps = [f"Seat {player} of table {source.name} moves to seat {seat} of table {target.name}"]
    if due_in:
        steps.append(f"Due in {several(due_in, 'hand')}, when the big blind is there")
    elif small:
        steps.append(
            "That seat had the big blind last" + ("; no cards until the button has passed" if waits else "")
        )
    elif hands == 0:
        steps.append("The big blind is there next hand")
    else:
        steps.append(f"The big blind is there in {several(hands + 1, 'hand')}")
    decide = (
        ["The book has no measure of when tables are uneven: is a move wanted?"] if needed is None else []
    )
    return Balance(
        title=title, cites=list(dict.fromkeys([*rules.cites, *rules.apart_cites])), our_reading=rules.our_reading,
        steps=steps, decide=decide, needed=needed, player=player, seat=seat, due_in=due_in, waits=waits,
    )  # fmt: skip
