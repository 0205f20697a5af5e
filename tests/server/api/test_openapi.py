"""The description of the API, and the types that the pages are built with."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bangbox.server import protocol
from bangbox.server.api import openapi
from bangbox.server.api.http import endpoints
from bangbox.server.api.typescript import structs, typescript

ROOT = Path(__file__).parents[2]


def test_every_route_is_described_and_listed() -> None:
    """The list in the docstring of the protocol is the list of routes."""
    listed = set(re.findall(r"^    (GET|POST) +(/api/[^ ?]*)", protocol.__doc__ or "", re.M))
    assert listed == {(spec.method, spec.path) for spec in endpoints}
    document = openapi.document()
    assert {(method.upper(), path) for path, methods in document["paths"].items() for method in methods} == listed
    names = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(names) == len(set(names))


def test_every_struct_says_what_it_is() -> None:
    for struct in structs():
        assert struct.__doc__, struct


def test_typescript_holds_every_message() -> None:
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
