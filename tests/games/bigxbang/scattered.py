"""Positions to compare two implementations on: set-ups as dealt, and sparse skies such as random play seldom reaches."""

import random

from tests.games.bigxbang import reference
from tests.games.bigxbang.reference import DARK, KINDS, NUCLEI, PLACES, State

VARIANTS = ["short", "no_light", "meet", "dark_matter", "decay"]
WITH_PUZZLES = ["short", "meet", "dark_matter", "decay"]  # X16
MATCHES = [(), *((word,) for word in VARIANTS), tuple(VARIANTS)]
PUZZLES = [
    (*words, puzzle, *together)
    for puzzle in ("light", "parallel", "life")
    for together in ((), ("coop",))
    for words in ((), *((word,) for word in WITH_PUZZLES), tuple(WITH_PUZZLES))
]


def some_words(dice: random.Random) -> tuple[str, ...]:
    """Any combination that X16 and X21 allow."""
    puzzle = dice.choice(["", "", "light", "parallel", "life"])
    words = [word for word in (WITH_PUZZLES if puzzle else VARIANTS) if dice.random() < 0.4]
    return (*words, *([puzzle] if puzzle else []), *(["coop"] if puzzle and dice.random() < 0.5 else []))


def empty(words: tuple[str, ...], side: str = "m") -> State:
    nobody = {owner: dict.fromkeys(KINDS, 0) for owner in "ma"}
    state = State({}, side, 0, nobody, words)
    return State({}, "-", 0, nobody, words) if state.solo else state


def dealt(words: tuple[str, ...], dice: random.Random) -> State:
    """X2, X20, X23: everything in the box, shuffled over the circles."""
    state = empty(words, dice.choice("ma"))
    each = reference.set_up(state) // 4
    box = [*[("m", 1, 0)] * each, *[("m", 0, 1)] * each, *[("a", 1, 0)] * each, *[("a", 0, 1)] * each]
    box += [DARK] * (4 * state.has("dark_matter"))
    circles = dice.sample(list(PLACES), len(box))
    state.board.update(zip(circles, box, strict=True))
    return state


# How sparse skies are made: the stacks drawn from, the chance that a stack is matter, how far from one circle they may lie.
LIGHT, HEAVY, HELIUM = "long lines", "nearly carbon", "helium"
STACKS = {
    LIGHT: sorted(NUCLEI),
    HEAVY: [*[(2, 2)] * 5, *[(1, 1)] * 4, *[(2, 1)] * 2, *[(0, 1)] * 2, (1, 0), (1, 2)],
    HELIUM: [*[(2, 2)] * 12, (1, 1)],
}
MATTER = {LIGHT: 0.5, HEAVY: 0.85, HELIUM: 0.5}
REACH = {LIGHT: 20, HEAVY: 3, HELIUM: 4}


def sparse(words: tuple[str, ...], dice: random.Random, sky: str) -> State:
    """A few stacks far apart, or helium huddled together so that carbon is about to form or has just formed."""
    while not is_possible(state := sown(words, dice, sky)):
        pass
    return state


def sown(words: tuple[str, ...], dice: random.Random, sky: str) -> State:
    state = empty(words, dice.choice("mmma"))
    left = dict.fromkeys(KINDS, reference.set_up(state) // 4)
    circles = around(dice.choice(list(PLACES)), REACH[sky])
    dice.shuffle(circles)
    if state.has("dark_matter"):
        for _ in range(dice.randrange(5)):
            state.board[circles.pop()] = DARK
    for circle in circles[: dice.randrange(2, 22)]:
        side = "m" if dice.random() < MATTER[sky] else "a"
        protons, neutrons = dice.choice(STACKS[sky])
        if left[side, "p"] >= protons and left[side, "n"] >= neutrons:
            state.board[circle] = (side, protons, neutrons)
            left[side, "p"] -= protons
            left[side, "n"] -= neutrons
    for kind in KINDS:
        for owner in "m" if state.common else "ma":
            state.reserves[owner][kind] = dice.randrange(left[kind] // 2 + 1)
    if not state.solo and dice.random() < 0.1:
        state = State(state.board, state.side, dice.choice([1, 2]), state.reserves, words)
    return state


def around(circle: str, reach: int) -> list[str]:
    """The circles at most so many steps away."""
    near = {circle}
    for _ in range(reach):
        near = near.union(*map(reference.neighbours, near))
    return sorted(near)


def is_possible(state: State) -> bool:
    """Two carbons at once cannot be: the first one ended the game (X14)."""
    return bool(state.puzzle) or not all(
        any(len(group) >= 3 for group in reference.groups(reference.circles_of(state, side, (2, 2)))) for side in "ma"
    )
