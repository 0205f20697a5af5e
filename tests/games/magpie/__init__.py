"""Magpie: a tests-only game that uses every mechanism: a private draw, a reshuffle, an answer within a turn, a form, a throw."""
