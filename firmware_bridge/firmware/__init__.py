"""Runs the shoe and the antenna board: firmware in MicroPython, written from PROTOCOL.md.

A second implementation of the device's side: nothing here imports the Python beside it but ``readers``,
which is written for both, and nothing there imports this. ``frames``, ``ring``, ``retry`` and ``session`` are the protocol without I/O;
``throat`` and ``shoe`` turn what is sensed into events; ``controller`` joins them; only
``board`` touches the RP2040. ``README.md`` says how it gets onto a board.
"""
