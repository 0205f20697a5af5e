"""The types that the pages are built with."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bangbox.server.api.typescript import structs, typescript

ROOT = Path(__file__).parents[3]


def test_it_holds_every_message() -> None:
    text = typescript()
    for struct in structs():
        assert f"export interface {struct.__name__} " in text
    assert "export type FromServer = Snapshot | Increment | " in text
    assert "{kind" not in text
    sizes = re.findall(r"export interface BrainsView \{", text)
    assert len(sizes) == 1, "views of games keep names of their own"


def test_the_pages_types_are_up_to_date() -> None:
    """web/src/net/protocol.ts is what `python -m bangbox.server.api.typescript` prints."""
    kept = ROOT / "web" / "src" / "net" / "protocol.ts"
    if not kept.exists():
        pytest.skip("the pages are not here")
    printed = subprocess.run(
        [sys.executable, "-m", "bangbox.server.api.typescript"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert kept.read_text("utf-8").strip() == printed.stdout.strip(), "protocol.ts is stale: see its first line"
