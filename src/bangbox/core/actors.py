"""Who acts besides the seats: numbers below 0. Nothing is imported here, so that a machine with a GPU needs no compiler."""

CHANCE = -1
OVER = -2
BEGUN = -3  # only inside a batch: a game that has just been set up, where chance has not been asked yet
