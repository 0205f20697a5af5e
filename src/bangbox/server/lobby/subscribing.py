"""Who is told of a turn although no page is open: subscriptions of browsers to push messages, by their guests."""

from bangbox.server.errors import Refusal
from bangbox.server.hall import Hall
from bangbox.server.people.ids import hashed
from bangbox.server.protocol import Me, PushSubscription
from bangbox.server.storage.queries import ADD_SUBSCRIPTION, END_SUBSCRIPTION, FORGET_SUBSCRIPTION, SUBSCRIPTIONS
from bangbox.server.storage.statements import Write

DEVICES = 10  # of one guest; the oldest makes room


async def subscribe(hall: Hall, me: Me, wanted: PushSubscription) -> int:
    """Tells a guest on one more device, in a language; gives the number of devices."""
    if hall.push is None:
        raise Refusal("no_push", "this server sends no push messages", 503)
    hall.limits.subscription(me.id)
    await hall.push.check(wanted)
    async with hall.one_at_a_time(me.id):
        row = {
            "id": hashed(wanted.endpoint),
            "guest": me.id,
            "endpoint": wanted.endpoint,
            "p256dh": wanted.p256dh,
            "auth": wanted.auth,
            "language": wanted.language,
            "created": hall.common.now(),
        }
        others = [known["id"] for known in await hall.store.read(SUBSCRIPTIONS, guest=me.id) if known["id"] != row["id"]]
        # the same browser may have been another guest's before
        gone = [row["id"], *others[DEVICES - 1 :]]
        forgotten = [Write(FORGET_SUBSCRIPTION, {"id": one}) for one in gone]
        await hall.store.commit([*forgotten, Write(ADD_SUBSCRIPTION, row)])
    return min(len(others) + 1, DEVICES)


async def unsubscribe(hall: Hall, me: Me, endpoint: str) -> int:
    """Tells a guest no longer on a device: nothing of it is kept."""
    await hall.store.commit([Write(END_SUBSCRIPTION, {"id": hashed(endpoint), "guest": me.id})])
    return len(await hall.store.read(SUBSCRIPTIONS, guest=me.id))
