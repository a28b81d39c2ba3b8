"""Stores what a table sensed, in order, chained, with the hole cards sealed.

``journal`` is what the daemon uses; ``export``, ``hands`` and ``verify`` read a journal afterwards, also
while a daemon writes it.
"""
