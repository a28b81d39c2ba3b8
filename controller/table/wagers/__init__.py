"""Follows the betting: what was done with chips and words, whose turn it is, what it comes to."""
