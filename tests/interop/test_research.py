"""docs/research.md: every example runs, with small counts; so does the first agent, and it learns."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"^## ([^\n]+)\n|^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SMALL = {
    "10_000": "100",
    "range(1000)": "range(5)",
    "1.4, 50,": "1.4, 2,",
    "< 100": "< 80",
    "games=400": "games=8",
    "1_000_000": "50",
}


def examples() -> list[Any]:
    found, heading = [], ""
    for title, code in EXAMPLES:
        heading = title or heading
        if code:
            found.append(pytest.param(code, id=heading))
    return found


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("code", examples())
def test_an_example_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    for large, small in SMALL.items():
        code = code.replace(large, small)
    exec(compile(code, "docs/research.md", "exec"), {})


def test_the_first_agent_learns(tmp_path: Path) -> None:
    """Tic-tac-toe against random play takes it some seconds."""
    agent = runpy.run_path(str(ROOT / "examples" / "first_agent.py"))
    _, curve = agent["train"]("tictactoe", "random", envs=64, minutes=1, updates=60, seed=1)
    assert curve[-1][2] > curve[0][2] + 0.05
    agent["plot"](curve, "tic-tac-toe", str(tmp_path / "curve.png"))
    assert (tmp_path / "curve.png").stat().st_size > 1000
    assert len((ROOT / "examples" / "first_agent.py").read_text("utf-8").splitlines()) < 150
