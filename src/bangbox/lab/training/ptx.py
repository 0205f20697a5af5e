"""Kernels for a GPU out of a game's bodies, made by numba-cuda; no GPU is needed for it.

Four facts about numba-cuda shape this file. It asks for a device even when it only writes PTX. It mends negative indices as Numba
does, in a function of its own. It puts tables into constant memory, which serves one address at a time, while our threads look up
different ones; there they are read as any other memory. And a kernel must name its arguments one by one.
"""

import importlib
import importlib.util
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba

from bangbox.core.errors import BangboxError
from bangbox.core.registry import kind
from bangbox.lab.training.kernels import about, bodies_of
from bangbox.lab.training.machines import DESCRIPTION

HOPPER = (9, 0)
REGISTERS = 128  # of a thread: with more, fewer threads run at a time
TYPES = {
    "u1": "uint8", "i2": "int16", "i4": "int32", "i8": "int64", "u8": "uint64", "f4": "float32", "f8": "float64", "h": "uint16",
}  # fmt: skip


def make_kernels(name: str, folder: Path, capability: tuple[int, int] = HOPPER) -> None:
    """Writes the kernels of a game, and what a learner has to know of it, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    bodies, record = bodies_of(name), numba.from_dtype(kind(name).rules.STATE)
    for body, signature in bodies.SIGNATURES.items():
        text = _ptx(body, getattr(bodies, body), signature, record, capability)
        (folder / f"{body}.ptx").write_text(text, "utf-8")
        _assemble(folder / f"{body}.ptx", capability)
    (folder / DESCRIPTION).write_text(json.dumps(about(name)), "utf-8")


def _ptx(name: str, body: Callable[..., None], signature: str, record: Any, capability: tuple[int, int]) -> str:
    """One kernel, called `name`."""
    cuda = _cuda()
    kinds = [_type(kind, record) for kind in signature.split()]
    with _without_device(capability), _trusting_indices():
        text, _ = cuda.compile(
            _kernel(cuda, body, len(kinds), record), (*kinds, numba.int64), device=False, abi="numba", cc=capability, opt=True
        )
    entry = re.search(r"\.visible \.entry (\S+)\(", text)
    assert entry is not None
    return _tables_in_memory(text).replace(entry[1], name)


def _cuda() -> Any:
    """numba-cuda, which takes the place of the part of Numba of that name."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise BangboxError("kernels are made by numba-cuda: install bangbox[gpu]")
    return importlib.import_module("numba.cuda")


def _type(kind: str, record: Any) -> Any:
    if kind == "R":
        return record[::1]
    code, _, dimensions = kind.partition(":")
    scalar = getattr(numba, TYPES[code])
    return {"": scalar, "1": scalar[::1], "2": scalar[:, ::1], "3": scalar[:, :, ::1]}[dimensions]


def _kernel(cuda: Any, body: Callable[..., None], many: int, record: Any) -> Callable[..., None]:
    """A loop over all numbers in steps of all threads, with room for a record in each."""
    names = ", ".join(f"a{k}" for k in range(many))
    text = (
        f"def kernel({names}, n):\n"
        f"    i = cuda.grid(1)\n"
        f"    while i < n:\n"
        f"        work = cuda.local.array(1, record)\n"
        f"        body(i, work, {names})\n"
        f"        i += cuda.gridsize(1)\n"
    )
    space: dict[str, Any] = {"cuda": cuda, "body": numba.njit(error_model="numpy")(body.py_func), "record": record}  # type: ignore[attr-defined]
    exec(text, space)
    made: Callable[..., None] = space["kernel"]
    return made


@contextmanager
def _without_device(capability: tuple[int, int]) -> Iterator[None]:
    """Lets numba-cuda believe that the device is there for which it writes."""
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


@contextmanager
def _trusting_indices() -> Iterator[None]:
    """Indices are taken as they are, as core/compiled does it on the CPU."""
    arrayobj: Any = importlib.import_module("numba.cuda.np.arrayobj")

    def trust(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, numba.types.intp if kind.signed else numba.types.uintp)

    before = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = trust
    try:
        yield
    finally:
        arrayobj.fix_integer_index = before


def _tables_in_memory(text: str) -> str:
    text = re.sub(r"^\.const (\.align \d+ \.b8 _cudapy_cmem)", r".global \1", text, flags=re.MULTILINE)
    text = text.replace("cvta.const.u64", "cvta.global.u64").replace("cvta.to.const.u64", "cvta.to.global.u64")
    return text.replace("ld.const.", "ld.global.nc.")


def _assemble(file: Path, capability: tuple[int, int]) -> None:
    """The code of one kind of GPU itself, where there is an assembler: an older driver may not know so new a PTX."""
    if (ptxas := shutil.which("ptxas")) is None:
        return
    major, minor = capability
    options = [f"-arch=sm_{major}{minor}", "-O3", f"-maxrregcount={REGISTERS}", "-o", str(file.with_suffix(".cubin"))]
    made = subprocess.run([ptxas, *options, file], capture_output=True, text=True)
    if made.returncode:
        raise BangboxError(f"{file.name} does not assemble: {made.stderr.strip()}")
