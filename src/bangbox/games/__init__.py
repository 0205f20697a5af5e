"""One folder a game; the registry finds them by their game.toml."""
