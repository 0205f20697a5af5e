"""The plots of a balance report: each alone, and all on one sheet."""

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bangbox.core.errors import MissingExtra
from bangbox.lab.balancing.figures import Balance, Decides, Mean
from bangbox.lab.balancing.watching import BINS, REPEATS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, QUIET, FIRST, SECOND = "#22252b", "#9aa0a8", "#3566b8", "#d9822b"  # told apart also without colours: bars, lines, marks
LINES = 12  # in a plot of many kinds
WRITING = 0.12  # of the height, above bars for what is written there
STYLE: dict[Any, Any] = {
    "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": QUIET, "axes.titlesize": 10,
    "axes.titleweight": "bold", "axes.titlelocation": "left", "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK,
    "ytick.color": INK, "axes.prop_cycle": f"cycler('color', ['{FIRST}', '{SECOND}'])", "legend.frameon": False,
}  # fmt: skip
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def seats(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """Who wins: by seat, and by the order in which they act."""
    axes.set_title("Who wins, by seat and by order of play")
    names = [f"seat {number + 1}" for number in range(usual.players)] + list(ORDINALS[: usual.players])
    places = [*range(usual.players), *(number + usual.players + 0.6 for number in range(usual.players))]
    means = [*usual.seats, *usual.order]
    colours = [FIRST] * usual.players + [SECOND] * usual.players
    axes.bar(places, [one.value for one in means], color=colours, alpha=0.85)
    _intervals(axes, places, means)
    axes.axhline(usual.fair, color=INK, linestyle="--", linewidth=1)
    axes.set_xticks(places, names, rotation=30 if usual.players > 3 else 0)
    axes.set_ylabel("share of the win")


def length(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """How long matches are."""
    axes.set_title("Length")
    axes.hist(usual.decisions, bins=min(30, max(5, len(set(usual.decisions)))), color=FIRST, alpha=0.85)
    axes.margins(y=WRITING)
    median = float(np.median(usual.decisions))
    axes.axvline(median, color=INK, linestyle="--", linewidth=1)
    axes.text(median, axes.get_ylim()[1], f" median {median:.0f}", va="top")
    axes.set_xlabel("choices a match")
    axes.set_ylabel("matches")


def branching(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """How many choices there are."""
    axes.set_title("Choices at a decision")
    axes.plot(_progress(), usual.branching, marker=".")
    axes.set_ylim(bottom=0)
    _over_progress(axes)
    axes.set_ylabel("mean number of choices")
    if usual.ranges > 0.005:
        axes.text(0.98, 0.95, f"{usual.ranges:.0%} of decisions are over ranges", transform=axes.transAxes, ha="right", va="top")


def lead_changes(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """How often the lead goes from one to another."""
    axes.set_title("Lead changes")
    counts = np.array(usual.lead_changes)
    numbers = np.arange(len(counts))
    axes.bar(numbers, counts / counts.sum(), color=FIRST, alpha=0.85)
    axes.margins(y=WRITING)
    mean = float(counts @ numbers / counts.sum())
    axes.axvline(mean, color=INK, linestyle="--", linewidth=1)
    axes.text(mean, axes.get_ylim()[1], f" mean {mean:.1f}", va="top")
    axes.set_xlabel("changes of who leads, in a match")
    axes.set_ylabel("share of matches")


def tension(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """How early the winner can be told."""
    axes.set_title("When it is decided")
    leads = [np.nan if wins is None else wins for wins in usual.leader_wins]
    axes.plot(_progress(), leads, marker=".", label="whoever leads now wins")
    axes.plot(_progress(), usual.settled, marker="x", linestyle=":", label="the winner leads for good")
    axes.axhline(usual.fair, color=INK, linestyle="--", linewidth=1)
    axes.set_ylim(0, 1.02)
    _over_progress(axes)
    axes.set_ylabel("share of matches")
    axes.legend(loc="upper left")


def decides(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """Which points decide."""
    axes.set_title("Without these points somebody else wins")
    _lines(axes, usual.decides)


def details(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """Which cards, colours and so on decide."""
    axes.set_title(
        "… or without the points for these" if reasons_differ(usual) else "Without the points for these somebody else wins"
    )
    _lines(axes, usual.details)


def choices(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """What winners do more often than others."""
    axes.set_title("What winners do more, and less")
    uses = sorted(usual.uses[: 2 * LINES], key=lambda use: -abs(np.log2((use.winner + 0.05) / (use.others + 0.05))))[:LINES]
    uses.sort(key=lambda use: (use.winner + 0.05) / (use.others + 0.05))
    rows = np.arange(len(uses))
    axes.hlines(rows, [use.others for use in uses], [use.winner for use in uses], color=QUIET)
    axes.scatter([use.winner for use in uses], rows, color=FIRST, label="winners", zorder=3)
    axes.scatter([use.others for use in uses], rows, color=SECOND, marker="x", label="others", zorder=3)
    axes.set_yticks(rows, [use.name for use in uses])
    axes.set_xscale("symlog", linthresh=1)
    ticks = [tick for tick in (0, 0.5, 1, 3, 10, 30, 100, 300) if tick <= 1.5 * max(use.winner + use.others for use in uses)]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlim(left=-0.05)
    axes.set_xlabel("times in a match")
    axes.legend(loc="best")


def setups(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """What random set-ups do."""
    axes.set_title(f"Set-ups: {usual.setup_weight:.0%} of the first player's result")
    numbers = np.arange(REPEATS + 1)
    axes.bar(numbers, usual.setup_shares, color=FIRST, alpha=0.85, label="set-ups")
    axes.plot(numbers, usual.expected_shares, color=SECOND, marker="x", linestyle=":", label="if they did not matter")
    axes.set_xticks(numbers)
    axes.set_xlabel(f"of {REPEATS} matches of a set-up, won by the first player")
    axes.set_ylabel("share of set-ups")
    axes.set_ylim(top=1.3 * max(usual.setup_shares + usual.expected_shares))
    axes.legend(loc="upper right")


def variants(axes: "Axes", usual: Balance, variants: Sequence[Balance]) -> None:
    """What variants change."""
    axes.set_title("First player's share, against the fair one")
    shown = [usual, *variants][:LINES]
    rows = np.arange(len(shown))[::-1]
    for row, one in zip(rows, shown, strict=True):
        mean = one.order[0]
        axes.errorbar(mean.value / one.fair, row, xerr=mean.margin / one.fair, marker="o", color=FIRST, capsize=3)
    axes.axvline(1.0, color=INK, linestyle="--", linewidth=1)
    axes.set_yticks(rows, [f"{one.name or 'usual'} ({np.median(one.decisions):.0f} choices)" for one in shown])
    axes.set_xlim(left=0)
    axes.set_xlabel("× the fair share")


Plot = Callable[["Axes", Balance, Sequence[Balance]], None]
PLOTS: dict[str, Plot] = {
    "seats": seats, "setups": setups, "variants": variants, "length": length, "branching": branching,
    "lead-changes": lead_changes, "tension": tension, "decides": decides, "details": details, "choices": choices,
}  # fmt: skip


def need_plots() -> None:
    """Raises if plots cannot be drawn here."""
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingExtra('plots need an extra: pip install "bangbox[plots]"')


def draw(folder: Path, title: str, usual: Balance, others: Sequence[Balance]) -> list[Path]:
    """Writes every plot into a folder, and `sheet.png` with all of them; returns the single ones in their order."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    wanted = {
        name: plot
        for name, plot in PLOTS.items()
        if (name != "details" or usual.details)
        and (name != "variants" or others)
        and (name != "decides" or reasons_differ(usual))
    }
    paths = []
    with matplotlib.rc_context(STYLE):
        for name, plot in wanted.items():
            figure, axes = pyplot.subplots(figsize=(5.6, 3.6), layout="constrained")
            plot(axes, usual, others)
            paths.append(folder / f"{name}.png")
            figure.savefig(paths[-1], dpi=144)
            pyplot.close(figure)
        rows = (len(wanted) + 2) // 3
        figure, grid = pyplot.subplots(rows, 3, figsize=(15, 3.5 * rows), layout="constrained")
        figure.suptitle(title, fontsize=14, x=0.01, ha="left")
        for axes in grid.flat[len(wanted) :]:
            axes.set_axis_off()
        for axes, plot in zip(grid.flat, wanted.values(), strict=False):
            plot(axes, usual, others)
        figure.savefig(folder / "sheet.png", dpi=100)
        pyplot.close(figure)
    return paths


def reasons_differ(usual: Balance) -> bool:
    """Whether there are points for more than one reason."""
    return len(usual.decides) > 1


def _progress() -> np.ndarray:
    return (np.arange(BINS) + 0.5) / BINS


def _over_progress(axes: "Axes") -> None:
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.5, 1], ["start", "half of the choices", "end"])


def _intervals(axes: "Axes", places: Sequence[float], means: Sequence[Mean]) -> None:
    values, margins = [one.value for one in means], [one.margin for one in means]
    axes.errorbar(places, values, yerr=margins, fmt="none", ecolor=INK, capsize=3, linewidth=1)


def _lines(axes: "Axes", found: Sequence[Decides]) -> None:
    shown = list(found[:LINES])[::-1]
    axes.barh([one.name for one in shown], [one.decides for one in shown], color=FIRST, alpha=0.85)
    for row, one in enumerate(shown):
        axes.text(one.decides, row, f" {one.winner:.1f} – {one.others:.1f}", va="center", fontsize=7)
    axes.set_xlabel("share of matches (points of winners – of others)")
    axes.margins(x=0.2)
