"""Says that a hand has no words in a format of hand histories."""

from __future__ import annotations


class NotTellable(ValueError):
    """A hand that the format has no words for; the message says why."""
