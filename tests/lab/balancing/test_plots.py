"""The plots of a balance report: what they say fits, and nothing lies over anything else."""

from collections.abc import Sequence

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes

from bangbox.lab.balancing import plots
from bangbox.lab.balancing.figures import Balance, balance_of
from bangbox.lab.balancing.watching import BINS, Watched


def balance(uses: dict[str, list[int]], points: dict[str, list[int]], lengths: Sequence[int] = (20,)) -> Balance:
    """Matches of two that seat 1 wins; what is not said of their choices are passes."""
    counted = sum(map(sum, uses.values()))
    return balance_of([
        Watched(
            number, 0, [1.0, 0.0], 6, [[20, 2]] * BINS, 0, [0] * BINS, 0.0, {**uses, "pass": [length - counted, 0]}, points,
            {"red": [3, 1]},
        )
        for number, length in enumerate(lengths)
    ], {})  # fmt: skip


def drawn(plot: plots.Plot, usual: Balance) -> Axes:
    with pyplot.rc_context(plots.STYLE):
        figure, axes = pyplot.subplots(figsize=(5, 3.5), layout="constrained")
        plot(axes, usual, [])
        figure.canvas.draw()
        pyplot.close(figure)
    return axes


@pytest.mark.parametrize(("often", "seldom"), [([8, 9], [1, 0]), ([9, 8], [0, 1])], ids=["below", "above"])
def test_the_legend_lies_over_no_mark(often: list[int], seldom: list[int]) -> None:
    """What is done often is far to the right, in the rows below or above."""
    uses = {f"kind {number}": often if number < 4 else seldom for number in range(8)}
    axes = drawn(plots.choices, balance(uses, {}, [80]))
    legend = axes.get_legend()
    assert legend is not None
    box = legend.get_window_extent()
    for marks in axes.collections[1:]:
        for place in marks.get_offset_transform().transform(np.asarray(marks.get_offsets())):
            assert not box.contains(*place)


def test_what_is_written_above_bars_lies_over_none() -> None:
    axes = drawn(plots.length, balance({}, {}, [50, 51, 52, 53, 54, 55, 55, 56, 56]))
    (text,) = axes.texts
    tops = [patch.get_window_extent().y1 for patch in axes.patches]
    assert text.get_window_extent().y0 >= max(tops)


def test_a_plot_that_stands_alone_does_not_go_on_with_a_sentence() -> None:
    one, two = {"brain": [3, 1]}, {"brain": [3, 1], "cheese": [1, 0]}
    assert drawn(plots.details, balance({}, two)).get_title("left").startswith("…")
    assert drawn(plots.details, balance({}, one)).get_title("left") == "Without the points for these somebody else wins"
