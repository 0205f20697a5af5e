"""Where push messages go: whatever a browser says, never into a network that is not public."""

import asyncio
import ipaddress
import socket
from typing import Any

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.push.endpoints import is_public, read_endpoint, resolve

GOOD = "https://updates.push.services.example.com/wpush/v2/gAAAA-_=?x=1"


def test_addresses_of_push_services_are_understood() -> None:
    found = read_endpoint(GOOD)
    assert (found.host, found.port, found.path) == ("updates.push.services.example.com", 443, "/wpush/v2/gAAAA-_=?x=1")
    assert found.origin == "https://updates.push.services.example.com"
    assert read_endpoint("https://a.example:443/x").origin == "https://a.example"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://push.example.org/x",
        "https://push.example.org",
        "https://push.example.org:8443/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://user@push.example.org/x",
        "https://user:word@push.example.org/x",
        "https://push.example.org/x y",
        "https://push.example.org/x\r\nHost: other",
        "https://push.example.org/\n",
        "https://push.exämple.org/x",
        "https://push.example.org@10.0.0.1/x",
        "https://push.example.org#@10.0.0.1/x",
        "https://push.example.org\\.evil/x",
        "file:///etc/passwd",
        "gopher://push.example.org/x",
        "https://push.example.org/" + "x" * 1000,
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_endpoint(text)
    assert refused.value.problem.code == "push_endpoint"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
     "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "142.250.1.1", "2a00:1450:4001::1", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_addresses_that_are(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "10.0.0.1", "0.0.0.0", "169.254.169.254"])
async def test_a_number_for_a_name_is_looked_at_too(host: str) -> None:
    with pytest.raises(Refusal):
        await resolve(read_endpoint(f"https://{host}/x"))


async def test_one_private_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    async def found(*addresses: str) -> Any:
        async def look_up(*_: Any, **__: Any) -> Any:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", look_up, raising=False)
        return await resolve(read_endpoint(GOOD))

    assert await found("8.8.8.8", "8.8.4.4") == "8.8.8.8", "the connection goes to the address that was looked at"
    for addresses in (("8.8.8.8", "10.0.0.1"), ("::1",), ()):
        with pytest.raises(Refusal):
            await found(*addresses)


async def test_a_name_that_is_not_there_is_explained() -> None:
    with pytest.raises(Refusal, match="cannot be found"):
        await resolve(read_endpoint("https://nobody.invalid/x"))


async def test_tests_may_send_to_this_machine() -> None:
    endpoint = read_endpoint("http://127.0.0.1:8081/x", anywhere=True)
    assert endpoint.origin == "http://127.0.0.1:8081"
    assert await resolve(endpoint, anywhere=True) == "127.0.0.1"
    for text in ("http://127.0.0.1:99999/x", "http://a b/", "ftp://127.0.0.1/x"):
        with pytest.raises(Refusal):
            read_endpoint(text, anywhere=True)
