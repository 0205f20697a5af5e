"""What only the bots of Big×Bang know."""

from .deciding import decide
from .solving import solve, stars

__all__ = ["decide", "solve", "stars"]
