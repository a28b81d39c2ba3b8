"""What people see of a table, and what reminds them."""
