"""Matches as lists of events: what they make of a position, records that replay, proofs, series."""
