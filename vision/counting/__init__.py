"""How many chips a stack has, and which."""
