"""Urknall against a second, slow implementation that works on texts: choices, results of choices, points, winners."""

import random
from collections.abc import Callable, Iterator

import pytest

import bangbox
from bangbox.core.position import Position
from tests.games.urknall import slow

TABLES = [(players, black_hole) for players in (2, 3, 4) for black_hole in (False, True)]


def walk(players: int, black_hole: bool, seed: int) -> Iterator[tuple[Position, int]]:
    """The nodes of a random game after the deal, each with the action played next. Comets are held back so that they last."""
    lot = random.Random(seed)
    pos = bangbox.game("urknall", players=players, black_hole=black_hole, first=seed % players).start(seed=seed)
    thrifty = lot.random()
    while not pos.over:
        actions = pos.choices()
        plain = [action for action in actions if not pos.name(action).startswith("comet")]
        action = lot.choice(plain if plain and lot.random() < thrifty else actions)
        yield pos, action
        pos = pos.copy().play(action)
        if not pos.over and pos.actor < 0:
            roll = lot.choice(pos.choices())
            yield pos, roll
            pos = pos.copy().play(roll)


@pytest.mark.parametrize(("players", "black_hole"), TABLES)
def test_choices_and_what_they_lead_to(players: int, black_hole: bool, soak_count: Callable[[int, int], int]) -> None:
    for seed in range(soak_count(6, 300)):
        for pos, action in walk(players, black_hole, seed):
            text = pos.text
            listed = [pos.name(choice) for choice in pos.choices()]
            assert len(listed) == len(set(listed))
            assert set(listed) == slow.choices(text), text
            assert pos.copy().play(action).text == slow.after(text, pos.name(action)), f"{text} {pos.name(action)}"


@pytest.mark.parametrize(("players", "black_hole"), TABLES)
def test_points_along_the_way_and_winners(players: int, black_hole: bool, soak_count: Callable[[int, int], int]) -> None:
    for seed in range(soak_count(6, 300)):
        for pos, action in walk(players, black_hole, seed):
            total = slow.points(pos.text)
            assert pos.scores == [total[str(seat)] for seat in range(players)], pos.text
            last = pos.copy().play(action)
        assert last.over
        assert last.winners == slow.winners(last.text), last.text


def dense(lot: random.Random, players: int) -> str:
    """Before a roll, where random play seldom gets: few free elements, black holes, small supplies, absent astronauts."""
    holes = lot.choice([0, 0, 1, 2, 3, 4])
    colours = lot.sample("rgb" * (12 - 2 * holes), 36 - 6 * holes)
    owners = slow.pairs({2: "0_1_4_5_", 3: "0_1_2_", 4: "0_1_2_3_"}[players])
    supply = [lot.choice([0, 1, 1, 2, 3]) for _ in owners]
    supply[0] = supply[0] or 1
    left = [owner[0] for owner, kept in zip(owners, supply, strict=True) for _ in range((9 if players == 4 else 8) - kept)]
    free = lot.choice([0, 1, 2, 4, 8])
    lying = (lot.sample(left, max(0, min(len(left), len(colours) - free))) + ["."] * 36)[: len(colours)]
    elements = [colour + owner for colour, owner in zip(colours, lot.sample(lying, len(lying)), strict=True)]
    bodies = ["r.r.g.g.b.b."] * holes
    largest = lot.randint(1, 6)
    while elements:
        size = lot.randint(1, largest)
        part, elements = elements[:size], elements[size:]
        is_hole = holes and sorted(element[0] for element in part) == list("bbggrr")
        bodies.append("r.r.g.g.b.b." if is_hole else "".join(part))
    names = lot.sample(slow.NAMES, len(bodies))
    real = [name for name, body in zip(names, bodies, strict=True) if not holes or body != "r.r.g.g.b.b."]
    on = "".join(lot.choice([*real, "-"] if holes else real) if real else "-" for _ in range(players))
    listed = "/".join(f"{name}:{body}" for name, body in zip(names, bodies, strict=True))
    comets = "".join(lot.choice("01") for _ in range(players))
    return f"{listed} {comets} 0 roll - {on} {','.join(map(str, supply))} {'black_hole' if holes else '-'}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rare_positions(players: int, soak_count: Callable[[int, int], int]) -> None:
    lot = random.Random(players)
    game = bangbox.game("urknall")
    seen: set[str] = set()
    for _ in range(soak_count(250, 5_000)):
        pos = game.position(dense(lot, players))
        for _ in range(12):
            if pos.over:
                break
            text = pos.text
            listed = [pos.name(choice) for choice in pos.choices()]
            assert set(listed) == slow.choices(text), text
            name = lot.choice(listed)
            after = pos.copy().play(name)
            assert after.text == slow.after(text, name), f"{text} {name}"
            seen |= {pos.about(pos.parse(name)).rule, pos.about(pos.parse(name)).effect}
            pos = after
        if pos.over:
            assert pos.winners == slow.winners(pos.text), pos.text
    usual = {"U5", "U6", "U7", "U9", "U10", "U11", "U13", "U14", "U15", "U16", "U27", "stay", "discard", "hole"}
    assert usual | ({"U22"} if players == 2 else set()) <= seen


def scattered(lot: random.Random, players: int) -> str:
    """A finished game with all elements in bodies of any size up to nine, markers anywhere."""
    owners = {2: "0" * 10 + "1" * 10 + "4" * 8 + "5" * 8, 3: "012" * 10, 4: "0123" * 9}[players]
    lying = [*lot.sample(owners, lot.randint(0, len(owners))), *"." * 36][:36]
    elements = [colour + owner for colour, owner in zip(lot.sample("rgb" * 12, 36), lot.sample(lying, 36), strict=True)]
    bodies = []
    while elements:
        size = lot.randint(1, 9)
        bodies.append("".join(elements[:size]))
        elements = elements[size:]
    names = lot.sample(slow.NAMES, len(bodies))
    comets = "".join(lot.choice("01") for _ in range(players))
    return "/".join(f"{name}:{body}" for name, body in zip(names, bodies, strict=True)) + f" {comets}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_of_scattered_markers(players: int, soak_count: Callable[[int, int], int]) -> None:
    lot = random.Random(players)
    game = bangbox.game("urknall")
    for _ in range(soak_count(1500, 50_000)):
        text = scattered(lot, players)
        pos = game.position(text)
        whole = pos.text
        total = slow.points(whole)
        assert pos.scores == [total[str(seat)] for seat in range(players)], text
        assert pos.winners == slow.winners(whole), text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tally_adds_up_to_the_points(players: int) -> None:
    lot = random.Random(players)
    game = bangbox.game("urknall")
    for _ in range(200):
        pos = game.position(scattered(lot, players))
        for seat, points in enumerate(pos.scores):
            assert points == sum(found.points for found in pos.tally() if found.seat == seat)
        if players == 2:
            total = slow.points(pos.text)
            seconds = [found.reason.args["points"] for found in pos.tally() if found.reason.key == "reason.second"]
            assert seconds == [total["4"], total["5"]]
