"""Bots against each other: who plays whom, on any executor, kept line by line, and how strong they are by it."""
