"""The public benchmark of counting: pictures of stacks as hands leave them, and what is in them."""

from typing import Final

VERSION: Final = 1
"""Goes up whenever the same numbers and seed become other tables or stacks."""
LEFT: Final = ("tidy", "pushed", "thrown")
"""How hands leave stacks, from straight to slovenly."""
CLEAR: Final = 0.9
"""Share of a stack's side that must show for it to be asked for."""
