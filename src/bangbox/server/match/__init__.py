"""A match as the fold of its events: pure functions and objects, without I/O and without asyncio."""
