"""The keys by which push services know this server."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from py_vapid import Vapid02

from bangbox.server.push.kept import NAME
from bangbox.server.push.keys import kept_keys
from bangbox.server.settings import SettingsError


def test_keys_are_made_once_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    first = kept_keys(folder)
    assert kept_keys(folder).public == first.public
    assert len(first.public) == 87, "a point of 65 bytes"
    assert [path.name for path in folder.iterdir()] == [NAME]
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600


def test_processes_that_start_together_have_the_same_keys(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as several:
        found = {keys.public for keys in several.map(lambda _: kept_keys(tmp_path), range(16))}
    assert len(found) == 1


def test_a_signature_is_for_one_push_service_and_can_be_checked(tmp_path: Path) -> None:
    keys = kept_keys(tmp_path)
    header = keys.authorization("https://push.example.org", "https://games.example.org:8443", 1_800_000_000_000)
    assert header.startswith("vapid t=") and header.endswith(f",k={keys.public}")
    assert Vapid02.verify(header)
    head, _, rest = header.partition(".")
    assert not Vapid02.verify(f"{head}.x{rest}")


@pytest.mark.parametrize("text", ["", "nothing", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_damaged_file_is_explained_and_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    with pytest.raises(SettingsError, match="cannot be used"):
        kept_keys(tmp_path)
    assert (tmp_path / NAME).read_text() == text
