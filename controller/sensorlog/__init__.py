"""Reads and writes the sensor log: lines into typed events and back, and the window that puts them in order.

``reader`` turns bytes into headers, events and problems; ``window`` orders them by ``t``; ``writer``
writes them. None of them knows poker. See ``controller.table.events`` for the events themselves.
"""
