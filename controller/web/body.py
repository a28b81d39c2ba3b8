"""Reads the JSON body of a post: bounded, of the right type, an object."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import ClientDisconnect, Request

from controller.objects import object_of
from controller.web.guard import check_same_origin
from controller.web.problems import Problem

MOST_BYTES: Final = 4096
MOST_SHEET_BYTES: Final = 16_384


async def fields_of(request: Request) -> dict[str, Any]:
    """Return the posted object. Raise Problem for another site's post or anything but a small object."""
    check_same_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Problem("content-type", "send application/json", 415)
    return object_of(await _bounded(request, MOST_BYTES), MOST_BYTES)


async def sheet_of(request: Request) -> bytes:
    """Return the posted sheet. Raise Problem for another site's post or anything but a small CSV file."""
    check_same_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "text/csv":
        raise Problem("content-type", "send text/csv", 415)
    return await _bounded(request, MOST_SHEET_BYTES)


async def _bounded(request: Request, most: int) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise Problem("body", f"longer than {most} bytes", 413)
    except ClientDisconnect as error:
        raise Problem("body", "was never sent to its end", 408) from error
    return bytes(body)
