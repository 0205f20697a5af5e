"""What keeps calls between compiled rules cheap: no reference counts (so no allocation), functions made part of their callers."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

from bangbox.core.compiled.compiling import PLAIN, compiled
from bangbox.core.rules import below, inlined, rule

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")


def pick(rng: Any, n: int) -> int:
    for _ in range(n):
        x = below(rng, 7)
        if x == 3:
            return x
    return -1


def machine_code(function: Any) -> str:
    (text,) = function.inspect_asm().values()
    return str(text)


def test_no_references_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANGBOX_CACHE", str(tmp_path / "cache"))  # code from a cache cannot be looked into
    counting, ours = numba.njit(pick), compiled(pick, tmp_path, "test")
    rngs = [np.array([5], np.uint64) for _ in range(2)]
    assert [counting(rngs[0], 9) for _ in range(20)] == [ours(rngs[1], 9) for _ in range(20)]
    assert "NRT_decref" in machine_code(counting)  # if Numba has learnt to leave it out, so can we
    assert "NRT_" not in machine_code(ours)


def test_what_allocates_does_not_compile(tmp_path: Path) -> None:
    def allocate(n: int) -> Any:
        return np.zeros(n, np.int64)[0]

    with pytest.raises(NumbaError):
        compiled(allocate, tmp_path, "test")(3)


def test_rules_are_inlined_only_when_asked() -> None:
    @rule
    def called(x: int) -> int:
        return x * x + 1

    @inlined
    def included(x: int) -> int:
        return x * x + 2

    functions: list[Any] = [called, included]
    assert [function(3) for function in functions] == [10, 11]
    assert [function.targetoptions["forceinline"] for function in functions] == [False, True]
