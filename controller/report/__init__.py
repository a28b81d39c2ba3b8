"""Tells afterwards what happened at tables: hands drawn, findings with their evidence, figures for the manager."""
