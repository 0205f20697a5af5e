"""What no request triggers: bots' moves, throws, clocks, gone players, the next game of a series."""
