"""Referees, purely: sensed events in; findings, actions and hands out.

Nothing in this package reads a clock, a file or a random number. Time is the ``t`` of the events,
in seconds since the log's start. Amounts are whole chip units. Seats are 1 to 10, clockwise.

Words used throughout: a *draw* is a card that left the shoe; a *placement* is where it came to lie;
an *act* is everything one seat did in one turn (words, taps, pushes); an *action* is what the act was
ruled to be; the *cut-off* is the moment after which no misdeal can be declared.
"""
