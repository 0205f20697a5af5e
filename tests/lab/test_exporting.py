"""Matches as Parquet: what is written is what was played, whoever played it, and memory does not grow with it."""

import json
import re
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from pyarrow import parquet

import bangbox
from bangbox.core.errors import BangboxError, OptionError
from bangbox.core.matches.match import record_of
from bangbox.lab import exporting
from bangbox.lab.exporting import RANDOM, decision_schema, decisions, export, read_records, recorded, schema, self_play

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def read(file: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return rows


def columns(heading: str) -> dict[str, str]:
    """The types of the columns in the table of docs/research.md that follows a sentence."""
    lines = PAGE.read_text("utf-8").split(heading)[1].split("\n\n")[1].splitlines()[2:]
    found: dict[str, str] = {}
    for names, types in (line.split("|")[1:3] for line in lines):
        named, typed = re.findall(r"`(\w+)`", names), [each.strip() for each in types.replace(", or null", "").split(",")]
        found |= dict(zip(named, typed * len(named) if len(typed) == 1 else typed, strict=True))
    return found


def test_the_columns_are_documented() -> None:
    spelled = {"string": "string", "int8": "int8", "int32": "int32", "int64": "int64", "float": "float32"}
    for heading, of in (("One row is one match:", schema()), ("one row is one decision:", decision_schema())):
        assert columns(heading) == {
            one.name: f"list of {spelled[str(one.type.value_type)]}"
            if hasattr(one.type, "value_type")
            else spelled[str(one.type)]
            for one in of
        }


def replay(row: dict[str, Any]) -> bangbox.Position:
    pos = bangbox.game_with(row["game"], json.loads(row["options"])).start(seed=tuple(row["seed"]))
    for actor, action in zip(row["actors"], row["actions"], strict=True):
        assert pos.actor == actor
        pos.play(action)
    return pos


@pytest.mark.parametrize(("game", "level"), [("magpie", RANDOM), ("bigxbang", RANDOM), ("magpie", "easy")])
def test_self_play_can_be_played_again(tmp_path: Path, game: str, level: str) -> None:
    file = tmp_path / "games.parquet"
    assert export(file, self_play(game, 20, level, seed=7)) == 20
    rows = read(file)
    assert parquet.read_schema(file).equals(schema())
    assert len({str(row["actions"]) for row in rows}) == 20
    for row in rows:
        pos = replay(row)
        assert pos.over
        assert pos.scores == row["scores"]
        assert pos.payoffs == pytest.approx(row["payoffs"])
        assert row["seats"] == [level] * pos.players


def test_records_are_exported_and_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    pos = bangbox.game("magpie").start(seed=5)
    while not pos.over:
        pos.play(pos.pick(pos.dice.rng))  # type: ignore[union-attr]
    (tmp_path / "one.match").write_text(record_of(pos, ["Ann", "Bob", "Cy"], match="m1").write(), "utf-8")
    (tmp_path / "two.match").write_text("nothing", "utf-8")
    refused: list[str] = []
    file = tmp_path / "games.parquet"
    assert export(file, recorded(read_records([tmp_path, tmp_path / "none.match"], refused.append), refused.append)) == 1
    (row,) = read(file)
    assert row["match"] == "m1"
    assert row["seats"] == ["Ann", "Bob", "Cy"]
    assert row["seed"] is None
    assert list(zip(row["actors"], row["actions"], strict=True)) == [(one.actor, one.action) for one in pos.history]
    assert row["payoffs"] == pytest.approx(pos.payoffs)
    assert len(refused) == 2
    assert refused[-1] == f"{tmp_path / 'none.match'}: No such file or directory"
    assert list(decisions(row))[-1]["payoff"] is not None


def test_decisions_tell_no_more_than_the_seat_may_know(tmp_path: Path) -> None:
    file = tmp_path / "decisions.parquet"
    export(file, self_play("magpie", 5, seed=3), decisions=True)
    rows = read(file)
    assert parquet.read_schema(file).equals(decision_schema())
    assert {row["row"] for row in rows} == set(range(5))
    pos = bangbox.game("magpie", throws="cheap").start(seed=(3, 0))
    for row in (row for row in rows if row["row"] == 0):
        seen = pos.seen_by(row["seat"])
        assert row["position"] == seen.text
        assert row["choices"] == seen.choices()
        assert row["action"] in row["choices"] or seen.ranges()
        pos.play(row["action"])
    assert pos.over


def test_random_play_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that was loaded is never forgotten, so that loading it for every table takes more and more memory."""
    make = Mock(wraps=exporting.make_match)
    monkeypatch.setattr(exporting, "AT_ONCE", 4)
    monkeypatch.setattr(exporting, "make_match", make)
    assert export(tmp_path / "games.parquet", self_play("magpie", 12)) == 12
    make.assert_called_once()


def test_memory_does_not_grow_with_the_number_of_matches(
    tmp_path: Path, soak_count: Callable[[int, int], int], soak_row: Callable[[str, int, str, float], None]
) -> None:
    games, most = soak_count(20_000, 1_000_000), []
    began = time.perf_counter()
    told = lambda done: most.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)  # noqa: E731
    assert export(tmp_path / "games.parquet", self_play("bigxbang", games), told=told) == games
    grown = (most[-1] - most[0]) / 1024
    assert grown < 100, "in megabytes"
    size = (tmp_path / "games.parquet").stat().st_size / 1e6
    found = f"{size:.0f} MB, memory at most {most[-1] / 1024:.0f} MB (it grew by {grown:.0f} MB)"
    soak_row("random games of bigxbang as Parquet", games, found, time.perf_counter() - began)


def test_what_cannot_be_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    with pytest.raises(OptionError, match="no level"):
        export(file, self_play("magpie", 5, "godlike"))
    with pytest.raises(OptionError, match="physics"):
        export(file, self_play("magpie", 5, options={"throws": "real"}))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BangboxError, match="cannot write"):
        export(tmp_path / "nowhere" / "games.parquet", self_play("magpie", 5))
