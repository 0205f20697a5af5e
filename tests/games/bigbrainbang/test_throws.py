"""Throws: real ones by physics, what is recorded of them, and life without the physics engine (B25, B26)."""

import hashlib
import itertools
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bangbox
from bangbox.core.dice import FairDice, SeededDice, commitment
from bangbox.core.matches.match import Event, MatchRecord, now
from bangbox.core.matches.verifying import verify
from bangbox.core.rules import CHANCE
from bangbox.games.bigbrainbang import settle
from bangbox.games.bigbrainbang.inputs import Box, Pose, Throw
from bangbox.games.bigbrainbang.settle import hand, physics
from bangbox.games.bigbrainbang.throwing import aimed, throw_many

LOW = Throw(350, 50, 0, 0, 120, 0)
Count = Callable[[int, int], int]

FLIGHT_DIGEST = """
import hashlib, msgspec
from bangbox.games.bigbrainbang import settle
from bangbox.games.bigbrainbang.inputs import Box, Throw
from bangbox.games.bigbrainbang.throwing import aimed
pos = aimed(Throw(350, 50, 5, 0, 220, 10), Box("standing", 0, 150, 10))
print(hashlib.sha256(msgspec.json.encode([settle.settle(pos, tremor) for tremor in range(5)])).hexdigest())
"""


def run(code: str, *arguments: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.rule("B25")
def test_the_same_throw_and_tremor_fly_the_same_in_another_process() -> None:
    pos = aimed(Throw(350, 50, 5, 0, 220, 10), Box("standing", 0, 150, 10))
    here = hashlib.sha256(msgspec.json.encode([settle.settle(pos, tremor) for tremor in range(5)])).hexdigest()
    assert run(FLIGHT_DIGEST) == here


@pytest.mark.rule("B25")
def test_a_tremor_is_added_so_that_aim_is_skill_and_never_certainty(soak_count: Count) -> None:
    scatter = throw_many(LOW, count=soak_count(40, 400))
    assert len(set(scatter.rests)) == len(scatter.rests) > 30
    assert 0.02 < scatter.along_spread < 0.08
    assert 0.01 < scatter.across_spread < 0.05
    assert abs(scatter.across) < 0.03


@pytest.mark.rule("B25")
def test_nothing_but_the_throw_the_box_and_the_tremor_decides() -> None:
    """A bot's throw and a person's are the same: seat, turn and tiles do not matter."""
    text = "flight {} 5 3,3 16,{},10 {} -,-/-,- rk0 - 350,50,0,0,120,0 - - - real"
    game = bangbox.game("bigbrainbang")
    one = game.position(text.format(0, 14, "-"))
    other = game.position(text.format(1, 13, "M1:1a@0,-20000,0"))
    for tremor in range(3):
        assert settle.settle(one, tremor) == settle.settle(other, tremor)


@pytest.mark.rule("B26")
def test_the_recorded_result_is_what_the_rules_read() -> None:
    """Any outcome can be played, whatever went into the throw; a stored one is never simulated again."""
    pos = aimed(LOW)
    assert pos.copy().play("flat 29000 29000 12").s.die_x == 29000
    assert pos.copy().play("off").view().turn.thrown == 1


def test_a_flight_is_120_poses_a_second_from_hand_to_rest() -> None:
    pos = aimed(LOW)
    settled = settle.settle(pos, 7)
    flight, end = settled.data["poses"], Pose.unpack(settled.action)
    assert settled.data["rate"] == physics.FRAMES_PER_SECOND == 120
    assert math.dist(flight[0][:3], (0, -0.35, 0.05)) < 0.02
    assert math.dist(flight[-1][:2], (end.x / 100_000, end.y / 100_000)) < 0.0002
    assert all(len(pose) == 7 and abs(math.hypot(*pose[3:]) - 1) < 0.001 for pose in flight)
    steps = [math.dist(a[:3], b[:3]) * 120 for a, b in itertools.pairwise(flight)]
    assert max(steps) < 1.6, "nothing jumps: released at 1.2 m/s, falling 5 cm"
    assert len(msgspec.json.encode(settled.data)) < 12_000


@pytest.mark.parametrize(
    ("throw", "box", "outcome"),
    [
        (Throw(350, 20, 0, 0, 40), None, "miss"),
        (Throw(350, 50, 0, 0, 300), None, "off"),
        (Throw(350, 50, 0, 0, 250), Box("standing", 0, 150, 0), "flat"),
        (Throw(350, 300, 0, 0, 110), Box("lying", 0, 0, 0), "box"),
        (Throw(700, 50, -80, 0, 200), None, "miss"),
    ],
)
def test_outcomes(throw: Throw, box: Box | None, outcome: str) -> None:
    ends = throw_many(throw, box, 12).outcomes
    assert ends.get(outcome, 0) >= 8, ends


def test_a_die_comes_to_rest_outside_the_box_and_flat() -> None:
    scatter = throw_many(Throw(350, 60, 10, 10, 240), Box("standing", 0, 100, 20), 30)
    angle = math.radians(20)
    for x, y in scatter.rests:
        along, across = x * math.cos(angle) + (y - 0.1) * math.sin(angle), (y - 0.1) * math.cos(angle) - x * math.sin(angle)
        assert abs(along) > 0.15 + 0.0075 or abs(across) > 0.035 + 0.0075


def test_a_tilted_die_leans() -> None:
    tilted = hand.turned((math.radians(2), 0.0, 0.0))
    at_rest = [(0.1, 0.1, 0.009, *tilted)] * (physics.TILTED_REST_FRAMES + 1)
    assert physics._at_rest(at_rest)
    assert not physics._at_rest(at_rest[: physics.REST_FRAMES + 1]), "it may only balance for a moment"
    assert physics._rested(at_rest, None).outcome == physics.LEANING
    flat = [(0.1, 0.1, 0.008, *hand.turned((0.0, 0.0, math.radians(100))))] * (physics.REST_FRAMES + 1)
    assert physics._at_rest(flat)
    assert math.degrees(physics._rested(flat, None).angle) == pytest.approx(10)


def test_dropped_dice_decide_about_the_first_player() -> None:
    pos = bangbox.game("bigbrainbang").start(dice=None)
    ends = [Pose.unpack(settle.settle(pos, tremor).action) for tremor in range(24)]
    assert sum(end.outcome == "flat" for end in ends) >= 20
    assert 5 <= sum(end.y < 0 for end in ends) <= 19, "neither seat is favoured"


def random_game(seed: int) -> bangbox.Position:
    """A random game with real physics, every fact checked at every node."""
    game = bangbox.game("bigbrainbang", throws="real")
    pos, rng = game.start(seed=seed), SeededDice((seed, 1)).rng
    while not pos.over:
        pos.play(pos.pick(rng))
        assert game.engine.invariant(pos.states(), 0) == 0, pos.text
    return pos


def test_random_games_with_real_physics_end_by_themselves(soak_count: Count, soak_row: Any, progress: Any) -> None:
    began, games = time.perf_counter(), soak_count(1, 20)
    for seed in range(games):
        pos = random_game(seed)
        assert sum(pos.view().piles.values()) == 0 or pos.view().turns_left == 0
        progress(f"real games: {seed + 1} of {games}")
    soak_row(
        "games of bigbrainbang with real physics, every invariant after every action",
        games,
        "all ended",
        time.perf_counter() - began,
    )


# -- records, with and without the engine

SECRET = bytes(range(32))


def fair_record(most: int) -> MatchRecord:
    """A match up to a number of events, as a server plays it: inputs, outcomes and flights."""
    game = bangbox.game("bigbrainbang", throws="real")
    given = ["1a" * 8, "2b" * 8]
    pos, dice, rng = game.start(dice=None), FairDice(SECRET, "m", given), SeededDice(3).rng
    record = MatchRecord(
        game.id, game.version, game.options, ["Ann", "Bob"], match="m", dice="fair",
        commitment=commitment(SECRET), contributions=given, secret=SECRET.hex(),
    )  # fmt: skip
    while len(record.events) < most and not pos.over:
        number = len(record.events) + 1
        if pos.actor == CHANCE:
            drawn = pos.draw(dice)
            k, total, low, high = drawn.interval
            data = {"k": k, "T": total, "interval": [low, high], **(drawn.data or {})}
            record.events.append(Event(number, now(), "chance", None, drawn.action, pos.name(drawn.action), data))
        else:
            action = pos.pick(rng)
            record.events.append(Event(number, now(), "choice", pos.actor, action, pos.name(action)))
        pos.play(record.events[-1].actions()[0])
    return record


def stopped(record: MatchRecord, number: int) -> MatchRecord:
    """The same match, ended by agreement after an event."""
    end = Event(number + 1, now(), "end", None, None, "", {"reason": "agreed"})
    return msgspec.structs.replace(record, events=[*record.events[:number], end])


WITHOUT = """
import sys
sys.modules["mujoco"] = None
from pathlib import Path
import bangbox
from bangbox.core.matches.match import MatchRecord
from bangbox.core.matches.verifying import verify
from bangbox.games.bigbrainbang.inputs import Throw
record = MatchRecord.read(Path(sys.argv[1]).read_text("utf-8"))
print(record.replay().text)
verdict = verify(record)
print(verdict.good, verdict.throws, verdict.throws_simulated)
try:
    bangbox.game("bigbrainbang", throws="real").start(seed=1)
except bangbox.BangboxError as error:
    print(type(error).__name__, error)
print(bangbox.game("bigbrainbang", throws="cheap").start(seed=1).play("red black").text)
"""


@pytest.mark.rule("B26")
def test_a_stored_match_replays_without_the_physics_engine(tmp_path: Path) -> None:
    record = stopped(fair_record(40), 40)
    path = tmp_path / "match.txt"
    path.write_text(record.write(), "utf-8")
    throws = sum(event.kind == "chance" for event in record.events)
    assert throws > 5
    assert all(event.data and event.data["poses"] for event in record.events if event.kind == "chance"), "flights are kept"
    with_engine = verify(MatchRecord.read(path.read_text("utf-8")))
    assert (with_engine.good, with_engine.throws, with_engine.throws_simulated) == (True, throws, throws)
    replayed, verdict, error, cheap = run(WITHOUT, str(path)).splitlines()
    assert replayed == record.replay().text
    assert verdict == f"True {throws} 0"
    assert error.startswith("MissingExtra real throws need the physics engine")
    assert cheap.startswith("box ")


def test_a_changed_outcome_is_noticed() -> None:
    record = fair_record(14)
    event = next(
        event for event in record.events if event.kind == "chance" and event.number > 1 and event.name.startswith("flat")
    )
    pose = Pose.unpack(event.actions()[0])
    for moved, good in ((50, True), (150, False)):
        event.action = pose._replace(x=pose.x + (moved if pose.x < 0 else -moved)).pack()
        event.name = " ".join(map(str, Pose.unpack(event.action)))
        assert verify(stopped(record, event.number)).good == good


def test_threads_do_not_disturb_each_other() -> None:
    pos = aimed(LOW)
    alone = [settle.settle(pos, tremor) for tremor in range(12)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda tremor: settle.settle(pos, tremor), range(12))) == alone
