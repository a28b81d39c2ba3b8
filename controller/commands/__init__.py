"""Holds the commands of the ``floorcall`` program, one module each."""
