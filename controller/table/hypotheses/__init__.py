"""Follows what is not certain: sensors that were away, states that may be, words that wait."""
