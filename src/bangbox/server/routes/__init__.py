"""The API, one file a subject; importing them registers their endpoints."""
