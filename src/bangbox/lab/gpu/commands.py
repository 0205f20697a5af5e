"""`bangbox bench gpu FOLDER`: makes kernels and what the CPU expects of them, and measures where there is a GPU."""

import sys
from pathlib import Path

from bangbox.core.errors import BangboxError
from bangbox.core.gpu.machines import cupy_here
from bangbox.lab.gpu.__main__ import main
from bangbox.lab.gpu.making import make_trial

HELP = """usage: bangbox bench gpu FOLDER

Makes the kernels of all games into FOLDER, with what the CPU computes for the same games, then compares and measures on
this machine's GPU and writes figures.json and gpu.md beside them. Where there is none, take FOLDER and src to a machine
that has one, with NumPy and CuPy, and run there: PYTHONPATH=src python3 -m bangbox.lab.gpu FOLDER"""


def bench_gpu(arguments: list[str]) -> None:
    """Runs it and ends the program."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(HELP)
        sys.exit(0 if arguments in (["--help"], ["-h"]) else 2)
    folder = Path(arguments[0])
    make_trial(folder, lambda text: print(text, file=sys.stderr, flush=True))
    try:
        cupy_here()
    except BangboxError as error:
        sys.exit(f"{error}\nWhere there is a GPU: PYTHONPATH=src python3 -m bangbox.lab.gpu {folder}")
    sys.exit(main(folder, folder))
