"""Says how large an amount of chips may be, so that what is worked out of amounts is always a number that can be written."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

MOST: Final = 999_999_999_999
Amount = Annotated[int, Meta(ge=0, le=MOST)]
Bet = Annotated[int, Meta(ge=1, le=MOST)]
