"""The statements behind playing again, over both databases."""

from bangbox.server.storage.again import INVITATIONS, INVITE, MUTE_OTHER, MUTED, UNINVITE, UNMUTE_OTHER, WAITING_INVITATIONS
from bangbox.server.storage.statements import Write
from bangbox.server.storage.store import Store
from tests.server.storage.test_store import guest


async def test_whose_invitations_are_not_wanted_is_remembered_and_forgotten(store: Store) -> None:
    await store.commit([guest("ann"), guest("bob"), Write(MUTE_OTHER, {"guest": "ann", "other": "bob", "created": 1})])
    assert [row["other"] for row in await store.read(MUTED, guest="ann")] == ["bob"]
    assert not await store.read(MUTED, guest="bob")
    await store.commit([Write(UNMUTE_OTHER, {"guest": "ann", "other": "bob"})])
    assert not await store.read(MUTED, guest="ann")


async def test_an_invitation_to_a_table_that_is_gone_is_not_shown(store: Store) -> None:
    row = {"guest": "ann", "match": "m", "host": "bob", "created": 5}
    await store.commit([guest("ann"), guest("bob"), Write(INVITE, row)])
    assert not await store.read(INVITATIONS, guest="ann")
    assert not await store.read(WAITING_INVITATIONS, guest="ann", host="bob")
    await store.commit([Write(UNINVITE, {"guest": "ann", "match": "m"})])
