"""Tests a house's logs and rules: a plugin for pytest that comes with the program."""
