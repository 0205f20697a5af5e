"""What only the bots of Big×Bang know: exact endgames, solved puzzles, a network that values positions and prefers choices."""

from .deciding import decide
from .network import memory, priors, value
from .solving import solve, stars

__all__ = ["decide", "memory", "priors", "solve", "stars", "value"]
