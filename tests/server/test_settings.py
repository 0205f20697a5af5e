"""Settings by flag, by environment or by default; what cannot work is explained."""

from pathlib import Path
from typing import Any

import pytest

from bangbox.server.settings import Settings, SettingsError, from_environment, is_postgres, sqlite_path


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings in the environment."""
    for name in Settings.__struct_fields__:
        monkeypatch.delenv(f"BANGBOX_{name.upper()}", raising=False)


def test_what_is_given_counts_then_the_environment_then_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert from_environment().port == 8080
    monkeypatch.setenv("BANGBOX_PORT", "81")
    monkeypatch.setenv("BANGBOX_PATIENCE_DAYS", "0.5")
    assert (from_environment().port, from_environment().patience_days) == (81, 0.5)
    assert from_environment(port=82).port == 82
    assert from_environment(port=None).port == 81
    monkeypatch.setenv("BANGBOX_PORT", "eighty")
    with pytest.raises(SettingsError, match="BANGBOX_PORT should be a number"):
        from_environment()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"workers": 2}, "needs PostgreSQL"),
        ({"database": "mysql://x"}, "--database should be"),
        ({"port": 99999}, "0 to 65535"),
        ({"port": -1}, "0 to 65535"),
        ({"port": 0, "workers": 2, "database": "postgresql://x@y/z"}, "one process"),
        ({"log": "xml"}, "text or json"),
        ({"address": "games.example.org"}, "--address is such as https"),
        ({"address": "ftp://games.example.org"}, "--address is such as https"),
        ({"address": "https://games.example.org/box"}, "without a path"),
        ({"address": "http://["}, "--address is such as https"),
        ({"pace": -1.0}, "0 to 100"),
    ],
)
def test_what_cannot_work_is_explained(given: dict[str, Any], why: str) -> None:
    with pytest.raises(SettingsError, match=why):
        from_environment(**given)


@pytest.mark.parametrize("address", ["https://games.example.org", "http://10.0.0.2:8080/", "http://[::1]:8080"])
def test_addresses_that_people_can_use(address: str) -> None:
    assert from_environment(address=address).address == address


def test_where_data_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sqlite_path(Settings(database="sqlite:////data/games.sqlite")) == Path("/data/games.sqlite")
    assert sqlite_path(Settings(data=str(tmp_path))) == tmp_path / "bangbox.sqlite"
    assert is_postgres(Settings(database="postgresql://x@y/z"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert sqlite_path(Settings()) == tmp_path / "bangbox" / "bangbox.sqlite"
