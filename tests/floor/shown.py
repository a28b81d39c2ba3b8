"""Tells which calls a browser has shown, without asking a page for them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page


def shown_by(link: CDPSession) -> list[dict[str, str]]:
    """Return what the browser's workers show, as the browser itself notes it from the first such call on.

    A page that asks for its notifications while one is about to appear makes chromium forget that one.
    """
    shown: list[dict[str, str]] = []
    heard: list[float] = []

    def hear(told: dict[str, Any]) -> None:
        noted = told["backgroundServiceEvent"]
        # What happens while the notes so far are read comes as one of them and as news.
        if noted["eventName"] == "Notification displayed" and noted["timestamp"] not in heard:
            heard.append(noted["timestamp"])
            shown.append({entry["key"]: entry["value"] for entry in noted["eventMetadata"]})

    link.on("BackgroundService.backgroundServiceEventReceived", hear)
    link.send("BackgroundService.startObserving", {"service": "notifications"})
    link.send("BackgroundService.setRecording", {"service": "notifications", "shouldRecord": True})
    return shown


def turned(page: Page) -> bool:
    """Let the browser's events come in."""
    return bool(page.evaluate("true"))
