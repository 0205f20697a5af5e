"""The documentation site: it builds, every link in it leads somewhere, and it loads nothing from anywhere else."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[1]
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}


class Reader(HTMLParser):
    """What a page links to and loads, and where in it one can go."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.places: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.places |= {given.get("id", ""), given.get("name", "")}
        if tag in LOADING and LOADING[tag] in given:
            self.loads.add(given[LOADING[tag]])
        elif "href" in given:
            self.links.add(given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    ran = subprocess.run(build, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Reader]:
    return {page: Reader(page.read_text("utf-8")) for page in site.rglob("*.html") if page.name != "404.html"}


def test_links_and_places_exist(pages: dict[Path, Reader]) -> None:
    assert len(pages) > 40
    broken = []
    for page, read in pages.items():
        for link in read.links | read.loads:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "mailto"):
                continue
            to = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            to = to / "index.html" if to.is_dir() else to
            place = unquote(parts.fragment)
            if not to.is_file() or (place and to in pages and place not in pages[to].places):
                broken.append(f"{page.name}: {link}")
    assert not broken


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Reader]) -> None:
    assert not [(page.name, load) for page, read in pages.items() for load in read.loads if urlsplit(load).netloc]
    for sheet in site.rglob("*.css"):
        assert "url(http" not in sheet.read_text("utf-8").replace('"', "").replace("'", ""), sheet.name


def test_examples_in_docstrings_are_code(site: Path) -> None:
    page = (site / "api" / "games.html").read_text("utf-8")
    assert "<blockquote>" not in page
    assert page.count('class="language-pycon highlight"') >= 4


def test_no_page_tells_where_it_was_built(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert str(ROOT) not in page.read_text("utf-8"), page.name


def test_every_rule_can_be_linked_to(pages: dict[Path, Reader]) -> None:
    places = {page.name: read.places for page, read in pages.items()}
    assert {f"x{n}" for n in range(1, 25)} <= places["bigxbang-rules.html"]
    assert {f"r{n}" for n in range(1, 31)} <= places["robbery-regeln.html"]


def test_what_is_public_is_in_the_reference(pages: dict[Path, Reader]) -> None:
    import bangbox

    places = {place.rpartition(".")[2] for read in pages.values() for place in read.places}
    constants = {"CHANCE", "OVER"}
    assert not set(bangbox.__all__) - constants - places
