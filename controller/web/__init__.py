"""Serves the dealer's display and the floor's page: one table, rendered from its snapshots."""

from controller.web.app import create_app
from controller.web.pin import hash_pin

__all__ = ["create_app", "hash_pin"]
