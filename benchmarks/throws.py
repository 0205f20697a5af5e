"""How many throws of Big Brain Bang one core settles in a second: `python benchmarks/throws.py` prints JSON."""

import json

from bangbox.games.bigbrainbang.throwing import rates

if __name__ == "__main__":
    print(json.dumps({name: round(rate, 1) for name, rate in rates().items()}))
