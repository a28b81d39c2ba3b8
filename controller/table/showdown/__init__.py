"""Ends a hand: showdown, pots and their award."""
