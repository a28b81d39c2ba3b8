"""Sees for the table: where the camera stands over the felt, what lies in the betting zones, and when it is blind.

It imports nothing of the controller. ``README.md`` beside this file has the geometry and the figures.
"""

import os

# numpy's products are small here: two threads take several times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")
