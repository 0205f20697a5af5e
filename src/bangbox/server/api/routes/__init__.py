"""The API, one file a subject; importing this package registers all endpoints."""

from bangbox.server.api.routes import again, bots, games, people, pictures, play, push, puzzles, study, tables

__all__ = ["again", "bots", "games", "people", "pictures", "play", "push", "puzzles", "study", "tables"]
