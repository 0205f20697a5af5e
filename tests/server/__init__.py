"""The server, tested as real processes over loopback."""
