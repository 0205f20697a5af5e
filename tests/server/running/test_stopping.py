"""A process that was told to end ends, even if its main thread never comes back to Python."""

import signal
import subprocess
import sys

import pytest

LIMIT, PATIENT = 1.0, 30.0  # seconds; a busy machine may need more than the first for an orderly end

HANGS = f"""
import signal, numba
from bangbox.server.running.stopping import insist_on_end

@numba.njit(nogil=True)
def spin(n):
    k = 0
    while n >= 0:
        k = (k * 31 + n) % 1000003
    return k

signal.signal(signal.SIGTERM, lambda *_: None)
insist_on_end({LIMIT})
print("spinning", flush=True)
spin(1)
"""

GOES_BY_ITSELF = f"""
import signal, sys, time
from bangbox.server.running.stopping import insist_on_end

signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
insist_on_end({PATIENT})
print("waiting", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(("program", "code"), [(HANGS, 1), (GOES_BY_ITSELF, 7)], ids=["hangs", "goes by itself"])
def test_a_process_told_to_end_ends(program: str, code: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert ("killed" in errors and "line" in errors) == (code == 1)
