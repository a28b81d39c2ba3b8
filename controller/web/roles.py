"""Says who may do what at the pages: one table, for the code and for ``docs/access.md``."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec
from starlette.requests import Request

from controller.ruling_cards.words import Named
from controller.web.problems import Problem

Role = Literal["dealer", "floor", "auditor", "technician"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
Doing = Literal["see_table", "see_floor", "key", "rule", "mark", "come", "admit"]

MAY: Final[dict[Doing, frozenset[Role]]] = {
    "see_table": frozenset(ROLES),
    "see_floor": frozenset({"floor", "auditor"}),
    "key": frozenset({"dealer", "floor"}),
    "rule": frozenset({"floor"}),
    "mark": frozenset({"dealer", "floor"}),
    "come": frozenset({"floor"}),
    "admit": frozenset({"floor", "technician"}),
}
"""What is done, and the roles that may do it."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a page. ``role`` None is a table where nobody is told apart: it may do everything.

    ``language`` is the one that the people's list has for him; "" where it has none.
    """

    name: str = ""
    role: Role | None = None
    language: str = ""

    def may(self, doing: Doing) -> bool:
        """Whether the person's role allows it."""
        return self.role is None or self.role in MAY[doing]


ANYBODY: Final = Person()


def person_of(request: Request) -> Person:
    """Return who asks, as the guard before the pages has found out."""
    return getattr(request.state, "person", ANYBODY)


def allow(request: Request, doing: Doing) -> Person:
    """Return who asks. Raise Problem where his role does not allow it."""
    person = person_of(request)
    if not person.may(doing):
        able = tuple(role for role in ROLES if role in MAY[doing])
        raise Problem.because(
            "role", "role", 403, doing=Named("doing", (doing,)), able=Named("role", able),
            role=Named("role", (person.role or "",)),
        )  # fmt: skip
    return person
