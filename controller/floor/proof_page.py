"""Shows a finding's evidence on the floor's page, and the like rulings of the past; records each opening."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from controller.floor.asked import alert_of, in_store, service_of, who
from controller.floor.gallery import as_bytes
from controller.floor.proof import Opening
from controller.floor.rows import mark_of, words_of
from controller.floor.store import FloorStore, KeptAlert
from controller.journal.case_law import PastRuling, on
from controller.journal.seal import SealError
from controller.room.pictures import OfCamera
from controller.ruling_cards.words import Words
from controller.table.outputs import Finding
from controller.table_api import Evidence
from controller.web import pages
from controller.web.evidence import told, width_of
from controller.web.problems import Problem
from controller.web.roles import allow

ONCE_S: Final = 600.0
"""Somebody who looks again within this time has opened it once, in seconds."""


async def evidence(request: Request) -> Response:
    """Answer with what there is about the alert ``id``, drawn ``width`` pixels wide, and note who looks."""
    person = allow(request, "see_floor")
    asked = request.query_params
    by = who({"by": asked.get("by")}, person)
    width, words = width_of(request), pages.language_of(request)
    found = await alert_of(request, asked.get("id"))
    finding = finding_of(found)

    def read(store: FloorStore) -> tuple[list[Opening], dict[str, object]]:
        proof = store.shelf.of(found.id)
        past = like(finding, found, store.ruled(found.site, finding.kind))
        openings = store.shelf.openings(found.id)
        card = words_of(found, words)
        shown = Evidence(finding=finding, strip=proof.strip, past=past)
        drawn = told(shown, proof.elsewhere, words, mark_of(found.body), card["headline"], width)
        cameras = [_of_camera(one, words) for one in proof.cameras]
        shows = {"cameras": cameras, "pictures": len(proof.sealed), "lacking": proof.lacking}
        return openings, {**drawn, "whole": proof.whole, **shows}

    waiting = service_of(request).keeper.opened_by(found.id)
    openings, drawn = await in_store(request, read)
    openings = _opened(request, found.id, by, openings, waiting)
    days = service_of(request).config.store.evidence_days
    return JSONResponse({**drawn, "opened": [_told(one) for one in openings], "days": days})


def _opened(
    request: Request, alert: str, by: str, openings: list[Opening], waiting: list[Opening]
) -> list[Opening]:
    """Return who has opened an alert's evidence, ``by`` among them, who is noted where he is not yet."""
    now = time.time()
    openings = [*openings, *(one for one in waiting if one not in openings)]
    if not any(one.person == by and now - one.at < ONCE_S for one in openings):
        openings.append(Opening(alert=alert, person=by, at=now))
        service_of(request).keeper.opened(openings[-1])
    return openings


async def pictures(request: Request) -> Response:
    """Answer with the pictures of the alert ``id`` in one piece, and note who looks."""
    person = allow(request, "see_floor")
    asked = request.query_params
    by = who({"by": asked.get("by")}, person)
    found = await alert_of(request, asked.get("id"))
    finding, table = finding_of(found), f"{found.site}/{found.name}"
    waiting = service_of(request).keeper.opened_by(found.id)
    proof, openings = await in_store(
        request, lambda store: (store.shelf.of(found.id), store.shelf.openings(found.id))
    )
    _opened(request, found.id, by, openings, waiting)
    log = found.body.get("log")
    try:
        parts = service_of(request).gallery.open(
            proof.sealed, table, log if type(log) is int else 0, finding.id
        )
    except SealError as error:
        raise Problem.because("pictures", "other_key", 404, table=found.name) from error
    proven = [mark.t for mark in proof.strip.marks if mark.line in finding.evidence]
    return Response(as_bytes(parts, max(proven, default=finding.t)), media_type="application/octet-stream")


def _of_camera(one: OfCamera, words: Words) -> dict[str, str]:
    """Return a camera, and why it gave no pictures."""
    return {"camera": one.camera, "why": words.say(f"room.no_pictures.{one.why}") if one.why else ""}


def _told(opening: Opening) -> dict[str, str]:
    return {"by": opening.person, "at": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(opening.at))}


def finding_of(alert: KeptAlert) -> Finding:
    """Return the finding of an alert. Raise Problem for one that this version cannot read."""
    try:
        return msgspec.convert(alert.body["finding"], Finding)
    except msgspec.ValidationError as error:
        raise Problem("id", f"the finding of this alert cannot be read: {error}", 404) from error


def like(finding: Finding, alert: KeptAlert, ruled: Iterable[KeptAlert]) -> list[PastRuling]:
    """Return the rulings on findings of the same kind, clause and remedy, the latest first; not its own."""
    wanted = on(finding)
    found = []
    for past in ruled:
        of = past.body["finding"]
        alike = of.get("remedy") == wanted["remedy"] and of["cites"][:1] == wanted["cites"]
        if past.id != alert.id and alike and past.body["ruling"].get("decision"):
            found.append(_past(past, wanted["street"]))
    return found


def _past(alert: KeptAlert, street: str) -> PastRuling:
    ruling, finding = alert.body["ruling"], alert.body["finding"]
    return PastRuling(
        at=time.strftime("%Y-%m-%d %H:%M", time.localtime(alert.found_at)), finding=finding["id"],
        decision=str(ruling["decision"]), street=str(finding.get("street")), seat=ruling.get("seat"),
        amount=ruling.get("amount"), by=ruling.get("by"), note=ruling.get("note"),
        same_street=finding.get("street") == street,
    )  # fmt: skip
