"""What bots know of The Great Brain Robbery: which choices make sense, and how a train full of zombies stands."""

import numpy as np

from bangbox.core.contract.minds import Memory
from bangbox.core.rules import rule

from ..rules import payoff
from ..rules.record import MAX_CHOICES, MAX_PLAYERS
from .appeal import LONGEST, appeal
from .features import FEATURES, ROOM, features, moment
from .glance import SOFT, decide
from .playing import follow, play_on, soften
from .pruning import prune
from .standing import judge, load_weights

__all__ = ["FEATURES", "ROOM", "decide", "features", "follow", "memory", "moment", "priors", "prune", "value"]

TURNS = 1  # that are played on before a position is judged


def memory() -> Memory:
    """Room to compute in, dice of its own, and the weights of `judge`."""
    dice = np.ones(1, np.uint64)
    room = np.zeros(LONGEST), np.zeros(MAX_CHOICES), np.zeros(MAX_CHOICES, np.int64), np.zeros(MAX_CHOICES, np.int64)
    return *room, dice, np.full(1, TURNS), np.zeros((MAX_PLAYERS, ROOM)), *load_weights()


@rule
def priors(s, m, actions, n, out):
    """How likely each choice is the best, before anything is searched."""
    appeal(s, m, actions, n, out)
    soften(out, n, SOFT)


@rule
def value(s, m, out):
    """What each seat may expect: sensible play to the end of the turn, and a look at how it stands then."""
    if play_on(s, m, m[5][0], m[4]):
        payoff(s, out)
    else:
        judge(s, m[6], m[7], m[8], m[9], out)
