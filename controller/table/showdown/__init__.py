"""Judges the showdown: hands tabled and mucked, pots awarded."""
