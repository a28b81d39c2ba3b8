"""Tests a table part by part: how each is, and what to do about it."""

from controller.doctor.check import Check
from controller.doctor.examine import examine

__all__ = ["Check", "examine"]
