"""docs/soak.md, the table of what was run with large counts: a run replaces its own rows and leaves the others."""

import os
import platform
from pathlib import Path

import numba
import numpy as np

PAGE = Path(__file__).parents[1] / "docs" / "soak.md"
HEAD = """# Soak

The same tests as `make test`, with large counts. Written by `make soak` ({versions}, {cores} cores).

| what was run | how many | found | seconds |
|---|---|---|---|
"""


def rows() -> dict[str, str]:
    """The rows as they stand, by what was run."""
    lines = PAGE.read_text("utf-8").splitlines() if PAGE.exists() else []
    body = [line for line in lines if line.startswith("| ")][1:]
    return {line.split(" | ")[0].removeprefix("| "): line for line in body}


def write_row(what: str, how_many: int, found: str, seconds: float) -> None:
    """Puts a row in the place of its predecessor, or at the end."""
    table = rows()
    table[what] = f"| {what} | {how_many:,} | {found} | {seconds:.1f} |"
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    PAGE.write_text(HEAD.format(versions=versions, cores=os.cpu_count()) + "\n".join(table.values()) + "\n", "utf-8")
