"""Describes the REST API by OpenAPI, out of the endpoints and their structs."""

import functools
import re
from typing import Any

import msgspec

import bangbox
import bangbox.server.api.routes  # registers the endpoints
from bangbox.server.api.http import Endpoint, endpoints
from bangbox.server.api.typescript import components, structs
from bangbox.server.protocol import Problem

REF = "#/components/schemas/{name}"


@functools.cache
def encoded() -> bytes:
    """The OpenAPI document as JSON: it never changes while the server runs."""
    return msgspec.json.encode(document())


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    paths: dict[str, Any] = {}
    for spec in endpoints:
        paths.setdefault(spec.path, {})[spec.method.lower()] = _operation(spec)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bangbox", "version": bangbox.__version__},
        "paths": paths,
        "components": {
            "schemas": components(structs()),
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": "bangbox"},
                "bot": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{"guest": []}, {"bot": []}, {}],
    }


def _operation(spec: Endpoint) -> dict[str, Any]:
    about = (spec.handler.__doc__ or "").strip()
    operation: dict[str, Any] = {
        "summary": about,
        "operationId": f"{spec.method.lower()}_{re.sub(r'[^a-z]+', '_', spec.path[5:])}".strip("_"),
        "parameters": [_parameter(name, "path") for name in re.findall(r"\{(\w+)\}", spec.path)]
        + [_parameter(name, "query") for name in spec.query],
        "responses": {"200": _answer(spec), "default": _content(Problem, "Why it was not done")},
    }
    if spec.conflict is not None:
        operation["responses"]["409"] = _content(spec.conflict, "Why it was not done, with what is the case now", Problem)
    if spec.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(spec.body)}}}
    return operation


def _parameter(name: str, where: str) -> dict[str, Any]:
    number = name in ("n", "seat", "from", "to", "before", "at")
    kind = {"type": "integer", "minimum": 0} if number else {"type": "string"}
    return {"name": name, "in": where, "required": where == "path", "schema": kind}


def _answer(spec: Endpoint) -> dict[str, Any]:
    if spec.answer is str:
        return {"description": "Text", "content": {"text/plain": {"schema": {"type": "string"}}}}
    if spec.answer is bytes:
        kind = "image/webp" if spec.path.endswith(".webp") else "image/png"
        return {"description": "A picture", "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}
    if spec.path.endswith("/stream"):
        return {"description": "One message a line", "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    return _content(spec.answer, "Done")


def _content(kind: Any, description: str, *others: type) -> dict[str, Any]:
    schema = {"anyOf": [_schema(one) for one in (kind, *others)]} if others else _schema(kind)
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _schema(kind: Any) -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema_components([kind], ref_template=REF)[0][0]
    return schema
