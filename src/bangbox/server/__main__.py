"""`python -m bangbox.server` runs the server with the settings of the environment."""

from bangbox.server.running.app import serve

if __name__ == "__main__":
    serve()
