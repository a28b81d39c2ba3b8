"""Plays a virtual table: real hands told again by virtual devices, through the real daemon.

Words used throughout: a *hand* is a real one as the table would have sensed it; a *step* is one thing
that happens next; a *story* is a hand's steps with something gone wrong in them, or nothing; a *mishap*
makes a story out of a hand. Waits are seconds.
"""


class DemoFault(Exception):
    """The virtual table cannot go on; the message is for the person who started it."""
