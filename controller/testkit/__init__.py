"""What a house, or an engineer, tests its logs and rules with: a plugin for pytest that comes with the program."""
