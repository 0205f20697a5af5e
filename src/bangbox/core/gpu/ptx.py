"""Kernels for a GPU out of compiled functions, made by numba-cuda; no GPU is needed for it.

Four facts about numba-cuda shape this file. It asks for a device even when it only writes PTX. It mends negative indices as Numba
does, in a function of its own. It puts tables into constant memory, which serves one address at a time, while our threads look up
different ones; there they are read as any other memory. And a kernel must name its arguments one by one.
"""

import importlib
import importlib.util
import re
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba

from bangbox.core.errors import BangboxError, MissingExtra
from bangbox.core.gpu.machines import TYPES

Capability = tuple[int, int]
HOPPER = (9, 0)
REGISTERS = 128  # of a thread: with more, fewer threads run at a time


def make_kernel(file: Path, text: str, names: dict[str, Any], signature: str, record: Any, capability: Capability) -> None:
    """Writes one kernel, called as its file is, out of the text of a function `kernel` over all that `signature` names, then n.

    The text may use `cuda` and `names`; a function among them is compiled for the GPU with all that it calls.
    """
    cuda = _cuda()
    space: dict[str, Any] = {"cuda": cuda, **{name: _for_gpu(value) for name, value in names.items()}}
    exec(text, space)
    kinds = [_type(kind, record) for kind in signature.split()]
    with _without_device(capability), _trusting_indices(), warnings.catch_warnings():
        warnings.simplefilter("ignore", numba.NumbaExperimentalFeatureWarning)  # records that differ in padding are meant to fit
        made, _ = cuda.compile(space["kernel"], (*kinds, numba.int64), device=False, abi="numba", cc=capability, opt=True)
    entry = re.search(r"\.visible \.entry (\S+)\(", made)
    assert entry is not None
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_tables_in_memory(made).replace(entry[1], file.stem), "utf-8")
    _assemble(file, capability)


def _cuda() -> Any:
    """numba-cuda, which takes the place of the part of Numba of that name."""
    if importlib.util.find_spec("numba_cuda") is None:
        raise MissingExtra("kernels are made by numba-cuda: install bangbox[gpu]")
    return importlib.import_module("numba.cuda")


def _for_gpu(value: Any) -> Any:
    """A compiled function without its cache for the CPU; anything else as it is."""
    return numba.njit(error_model="numpy")(value.py_func) if hasattr(value, "py_func") else value


def _type(kind: str, record: Any) -> Any:
    if kind == "R":
        return record[::1]
    code, _, dimensions = kind.partition(":")
    scalar = getattr(numba, "uint16" if code == "h" else TYPES[code])
    return {"": scalar, "1": scalar[::1], "2": scalar[:, ::1], "3": scalar[:, :, ::1]}[dimensions]


@contextmanager
def _without_device(capability: Capability) -> Iterator[None]:
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


def _assemble(file: Path, capability: Capability) -> None:
    """The code of one kind of GPU itself, where there is an assembler: an older driver may not know so new a PTX."""
    if (ptxas := shutil.which("ptxas")) is None:
        return
    major, minor = capability
    options = [f"-arch=sm_{major}{minor}", "-O3", f"-maxrregcount={REGISTERS}", "-o", str(file.with_suffix(".cubin"))]
    made = subprocess.run([ptxas, *options, file], capture_output=True, text=True)
    if made.returncode:
        raise BangboxError(f"{file.name} does not assemble: {made.stderr.strip()}")
