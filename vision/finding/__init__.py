"""Finds where stacks stand on the felt, and what is none."""
