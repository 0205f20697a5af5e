"""Counts for operators."""

from bangbox.server.metrics import BUCKETS, Metrics


def test_everything_is_one_line_each() -> None:
    metrics = Metrics()
    metrics.moves = 3
    lines = dict(line.rsplit(" ", 1) for line in metrics.text(matches=7).splitlines())
    assert (lines["bangbox_matches"], lines["bangbox_moves_total"]) == ("7", "3")


def test_commits_are_counted_by_how_long_they_took() -> None:
    metrics = Metrics()
    for seconds in (0.0001, 0.0015, 0.3, 5.0):
        metrics.committed(seconds, 10)
    lines = dict(line.rsplit(" ", 1) for line in metrics.text().splitlines())
    below = [int(lines[f'bangbox_commit_seconds_bucket{{le="{bound}"}}']) for bound in (*BUCKETS, "+Inf")]
    assert below == [1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 4]
    assert (lines["bangbox_transactions_total"], lines["bangbox_commit_seconds_count"]) == ("40", "4")
