"""Measuring: benchmarks now; tournaments and balance later."""
