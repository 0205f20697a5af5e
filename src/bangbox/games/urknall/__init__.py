"""Urknall: astronauts mark the elements of bodies that combine and fall apart, and the last shape of them counts."""
