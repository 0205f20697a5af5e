"""People, matches, storage and live updates: the server that games are played on."""
