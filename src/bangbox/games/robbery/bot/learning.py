"""Lets the network that judges positions learn on from the bots' own matches: `bangbox train robbery`."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.contract.minds import Teacher

from .standing import WEIGHTS as TABLES

__all__ = ["TABLES", "learn"]

PLAYERS = (3, 4, 5, 7)
MATCHES = 1_500  # of each number of players
SIMULATIONS = 100


def learn(teacher: Teacher, report: Callable[[str], None]) -> dict[str, NDArray[np.generic]]:
    """The layers of the network."""
    return teacher.foretelling([{"players": players} for players in PLAYERS], MATCHES, SIMULATIONS, TABLES, report)
