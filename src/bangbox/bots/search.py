"""Tree search over any game, with whatever its `bot` package knows: PUCT by priors and values, or else by random play-outs.

Outcomes of chance are nodes of their own, drawn by their weights, so dice are averaged over. Each seat maximises its own payoff.
Where there are secrets every simulation guesses a world first, and an edge counts how often it could have been chosen
(information-set search). Where a decision has ranges the edges widen slowly over proposals.
"""

import math
from collections.abc import Callable

import numpy as np

from bangbox.bots.leaves import Floats, make_evaluate, make_imagine, make_list
from bangbox.bots.tree import NONE, UNSEEN
from bangbox.core.compiled.engine import Engine
from bangbox.core.contract import Ranged
from bangbox.core.contract.minds import Memory, Preferring, Proposing, Remembering
from bangbox.core.record import Numbers, Rng, States
from bangbox.core.rules import CHANCE, OVER, below

WIDEN = 2.0
PRIOR_OF_PROPOSALS = 0.2
MOST_THROWS = 48  # outcomes of one throw that a tree tells apart; then it goes back to those it has
LONGEST_PATH = 512

Nodes = np.ndarray[tuple[int], np.dtype[np.void]]
Search = Callable[
    ..., int
]  # (states, seat, simulations, rng, m, explore, urgency, nodes, edges, used, scratch…) -> simulations done
Step = Callable[..., int]


def memory(engine: Engine) -> Memory:
    """What the game's own functions compute with."""
    bot = engine.kind.bot
    return bot.memory() if isinstance(bot, Remembering) else (np.zeros(1),)


def make_search(engine: Engine) -> Search:
    """search(…) -> how many simulations from states[0] it added to the tree; fewer than asked for when the tree is full"""
    compiled = engine.compiled_for_bots
    rules_actor, rules_apply, rules_payoff = engine.rules.actor, engine.rules.apply, engine.rules.payoff
    imagine = compiled(make_imagine(engine))
    evaluate = compiled(make_evaluate(engine))
    expand = compiled(_make_expand(engine))
    draw_edge = compiled(_make_draw_edge(engine))
    best_edge = _make_best_edge(engine)
    most = engine.max_choices + 1

    def search(
        states: States, seat: int, simulations: int, rng: Rng, m: Memory, explore: float, urgency: float,
        nodes: Nodes, edges: Nodes, used: Numbers,
        actions: Numbers, weights: Numbers, priors: Floats, payoffs: Floats, path: Numbers, counts: Numbers,
    ) -> int:  # fmt: skip
        for done in range(simulations):
            states[1] = states[0]
            imagine(states, seat, rng)
            s = states[1]
            node, depth = used[2], 0
            while True:
                if used[0] == len(nodes) or used[1] + most > len(edges):
                    return done  # leaves this simulation without a result
                who = int(rules_actor(s))
                if who == OVER:
                    rules_payoff(s, payoffs)
                    break
                if nodes[node].first == UNSEEN or depth == LONGEST_PATH:
                    if depth < LONGEST_PATH:
                        expand(states, who, m, nodes, edges, used, node, actions, priors)
                    evaluate(states, m, rng, actions, weights, payoffs, counts)
                    break
                if who == CHANCE:
                    edge = draw_edge(states, rng, nodes, edges, used, node, actions, weights)
                else:
                    edge = best_edge(states, rng, m, explore, urgency, nodes, edges, used, node, actions, priors)
                rules_apply(s, edges[edge].action)
                path[depth, 0] = edge
                path[depth, 1] = who
                path[depth, 2] = node
                depth += 1
                if edges[edge].child == NONE:
                    edges[edge].child = used[0]
                    nodes[used[0]].first = UNSEEN
                    used[0] += 1
                node = edges[edge].child
            if who >= 0:
                nodes[node].visits += 1
                nodes[node].won += payoffs[who]
            for k in range(depth):
                followed, mover, passed = path[k, 0], path[k, 1], path[k, 2]
                edges[followed].visits += 1
                if mover >= 0:
                    edges[followed].won += payoffs[mover]
                    nodes[passed].visits += 1
                    nodes[passed].won += payoffs[mover]
        return simulations

    return search


def _make_prefer(engine: Engine) -> Callable[[States, Memory, Numbers, int, Floats], None]:
    """prefer(states, m, actions, n, out): the priors of n choices of states[1]"""
    bot = engine.kind.bot
    if isinstance(bot, Preferring):
        bot_priors = bot.priors

        def prefer(states: States, m: Memory, actions: Numbers, n: int, out: Floats) -> None:
            bot_priors(states[1], m, actions, n, out)

        return prefer

    def prefer_none(states: States, m: Memory, actions: Numbers, n: int, out: Floats) -> None:
        for k in range(n):
            out[k] = 1.0 / n

    return prefer_none


def add_edge(nodes: Nodes, edges: Nodes, used: Numbers, node: int, action: int, prior: float) -> int:
    """A new edge at the end of a node's chain."""
    edge = used[1]
    used[1] += 1
    edges[edge].action = action
    edges[edge].next = NONE
    edges[edge].child = NONE
    edges[edge].visits = 0
    edges[edge].chances = 0
    edges[edge].prior = prior
    edges[edge].won = 0.0
    if nodes[node].edges == 0:
        nodes[node].first = edge
    else:
        edges[nodes[node].last].next = edge
    nodes[node].last = edge
    nodes[node].edges += 1
    return edge


def find_edge(nodes: Nodes, edges: Nodes, node: int, action: int) -> int:
    """The edge of an action, or NONE."""
    edge = nodes[node].first
    while edge >= 0 and edges[edge].action != action:
        edge = edges[edge].next
    return edge


def _make_has_ranges(engine: Engine) -> Callable[[States, int], bool]:
    """has_ranges(states, n) -> whether the decision of states[1], which lists n choices, has ranges"""
    if engine.kind.forms is None:

        def never(states: States, n: int) -> bool:
            return False

        return never
    if isinstance(engine.rules, Ranged):
        rules_has_ranges = engine.rules.has_ranges

        def ask(states: States, n: int) -> bool:
            return rules_has_ranges(states[1])

        return ask

    def unlisted(states: States, n: int) -> bool:
        return n == 0

    return unlisted


def _make_expand(engine: Engine) -> Callable[..., None]:
    """expand(states, who, m, tree…, node, actions, priors): lists what can be done at a node that is reached for the first time

    Where edges turn up later (chance, ranges, secrets) there are none yet.
    """
    compiled = engine.compiled_for_bots
    list_choices, prefer = compiled(make_list(engine)), compiled(_make_prefer(engine))
    has_ranges, add = compiled(_make_has_ranges(engine)), compiled(add_edge)
    secret = engine.kind.secret

    def expand(
        states: States,
        who: int,
        m: Memory,
        nodes: Nodes,
        edges: Nodes,
        used: Numbers,
        node: int,
        actions: Numbers,
        priors: Floats,
    ) -> None:
        nodes[node].first = NONE
        nodes[node].edges = 0
        nodes[node].visits = 0
        nodes[node].won = 0.0
        if who == CHANCE or secret:
            return
        n = list_choices(states, m, actions)
        if has_ranges(states, n):
            return
        prefer(states, m, actions, n, priors)
        for k in range(n):
            add(nodes, edges, used, node, actions[k], priors[k])

    return expand


def _make_draw_edge(engine: Engine) -> Step:
    """draw_edge(states, rng, tree…, node, actions, weights) -> the edge of an outcome of chance"""
    compiled, draw = engine.compiled_for_bots, engine.draw
    find, add = compiled(find_edge), compiled(add_edge)
    throws = engine.kind.settle is not None

    def draw_edge(
        states: States, rng: Rng, nodes: Nodes, edges: Nodes, used: Numbers, node: int, actions: Numbers, weights: Numbers
    ) -> int:
        if throws and nodes[node].edges >= MOST_THROWS:
            edge = nodes[node].first
            for _ in range(below(rng, MOST_THROWS)):
                edge = edges[edge].next
            return edge
        outcome = draw(states, 1, rng, actions, weights)
        edge = find(nodes, edges, node, outcome)
        return edge if edge >= 0 else add(nodes, edges, used, node, outcome, 0.0)

    return draw_edge


def bound(nodes: Nodes, edges: Nodes, node: int, edge: int, times: float, explore: float, urgency: float) -> float:
    """How good an edge may be: what it has brought so far, and more the less it was tried and the likelier it looked.

    An edge that was never tried counts as a little worse than its node.
    """
    visits = edges[edge].visits
    if visits > 0:
        mean = edges[edge].won / visits
    else:
        mean = nodes[node].won / max(1, nodes[node].visits) - urgency
    return mean + explore * edges[edge].prior * math.sqrt(times) / (1 + visits)


def _make_best_edge(engine: Engine) -> Step:
    """best_edge(states, rng, m, explore, urgency, tree…, node, actions, priors) -> the edge that the actor follows"""
    compiled = engine.compiled_for_bots
    best_over_range = compiled(_make_best_over_range(engine)) if engine.kind.forms is not None else None
    best_listed = compiled(_make_best_of_world(engine) if engine.kind.secret else _make_best_listed(engine))
    if best_over_range is None:
        return best_listed

    def best_edge(
        states: States, rng: Rng, m: Memory, explore: float, urgency: float,
        nodes: Nodes, edges: Nodes, used: Numbers, node: int, actions: Numbers, priors: Floats,
    ) -> int:  # fmt: skip
        edge = best_over_range(states, rng, m, explore, urgency, nodes, edges, used, node, actions)
        if edge == NONE:
            edge = best_listed(states, rng, m, explore, urgency, nodes, edges, used, node, actions, priors)
        return edge

    return compiled(best_edge)


def _make_best_listed(engine: Engine) -> Step:
    """best_listed(…) -> the best edge of a node that has all its edges"""
    bound_of = engine.compiled_for_bots(bound)

    def best_listed(
        states: States, rng: Rng, m: Memory, explore: float, urgency: float,
        nodes: Nodes, edges: Nodes, used: Numbers, node: int, actions: Numbers, priors: Floats,
    ) -> int:  # fmt: skip
        chosen, best = NONE, -1e300
        edge = nodes[node].first
        while edge >= 0:
            upper = bound_of(nodes, edges, node, edge, float(nodes[node].visits), explore, urgency)
            if upper > best:
                chosen, best = edge, upper
            edge = edges[edge].next
        return chosen

    return best_listed


def _make_best_of_world(engine: Engine) -> Step:
    """best_listed(…) for games with secrets: only what can be done in the world that was guessed competes"""
    compiled = engine.compiled_for_bots
    list_choices, prefer = compiled(make_list(engine)), compiled(_make_prefer(engine))
    find, add, bound_of = compiled(find_edge), compiled(add_edge), compiled(bound)

    def best_of_world(
        states: States, rng: Rng, m: Memory, explore: float, urgency: float,
        nodes: Nodes, edges: Nodes, used: Numbers, node: int, actions: Numbers, priors: Floats,
    ) -> int:  # fmt: skip
        n = list_choices(states, m, actions)
        preferred = False
        chosen, best = NONE, -1e300
        edge = nodes[node].first
        for k in range(n):
            if edge < 0 or edges[edge].action != actions[k]:  # worlds mostly list the same choices in the same order
                edge = find(nodes, edges, node, actions[k])
            if edge < 0:
                if not preferred:
                    prefer(states, m, actions, n, priors)
                    preferred = True
                edge = add(nodes, edges, used, node, actions[k], priors[k])
            edges[edge].chances += 1
            upper = bound_of(nodes, edges, node, edge, float(edges[edge].chances), explore, urgency)
            if upper > best:
                chosen, best = edge, upper
            edge = edges[edge].next
        return chosen

    return best_of_world


def _make_best_over_range(engine: Engine) -> Step:
    """best_over_range(…) -> a new proposal or the best of those tried; NONE where the listed choices are all there is"""
    compiled, legal = engine.compiled_for_bots, engine.legal
    propose, has_ranges = compiled(_make_propose(engine)), compiled(_make_has_ranges(engine))
    find, add, bound_of = compiled(find_edge), compiled(add_edge), compiled(bound)
    rules_choices = engine.rules.choices

    def best_over_range(
        states: States, rng: Rng, m: Memory, explore: float, urgency: float,
        nodes: Nodes, edges: Nodes, used: Numbers, node: int, actions: Numbers,
    ) -> int:  # fmt: skip
        if not has_ranges(states, rules_choices(states[1], actions)):
            return NONE
        chosen, best = NONE, -1e300
        if nodes[node].edges >= 1.0 + WIDEN * math.sqrt(nodes[node].visits):
            edge = nodes[node].first
            while edge >= 0:
                upper = bound_of(nodes, edges, node, edge, float(nodes[node].visits), explore, urgency)
                if upper > best and legal(states, 1, edges[edge].action, actions):
                    chosen, best = edge, upper
                edge = edges[edge].next
        if chosen == NONE:
            action = propose(states, m, rng, actions)
            chosen = find(nodes, edges, node, action)
            if chosen == NONE:
                chosen = add(nodes, edges, used, node, action, PRIOR_OF_PROPOSALS)
        return chosen

    return best_over_range


def _make_propose(engine: Engine) -> Callable[[States, Memory, Rng, Numbers], int]:
    """propose(states, m, rng, actions) -> a choice over ranges for the actor of states[1]"""
    bot, pick = engine.kind.bot, engine.pick
    if isinstance(bot, Proposing):
        bot_propose = bot.propose

        def propose(states: States, m: Memory, rng: Rng, actions: Numbers) -> int:
            return bot_propose(states[1], m, rng)

        return propose

    def propose_any(states: States, m: Memory, rng: Rng, actions: Numbers) -> int:
        return pick(states, 1, rng, actions)

    return propose_any
