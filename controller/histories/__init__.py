"""Writes hands in formats that others read, PHH and Open Hand History, and reads PHH as a sensor log.

Neither format has a word for an irregularity. A hand goes out as it was ruled in the end; what was found stands
beside it under names of our own, and a hand that the format cannot tell is left out and named.
"""
