"""`bangbox train`: a run of learning on the machine there is, with all it leaves in a folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bangbox.core.errors import BangboxError, OptionError
from bangbox.core.registry import kind
from bangbox.lab.training import kernels
from bangbox.lab.training.check import facts, hold
from bangbox.lab.training.machines import Gpu, Machine
from bangbox.lab.training.run import SMALL, Plan, Point, Training, train
from bangbox.lab.training.saving import PICTURE, WEIGHTS, draw_curve, read_weights, save_curve, save_weights


def teach(
    game: str, seconds: float, out: Path, device: str, seed: int, start: Path | None, told: Callable[[str], None],
    plan: Plan | None = None,
) -> Path:  # fmt: skip
    """Learns, and returns the file of the weights."""
    out.mkdir(parents=True, exist_ok=True)
    machine = machine_of(game, device, out)
    given = None if start is None else read_weights(start, machine.about)
    training = Training(machine, kernels.firsts(game, seed), plan or (SMALL if machine.by_rows else Plan()), seed, given)

    def keep(curve: list[Point], weights: Any) -> None:
        save_weights(out / WEIGHTS, machine.about, weights)
        save_curve(out, curve)
        points[:] = curve

    points: list[Point] = []
    league = train(training, seconds, told, keep)
    save_curve(out, points, league)
    try:
        draw_curve(out / PICTURE, kind(game).manifest.title, points, league)
    except BangboxError as error:
        told(str(error))
    return out / WEIGHTS


def machine_of(game: str, device: str, out: Path) -> Machine:
    """The machine of that name, ready to learn a game; kernels of a GPU are made here and held against the CPU."""
    if device == "cpu":
        return kernels.cpu(game)
    if device != "gpu":
        raise OptionError(f"there is no device {device!r}; there are cpu, gpu")
    from bangbox.lab.training.ptx import make_kernels

    try:
        import cupy
    except ImportError:
        raise BangboxError("a GPU is used through CuPy: install bangbox[gpu]") from None
    number = str(cupy.cuda.Device().compute_capability)
    make_kernels(game, out / "kernels", (int(number[:-1]), int(number[-1])))
    machine, firsts = Gpu(out / "kernels"), kernels.firsts(game)
    hold(facts(machine, firsts), facts(kernels.cpu(game), firsts))
    return machine
