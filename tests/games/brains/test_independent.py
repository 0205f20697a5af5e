"""A second, slow implementation of Mmm… Brains! that knows only texts, compared with ours throw by throw and game by game."""

import itertools
import random

import pytest

import bangbox

RING = "rygbk"


def shown(die: int, face: str) -> tuple[str, int]:
    """Colour and number on top: 5 in the brain's colour, one less for each colour further round."""
    return RING[(die + 5 - int(face)) % 5], int(face)


def results(dice: str) -> dict[str, int]:
    numbers = [shown(die, face) for die, face in enumerate(dice) if face != "*"]
    times = max(1, dice.count("*"))
    return {c: times * sum(n for colour, n in numbers if colour == c) for c in RING if any(colour == c for colour, _ in numbers)}


def next_turn(phase: int, middle: int, held: list[int], colours: list[str], seat: int) -> str:
    words = ["x" if phase == 2 and h == 0 else str(h) for h in held]
    n = len(held)
    follower = next(i % n for i in range(seat + 1, seat + n + 1) if words[i % n] != "x")
    return f"{phase} {middle} {','.join(words)} {','.join(colours)} {follower} 1 ?????"


def settled(text: str, colour: str | None, brains: int) -> str:
    """The position after choosing a colour (None: five brains)."""
    fields = text.split()
    phase, middle, seat = int(fields[0]), int(fields[1]), int(fields[4])
    held = [0 if word == "x" else int(word) for word in fields[2].split(",")]
    colours = fields[3].split(",")
    if colour is not None and phase == 1:
        taken = brains if brains < middle else middle
        held[seat], middle = held[seat] + taken, middle - taken
        if not middle:
            phase = 2
    elif colour is not None:
        victims = [i for i in range(len(held)) if colours[i] == colour and held[i] > 0 and i != seat]
        victim = victims[0] if victims else seat
        paid = brains if brains < held[victim] else held[victim]
        held[victim], middle = held[victim] - paid, middle + paid
    return next_turn(phase, middle, held, colours, seat)


def followers(text: str) -> dict[str, str]:
    """Name (or, for keeping, the dice then lying) to position, for everything that can happen next."""
    head, throw, dice = text.rsplit(" ", 2)
    if text.startswith("2") and head.split()[2].count("x") == head.split()[2].count(","):
        return {}
    if "?" in dice:
        return {face: f"{head} {throw} {dice.replace('?', face, 1)}" for face in "12345*"}
    if throw != "3":
        rests = ["".join(rest) for rest in itertools.product(*((face, "?") for face in dice))]
        return {rest: f"{head} {int(throw) + 1 if '?' in rest else 3} {rest}" for rest in rests}
    if dice == "*****":
        return {"pass": settled(text, None, 0)}
    return {f"colour {c}": settled(text, c, total) for c, total in results(dice).items()}


def ours(text: str) -> dict[str, str]:
    pos = bangbox.game("brains").position(text)
    found = {}
    for action in pos.choices():
        then = pos.copy().play(action).text
        name = pos.name(action)
        found[then.split()[-1] if name.startswith("keep") else name] = then
    return found


@pytest.mark.rule("M5")
def test_every_throw_has_the_same_totals() -> None:
    for faces in itertools.product("12345*", repeat=5):
        dice = "".join(faces)
        total = bangbox.game("brains").position(f"1 88 20,12,5 r,y,g 2 2 {dice}").s.total
        assert {RING[c]: n for c, n in enumerate(total) if n} == results(dice), dice


def random_position(rng: random.Random) -> str:
    n = rng.randint(3, 5)
    phase = rng.randint(1, 2)
    held = [rng.choice([0, rng.randint(1, 8), rng.randint(1, 24)]) for _ in range(n)]
    seat = rng.randrange(n)
    if phase == 2:
        held[seat] = held[seat] or 1
    words = [str(h) if h or phase == 1 else "x" for h in held]
    colours = rng.sample(RING, n)
    dice = "".join(rng.choice("12345**" if rng.random() < 0.9 else "?") for _ in range(5))
    return f"{phase} {rng.randint(1, 30)} {','.join(words)} {','.join(colours)} {seat} {rng.choice('1233')} {dice}"


@pytest.mark.rule("M6")
@pytest.mark.rule("M8")
@pytest.mark.rule("M12")
def test_random_positions_lead_to_the_same_positions() -> None:
    rng = random.Random(12)
    for _ in range(1500):
        text = random_position(rng)
        assert ours(text) == followers(text), text


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_random_games_are_the_same(players: int) -> None:
    rng = random.Random(players)
    for _ in range(4):
        pos = bangbox.game("brains", players=players).start(dice=None)
        while possible := followers(pos.text):
            assert ours(pos.text) == possible
            pos.play(rng.choice(pos.choices()))
            assert pos.text in possible.values()
        assert pos.over
