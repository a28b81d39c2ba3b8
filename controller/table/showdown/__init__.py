"""The end of a hand: showdown, pots and their award."""
