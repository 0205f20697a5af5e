"""Push messages for those whose pages are closed."""

from bangbox.server.api.http import Asking, endpoint
from bangbox.server.lobby import subscribing
from bangbox.server.protocol import PushDevices, PushEnd, PushKey, PushSubscription


@endpoint("GET", "/api/push", answer=PushKey)
async def key(asking: Asking) -> PushKey:
    """The key with which a browser subscribes; null where this server sends no push messages."""
    return PushKey(key=asking.hall.push.keys.public if asking.hall.push else None)


@endpoint("POST", "/api/me/push", PushSubscription, PushDevices)
async def subscribe(asking: Asking) -> PushDevices:
    """Tells this guest on this device, from now on, when it is their turn and no page is open."""
    return PushDevices(devices=await subscribing.subscribe(asking.hall, asking.me, asking.body))


@endpoint("POST", "/api/me/push/off", PushEnd, PushDevices)
async def unsubscribe(asking: Asking) -> PushDevices:
    """No longer: what was kept for this device is deleted."""
    return PushDevices(devices=await subscribing.unsubscribe(asking.hall, asking.me, asking.body.endpoint))
