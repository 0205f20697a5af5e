"""What boards and terminals are told about The Great Brain Robbery."""

import io

import pytest
from rich.console import Console

from bangbox.core.position import Position
from bangbox.core.rules import CHANCE
from bangbox.games.robbery.data import SPACES
from bangbox.games.robbery.notation import place_name
from bangbox.games.robbery.notation.reading import place_number
from bangbox.games.robbery.queries import train
from bangbox.games.robbery.terminal import draw
from tests.games.robbery.table import names, play, table
from tests.games.suite import CASES, Case, walk

ROBBERIES = [case for case in CASES if case.id == "robbery"]
LONG_ENOUGH = 250  # nodes of a game


@pytest.mark.rule("R9")
@pytest.mark.parametrize("case", ROBBERIES, ids=str)
def test_the_steps_that_a_view_shows_are_those_the_rules_count(case: Case) -> None:
    """The view walks from space to space, the rules spread sets of spaces: two ways that must agree."""
    moves = 0
    for number, pos in enumerate(walk(case, 3)):
        if number > LONG_ENOUGH:
            break
        move = pos.view(None).move
        if move is None or pos.actor == CHANCE:
            continue
        moves += 1
        spaces = {space.place: space.steps for car in pos.view(None).cars for space in car.spaces}
        within = {place for place, steps in spaces.items() if steps <= move.left}
        assert {f"go {place}" for place in within} == {name for name in names(pos) if name.startswith("go")}, pos.text
        assert ("ahead" in names(pos)) == (move.leaving is not None and move.leaving <= move.left), pos.text
        if move.leaving is not None and move.leaving <= move.left:
            assert pos.copy().play("ahead").s.steps == move.steps + move.leaving
    assert moves > 10


@pytest.mark.rule("R9")
@pytest.mark.parametrize("case", ROBBERIES, ids=str)
def test_the_way_that_a_view_shows_is_the_rules_way(case: Case) -> None:
    """Followed back from any space, the way leads to the pawn in as many steps as counted, and the rules take each of them."""
    ways = 0
    for number, pos in enumerate(walk(case, 4)):
        if number > LONG_ENOUGH:
            break
        view = pos.view(None)
        if view.move is None or pos.actor == CHANCE:
            continue
        spaces = {space.place: space for car in view.cars for space in car.spaces}
        for goal, space in spaces.items():
            way = [goal]
            while way[0] in spaces and (came := spaces[way[0]].came) is not None:
                way.insert(0, came)
            assert (way[0], len(way)) == (view.players[view.turn].place, 1 + space.steps), (pos.text, way)
            assert space.came is None or goal in one_step_from(pos, space.came), (pos.text, way)
            ways += 1
        assert view.move.door is None or spaces[view.move.door].steps == view.move.leaving - 1
    assert ways > 100


def one_step_from(pos: Position, place: str) -> set[str]:
    """Where the compiled rules' own reach of one step leads from a place."""
    s = pos.copy().s
    s.place[s.turn] = place_number(place)
    train.reach(s, 1)
    reached = ((face >> 1, bits) for face, bits in zip(s.train.tolist()[: s.cars], s.reach.tolist(), strict=False))
    return {place_name(car * SPACES + space) for car, bits in reached for space in range(SPACES) if bits >> space & 1}


def full_table() -> Position:
    return table(
        "brawl:0,asked=1,dice=0:34/1:56,played=0:5",
        ["5b2:0:49:2", "5b2:3:24:6,7,8", "behind:1:-:-", "0c3:0:-:11"],
        train="C/5y:++-+/1x",
        discards="20",
    )


def test_a_view_shows_the_table() -> None:
    view = full_table().view(1)
    assert (view.phase, view.turn, view.asked, view.seat) == ("brawl", 0, 1, 1)
    assert view.behind == [2]
    assert [car.key for car in view.cars] == ["caboose", "lounge", "dining"]
    space = next(space for space in view.cars[1].spaces if space.place == "5b2")
    assert (space.pawns, space.sign, space.counter, space.open) == ([0, 1], "", False, "nesw")
    assert [card.number if card else None for card in view.players[1].hand] == [6, 7, 8]
    assert view.players[0].hand == [None]
    assert view.players[1].hand_limit == 3
    assert view.players[0].strength == 3 + 4 + 1 + 6
    assert view.players[3].strength is None
    assert not view.cars[0].rear_door
    assert view.pack == [2, 3, 4, 6, 7]


def test_a_spectator_sees_backs_only() -> None:
    view = full_table().view(None)
    assert view.seat is None
    assert {card for player in view.players for card in player.hand} == {None}


@pytest.mark.parametrize(
    ("attempt", "rule"),
    [
        ("go 5b3", "R19.1"),
        ("ahead", "R19.1"),
        ("hit 9", "R19.1"),
        ("fight", "R19.1"),
        ("card-6", None),
        ("pass", None),
        ("install 6", "R19.1"),
    ],
)
def test_why_not_names_the_rule(attempt: str, rule: str | None) -> None:
    assert full_table().why_not(attempt) == rule


def test_labels_say_what_stopping_somewhere_brings() -> None:
    pos = table("move:0,dice=0:66", ["0a4:0:-:-", "0b1:0:-:-", "5a1:0:-:-"], train="5y:++++/E", pack="-", clock="r9f0s0c4e6")
    said = {name: pos.label(pos.parse(name)) for name in ("go 0a5", "go 0a4", "go 5a2", "go 0b1", "go 0b3")}
    assert said == {
        "go 0a5": "Run to the Brake on 0a5 (1 step): the last car is taken off",
        "go 0a4": "Stay on 0a4 in the Engine",
        "go 5a2": "Run to 5a2 in the lounge car (10 steps) and take the counter",
        "go 0b1": "Run to 0b1 in the Engine (4 steps), where somebody stands",
        "go 0b3": "Run to 0b3 in the Engine (2 steps)",
    }
    together = table("move:0,dice=0:66", ["0a4:0:-:-", "0a4:0:-:-", "5a1:0:-:-"], train="5y:++++/E", pack="-", clock="r9f0s0c4e6")
    assert together.label(together.parse("go 0a4")) == "Stay on 0a4 in the Engine, where somebody stands"
    last = table("move:0,dice=0:66", ["0a5:0:-:-", "0b1:0:-:-", "behind:0:-:-"], train="E", pack="-", clock="r9f0s0c4e6")
    assert last.label(last.parse("go 0a5")) == "Stay on the Brake: the game ends"
    assert last.about(last.parse("go 0a5")).effect == "end"


@pytest.mark.rule("R18")
def test_a_roll_tells_whose_dice_they_are() -> None:
    """So that a board can show a fight that was over at once; the couplings' die is nobody's."""
    pos = table("meet:0", ["5b1:0:-:-", "5b1:0:-:-", "5b2:0:-:-"], train="C:+/5y:++++")
    play(pos, "fight")
    assert pos.about(pos.parse("roll 2 5")).places == ["seat-1"]
    play(pos, "roll 2 5")
    assert pos.about(pos.parse("roll 1 1")).places == ["seat-0"]
    falling = table("loss:0,added=1", ["5b1:0:-:-", "5b1:0:-:-", "5b2:0:-:-"], train="C:+/3x:++++/5y:++++", pack="1,2,4,6,7")
    assert (falling.about(falling.parse("roll 2")).places, falling.about(falling.parse("roll 2")).effect) == ([], "fall")
    assert falling.about(falling.parse("roll 3")).effect == "roll"


def printed(pos: Position, width: int = 120) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(draw(pos, ["Ann", "Bob", "Cy", "Di"]))
    return console.export_text()


def test_the_terminal_shows_train_heads_and_own_hand() -> None:
    text = printed(full_table().seen_by(1))
    assert "The lounge car" in text
    assert "12" in next(line for line in text.splitlines() if line.startswith("b "))
    assert "Fare Dodger" in text, "card 6 in one's own hand"
    assert "Left-Handed Lumberjack" not in text
    assert "Second Tuba" not in text, "card 11 in another's"
    assert text.count("🂠") == 2
    assert "Behind the train: 3" in text
    assert "Bear Wrestler +6" in text, "played in the fight"
    assert "dice 3 4" in text


def test_the_terminal_board_is_drawn_at_every_moment() -> None:
    for number, pos in enumerate(walk(ROBBERIES[1], 5)):
        if number % 9 == 0:
            text = printed(pos.seen_by(0), 100)
            assert "Round" in text
        if number > 300:
            return


def test_four_pawns_on_a_space_are_counted() -> None:
    pos = play(table("move:0,dice=0:11", ["5b1:0:-:-", *["5b2:0:-:-"] * 4]), "go 5b1")
    assert "12+" not in printed(pos)
    assert "23+" in printed(pos)
