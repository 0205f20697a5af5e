"""Algorithms over any game: many games at once, counting, what an action reveals."""
