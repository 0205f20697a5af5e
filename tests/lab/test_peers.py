"""Beside the peers: ratios are to ours of the same way; OpenSpiel and PettingZoo are measured where they are installed."""

import importlib.util

import pytest

from bangbox.lab import peers


def test_a_page_compares_rates_of_one_way() -> None:
    rates = [
        peers.Rate("Bangbox", "bigxbang", peers.COMPILED, 20e6, "bigxbang"),
        peers.Rate("Bangbox", "brains", peers.COMPILED, 10e6, "brains"),
        peers.Rate("OpenSpiel", "hex", peers.COMPILED, 2e6, "bigxbang"),
        peers.Rate("Bangbox", "bigxbang", peers.ENVIRONMENT, 5e3, "bigxbang"),
    ]
    text = peers.page(rates)
    assert f"| {peers.COMPILED} | OpenSpiel | hex | 2,000,000 | bigxbang | 10.0 |" in text
    assert f"| {peers.ENVIRONMENT} | Bangbox | bigxbang | 5,000 |  |  |" in text


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_open_spiel_plays() -> None:
    way, rate = peers.open_spiel("connect_four", 0.02)
    assert way == peers.COMPILED and rate > 1000
