"""No marker and no astronaut of Urknall is ever lost or made, over many random games: a compiled audit of every single action."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.record import record
from bangbox.core.rules import CHANCE, OVER
from bangbox.games.urknall.rules import record as r

CHUNK = 100
LIMIT = 400
FACTS = {
    1: "a marker vanished or appeared", 2: "the supply and the table disagree", 3: "a black hole cost too much or too little",
    4: "elements moved between colours", 5: "more than one comet, or an unused one, was spent", 6: "a game does not end",
    7: "the turn passed to a seat without markers", 8: "the game went on, or ended, wrongly",
}  # fmt: skip

markers, in_colour, is_hole = r.markers, r.in_colour, r.is_hole
BODIES, HOLE, COMET, END, ROLL = r.BODIES, r.HOLE, r.COMET, r.END, r.ROLL
ASK_DEAL, ASK_PLACE, ASK_MARK, ASK_TRAVEL = r.ASK_DEAL, r.ASK_PLACE, r.ASK_MARK, r.ASK_TRAVEL
ASK_STAY, ASK_DISCARD = r.ASK_STAY, r.ASK_DISCARD


def compare(before: Any, after: Any, action: int, seen: Any) -> int:
    """0, or the fact that an action broke; counts black holes and comets in `seen`."""
    holes = 0
    for body in range(BODIES):
        holes += is_hole(after, body)
        holes -= is_hole(before, body)
    seen[1] += holes
    ask = (action >> 16) & 15
    joined = before.body[(action >> 8) & 255 if holes else 0] + before.body[action & 255 if holes else 0]
    on_hole = markers(joined, 0) + markers(joined, 1) + markers(joined, 2) + markers(joined, 3)
    cost = 2 if on_hole <= 1 and before.players != 3 else 1
    for slot in range(4):
        lay, lies = 0, 0
        for body in range(BODIES):
            lay += markers(before.body[body], slot)
            lies += markers(after.body[body], slot)
        used = before.supply[slot] - after.supply[slot]
        owner = 2 + 1 - before.turn if ask == ASK_MARK else before.turn
        if holes == 0:
            places = ask in (ASK_PLACE, ASK_MARK, ASK_TRAVEL, ASK_STAY) and slot == owner
            if lies - lay != places:
                return 1
            if used != (places or (ask == ASK_DISCARD and slot == owner)):
                return 2
        elif lay - lies != markers(joined, slot) or used != min(cost, before.supply[slot]):  # U26, U28
            return 3
    for colour in range(3):
        total = 0
        for body in range(BODIES):
            total += in_colour(after.body[body], colour) - in_colour(before.body[body], colour)
        if total != 0 and ask != ASK_DEAL:
            return 4
    spent = 0
    for seat in range(before.players):
        spent += before.comet[seat] - after.comet[seat]
    if spent != (action & COMET != 0):
        return 5
    seen[2] += spent
    left = 0
    for seat in range(after.players):
        left += after.supply[seat]
    if after.phase == ROLL and after.supply[after.turn] == 0:
        return 7
    if (after.phase == END and left > 0) or (after.phase == ROLL and left == 0):
        return 8
    return 0


def make_audit(engine: Any) -> Callable[..., Any]:
    """audit(states, n, rng, actions, weights, seen) -> 0, or the fact that an action broke; games are played in states[1]"""
    draw, pick, compared = engine.draw, engine.pick, engine.compiled(compare)
    rules_actor, rules_apply = engine.rules.actor, engine.rules.apply

    def audit(states: Any, n: int, rng: Any, actions: Any, weights: Any, seen: Any) -> int:
        for _ in range(n):
            states[1] = states[0]
            steps = 0
            while rules_actor(states[1]) != OVER:
                steps += 1
                if steps > LIMIT:
                    return 6
                states[2] = states[1]
                if rules_actor(states[1]) == CHANCE:
                    action = draw(states, 1, rng, actions, weights)
                else:
                    action = pick(states, 1, rng, actions)
                    for _again in range(steps % 16):  # so that many comets last, and some nearly to the end
                        if action & COMET != 0:
                            action = pick(states, 1, rng, actions)
                rules_apply(states[1], action)
                broken = compared(states[2], states[1], action, seen)
                if broken != 0:
                    return broken
            seen[0] += 1
        return 0

    return audit


@pytest.mark.parametrize("black_hole", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_markers_are_accounted_for(
    players: int,
    black_hole: bool,
    soak_count: Callable[[int, int], int],
    soak_row: Callable[..., None],
    progress: Callable[[str], None],
) -> None:
    game = bangbox.game("urknall", players=players, black_hole=black_hole, first="random")
    engine = game.engine
    audit = engine.compiled(make_audit(engine))
    states = game.start(dice=None).states(3)
    rng, seen, wanted, began = SeededDice(players).rng, np.zeros(3, np.int64), soak_count(300, 100_000), time.perf_counter()
    while seen[0] < wanted:
        broken = audit(states, CHUNK, rng, engine.buffer(), engine.buffer(), seen)
        assert broken == 0, f"{FACTS[broken]}: {game.kind.notation.text(record(states, 2))}"
        progress(f"urknall, {players} players: {seen[0]:,} of {wanted:,} games audited")
    assert bool(seen[1]) == black_hole
    assert seen[2] > 0
    what = f"audited games of Urknall, {players} players" + (", black holes" if black_hole else "")
    found = f"every marker accounted for, {seen[1]:,} black holes, {seen[2]:,} comets used"
    soak_row(what, int(seen[0]), found, time.perf_counter() - began)
