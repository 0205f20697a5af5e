"""Factories of entry points for many games at once: what a batch does, on a CPU's threads and on a GPU.

Each works on the games low ≤ i < high (on a GPU a thread has one game at a time). After low and high comes what a thread has for
itself: room for choices, for weights, for words, and for one record. What else an entry gets is in SIGNATURES.
"""

from collections.abc import Callable

from bangbox.core.actors import BEGUN, CHANCE, OVER
from bangbox.core.compiled.observed import Floats, Masks, MasksAll, ObserveAll, Translate
from bangbox.core.compiled.random_play import Draw, Pick, PlayOut
from bangbox.core.compiled.seeding import SeedInto, Text, Words
from bangbox.core.compiled.single import Legal
from bangbox.core.contract import Rules, Secrets
from bangbox.core.record import Numbers, Rng, States

# R: records; otherwise the type and the dimensions of an array. States, random states and actors always come in this order.
SIGNATURES = {
    "restart": "R u8:2 i8:1 R i8:1 u1:1",
    "advance": "R u8:2 i8:1 i8:1",
    "wander": "R u8:2 i8:1 i8:1",
    "pick_all": "R u8:2 i8:1 i8:1",
    "judge_all": "R i8:1 i8:1 u1:1",
    "list_all": "R i8:1 i8:2 i8:1",
    "score_all": "R i8:2",
    "win_all": "R i8:1",
    "play_out_all": "R u8:2 i8:1 i8:2",
    "observe_games": "R i8:1 f4:2",
    "mask_games": "R i1:2",
    "act_by_number": "R i8:1 i8:1",
}

Restart = Callable[[int, int, Numbers, Numbers, Words, States, States, Rng, Numbers, States, Numbers, Text], None]
Advance = Callable[[int, int, Numbers, Numbers, Words, States, States, Rng, Numbers, Numbers], None]


def make_restart(seed_into: SeedInto) -> Restart:
    """restart(…, states, rngs, actors, first, rounds, text): games that are over begin again, each with a seed of its own

    The number of a seed is that of the game among all that this batch plays: i in round 0, i + n in round 1, and so on.
    """

    def restart(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, rngs: Rng, actors: Numbers, first: States, rounds: Numbers, text: Text,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            if actors[i] == OVER:
                rounds[i] += 1
                states[i] = first[0]
                seed_into(rngs[i], text, i + rounds[i] * len(states), words)
                actors[i] = BEGUN

    return restart


def make_advance(rules: Rules, draw: Draw) -> Advance:
    """advance(…, states, rngs, actors, played): one action in each game that is not over, then chance until a seat is asked"""
    rules_actor, rules_apply = rules.actor, rules.apply

    def advance(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, rngs: Rng, actors: Numbers, played: Numbers,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            if actors[i] == OVER:
                continue
            if actors[i] != BEGUN:
                rules_apply(states[i], played[i])
            while rules_actor(states[i]) == CHANCE:
                rules_apply(states[i], draw(states, i, rngs[i], actions, weights))
            actors[i] = rules_actor(states[i])

    return advance


def make_wander(rules: Rules, draw: Draw, pick: Pick) -> Advance:
    """wander(…, states, rngs, actors, played): picks at random and advances in one go; `played` is told what (-1: nothing)"""
    rules_actor, rules_apply = rules.actor, rules.apply

    def wander(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, rngs: Rng, actors: Numbers, played: Numbers,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            played[i] = -1
            if actors[i] == OVER:
                continue
            if actors[i] != BEGUN:
                action = pick(states, i, rngs[i], actions)
                played[i] = action
                rules_apply(states[i], action)
            while rules_actor(states[i]) == CHANCE:
                rules_apply(states[i], draw(states, i, rngs[i], actions, weights))
            actors[i] = rules_actor(states[i])

    return wander


def make_pick_all(pick: Pick) -> Advance:
    """pick_all(…, states, rngs, actors, played): a random choice for each game that is not over (else -1)"""

    def pick_all(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, rngs: Rng, actors: Numbers, played: Numbers,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            played[i] = pick(states, i, rngs[i], actions) if actors[i] >= 0 else -1

    return pick_all


def make_judge_all(legal: Legal) -> Callable[[int, int, Numbers, Numbers, Words, States, States, Numbers, Numbers, Text], None]:
    """judge_all(…, states, actors, played, bad): whether an action is illegal in its game"""

    def judge_all(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, actors: Numbers, played: Numbers, bad: Text,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            bad[i] = actors[i] >= 0 and not legal(states, i, played[i], actions)

    return judge_all


def make_list_all(rules: Rules) -> Callable[[int, int, Numbers, Numbers, Words, States, States, Numbers, Numbers, Numbers], None]:
    """list_all(…, states, actors, lists, counts): the choices of each game"""
    rules_choices = rules.choices

    def list_all(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, actors: Numbers, lists: Numbers, counts: Numbers,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            counts[i] = rules_choices(states[i], lists[i]) if actors[i] >= 0 else 0

    return list_all


def make_score_all(rules: Rules) -> Callable[[int, int, Numbers, Numbers, Words, States, States, Numbers], None]:
    """score_all(…, states, scores): the points of each game"""
    rules_score = rules.score

    def score_all(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States, states: States, scores: Numbers
    ) -> None:
        for i in range(low, high):
            rules_score(states[i], scores[i])

    return score_all


def make_win_all(rules: Rules) -> Callable[[int, int, Numbers, Numbers, Words, States, States, Numbers], None]:
    """win_all(…, states, won): the seats that share the win of each game, as bits"""
    rules_winners = rules.winners

    def win_all(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States, states: States, won: Numbers
    ) -> None:
        for i in range(low, high):
            won[i] = rules_winners(states[i])

    return win_all


def make_play_out_all(rules: Rules, play_out: PlayOut) -> Advance:
    """play_out_all(…, states, rngs, actors, counts): random play to the end; choices and outcomes are added to counts[i]"""
    rules_actor = rules.actor

    def play_out_all(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, rngs: Rng, actors: Numbers, counts: Numbers,
    ) -> None:  # fmt: skip
        for i in range(low, high):
            play_out(states, i, rngs[i], actions, weights, counts[i])
            actors[i] = rules_actor(states[i])

    return play_out_all


def make_observe_games(observe_all: ObserveAll) -> Callable[..., None]:
    """observe_games(…, states, seats, out): what a seat of each game observes"""

    def observe_games(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, seats: Numbers, out: Floats,
    ) -> None:  # fmt: skip
        observe_all(states, seats, low, high, world, out)

    return observe_games


def make_mask_games(masks_all: MasksAll) -> Callable[..., None]:
    """mask_games(…, states, out): the numbers of each game's choices"""

    def mask_games(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States, states: States, out: Masks
    ) -> None:
        masks_all(states, low, high, actions, out)

    return mask_games


def make_act_by_number(actions_all: Translate) -> Callable[..., None]:
    """act_by_number(…, states, numbers, out): the action that a number stands for in each game"""

    def act_by_number(
        low: int, high: int, actions: Numbers, weights: Numbers, words: Words, world: States,
        states: States, numbers: Numbers, out: Numbers,
    ) -> None:  # fmt: skip
        actions_all(states, numbers, low, high, out)

    return act_by_number


def make_imagine(rules: Rules, legal: Legal) -> Callable[[States, int, int, int, Rng, Numbers], bool]:
    """imagine(worlds, action, shown, viewer, rng, out): guesses from worlds[0], which is concealed for the viewer, all the others

    In each, `action` is played, or another one that looks like `shown` to the viewer, and the result concealed; False if a world
    has no such action.
    """
    assert isinstance(rules, Secrets)
    rules_guess, rules_conceal, rules_conceal_action = rules.guess, rules.conceal, rules.conceal_action
    rules_choices, rules_apply = rules.choices, rules.apply

    def imagine(worlds: States, action: int, shown: int, viewer: int, rng: Rng, out: Numbers) -> bool:
        for i in range(1, len(worlds)):
            worlds[i] = worlds[0]
            rules_guess(worlds[i], viewer, rng)
            same = -1
            if legal(worlds, i, action, out) and rules_conceal_action(worlds[i], action, viewer) == shown:
                same = action
            else:
                for k in range(rules_choices(worlds[i], out)):
                    if same < 0 and rules_conceal_action(worlds[i], out[k], viewer) == shown:
                        same = out[k]
            if same < 0:
                return False
            rules_apply(worlds[i], same)
            rules_conceal(worlds[i], viewer)
        return True

    return imagine
