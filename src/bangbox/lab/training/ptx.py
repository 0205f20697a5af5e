"""The kernels of a learner for a GPU: a game's bodies, each with room for a record."""

import json
from pathlib import Path

import numba

from bangbox.core.gpu.machines import DESCRIPTION
from bangbox.core.gpu.ptx import HOPPER, Capability, make_kernel
from bangbox.core.registry import kind
from bangbox.lab.training.kernels import about, bodies_of


def make_kernels(name: str, folder: Path, capability: Capability = HOPPER) -> None:
    """Writes the kernels of a game, and what a learner has to know of it, into a folder."""
    bodies, record = bodies_of(name), numba.from_dtype(kind(name).rules.STATE)
    for body, signature in bodies.SIGNATURES.items():
        given = ", ".join(f"a{k}" for k in range(len(signature.split())))
        text = (
            f"def kernel({given}, n):\n"
            f"    i = cuda.grid(1)\n"
            f"    while i < n:\n"
            f"        work = cuda.local.array(1, record)\n"
            f"        body(i, work, {given})\n"
            f"        i += cuda.gridsize(1)\n"
        )
        names = {"body": getattr(bodies, body), "record": record}
        make_kernel(folder / f"{body}.ptx", text, names, signature, record, capability)
    (folder / DESCRIPTION).write_text(json.dumps(about(name)), "utf-8")
