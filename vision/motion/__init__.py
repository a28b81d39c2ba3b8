"""What happens over the betting zones."""
