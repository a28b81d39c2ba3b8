"""What happened at tables, told afterwards: hands drawn, findings with their evidence, figures for the manager."""
