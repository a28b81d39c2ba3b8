"""Judges the wagers: what was done with chips and words, by whom, and what it comes to."""
