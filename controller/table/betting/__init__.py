"""Keeps the betting as values: acts, limits, whose turn it is, how a round stands."""
