"""The lab: the games measured, their bots against each other, and what is learned from many matches.

What others use stands here by name: `bangbox.lab.tournament(…)`.
"""

from typing import TYPE_CHECKING, Any

__all__ = [
    "Pairing", "balance", "export", "gauntlet", "ladder", "read_records", "recorded", "round_robin", "self_play", "statistics",
    "tournament", "workers", "write_report",
]  # fmt: skip

if TYPE_CHECKING:
    from bangbox.lab.balancing.reporting import balance, write_report
    from bangbox.lab.executors import workers
    from bangbox.lab.exporting import export, read_records, recorded, self_play
    from bangbox.lab.summing import statistics
    from bangbox.lab.tournaments.pairings import Pairing, gauntlet, ladder, round_robin
    from bangbox.lab.tournaments.running import tournament

_HOMES = ("balancing.reporting", "executors", "exporting", "summing", "tournaments.pairings", "tournaments.running")


def __getattr__(name: str) -> Any:
    """Loads a part when it is first used: the command line starts without waiting for the compiler."""
    import importlib

    if name in __all__:
        for home in _HOMES:
            module = importlib.import_module(f"bangbox.lab.{home}")
            if hasattr(module, name):
                globals()[name] = getattr(module, name)
                return globals()[name]
    raise AttributeError(f"module 'bangbox.lab' has no attribute {name!r}")
