"""Who is who: tokens, names, and codes that work once."""

import pytest

from bangbox.server.errors import Refusal
from bangbox.server.people.guests import SURE_MS, People, tidy_name
from tests.server.house import House


@pytest.mark.parametrize("bad", ["", "   ", "x" * 25, "a\nb" * 9, "<b>", "\u202eevil", "\u3164", "\u2800 \u2800", None])
def test_what_is_no_name(bad: str | None) -> None:
    with pytest.raises(Refusal, match="visible characters"):
        tidy_name(bad)


def test_names_are_tidied() -> None:
    assert tidy_name("  Ann   of  York ") == "Ann of York"
    assert tidy_name("Zoë 𝕏") == "Zoë 𝕏"


async def test_a_guest_is_known_by_its_token_and_the_token_is_not_stored(house: House) -> None:
    people = house.hall.people
    me, token = await people.welcome("Ann")
    bot, _ = await people.welcome("Bot", bot=True)
    assert await people.find(token) == me
    assert (me.kind, bot.kind) == ("guest", "bot")
    assert await People(house.hall.store).find(token) == me, "also by a process that has never seen it"
    for unknown in (None, "", "nonsense", token[:-1], "x" * 1000, "ü\0"):
        assert await people.find(unknown) is None
    assert token.encode() not in house.path.read_bytes()
    assert len(token) >= 43, "256 random bits"


async def test_another_name_counts_from_now_on(house: House) -> None:
    people = house.hall.people
    me, token = await people.welcome("Ann")
    assert (await people.rename(me, "Anna")).name == "Anna"
    assert (await people.find(token)) == (await People(house.hall.store).find(token))
    with pytest.raises(Refusal):
        await people.rename(me, "<b>")


async def test_a_name_that_another_process_changed_is_known_a_few_seconds_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.hall.store, "shared", True)
    here, there = People(house.hall.store, house.clock), People(house.hall.store, house.clock)
    me, token = await here.welcome("Ann")
    await there.rename(me, "Anna")
    house.clock.forward(SURE_MS / 1000 + 1)
    found = await here.find(token)
    assert found is not None
    assert found.name == "Anna"


async def test_a_code_works_once_and_for_what_it_was_made(house: House) -> None:
    people = house.hall.people
    me, token = await people.welcome("Ann")
    code, expires = await people.code_for("device", me.id, minutes=5)
    assert expires == house.clock() + 300_000
    with pytest.raises(Refusal, match="used already"):
        await people.subject_of("seat", code)
    same, other = await people.enter(code)
    assert (same, await people.find(other)) == (me, me)
    assert other != token
    with pytest.raises(Refusal, match="used already"):
        await people.enter(code)
    assert await people.find(token) == me, "the first device goes on working"


async def test_a_code_grows_old(house: House) -> None:
    people = house.hall.people
    me, _ = await people.welcome("Ann")
    code, _ = await people.code_for("device", me.id, minutes=5)
    house.clock.forward(299)
    assert await people.subject_of("device", code) == me.id
    house.clock.forward(1)
    with pytest.raises(Refusal, match="too old"):
        await people.enter(code)
    house.clock.forward(1)
    await people.code_for("device", me.id, minutes=5)
    assert house.ask("SELECT count(*) FROM codes")[0][0] == 1, "old ones are forgotten"


async def test_of_two_who_use_a_code_at_once_one_gets_in(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people = house.hall.people
    me, _ = await people.welcome("Ann")
    code, _ = await people.code_for("device", me.id, minutes=5)
    subject_of = people.subject_of

    async def somebody_is_quicker(kind: str, code: str) -> str:
        subject = await subject_of(kind, code)
        house.ask("DELETE FROM codes")
        return subject

    monkeypatch.setattr(people, "subject_of", somebody_is_quicker)
    tokens = house.ask("SELECT count(*) FROM tokens")[0][0]
    with pytest.raises(Refusal, match="used already"):
        await people.enter(code)
    assert house.ask("SELECT count(*) FROM tokens")[0][0] == tokens
