"""Wrong PINs at the floor's pages, as the page and the log tell of them."""

from __future__ import annotations

import time
from typing import Final

import structlog

from controller.ruling_cards.words import words_in

SHOWN_S: Final = 3600.0
"""How long after the last wrong one the page tells of them, in seconds."""

log = structlog.get_logger()


class Guesses:
    """Counts them. Of the event loop's thread."""

    def __init__(self) -> None:
        self._n = 0
        self._since = self._last = 0.0
        self._client = ""

    def wrong(self, client: str, together: int) -> None:
        """Note a wrong PIN of the address ``client``, the ``together``-th in a row of all addresses."""
        log.warning("wrong pin", client=client, together=together)
        self._last = time.monotonic()
        if together <= 1 or not self._n:
            self._since = time.time()
        self._n, self._client = together, client

    def told(self, language: str) -> str:
        """Return what the page says, "" where nobody guesses."""
        if not self._n or time.monotonic() - self._last > SHOWN_S:
            return ""
        since = time.strftime("%H:%M", time.localtime(self._since))
        return words_in(language).say("page.wrong_pins", n=self._n, since=since, client=self._client)
