"""Learning by play against oneself: a network for a two-player game, on the CPU or a GPU, over the game's own rules."""
