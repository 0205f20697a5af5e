"""Where a push message goes. A browser names the address, so it may be anybody's: only public ones, only over TLS."""

import asyncio
import ipaddress
import re
import socket
from typing import NamedTuple

from bangbox.server.errors import Refusal

LONGEST = 1000  # characters of an address; those in use have about 200
SECONDS = 5.0  # to find a name
PUBLIC = re.compile(r"(https)://([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::(443))?(/[!-~]*)")
ANY = re.compile(r"(https?)://([a-z0-9.-]+)(?::(\d{1,5}))?(/[!-~]*)")
NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Endpoint(NamedTuple):
    """An address of a push service, in its parts."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """What our signature is made out to."""
        usual = self.port == (443 if self.scheme == "https" else 80)
        return f"{self.scheme}://{self.host}" + ("" if usual else f":{self.port}")


def read_endpoint(text: str, anywhere: bool = False) -> Endpoint:
    """An address in its parts; refuses what no push service has. `anywhere`: plain HTTP and other ports too, for tests."""
    found = (ANY if anywhere else PUBLIC).fullmatch(text) if len(text) <= LONGEST else None
    if found is None or int(found[3] or 443) > 65535:
        raise Refusal("push_endpoint", "this is not the address of a push service", 422)
    return Endpoint(found[1], found[2], int(found[3] or (443 if found[1] == "https" else 80)), found[4])


async def resolve(endpoint: Endpoint, anywhere: bool = False) -> str:
    """The network address behind the name. If any address of that name is not public, the name is refused.

    The connection is made to the address given here: a name that leads elsewhere a moment later leads nowhere.
    """
    try:
        async with asyncio.timeout(SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refusal("push_endpoint", "this push service cannot be found from here", 422) from None
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not (anywhere or all(is_public(ipaddress.ip_address(address)) for address in addresses)):
        raise Refusal("push_endpoint", "this is not the address of a push service", 422)
    return addresses[0]


def is_public(address: Address) -> bool:
    """Whether an address is out in the internet, also where it wraps an older one."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.teredo is not None or address.sixtofour is not None:
            return False
        if address in NAT64:
            return is_public(ipaddress.IPv4Address(address.packed[-4:]))
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
    return address.is_global and not address.is_multicast and not address.is_reserved
