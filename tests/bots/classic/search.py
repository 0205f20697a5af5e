"""Tree search over any game: UCT whose whole tree lies in one hash table of (parent, action).

Chance outcomes are nodes of their own, drawn by their weights, so dice are averaged over. Each seat maximises its own payoff.
Where there are secrets every simulation guesses a world first, and a child counts how often it could have been chosen
(information-set search). Where a decision has ranges the children widen slowly over random samples.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bangbox.core.compiled.engine import Engine
from bangbox.core.contract import Ranged
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import CHANCE, OVER, below

EXPLORE = 0.7
WIDEN = 2.0
LONGEST_PATH = 512

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Arrays = tuple[Ints | Numbers | Floats, ...]
Search = Callable[..., None]  # (states, seat, simulations, rng, the arrays of a tree, scratch)
Choose = Callable[..., int]


class Tree:
    """Room for the nodes of one search: as many as simulations, each adding at most one."""

    def __init__(self, simulations: int) -> None:
        size = 1 << max(6, (2 * simulations + 2).bit_length())
        self.size = size
        self.parent = np.full(size, -1, np.int32)  # -1: free
        self.action = np.zeros(size, np.int64)
        self.visits = np.zeros(size + 1, np.int32)  # the last one is the root
        self.chances = np.zeros(size + 1, np.int32)  # how often it could have been chosen
        self.won = np.zeros(size + 1, np.float64)
        self.first_child = np.full(size + 1, -1, np.int32)
        self.next_child = np.full(size, -1, np.int32)
        self.children = np.zeros(size + 1, np.int32)

    def arrays(self) -> Arrays:
        """In the order in which the search takes them."""
        return (self.parent, self.action, self.visits, self.chances, self.won, self.first_child, self.next_child, self.children)

    def candidates(self) -> list[tuple[int, int, float]]:
        """(action, visits, mean payoff) of the root's children, most visited first."""
        found = []
        child = int(self.first_child[self.size])
        while child >= 0:
            visits = int(self.visits[child])
            found.append((int(self.action[child]), visits, float(self.won[child]) / max(1, visits)))
            child = int(self.next_child[child])
        return sorted(found, key=lambda entry: (-entry[1], -entry[2], entry[0]))


def find(parent: Ints, action: Numbers, node: int, wanted: int) -> int:
    """The slot of child `wanted` of `node`, or the free slot where it belongs."""
    mask = len(parent) - 1
    slot = (node * 0x9E3779B1 + wanted * 0x85EBCA77 + (wanted >> 20) * 0x27D4EB2F) & mask
    while parent[slot] >= 0 and (parent[slot] != node or action[slot] != wanted):
        slot = (slot + 1) & mask
    return slot


def make_add_child(engine: Engine) -> Callable[..., None]:
    """add_child(tree…, slot, node, action): a new node in a free slot"""

    def add_child(
        parent: Ints, action: Numbers, first_child: Ints, next_child: Ints, children: Ints, slot: int, node: int, wanted: int
    ) -> None:
        parent[slot] = node
        action[slot] = wanted
        next_child[slot] = first_child[node]
        first_child[node] = slot
        children[node] += 1

    return add_child


def make_best_listed(engine: Engine) -> Choose:
    """best_listed(tree…, node, actions, n, rng) -> the choice to follow: an untried one, or the one with the best bound"""
    find_slot = engine.compiled_for_bots(find)
    secret = engine.kind.secret

    def best_listed(
        parent: Ints, action: Numbers, visits: Ints, chances: Ints, won: Floats, node: int, actions: Numbers, n: int, rng: Rng
    ) -> int:
        untried = 0
        chosen, best = -1, -1.0
        log_all = math.log(visits[node] + 1.0)
        for k in range(n):
            slot = find_slot(parent, action, node, actions[k])
            if parent[slot] < 0 or visits[slot] == 0:
                untried += 1
                if below(rng, untried) == 0:
                    chosen = k
            else:
                if secret:
                    chances[slot] += 1
                    log_all = math.log(chances[slot] + 1.0)
                if untried == 0:
                    bound = won[slot] / visits[slot] + EXPLORE * math.sqrt(log_all / visits[slot])
                    if bound > best:
                        best = bound
                        chosen = k
        return actions[chosen]

    return best_listed


def make_best_widened(engine: Engine) -> Choose:
    """best_widened(states, tree…, node, actions, rng) -> a new sample, or the best of those tried"""
    pick, legal = engine.pick, engine.legal

    def best_widened(
        states: States, action: Numbers, visits: Ints, won: Floats, first_child: Ints, next_child: Ints, children: Ints,
        node: int, actions: Numbers, rng: Rng,
    ) -> int:  # fmt: skip
        if children[node] < 1.0 + WIDEN * math.sqrt(visits[node]):
            return pick(states, 1, rng, actions)
        chosen, best = -1, -1.0
        log_all = math.log(visits[node] + 1.0)
        child = first_child[node]
        while child >= 0:
            if visits[child] > 0 and legal(states, 1, action[child], actions):
                bound = won[child] / visits[child] + EXPLORE * math.sqrt(log_all / visits[child])
                if bound > best:
                    best = bound
                    chosen = child
            child = next_child[child]
        return action[chosen] if chosen >= 0 else pick(states, 1, rng, actions)

    return best_widened


def make_search(engine: Engine) -> Search:
    """search(states, seat, simulations, rng, tree…, scratch…): more simulations from states[0] into the tree"""
    rules = engine.rules
    rules_actor, rules_choices, rules_apply, rules_payoff = rules.actor, rules.choices, rules.apply, rules.payoff
    draw, play_out = engine.draw, engine.play_out
    find_slot = engine.compiled_for_bots(find)
    add_child = engine.compiled_for_bots(make_add_child(engine))
    best_listed = engine.compiled_for_bots(make_best_listed(engine))
    best_widened = engine.compiled_for_bots(make_best_widened(engine)) if engine.kind.forms is not None else None
    choose_range = _make_choose_range(engine, best_widened)
    imagine = _make_imagine(engine)

    def search(
        states: States, seat: int, simulations: int, rng: Rng,
        parent: Ints, action: Numbers, visits: Ints, chances: Ints, won: Floats,
        first_child: Ints, next_child: Ints, children: Ints,
        actions: Numbers, weights: Numbers, payoffs: Floats, path: Numbers, counts: Numbers,
    ) -> None:  # fmt: skip
        root = len(parent)
        for _ in range(simulations):
            states[1] = states[0]
            imagine(states, seat, rng)
            s = states[1]
            node, depth = root, 0
            visits[root] += 1
            while depth < LONGEST_PATH:
                who = rules_actor(s)
                if who == OVER:
                    break
                if who == CHANCE:
                    chosen = draw(states, 1, rng, actions, weights)
                else:
                    n = rules_choices(s, actions)
                    chosen = choose_range(states, action, visits, won, first_child, next_child, children, node, actions, rng, n)
                    if chosen < 0 and n == 1 and node != root:
                        rules_apply(s, actions[0])
                        continue
                    if chosen < 0:
                        chosen = best_listed(parent, action, visits, chances, won, node, actions, n, rng)
                rules_apply(s, chosen)
                slot = find_slot(parent, action, node, chosen)
                fresh = parent[slot] < 0
                if fresh:
                    add_child(parent, action, first_child, next_child, children, slot, node, chosen)
                path[depth, 0] = slot
                path[depth, 1] = who
                depth += 1
                node = slot
                if fresh:
                    break
            play_out(states, 1, rng, actions, weights, counts)
            rules_payoff(s, payoffs)
            for k in range(depth):
                slot = path[k, 0]
                visits[slot] += 1
                if path[k, 1] >= 0:
                    won[slot] += payoffs[path[k, 1]]

    return search


def _make_choose_range(engine: Engine, best_widened: Choose | None) -> Choose:
    """choose_range(…) -> an action over ranges, or -1 where the listed choices are all there is"""
    if best_widened is None:

        def no_ranges(
            states: States, action: Numbers, visits: Ints, won: Floats, first_child: Ints, next_child: Ints, children: Ints,
            node: int, actions: Numbers, rng: Rng, n: int,
        ) -> int:  # fmt: skip
            return -1

        return engine.compiled_for_bots(no_ranges)
    if isinstance(engine.rules, Ranged):
        has_ranges = engine.rules.has_ranges

        def choose_range(
            states: States, action: Numbers, visits: Ints, won: Floats, first_child: Ints, next_child: Ints, children: Ints,
            node: int, actions: Numbers, rng: Rng, n: int,
        ) -> int:  # fmt: skip
            if not has_ranges(states[1]):
                return -1
            return best_widened(states, action, visits, won, first_child, next_child, children, node, actions, rng)

        return engine.compiled_for_bots(choose_range)

    def choose_unlisted(
        states: States, action: Numbers, visits: Ints, won: Floats, first_child: Ints, next_child: Ints, children: Ints,
        node: int, actions: Numbers, rng: Rng, n: int,
    ) -> int:  # fmt: skip
        if n > 0:
            return -1
        return best_widened(states, action, visits, won, first_child, next_child, children, node, actions, rng)

    return engine.compiled_for_bots(choose_unlisted)


def _make_imagine(engine: Engine) -> Callable[[States, int, Rng], None]:
    """imagine(states, seat, rng): fills states[1] with a world that fits what the seat knows"""
    if not engine.kind.secret:

        def no_secrets(states: States, seat: int, rng: Rng) -> None:
            pass

        return engine.compiled_for_bots(no_secrets)
    guess = engine.guess

    def imagine(states: States, seat: int, rng: Rng) -> None:
        guess(states, 1, seat, rng)

    return engine.compiled_for_bots(imagine)
