"""Mmm… Brains!: gather brains with five coloured dice, then be the last to own some."""
