"""Addresses to listen on; what several processes do together is in whole/test_processes.py."""

import socket

import pytest

from bangbox.server.running.processes import listen
from bangbox.server.settings import Settings, SettingsError
from tests.server.processes import free_port


def test_a_free_port_is_taken() -> None:
    with listen(Settings(port=0)) as found:
        assert found.getsockname()[1] > 0


def test_a_port_that_is_taken_is_explained() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(SettingsError, match="try another --port"):
        listen(Settings(port=other.getsockname()[1]))


def test_several_processes_share_an_address() -> None:
    shared = Settings(port=free_port(), workers=2, database="postgresql://x@y/z")
    with listen(shared) as one, listen(shared) as two:
        one.listen()
        two.listen()


def test_other_families_of_addresses() -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    try:
        found = listen(Settings(host="::1", port=0))
    except SettingsError:
        pytest.skip("this machine has no IPv6 address")
    assert found.family == socket.AF_INET6
    found.close()
