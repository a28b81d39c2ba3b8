"""Makes of a line of the log that does not count a finding of the hand in which it came."""

from __future__ import annotations

from controller.daemon.intake import Unfit
from controller.table.events import AnyEvent, TableSet
from controller.table.outputs import Finding, Street
from controller.table.view import TableView


def bad_line(view: TableView, count: int, line: int, t: float, unfit: Unfit) -> Finding:
    """Return the finding; it is the ``count``-th of its kind in the hand that ``view`` shows."""
    street: Street
    street = ("showdown" if view.hand else "deal") if view.street == "between" else view.street
    return Finding(
        id=f"{view.hand}:log.bad_line:{count}",
        t=t,
        hand=view.hand,
        street=street,
        kind="log.bad_line",
        seat=None,
        level="info",
        remedy="look",
        cites=[],
        facts={"place": unfit.place, "error": unfit.error},
        evidence=[line],
    )


def place_of(error: BaseException) -> str:
    """Return file and line where ``error`` was raised, without the values that it holds."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    return f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where is not None else ""


def why_refused(event: AnyEvent) -> Unfit:
    """Return why a line that is sound by itself cannot stand where it does."""
    if isinstance(event, TableSet):
        return Unfit("type", "'table' stands inside a hand; seats change there by 'seat'")
    return Unfit("t", "lies too far behind the latest line")
