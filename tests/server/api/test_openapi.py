"""The description of the API."""

import json
import re

from bangbox.server import protocol
from bangbox.server.api import openapi
from bangbox.server.api.http import endpoints


def test_every_route_is_described_and_listed() -> None:
    """The list in the docstring of the protocol is the list of routes."""
    listed = set(re.findall(r"^    (GET|POST) +(/api/[^ ?]*)", protocol.__doc__ or "", re.M))
    assert listed == {(spec.method, spec.path) for spec in endpoints}
    document = openapi.document()
    assert {(method.upper(), path) for path, methods in document["paths"].items() for method in methods} == listed
    names = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
    assert len(names) == len(set(names))


def test_what_is_given_out_is_the_document() -> None:
    assert json.loads(openapi.encoded()) == json.loads(json.dumps(openapi.document()))
    assert openapi.encoded() is openapi.encoded(), "made once"


def test_a_stale_move_is_described() -> None:
    answers = openapi.document()["paths"]["/api/matches/{id}/move"]["post"]["responses"]
    assert "StaleMove" in json.dumps(answers["409"])
    assert "Problem" in json.dumps(answers["default"])
