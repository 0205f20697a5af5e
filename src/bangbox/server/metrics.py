"""Counts for operators, in the text form that Prometheus reads."""

import time

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)


class Metrics:
    """What this process has done since it started."""

    def __init__(self) -> None:
        self.started = time.time()
        self.moves = 0
        self.refused = 0
        self.requests = 0
        self.errors = 0
        self.pushes = 0
        self.pushes_failed = 0
        self.commits = 0
        self.commit_seconds = 0.0
        self.batches = 0
        self.buckets = [0] * (len(BUCKETS) + 1)

    def committed(self, seconds: float, count: int) -> None:
        """One commit to disk, shared by so many transactions. Called from the writer."""
        self.batches += 1
        self.commits += count
        self.commit_seconds += seconds
        self.buckets[sum(seconds > bound for bound in BUCKETS)] += 1

    def text(self, **gauges: float) -> str:
        """Everything, one line each."""
        lines = [f"bangbox_{name} {value}" for name, value in gauges.items()]
        lines += [
            f"bangbox_moves_total {self.moves}",
            f"bangbox_refused_total {self.refused}",
            f"bangbox_requests_total {self.requests}",
            f"bangbox_errors_total {self.errors}",
            f"bangbox_pushes_total {self.pushes}",
            f"bangbox_pushes_failed_total {self.pushes_failed}",
            f"bangbox_transactions_total {self.commits}",
            f"bangbox_uptime_seconds {time.time() - self.started:.0f}",
        ]
        below = 0
        for bound, count in zip((*BUCKETS, "+Inf"), self.buckets, strict=True):
            below += count
            lines.append(f'bangbox_commit_seconds_bucket{{le="{bound}"}} {below}')
        lines += [f"bangbox_commit_seconds_sum {self.commit_seconds:.6f}", f"bangbox_commit_seconds_count {self.batches}"]
        return "\n".join(lines) + "\n"
