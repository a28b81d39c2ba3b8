"""Measures what the project does and costs; each module says how it is called."""

import vision  # noqa: F401  # before numpy, which then keeps to one thread, as in the program
