"""Provides pictures, wherever they come from."""
