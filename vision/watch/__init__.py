"""Tells whether the camera can be believed."""
