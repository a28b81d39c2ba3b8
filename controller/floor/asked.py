"""Gives every request to the floor's pages what it needs: the service, the alert meant, the store, and who asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from starlette.requests import Request

from controller.floor.service import FloorService
from controller.floor.store import FloorStore, KeptAlert, Order, StoreTrouble
from controller.keyed import MOST_NAME, text_field
from controller.web.problems import Problem
from controller.web.roles import Person

MOST_ID: Final = 300
T = TypeVar("T")


def service_of(request: Request) -> FloorService:
    """Return the floor that is shown."""
    service: FloorService = request.app.state.service
    return service


async def in_store(request: Request, work: Callable[[FloorStore], T]) -> T:
    """Have something done in the store. Raise Problem where it cannot be."""
    return await kept(request, service_of(request).keeper.do(work))


async def alert_of(request: Request, name: str | None) -> KeptAlert:
    """Return an alert, of the list or of the history. Raise Problem for none."""
    found = service_of(request).house.alerts.get(name or "")
    if found is None and name:
        found = await in_store(request, lambda store: store.alert(name))
    if found is None:
        raise Problem.because("id", "no_finding", 404, name=(name or "")[:80])
    return found


def who(fields: dict[str, Any], person: Person) -> str:
    """Return who acts: the session's person, else the name that was keyed. Raise Problem for nobody."""
    by = person.name or text_field(fields, "by", MOST_NAME)
    if not by:
        raise Problem.because("by", "who_comes")
    return by


async def kept(request: Request, work: Awaitable[T]) -> T:
    """Return what comes of something that the store has to keep. Raise Problem where it cannot."""
    try:
        return await work
    except StoreTrouble as error:
        service_of(request).keeper.trouble(error)
        raise Problem.because("store", "no_store", 503) from error


async def tell(
    request: Request, found: KeptAlert, topic: str, by: str, body: dict[str, Any], key: str = ""
) -> Order:  # fmt: skip
    """Tell a table something about its alert. Raise Problem where that cannot be kept."""
    return await kept(request, service_of(request).tell(found, topic, by, body, key))
