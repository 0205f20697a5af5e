"""The library with the lowest and the highest of everything that pyproject.toml allows: `make ranges`.

    python -m tools.ranges                    with the Python that runs this
    python -m tools.ranges python3.13 ...     with others

Each gets an empty environment and an empty cache. There the golden games of every game are played, and batches compared with
single games.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools.installing import ROOT, clean, run

ENDS = {"lowest": "lowest-direct", "highest": "highest"}  # what uv calls them
RUNNERS = ("pytest", "hypothesis", "anyio")  # of the tests, not of the library: any version does
SHOWN = ("numba", "llvmlite", "numpy", "msgspec", "typer", "rich", "platformdirs")
TRIED = (
    ("tests.golden", "--check"),
    ("pytest", "-p", "no:cacheprovider", "tests/core/algorithms/test_batch.py", "tests/core/compiled/test_compiling.py"),
)
VERSIONS = f"""
import platform
from importlib.metadata import version
print("Python", platform.python_version(), *(f"{{name}} {{version(name)}}" for name in {SHOWN}))
"""


def environment(folder: Path, python: str, end: str) -> Path:
    """An environment with that end of the range in it: its Python."""
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "--quiet", "--python", python, folder)
    own = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [*uv, "pip", "install", "--quiet", "--python", own]
    run(*install, "--resolution", ENDS[end], "-r", ROOT / "pyproject.toml")
    run(*install, *RUNNERS)
    return own


def trial(folder: Path, python: str, end: str) -> Iterator[str]:
    """Installs and tries one end; what was found. Ends this program if a game differs."""
    own = environment(folder / "environment", python, end)
    yield run(own, "-c", VERSIONS).strip()
    alone = clean() | {"PYTHONPATH": str(ROOT / "src"), "BANGBOX_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    for words in TRIED:
        ran = subprocess.run([own, "-m", *words], cwd=ROOT, env=alone, capture_output=True, text=True)
        if ran.returncode != 0:
            raise SystemExit(f"{python}, {end}: {' '.join(words)} failed:\n{ran.stdout[-4000:]}\n{ran.stderr[-2000:]}")
        yield ", ".join(ran.stdout.strip().splitlines()) if words[0] == "tests.golden" else ran.stdout.strip().splitlines()[-1]


def main() -> None:
    """Tries both ends with every Python asked for, and prints what was found."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("pythons", nargs="*", default=[sys.executable], help="how uv finds them (default: this one)")
    given = asked.parse_args()
    for python in given.pythons:
        for end in ENDS:
            began = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="bangbox-range-", ignore_cleanup_errors=True) as folder:
                for found in trial(Path(folder), python, end):
                    print(f"{end}: {found}", flush=True)
            print(f"{end}: {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
