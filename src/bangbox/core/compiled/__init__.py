"""Rules compiled by Numba, and the entry points that every other part calls."""
