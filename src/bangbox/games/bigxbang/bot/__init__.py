"""What only the bots of Big×Bang know."""

from .deciding import decide

__all__ = ["decide"]
