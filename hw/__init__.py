"""Drives the table's own hardware on the Pi's pins: the dealer's panel, its lamp and its buzzer.

Words used throughout: a *key* is a switch of the panel; an *edge* is one change of its pin, bounces
among them; a *press* is what is left when the bounces are taken out; an *entry* is what the dealer
keys for one thing that was said, as in SEAT 8, RAISE, 6 00 0, ENTER.

Times are seconds of a monotonic clock and always passed in; only ``hw.panel`` reads one.
"""


class PanelError(Exception):
    """Anything that went wrong between us and the panel; the message is for the person who set it up."""


class NoPins(PanelError):
    """This machine has no pins that the panel could hang on."""


class BadPins(PanelError, ValueError):
    """The layout names a pin or a key that cannot be; the message names it."""
