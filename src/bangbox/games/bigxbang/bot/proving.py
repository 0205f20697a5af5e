"""The compiled part of exact endgames: whether the side to act can come to a lead of t tokens, yes or no.

The search keeps its own stack, so that it can stop after any number of positions and be gone on with. It tries annihilations
first: they take the most off the board, and both sides lose the same by them (a hundred times fewer positions than by history).
"""
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

import numpy as np

from bangbox.core.record import Numbers, States
from bangbox.core.rules import OVER, rule, table

from ..data import H2
from ..rules import actor, apply, choices
from ..rules.record import (
    DECAY,
    DECAYS,
    FUSION,
    H1,
    H3,
    HE3,
    HE4,
    LONGEST,
    MAY,
    MEETINGS,
    MIRROR,
    NEUTRON,
    NEUTRONS,
    NO_LIGHT,
    NOWHERE,
    PASS,
    PROTONS,
)
from ..rules.scoring import biggest_star, helium_goal, light, light_goal, stacks_of, star_goal

MOST = 3  # tokens; carbon counts as many
UNKNOWN = -1
DEEPEST = 200  # every action lowers the stacks or the neutrons, and a pass may stand before each
FIRST = 1 << 30
KEYS = table(np.random.default_rng(14).integers(0, 1 << 63, (NOWHERE + 4, 256), np.uint64), np.uint64)

FRAME = np.dtype([("key", np.uint64), ("t", np.int64), ("n", np.int64), ("i", np.int64)], align=True)  # a question on the way
SEEN = np.dtype([("key", np.uint64), ("move", np.int16), ("low", np.int8), ("high", np.int8)], align=True)  # bounds of its lead


def prove(
    states: States, frames: States, moves: Numbers, buffer: Numbers, seen: States, at: Numbers, budget: int
) -> int:  # fmt: skip
    """Goes on with the question frames[0].t about states[0]: 1 yes, 0 no, UNKNOWN after `budget` positions.

    at: the depth, whether the position there is new, what was found out below it; and how many positions it looked at.
    """
    depth, new, answer = at[0], at[1], at[2]
    mask = len(seen) - 1
    at[3] = 0
    while at[3] < budget:
        if new:
            at[3] += 1
            answer = enter(states[depth], frames[depth], moves, buffer, seen, mask, depth)
        else:
            answer = go_on(frames[depth], moves, seen, mask, depth, answer)
        if answer != UNKNOWN and depth == 0:
            return answer
        new = answer == UNKNOWN
        if new:
            f = frames[depth]
            states[depth + 1] = states[depth]
            apply(states[depth + 1], moves[depth, 0, f.i])
            frames[depth + 1].t = 1 - f.t  # the other side's lead is the opposite
            depth += 1
        else:
            depth -= 1
    at[0], at[1], at[2] = depth, new, answer
    return UNKNOWN


@rule
def enter(s, f, moves, buffer, seen, mask, depth):
    """Looks at a new position: 1, 0, or UNKNOWN with its moves listed."""
    f.key = key(s)
    f.i = 0
    slot = seen[f.key & mask]
    if slot.key != f.key:
        slot.key = f.key
        slot.low = -MOST
        slot.high = MOST
        slot.move = PASS
    answer = at_once(s, f.t, slot)
    if answer == UNKNOWN:
        f.n = list_moves(s, slot.move, buffer, moves, depth)
    return answer


@rule
def go_on(f, moves, seen, mask, depth, other):
    """After one move, of which the other side's answer is known: 1, 0, or UNKNOWN with the next move to try."""
    slot = seen[f.key & mask]
    kept = slot.key == f.key  # else it has made room for another position
    if not other:
        if kept:
            slot.low = max(slot.low, f.t)
            slot.move = moves[depth, 0, f.i]
        return 1
    f.i += 1
    if f.i < f.n:
        return UNKNOWN
    if kept:
        slot.high = min(slot.high, f.t - 1)
    return 0


@rule
def at_once(s, t, slot):
    """Whether the mover's lead will be t or more, as far as it shows without a search: 1, 0 or UNKNOWN."""
    sign = 1 - 2 * np.int64(s.mover)
    if actor(s) == OVER:
        return 1 if sign * lead(s) >= t else 0
    least, most = bounds(s)
    if s.mover == 1:
        least, most = -most, -least
    if slot.low >= t or least >= t:
        return 1
    if slot.high < t or most < t:
        return 0
    if s.passes == 1 and sign * lead(s) >= t:  # passing too ends the game
        return 1
    return UNKNOWN


@rule
def lead(s):
    """By how many tokens matter leads, if the game ends here."""
    if s.carbon:
        return MOST if s.carbon == 1 else -MOST
    return light_goal(s) + helium_goal(s) + star_goal(s)


@rule
def key(s):
    """A number for the position: the board, who is to act, passes, and what counts of the reserves."""
    found = KEYS[NOWHERE, 3 * s.mover + s.passes]
    for side in range(2):
        for k in range(s.count[side]):
            circle = s.stacks[side, k]
            found ^= KEYS[circle, s.board[circle]]
    if s.variants & DECAY:
        for r in range(2):
            for kind in range(4):
                found ^= KEYS[NOWHERE + 1 + r, 64 * kind + s.reserve[r, kind]]
    elif s.variants & NO_LIGHT == 0:
        found ^= KEYS[NOWHERE + 3, 128 + light(s, 0) - light(s, 1)]
    return found


# -- what is certain without a search


@rule
def bounds(s):
    """The least and the most tokens by which matter can still come to lead. Annihilation takes the same from both sides."""
    helium, grows, mass = material(s, 0)
    anti, anti_grows, anti_mass = material(s, 1)
    least, most = -1, 1  # the star
    if s.variants & NO_LIGHT == 0:
        ahead, burning = light(s, 0) - light(s, 1), 2 * min(mass, anti_mass)
        least += sign_of(ahead - burning)
        most += sign_of(ahead + burning)
    least += 1 if helium - anti > anti_grows else -1
    most += 1 if anti - helium <= grows else -1
    if anti + anti_grows >= 3:  # carbon
        least = -MOST
    if helium + grows >= 3:
        most = MOST
    return least, most


@rule
def sign_of(x):
    return (x > 0) - (x < 0)


@rule
def material(s, side):
    """What a side has: its He4, how many more it could make at most, and all its particles."""
    neutrons, protons, pairs, lack_proton, lack_neutron, helium = 0, 0, 0, 0, 0, 0
    for k in range(s.count[side]):
        code = s.board[s.stacks[side, k]] - MIRROR * side
        neutrons += code == NEUTRON
        protons += code == H1
        pairs += code == H2
        lack_proton += code == H3
        lack_neutron += code == HE3
        helium += code == HE4
    mass = neutrons + protons + 2 * pairs + 3 * (lack_proton + lack_neutron) + 4 * helium
    if s.variants & DECAY:
        return helium, mass // 4 - helium, mass
    with_proton, with_neutron = min(lack_proton, protons), min(lack_neutron, neutrons)
    grows = with_proton + with_neutron + (pairs + min(protons - with_proton, neutrons - with_neutron)) // 2
    return helium, grows, mass


# -- what to try first


@rule
def list_moves(s, first, buffer, moves, depth):
    """Writes the choices into moves[depth], the most promising first; returns how many."""
    n = choices(s, buffer)
    for k in range(n):
        action = buffer[k]
        weight = FIRST if action == first and action != PASS else promise(s, action)
        at = k
        while at > 0 and moves[depth, 1, at - 1] < weight:
            moves[depth, 0, at] = moves[depth, 0, at - 1]
            moves[depth, 1, at] = moves[depth, 1, at - 1]
            at -= 1
        moves[depth, 0, at] = action
        moves[depth, 1, at] = weight
    return n


@rule
def promise(s, action):
    """How soon to try an action: annihilations, then fusions into helium, then others, each by size; passing last."""
    if action < DECAYS:
        circle, d = action // 6, action % 6
    elif action >= MEETINGS:
        circle, d = (action - MEETINGS) // LONGEST // 3, (action - MEETINGS) // LONGEST % 3
    else:
        return 0 if action == PASS else 1
    code, other = s.board[circle], s.board[s.near[circle, d]]
    mass = np.int64(PROTONS[code]) + NEUTRONS[code]
    if MAY[code, other] != FUSION:
        return 30 + 2 * mass
    mass += np.int64(PROTONS[other]) + NEUTRONS[other]
    return 20 if mass == 4 else 2 * mass


def edge(states: States) -> int:
    """How far the side to act is ahead in particles, over all three goals."""
    s = states[0]
    light_lead = 0 if s.variants & NO_LIGHT else light(s, 0) - light(s, 1)
    helium_lead = stacks_of(s, HE4) - stacks_of(s, HE4 + MIRROR)
    total = light_lead + 4 * helium_lead + biggest_star(s, 0) - biggest_star(s, 1)
    return total if s.mover == 0 else -total
