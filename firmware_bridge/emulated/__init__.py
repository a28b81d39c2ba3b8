"""Emulates tag readers without hardware, with everything that is known to go wrong with them.

``field`` is the air: which tags lie on which antenna, and what a read of them gives. ``pn532`` and
``pepper`` answer as the chips do. ``python -m firmware_bridge.emulated --help`` puts one on a pty.
"""
