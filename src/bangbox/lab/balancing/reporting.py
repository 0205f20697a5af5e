"""`bangbox balance`: a game in its usual form and with each variant, watched, counted, drawn and written down."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path

import msgspec

from bangbox.core.contract import Options
from bangbox.core.errors import BangboxError
from bangbox.core.game import game_with
from bangbox.core.registry import Kind, kind
from bangbox.lab.balancing.figures import Balance, balance_of
from bangbox.lab.balancing.page import page
from bangbox.lab.balancing.plots import draw
from bangbox.lab.balancing.watching import Assignment, Watched, assignments, watch
from bangbox.lab.executors import spread
from bangbox.lab.tournaments.pairings import numbers_of_players, quick, usual_players

FEWER = 4  # matches of a variant: one in so many of the usual form


class Report(msgspec.Struct, frozen=True):
    """All that is known of a game's balance."""

    game: str
    version: str
    level: str
    seed: int
    usual: Balance
    variants: list[Balance]


def balance(
    name: str,
    level: str = "medium",
    games: int = 400,
    options: Options | None = None,
    seed: int = 1,
    variants: bool = True,
    executor: Executor | None = None,
    told: Callable[[int, int, str], None] | None = None,
) -> Report:
    """Lets bots of a level play so many games, and fewer with each variant; `told` hears how many are played, of how many."""
    of = kind(name)
    base: Options = {"players": usual_players(name), **quick(name), **(options or {})}
    forms = {"": base} | (dict(_variants(of, base)) if variants else {})
    tasks: list[Assignment] = []
    form_of: list[str] = []
    for number, (label, chosen) in enumerate(forms.items()):
        found = list(assignments(name, level, chosen, games if not label else max(8, games // FEWER), seed + 1_000_000 * number))
        tasks, form_of = tasks + found, form_of + [label] * len(found)
    names = dict(zip((task.seed for task in tasks), form_of, strict=True))
    watched: dict[str, list[Watched]] = {label: [] for label in forms}
    done = 0
    for matches in spread(watch, tasks, executor):
        label = names[matches[0].setup]
        watched[label] += matches
        done += len(matches)
        if told is not None:
            told(done, len(tasks) * len(matches), f"{name} {label}".strip())
    figures = [
        balance_of(sorted(seen, key=lambda one: one.setup), forms[label], label) for label, seen in watched.items()
    ]  # fmt: skip
    return Report(name, of.version, level, seed, figures[0], figures[1:])


def _variants(of: Kind, base: Options) -> Iterator[tuple[str, Options]]:
    """Each other number of players, and each option of the rules alone."""
    for players in numbers_of_players(of.id):
        if players != base["players"]:
            yield f"{players} players", {**base, "players": players}
    for option in of.manifest.options:
        if option.name in ("first", "throws", "puzzle", "coop"):  # who begins is rotated; the others are other games
            continue
        for value in [True] if isinstance(option.default, bool) else [option.high or 0]:
            chosen = {**base, option.name: value}
            try:
                game_with(of.id, chosen)
            except BangboxError:
                continue  # an option that goes only with another one
            yield option.name + ("" if value is True else f"={value}"), chosen


def write_report(report: Report, folder: Path) -> Path:
    """Writes page, plots and figures into a folder; returns the page."""
    folder.mkdir(parents=True, exist_ok=True)
    title = kind(report.game).manifest.title
    about = (
        f"{report.usual.matches:,} matches of {report.usual.players} bots of level {report.level}, "
        f"seed {report.seed}, rules {report.version}."
    )
    plots = draw(folder, f"{title}: {about}", report.usual, report.variants)
    (folder / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1))
    written = folder / "index.html"
    written.write_text(page(title, about, report.usual, report.variants, plots), "utf-8")
    return written
