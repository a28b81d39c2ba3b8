"""Follows who plays, the button, the blinds and what is owed."""
