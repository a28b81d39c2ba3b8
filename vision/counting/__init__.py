"""Tells how many chips a stack has, and which."""
