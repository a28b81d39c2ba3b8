"""A self-test of a table: every part, how it is, and what to do about it."""

from controller.doctor.check import Check
from controller.doctor.examine import examine

__all__ = ["Check", "examine"]
