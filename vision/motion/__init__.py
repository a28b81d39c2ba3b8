"""Follows what happens over the betting zones."""
