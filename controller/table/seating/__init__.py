"""Follows who plays: the button, the blinds' places, seats that come and go."""
