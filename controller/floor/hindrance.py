"""What keeps the floor from hearing, keeping or calling: told to people by the catalogue, to technicians as the system says it."""

from __future__ import annotations

import http.client
import urllib.error

import msgspec

from controller.config.broker import BrokerConfig
from controller.floor.alone import NotAlone
from controller.floor.outside import Inside
from controller.room.broker import Why, hanging, why
from controller.ruling_cards.words import Words


class Hindrance(msgspec.Struct, frozen=True):
    """``says`` is the catalogue's text of ``room.why``, ``facts`` what stands in it; ``detail`` is the system's, for the log."""

    says: str
    detail: str = ""
    facts: dict[str, str | int] = {}

    def text(self, words: Words) -> str:
        """Return it as people read it."""
        return words.say(f"room.why.{self.says}", **self.facts)


def of_broker(error: BaseException, config: BrokerConfig) -> Hindrance:
    """Return why there is no connection to the broker."""
    return _at(config, why(error, config))


def of_hanging(config: BrokerConfig) -> Hindrance:
    """Return that the broker is connected and does not answer."""
    return _at(config, hanging(config))


def _at(config: BrokerConfig, found: Why) -> Hindrance:
    return Hindrance(found.says, found.detail, {"where": f"{config.host}:{config.port}"})


def of_store(error: BaseException) -> Hindrance:
    """Return what keeps the store from writing, by what SQLite and PostgreSQL say in English."""
    told = str(getattr(error, "orig", None) or error) or type(error).__name__
    detail = told.splitlines()[0][:120]
    if isinstance(error, NotAlone):
        return Hindrance("shared", detail)
    known = {
        "locked": "locked",
        "read-only": "read_only",
        "readonly": "read_only",
        "full": "full",
        "No space": "full",
    }
    return Hindrance(next((says for part, says in known.items() if part in detail), "store"), detail)


def of_target(error: OSError | ValueError | http.client.HTTPException) -> Hindrance:
    """Return why somebody could not be called."""
    if isinstance(error, urllib.error.HTTPError):
        return Hindrance("answers", f"answers {error.code}", {"code": str(error.code)})
    # What is wrong with the address itself is told with all of it, and it may hold what lets one in.
    if isinstance(error, (ValueError, http.client.InvalidURL)):
        return Hindrance("address", type(error).__name__)
    detail = (str(error) or type(error).__name__)[:100]
    if isinstance(getattr(error, "reason", error), Inside):
        return Hindrance("inside", detail)
    return Hindrance("no_answer" if isinstance(error, OSError) else "no_web", detail)
