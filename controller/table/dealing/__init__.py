"""Judges the deal: each draw against the street that is due, boxed, exposed and mixed cards."""
