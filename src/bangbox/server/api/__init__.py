"""What comes in over HTTP and WebSocket, and what goes out."""
