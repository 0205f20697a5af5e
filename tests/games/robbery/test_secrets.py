"""Nobody learns what he may not know: pairs of whole histories that differ only in that look the same to him, byte for byte."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec
import pytest

import bangbox
from bangbox.core.dice import SeededDice
from bangbox.core.position import SPECTATOR, Position
from bangbox.core.rules import CHANCE
from bangbox.games.robbery.rules.record import DEAL, DRAW, DRAWN
from tests.games.robbery.scripted import Style, choose
from tests.games.robbery.table import LIBRARIAN, everything_but, names, play, table
from tests.games.suite import chi_square_is_plausible

Count = Callable[[int, int], int]

# A pile of six cards that will soon be shuffled anew, and no hands yet.
THIN_PILE = table(
    "roll:0",
    ["5b1:2:33:-", "5b2:1:9:-", "0b6:0:-:-", "5c1:3:50:-"],
    discards=everything_but(1, 5, 20, 40, 49, 60, LIBRARIAN, 9, 50),
)
BEGINNINGS = {
    "three": bangbox.game("robbery", players=3).start(dice=None),
    "five, free cheese": bangbox.game("robbery", players=5, free_cheese=True).start(dice=None),
    "seven, recycled": bangbox.game("robbery", players=7, recycle=True).start(dice=None),
    "a thin pile": THIN_PILE,
}
every_beginning = pytest.mark.parametrize("beginning", BEGINNINGS.values(), ids=BEGINNINGS)


def whole_game(beginning: Position, seed: int, longest: int = 500) -> list[int]:
    """The actions of a game of players who are sensible two times out of three; its end, where all is public, is left out."""
    pos, dice, lot = beginning.copy(), SeededDice(seed), random.Random(seed)
    actions: list[int] = []
    while not pos.over and len(actions) < longest:
        if pos.actor == CHANCE:
            action = pos.draw(dice).action
        else:
            action = choose(pos, Style(), lot) if lot.random() < 2 / 3 else lot.choice(pos.choices())
        actions.append(action)
        pos.play(action)
    return actions[:-1] if pos.over else actions


def guessed(pos: Position, seat: int, dice: SeededDice) -> Position:
    """Another world that fits what a seat has seen."""
    return pos.seen_by(None if seat == SPECTATOR else seat).guessed(dice.rng)


def twin(beginning: Position, actions: list[int], seat: int, dice: SeededDice) -> tuple[list[int], Position]:
    """The same history but for what others drew and still hold, which `seat` cannot know; and the world it must lead to."""
    here = beginning.copy()
    drawn: dict[int, int] = {}  # card -> number of the action that brought it into a hand
    for number, action in enumerate(actions):
        if here.s.phase in (DEAL, DRAW):
            drawn[action - DRAWN] = number
        here.play(action)
    world = guessed(here, seat, dice)
    other = actions.copy()
    for holder in range(here.players):
        for slot in range(here.s.hand_size[holder]):
            other[drawn[here.s.hand[holder, slot]]] = DRAWN + world.s.hand[holder, slot]
    return other, world


def received(pos: Position, viewer: int | None) -> bytes:
    """All that a viewer is sent at one moment besides the event: the view, the choices and what is said of them, the texts."""
    seen = pos.seen_by(viewer)
    choices = [(a, seen.name(a), seen.label(a), seen.about(a)) for a in seen.choices()]
    says = (seen.prompt(), seen.topic(), seen.tally(), seen.scores, seen.actor, seen.weights(), seen.why_not("install 1"))
    return msgspec.json.encode([seen.view(viewer), choices, says, seen.text, seen.states().tobytes().hex(), len(seen.history)])


def played(pos: Position, action: int, viewer: int | None) -> tuple[int, str, str, bytes]:
    """An event as a viewer may see it, with what is said about it; then it is played."""
    seen, shown = pos.seen_by(viewer), pos.action_seen_by(viewer, action)
    event = (shown, seen.name(shown), seen.label(shown), msgspec.json.encode(seen.about(shown)))
    pos.play(action)
    return event


def holders(beginning: Position, actions: list[int]) -> list[set[int]]:
    """Who holds cards, after each of these actions."""
    pos, found = beginning.copy(), []
    for action in actions:
        pos.play(action)
        found.append({seat for seat in range(pos.players) if pos.s.hand_size[seat]})
    return found


def pairs(beginning: Position, seed: int, moments: int) -> Iterator[tuple[int | None, list[int], list[int], Position]]:
    """For each viewer some moments of a game, and a second history up to there that differs where he cannot see it."""
    actions, dice, lot = whole_game(beginning, seed), SeededDice(seed), random.Random(seed)
    holding = holders(beginning, actions)
    for viewer in [*range(beginning.players), None]:
        hiding = [number for number, seats in enumerate(holding, 1) if seats - {viewer}]
        for upto in lot.sample(hiding, min(moments, len(hiding))):
            other, world = twin(beginning, actions[:upto], SPECTATOR if viewer is None else viewer, dice)
            yield viewer, actions[:upto], other, world


@pytest.mark.rule("R26")
@every_beginning
def test_histories_that_differ_in_hidden_cards_look_the_same_byte_for_byte(beginning: Position, soak_count: Count) -> None:
    differing, every = 0, soak_count(6, 1)  # all events are compared, and views and texts at every sixth node
    for seed in range(soak_count(1, 20)):
        for viewer, actions, other, _world in pairs(beginning, seed, soak_count(2, 12)):
            if actions == other:
                continue
            differing += 1
            first = next(i for i, (a, b) in enumerate(zip(actions, other, strict=True)) if a != b)
            one, two = beginning.copy(), beginning.copy()
            for action in actions[:first]:
                one.play(action)
                two.play(action)
            for number in range(first, len(actions)):
                assert played(one, actions[number], viewer) == played(two, other[number], viewer)
                if (len(actions) - 1 - number) % every == 0:
                    assert received(one, viewer) == received(two, viewer), f"seat {viewer} can tell {one.text} from {two.text}"
            assert one.seen_by(viewer).history == two.seen_by(viewer).history
            assert one.key != two.key
    assert differing > 5, "hardly anything was hidden: the test shows little"


@pytest.mark.rule("R26")
@every_beginning
def test_a_guessed_world_can_have_come_about_with_just_these_events(beginning: Position, soak_count: Count) -> None:
    """So a guess contradicts nothing that the seat has seen, also after a reshuffle."""
    shuffled = 0
    for seed in range(soak_count(2, 60)):
        for _viewer, _actions, other, world in pairs(beginning, 100 + seed, soak_count(4, 20)):
            pos = beginning.copy()
            for action in other:
                pos.play(action)
            assert pos.key == world.key
            shuffled += pos.s.shuffles > 0
    assert shuffled or beginning is not THIN_PILE, "no pile was shuffled anew: the test shows little"


# -- frequencies


def worlds_after(lines: list[list[str]], beginning: Position, viewer: int) -> Counter[bytes]:
    """The records that these lines of play (equally likely, equal for the viewer) lead to."""
    found, seen = Counter[bytes](), set()
    for line in lines:
        pos = play(beginning.copy(), *line)
        found[pos.key] += 1
        seen.add(pos.seen_by(viewer if viewer != SPECTATOR else None).states().tobytes())
    assert len(seen) == 1, "the viewer can tell these lines apart"
    return found


def assert_guesses_fit(worlds: Counter[bytes], pos: Position, viewer: int, n: int) -> None:
    """Guessing meets each world as often as chance brings it about, and no other."""
    dice, seen = SeededDice(5), Counter[bytes]()
    for _ in range(n):
        seen[guessed(pos, viewer, dice).key] += 1
    assert set(seen) <= set(worlds)
    keys = sorted(worlds)
    assert chi_square_is_plausible([seen[key] for key in keys], [worlds[key] for key in keys])


@pytest.mark.rule("R26")
def test_guesses_have_the_right_frequencies_before_a_shuffle(soak_count: Count) -> None:
    """Four cards in the pile; the librarian draws two of them, seat 1 one. A spectator sees 4!/2 worlds, seat 1 three."""
    beginning = table(
        "draw:0,draws=2", [f"5a2:1:{LIBRARIAN}:-", "5a4:0:-:-", "0c3:0:-:-"], discards=everything_but(3, 4, 5, 6, LIBRARIAN)
    )
    lines = [
        [f"draw {a}", f"draw {b}", "pass", "roll 1 1", "go 5a5", f"draw {c}", "pass"]
        for a, b, c in itertools.permutations((3, 4, 5, 6), 3)
    ]
    pos = play(beginning.copy(), *lines[0])
    worlds = worlds_after(lines, beginning, SPECTATOR)
    assert sorted(worlds.values()) == [2] * 12
    assert_guesses_fit(worlds, pos, SPECTATOR, soak_count(3000, 100_000))
    for_one = worlds_after([line for line in lines if line[5] == lines[0][5]], beginning, 1)
    assert sorted(for_one.values()) == [2] * 3
    assert_guesses_fit(for_one, pos, 1, soak_count(2000, 100_000))


@pytest.mark.rule("R26")
def test_guesses_have_the_right_frequencies_after_a_shuffle(soak_count: Count) -> None:
    """Two cards in the pile, drawn by seats 1 and 0; then the discards, and seat 0 draws one of those."""
    few, heads = [3, 4], [LIBRARIAN, 20, 21]
    beginning = table(
        "draw:1,draws=1", [f"5a4:0:{LIBRARIAN}:-", "5a2:1:20:-", "0c3:0:21:-"], discards=everything_but(*few, *heads)
    )
    fresh = [card for card in range(1, 65) if card not in (*few, *heads)]
    lines = [
        [f"draw {a}", "pass", "roll 1 1", "go 0c3", "roll 1 1", "go 5a5", f"draw {b}", f"draw {c}", "pass"]
        for a, b in itertools.permutations(few)
        for c in fresh
    ]
    pos = play(beginning.copy(), *lines[0])
    assert pos.text.split()[2].split("/")[0].endswith(":4@0,1")
    worlds = worlds_after(lines, beginning, 2)
    assert len(worlds) == 2 * 59
    assert_guesses_fit(worlds, pos, 2, soak_count(12_000, 500_000))


@pytest.mark.rule("R26")
def test_a_card_shown_from_an_older_shuffle_leaves_only_what_can_be_left() -> None:
    """Seat 1 lays one of the two old cards open: whoever watches knows now what seat 0 holds."""
    beginning = table(
        "draw:0,draws=1", ["5a2:1:20:-", f"5a4:0:{LIBRARIAN}:-", "0c3:0:21:-"], discards=everything_but(3, 4, 33, 20, 21)
    )
    pos = play(beginning, "draw 3", "pass", "roll 1 1", "go 5a5", "draw 4", "draw 1", "install 4")
    assert all(guessed(pos, SPECTATOR, SeededDice(k)).s.hand[0, 0] == 3 for k in range(20))
    assert len({guessed(pos, SPECTATOR, SeededDice(k)).s.hand[1, 0] for k in range(200)}) > 40


@pytest.mark.rule("R26")
def test_a_bot_chooses_the_same_whatever_is_hidden() -> None:
    beginning, bot = BEGINNINGS["three"], bangbox.bot("robbery", "easy")
    asked = 0
    for viewer, actions, other, _world in pairs(beginning, 7, 12):
        one, two = beginning.copy(), beginning.copy()
        for a, b in zip(actions, other, strict=True):
            one.play(a)
            two.play(b)
        if viewer is not None and one.actor == viewer and one.key != two.key and len(names(one)) > 1:
            asked += 1
            looks = [one, two, one.seen_by(viewer), two.seen_by(viewer)]
            assert len({bot.choose(look, simulations=200, seconds=60, seed=3) for look in looks}) == 1
    assert asked >= 3
