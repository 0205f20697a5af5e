"""A balance report as one page that needs nothing beside it."""

import base64
import html
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bangbox.lab.balancing.figures import Balance
from bangbox.lab.balancing.plots import ORDINALS

LOOK = """
:root{color-scheme:light dark;--ink:#22252b;--paper:#fff;--line:#d5d8dd}
@media(prefers-color-scheme:dark){:root{--ink:#e7e9ec;--paper:#16181c;--line:#3a3f47}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:76rem;margin:auto;padding:1.5rem}
h1{margin:0 0 .2em}ul{padding-left:1.2em;max-width:46rem}table{border-collapse:collapse;display:block;overflow-x:auto}
td,th{padding:.25em .8em;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
td:first-child,th:first-child{text-align:left}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem}
img{width:100%;background:#fff;border-radius:.4rem}
"""
LEVEL = 0.02  # less than this beyond its interval is not worth a sentence


def findings(usual: Balance, others: Sequence[Balance]) -> list[str]:
    """What the figures say, in sentences."""
    said = []
    for what, means in (("The {} to act", usual.order), ("Seat {}", usual.seats)):
        for number, mean in enumerate(means):
            if abs(mean.value - usual.fair) > mean.margin + LEVEL:
                who = what.format(ORDINALS[number] if means is usual.order else number + 1)
                verb = "more" if mean.value > usual.fair else "less"
                said.append(f"{who} wins {mean} of the matches: {verb} than the fair {usual.fair:.3f}.")
    if not said:
        margin = max(mean.margin for mean in usual.seats + usual.order)
        said.append(
            f"No seat and no place in the order of play has an advantage that {usual.matches:,} matches show (± {margin:.3f})."
        )
    length = f"{np.median(usual.decisions):.0f} choices in {usual.turns:.0f} turns"
    said.append(f"A match takes {length}, with {usual.choices:.1f} to choose from at a decision.")
    changes = np.array(usual.lead_changes)
    mean_changes = float(changes @ np.arange(len(changes)) / changes.sum())
    half = usual.leader_wins[len(usual.leader_wins) // 2] or 0.0
    said.append(f"The lead changes {mean_changes:.1f} times; whoever leads at half-time wins {half:.0%} of the matches.")
    if usual.shared + usual.nobody > 0:
        said.append(f"{usual.shared:.1%} of the matches are drawn or shared, and nobody wins {usual.nobody:.1%}.")
    said.append(f"{usual.setup_weight:.0%} of the variance of the first player's result lies in the set-up.")
    if len(usual.decides) > 1:
        most = usual.decides[0]
        said.append(f"Without the points for “{most.name}” somebody else would win {most.decides:.0%} of the matches.")
    if usual.beyond_points > 0.001:
        said.append(f"{usual.beyond_points:.1%} of the winners do not have most points: another rule or a tie-break decided.")
    for one in others:
        first = one.order[0]
        if abs(first.value / one.fair - usual.order[0].value / usual.fair) > first.margin / one.fair + LEVEL:
            said.append(f"With {one.name} the first player wins {first} of the matches (fair: {one.fair:.3f}).")
    return said


def page(title: str, about: str, usual: Balance, others: Sequence[Balance], plots: Sequence[Path]) -> str:
    """The page."""
    lines = "".join(f"<li>{html.escape(line)}</li>" for line in findings(usual, others))
    images = "".join(
        f'<img alt="{plot.stem}" src="data:image/png;base64,{base64.b64encode(plot.read_bytes()).decode()}">' for plot in plots
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}: balance</title><style>{LOOK}</style>"
        f"<h1>{html.escape(title)}</h1><p>{html.escape(about)}</p><ul>{lines}</ul>"
        f'<div class="plots">{images}</div><h2>Forms of the game</h2>{_table([usual, *others])}</html>\n'
    )


def _table(shown: Sequence[Balance]) -> str:
    heads = (
        "form",
        "players",
        "matches",
        "first player",
        "fair",
        "shared",
        "nobody wins",
        "choices a match",
        "at a decision",
        "set-up",
    )
    rows = [
        (
            one.name or "usual", str(one.players), f"{one.matches:,}", str(one.order[0]), f"{one.fair:.3f}",
            f"{one.shared:.1%}", f"{one.nobody:.1%}",
            f"{np.median(one.decisions):.0f}", f"{one.choices:.1f}", f"{one.setup_weight:.0%}",
        )
        for one in shown
    ]  # fmt: skip
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return "<table><tr>" + "".join(f"<th>{head}</th>" for head in heads) + f"</tr>{body}</table>"
