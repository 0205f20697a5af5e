"""Processes in which bots think and throws settle, so that nothing of it runs on the event loop."""
