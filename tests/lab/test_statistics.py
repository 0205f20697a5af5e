"""Statistics of random games: the same games as a batch plays, in any number of threads, counted right."""

import io

import numpy as np
import pytest
from rich.console import Console

import bangbox
from bangbox.lab import summing as told


def test_they_are_those_of_the_games_that_a_batch_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "CHUNK", 16)
    game = bangbox.game("magpie", throws="cheap", players=3)
    batch = bangbox.Batch(game, 50, seed=4)
    moves = batch.play_out()
    found = told.statistics(game, 50, seed=4, threads=3)
    assert found.moves == {int(m): int((moves == m).sum()) for m in np.unique(moves)}
    assert sum(points * many for points, many in found.scores[0].items()) == int(batch.scores[:, 0].sum())
    assert found.games == 50 and found.unfinished == 0
    assert sum(found.winners.values()) == sum(found.lead_changes.values()) == sum(found.margins.values()) == 50
    again = told.statistics(game, 50, seed=4, threads=1)
    again.seconds, again.processor_seconds, again.peak_mb = found.seconds, found.processor_seconds, found.peak_mb
    assert again == found
    out = io.StringIO()
    Console(file=out, width=120).print(told.as_table(found))
    assert "50 random games" in out.getvalue() and "changes of the lead" in out.getvalue()
    assert f"{found.processor_seconds:.1f} s of processor time" in out.getvalue()


def test_choices_of_tic_tac_toe_fall_from_nine() -> None:
    found = told.statistics(bangbox.game("tictactoe"), 200)
    assert found.choices_by_move == [9.0 - move for move in range(len(found.choices_by_move))]
    assert found.most_choices == 9
    assert 0 < found.decided <= 1


def test_means_and_shares() -> None:
    assert told.mean({1: 3, 5: 1}) == 2.0
    assert told.share_below({1: 3, 5: 1}, 0.5) == 1
    assert told.share_below({1: 3, 5: 1}, 0.95) == 5


def test_what_has_no_statistics() -> None:
    with pytest.raises(bangbox.OptionError, match="at least one game"):
        told.statistics(bangbox.game("tictactoe"), 0)
    with pytest.raises(bangbox.OptionError, match="physics"):
        told.statistics(bangbox.game("magpie"), 5)
