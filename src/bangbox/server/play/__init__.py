"""Matches that are being played in this process: rooms, moves, and who is told of them."""
