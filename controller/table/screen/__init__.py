"""Shows people what they may see of a table, and what reminds them."""
