"""The web app out of the package, with strict headers on everything."""

import httpx
import pytest

from tests.server.processes import Server


def test_everything_carries_strict_headers(server: Server) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/healthz"):
        headers = httpx.get(f"{server.url}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_every_path_that_is_no_file_is_the_app(server: Server) -> None:
    front = httpx.get(f"{server.url}/")
    assert front.status_code in (200, 503)
    assert httpx.get(f"{server.url}/match/whatever").text == front.text
    if front.status_code == 200:
        assert front.headers["cache-control"] == "no-cache"
        script = front.text.partition('src="')[2].partition('"')[0]
        kept = httpx.get(f"{server.url}{script}")
        assert (kept.status_code, kept.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/x%00y", (200, 503)),
        ("/" + 300 * "a", (200, 503)),
        ("/" + 3000 * "a/", (200, 503)),
        ("/%ff%fe", (200, 503)),
        ("/assets/%00", (404,)),
        ("/assets/" + 400 * "b", (404,)),
        ("/api/nothing", (404,)),
        ("/api/%00", (404,)),
        ("/api/matches/%00", (404,)),
        ("/api/matches/a%00b/snapshot", (404,)),
        ("/api/matches?show=open&game=%00", (404,)),
    ],
)
def test_addresses_that_nothing_can_have_are_no_fault(server: Server, path: str, status: tuple[int, ...]) -> None:
    assert httpx.get(f"{server.url}{path}").status_code in status


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc/passwd"])
def test_nothing_outside_the_app_is_given_out(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.url}{path}")
    assert answer.status_code in (200, 404, 503)
    assert "root:" not in answer.text
