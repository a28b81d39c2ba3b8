"""Runs one table: device links in; journal, pages and panel out.

``core`` is the table's heart, ``live`` its two engines, ``links`` and ``panel`` the devices, ``api`` what
the pages get, ``recovery`` the way back after a kill, ``service`` the process around it all.
"""
