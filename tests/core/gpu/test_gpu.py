"""Batches on a GPU: here without one, by kernels that are only made, and by the same path over a stand-in for CuPy."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bangbox
from bangbox.core.gpu import kernels
from bangbox.core.gpu.batches import padded
from bangbox.core.registry import kind
from bangbox.lab.gpu.trial import checksums, differing
from tests.core.gpu.fake_cupy import FakeCupy

ENUMERABLE = ["brains", "bigxbang", "urknall", "robbery"]
makes_kernels = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None or shutil.which("ptxas") is None, reason="kernels are made by bangbox[gpu]"
)


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeCupy:
    """A machine whose GPU is the CPU; no kernel has to be made for it."""
    fake = FakeCupy()
    monkeypatch.setitem(sys.modules, "cupy", fake)
    monkeypatch.setattr(kernels, "folder_of", lambda of, number: tmp_path / of.id)
    monkeypatch.setattr(kernels, "make", lambda *given: None)
    kernels.device_for.cache_clear()
    return fake


@pytest.mark.parametrize("name", ENUMERABLE)
def test_the_same_games_as_on_a_cpu(gpu: FakeCupy, name: str) -> None:
    """Numbers and addresses are passed as to a GPU; what comes back is what a CPU plays."""
    game = bangbox.game(name)
    there, here = (bangbox.Batch(game, 200, seed=9, device=device, autoreset=True) for device in ("cuda", "cpu"))
    for _ in range(200):
        assert (there.play_random() == here.play_random()).all()
    assert there.states.tobytes() == here.states.tobytes()
    assert (there.rounds == here.rounds).all() and there.rounds.max() > 0
    assert (there.observe() == here.observe()).all()
    assert (there.masks() == here.masks()).all()
    assert (there.choices()[1] == here.choices()[1]).all()
    picked = there.random_choices()
    assert (picked == here.random_choices()).all()
    there.play(picked)
    here.play(picked)
    assert (there.play_out() == here.play_out()).all()
    assert there.states.tobytes() == here.states.tobytes()
    assert (there.winners == here.winners).all() and (there.scores == here.scores).all()
    assert there.position(3) == here.position(3)


def test_an_illegal_action_is_named_and_changes_nothing(gpu: FakeCupy) -> None:
    batch = bangbox.Batch(bangbox.game("brains"), 300, device="cuda")
    before, actions = batch.states.tobytes(), batch.random_choices()
    actions[[130, 250]] = 99
    with pytest.raises(bangbox.IllegalMove, match="game 130: action 99"):
        batch.play(actions)
    assert batch.states.tobytes() == before


def test_without_cupy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    kernels.device_for.cache_clear()
    with pytest.raises(bangbox.BangboxError, match=r"install bangbox\[gpu\]") as told:
        bangbox.Batch(bangbox.game("brains"), 2, device="cuda")
    assert "\n" not in str(told.value)


def test_what_no_gpu_plays(gpu: FakeCupy) -> None:
    with pytest.raises(bangbox.OptionError, match="decisions over ranges"):
        bangbox.Batch(bangbox.game("bigbrainbang", throws="cheap"), 2, device="cuda")
    with pytest.raises(bangbox.OptionError, match="no device 'abacus'"):
        bangbox.Batch(bangbox.game("brains"), 2, device="abacus")


def test_comparing_and_measuring_need_no_compiler() -> None:
    """A machine with a GPU may have NumPy and CuPy only."""
    code = (
        "import sys\n"
        "for name in ('numba', 'llvmlite', 'msgspec', 'typer', 'rich', 'platformdirs'): sys.modules[name] = None\n"
        "import bangbox.lab.gpu.__main__"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_difference_is_found() -> None:
    rows = np.arange(60, dtype=np.uint8).reshape(6, 10)
    other = rows.copy()
    other[4, 2] += 1
    found = {"ended": checksums(np, other), "observed": np.zeros((6, 3), np.float32)}
    expected = {"ended": checksums(np, rows), "observed": np.ones((6, 3), np.float32)}
    assert differing(found, expected) == {"ended": 1, "observed": 6}


@pytest.mark.parametrize("name", ENUMERABLE)
def test_records_are_padded_to_an_odd_number_of_units(name: str) -> None:
    dtype = kind(name).rules.STATE
    wide = padded(dtype)
    unit = max(4, dtype.alignment)
    assert wide.itemsize % unit == 0 and wide.itemsize // unit % 2 == 1 and 0 <= wide.itemsize - dtype.itemsize < 2 * unit
    assert {name: field[1] for name, field in (wide.fields or {}).items()} == {n: f[1] for n, f in (dtype.fields or {}).items()}


@pytest.mark.parametrize("name", ENUMERABLE)
def test_records_can_be_copied_by_whole_units_in_a_batch_and_in_shared_memory(name: str) -> None:
    dtype, unit = kind(name).rules.STATE, kernels.unit_of(kind(name))
    assert dtype.itemsize % unit == 0 and padded(dtype).itemsize % unit == 0


@makes_kernels
@pytest.mark.parametrize("name", ENUMERABLE)
def test_every_kernel_is_made_without_a_gpu(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """All games in a soak: those of Urknall and The Great Brain Robbery take a minute."""
    if name in ("urknall", "robbery") and not request.config.getoption("--soak"):
        pytest.skip("its kernels are made in a soak")
    kernels.describe(kind(name), tmp_path)
    for kernel in kernels.kernel_names(kind(name)):
        kernels.make(kind(name), tmp_path, kernel)
        assert (tmp_path / f"{kernel}.cubin").stat().st_size > 1000


def test_on_a_device() -> None:
    cupy = pytest.importorskip("cupy", reason="no CuPy and no GPU here; docs/gpu.md records a run on a device")
    game = bangbox.game("brains")
    there, here = bangbox.Batch(game, 4096, seed=1, device="cuda"), bangbox.Batch(game, 4096, seed=1)
    there.play_out()
    here.play_out()
    assert cupy.asnumpy(there.states).tobytes() == here.states.tobytes()
