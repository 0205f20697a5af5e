"""Prints the protocol: JSON schema with `--json`, otherwise TypeScript interfaces (web/src/net/protocol.ts is this output)."""

import inspect
import json
import sys
import textwrap
import typing
from typing import Any

import msgspec

from bangbox.core.forms import Form
from bangbox.core.messages import About, Message, Points
from bangbox.core.registry import GAMES, games, kind
from bangbox.server import protocol

HEADER = "// Written by `python -m bangbox.server.api.typescript`: the messages of src/bangbox/server/protocol.py. Do not edit.\n"
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def structs() -> list[type]:
    """All structs of the protocol."""
    bases = (protocol.Struct, protocol.Strict)
    found = [thing for thing in vars(protocol).values() if isinstance(thing, type) and issubclass(thing, msgspec.Struct)]
    return [thing for thing in found if thing not in bases]


def components(types: list[type]) -> dict[str, Any]:
    """JSON schema of these structs and all they refer to, by name."""
    return msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")[1]


def typescript() -> str:
    """The protocol and the views of all games as TypeScript."""
    parts = [HEADER]
    parts += [_interface(name, schema) for name, schema in components(structs()).items()]
    for union in ("FromClient", "FromServer"):
        members = " | ".join(member.__name__ for member in typing.get_args(getattr(protocol, union)))
        parts.append(f"export type {union} = {members}\n")
    parts.append(f"export const PHRASES = {json.dumps(protocol.PHRASES)} as const\n")
    for game in games():
        if kind(game).folder.parent == GAMES and kind(game).has("views"):
            parts += _view(game)
    return "\n".join(parts)


def _view(game: str) -> list[str]:
    """A game's View and what it is made of, with the game's name in front."""
    prefix = game.capitalize()
    shared = components([Message, About, Points, Form])
    found = components([kind(game).views.View])
    names = {name: name if name in shared else prefix + name for name in found}
    return [_interface(names[name], schema, names) for name, schema in found.items() if name not in shared]


def _interface(name: str, schema: dict[str, Any], names: dict[str, str] | None = None) -> str:
    about = _comment(schema["description"]) if schema.get("description") else ""
    if schema.get("type") != "object":
        return f"{about}export type {name} = {_type(schema, names or {})}\n"
    fields = schema.get("properties", {})
    # The server always sends every field; only in a request may those with a default be left out.
    may_miss = set(fields) - set(schema.get("required", [])) if schema.get("additionalProperties") is False else set()
    lines = [f"  {key}{'?' if key in may_miss else ''}: {_type(field, names or {})}" for key, field in fields.items()]
    return about + f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _comment(docstring: str) -> str:
    """The same from every Python: since 3.13 docstrings come without the indentation of their later lines."""
    said = textwrap.indent(inspect.cleandoc(docstring), "    ").lstrip()
    return f"/** {said} */\n"


def _type(schema: dict[str, Any], names: dict[str, str]) -> str:
    """One schema as a TypeScript type."""
    if "$ref" in schema:
        name: str = schema["$ref"].rpartition("/")[2]
        return names.get(name, name)
    if "anyOf" in schema:
        return " | ".join(_type(option, names) for option in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(_type(item, names) for item in schema["prefixItems"]) + "]"
        inner = _type(schema["items"], names) if schema.get("items") else "unknown"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values, names) if isinstance(values, dict) else 'unknown'}>"
    return SCALARS.get(schema.get("type", ""), "unknown")


def main(arguments: list[str]) -> None:
    """Prints what was asked for."""
    if arguments == ["--json"]:
        print(json.dumps(components(structs()), indent=1))
    else:
        print(typescript())


if __name__ == "__main__":
    main(sys.argv[1:])
