"""Where matches are kept: one schema, written once, on SQLite or PostgreSQL."""
