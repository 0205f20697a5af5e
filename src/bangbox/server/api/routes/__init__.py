"""The API, one file a subject; importing this package registers all endpoints."""

from bangbox.server.api.routes import bots, games, people, play, study, tables

__all__ = ["bots", "games", "people", "play", "study", "tables"]
