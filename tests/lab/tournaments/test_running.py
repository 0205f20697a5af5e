"""Tournaments: the same results whatever plays them, also after a kill; bad pairings are refused."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

import bangbox
from bangbox.lab.executors import workers
from bangbox.lab.tournaments.pairings import Fixture, Pairing, round_robin
from bangbox.lab.tournaments.playing import Played, play
from bangbox.lab.tournaments.running import tournament

BOTS = ["easy", "random", f"{__name__}:first_free"]
GAMES = ["tictactoe", "urknall"]  # in an ordinary run, and when soaking
Counts = Callable[[int, int], int]


def first_free(pos: bangbox.Position) -> int:
    """A player who takes the first choice there is."""
    return pos.choices()[0]


def outcome(played: list[Played]) -> list[Played]:
    return [one.without_times() for one in played]


@contextmanager
def dask() -> Any:
    """The executor of a cluster of two processes on this machine, reached by its address."""
    from distributed import LocalCluster

    there = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)  # type: ignore[no-untyped-call]
    with there as cluster, workers(cluster=cluster.scheduler_address) as executor:
        yield executor


def test_a_match_is_the_same_for_the_same_seed() -> None:
    fixture = Fixture(Pairing("tictactoe", "easy", f"{__name__}:first_free", 2), seed=5, seat=1, record=True)
    once, again = (play(fixture) for _ in range(2))
    assert once.without_times() == again.without_times()
    assert once.record and once.digest
    assert once.moves >= 3
    assert once.slowest <= once.seconds


def test_the_stronger_one_wins_most_from_every_seat() -> None:
    found = tournament([Pairing("tictactoe", "medium", f"{__name__}:first_free", 2)], games=8)
    (standing,) = found.standings
    assert standing.matches == 8
    assert standing.share >= 0.8
    assert standing.ratio == 2 * standing.share
    assert 0.0 < standing.margin < 0.5
    assert [one.player for one in found.ratings["tictactoe"]] == ["medium", f"{__name__}:first_free"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_the_results_are_the_same_whatever_plays_it(
    soak_count: Counts, soak_row: Callable[[str, int, str, float], None], tmp_path: Path
) -> None:
    began = time.perf_counter()
    pairings, games = round_robin(GAMES[soak_count(0, 1)], BOTS, [2]), soak_count(8, 334)
    told: list[tuple[int, int]] = []
    alone = tournament(pairings, games, records=tmp_path / "alone", told=lambda done, of, _: told.append((done, of)))
    assert told == [(n + 1, 3 * games) for n in range(3 * games)]
    places: list[Callable[[], AbstractContextManager[Executor | None]]] = [
        lambda: ThreadPoolExecutor(2), lambda: workers(2), dask,
    ]  # fmt: skip
    for number, place in enumerate(places):
        with place() as executor:
            found = tournament(pairings, games, executor=executor, records=tmp_path / str(number))
        assert outcome(found.played) == outcome(alone.played)
        assert found.ratings == alone.ratings
        for one in alone.played:
            name = f"{one.number:07d}.match"
            assert (tmp_path / str(number) / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()
    what = "matches of a tournament: one process, threads, two processes, a Dask cluster"
    soak_row(what, 3 * games, "identical results, ratings and records", time.perf_counter() - began)


def command(game: str, games: int, results: Path, *more: str) -> list[str]:
    bots = ["--players", "2", "--bots", "easy,beginner,random", "--games", str(games), "--results", str(results)]
    return [sys.executable, "-c", "from bangbox.cli import main; main()", "tournament", game, *bots, *more]


def test_a_tournament_that_was_killed_goes_on(
    soak_count: Counts, soak_row: Callable[[str, int, str, float], None], tmp_path: Path
) -> None:
    began = time.perf_counter()
    game, games, kills, file = GAMES[soak_count(0, 1)], soak_count(30, 334), 0, tmp_path / "results.jsonl"
    whole = tournament(round_robin(game, ["easy", "beginner", "random"], [2]), games)
    lines = 1
    for share in (0.2, 0.5, 0.8):
        running = subprocess.Popen(
            command(game, games, file, "--processes", "2"), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        while running.poll() is None and lines < 1 + share * 3 * games:
            time.sleep(0.002)
            lines = file.read_bytes().count(b"\n") if file.exists() else 1
        if running.poll() is None:
            os.kill(running.pid, signal.SIGKILL)
            kills += 1
        running.wait()
    assert kills >= 1
    assert lines > 1
    with file.open("ab") as torn:
        torn.write(b'{"number":7,"pai')  # the kill came in the middle of a line
    printed = subprocess.run(command(game, games, file, "--json"), check=True, capture_output=True, text=True).stdout
    read = [json.loads(line) for line in file.read_text("utf-8").splitlines()][1:]
    assert sorted(one["number"] for one in read) == list(range(3 * games)), "every match once"
    assert {one["number"]: one["digest"] for one in read} == {one.number: one.digest for one in whole.played}
    assert [one["share"] for one in json.loads(printed)["standings"]] == [one.share for one in whole.standings]
    found = f"killed {kills} times by SIGKILL, ended as without"
    soak_row("matches of a tournament that goes on after kills", 3 * games, found, time.perf_counter() - began)


def test_more_games_can_be_asked_for_later_but_nothing_else(tmp_path: Path) -> None:
    file, pairings = tmp_path / "results.jsonl", round_robin("tictactoe", ["easy", "random"])
    tournament(pairings, 4, file=file)
    told: list[int] = []
    more = tournament(pairings, 10, file=file, told=lambda done, of, _: told.append(done))
    assert told == [5, 6, 7, 8, 9, 10]
    assert outcome(more.played) == outcome(tournament(pairings, 10).played)
    before = file.read_bytes()
    with pytest.raises(bangbox.BangboxError, match="another tournament"):
        tournament(pairings, 4, seed=2, file=file)
    with pytest.raises(bangbox.BangboxError, match="another tournament"):
        tournament(round_robin("tictactoe", ["easy", "hard"]), 4, file=file)
    assert file.read_bytes() == before
    file.write_text("{}\n", "utf-8")
    with pytest.raises(bangbox.BangboxError, match="no result of a tournament"):
        tournament(pairings, 4, file=file)


def test_two_do_not_write_to_one_file(tmp_path: Path) -> None:
    file, pairings = tmp_path / "results.jsonl", round_robin("tictactoe", ["easy", "random"])

    def meanwhile(done: int, of: int, now: Pairing) -> None:
        with pytest.raises(bangbox.BangboxError, match="another tournament is writing"):
            tournament(pairings, 2, file=file)

    tournament(pairings, 2, file=file, told=meanwhile)


def test_workers_end_with_whoever_started_them() -> None:
    code = (
        "import os, time; from bangbox.lab.executors import workers\n"
        "if __name__ == '__main__':\n"
        "    with workers(2) as pool: print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        children = [int(word) for word in running.stdout.readline().split()]
        running.kill()
    assert children
    for _ in range(200):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            return
        time.sleep(0.05)
    raise AssertionError("a worker is still there")


@pytest.mark.parametrize(("pairing", "word"), [
    (Pairing("tictactoe", "godlike", "easy", 2), "no level 'godlike'"),
    (Pairing("tictactoe", "easy", "no.such.module:player", 2), "no function"),
    (Pairing("tictactoe", "easy", "easy", 1), "two players or more"),
    (Pairing("brains", "easy", "easy", 9), "players"),
])  # fmt: skip
def test_what_cannot_be_played_is_refused_before_anything_starts(pairing: Pairing, word: str) -> None:
    with pytest.raises(bangbox.BangboxError, match=word):
        tournament([pairing], games=2)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_cluster_that_is_not_there_is_told() -> None:
    with pytest.raises(bangbox.BangboxError, match="no Dask cluster answers at"), workers(cluster="tcp:/nowhere"):
        pass
