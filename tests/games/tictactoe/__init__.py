"""Tic-tac-toe: the smallest complete game, for tests of every layer."""
