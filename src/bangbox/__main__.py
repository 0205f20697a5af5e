"""`python -m bangbox` is the command `bangbox`."""

from bangbox.cli import main

if __name__ == "__main__":
    main()
