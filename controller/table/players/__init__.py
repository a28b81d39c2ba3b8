"""Keeps the players of a hand: seat, chips, what each owes, and the order round the table."""
