"""What the documentation site has beside docs/: pages that lie elsewhere in the repository, and links that lead to them."""

import posixpath
import re
from pathlib import Path

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
GAMES = ("bigxbang", "brains", "urknall", "robbery", "bigbrainbang")

# Where a page of the site comes from, seen from the root.
ELSEWHERE = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
    "conduct.md": "CODE_OF_CONDUCT.md",
    "benchmarks.md": "benchmarks/README.md",
    **{f"games/{game}-rules.md": f"src/bangbox/games/{game}/rules.en.md" for game in GAMES},
    **{f"games/{game}-regeln.md": f"src/bangbox/games/{game}/rules.de.md" for game in GAMES},
    "first_agent.py": "examples/first_agent.py",
    "pictures/icon.svg": "web/public/icon.svg",
    "fonts/bangbox-regular.woff": "web/src/fonts/bangbox-regular.woff",
    "fonts/bangbox-bold.woff": "web/src/fonts/bangbox-bold.woff",
}
THERE = {source: page for page, source in ELSEWHERE.items()}

_LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
_RULE = re.compile(r"^- \*\*([A-Z])(\d+)\*\*", re.MULTILINE)


def source_of(page: str) -> str:
    """Where a page of the site lies in the repository."""
    return ELSEWHERE.get(page, f"docs/{page}")


def page_of(source: str) -> str:
    """Which page of the site a file of the repository is."""
    return THERE.get(source, source.removeprefix("docs/"))


def relinked(markdown: str, page: str) -> str:
    """The text of a page with its links, which lead through the repository, leading through the site."""

    def link(found: re.Match[str]) -> str:
        before, target, after = found.groups()
        if re.match(r"[a-z]+:", target):
            return found[0]
        source = posixpath.normpath(posixpath.join(posixpath.dirname(source_of(page)), target))
        return before + posixpath.relpath(page_of(source), posixpath.dirname(page) or ".") + after

    return _LINK.sub(link, markdown)


def anchored(markdown: str) -> str:
    """A rules page on which every rule can be linked to, as `#x7`."""
    return _RULE.sub(lambda rule: f"- **{rule[1]}{rule[2]}**{{ #{rule[1].lower()}{rule[2]} }}", markdown)


class Dialogues(Preprocessor):  # type: ignore[misc]
    """Examples in docstrings, from `>>>` to the next empty line, become blocks of code; otherwise `>` would be a quotation."""

    def run(self, lines: list[str]) -> list[str]:
        """The lines with fences around dialogues that have none."""
        out: list[str] = []
        fenced = talking = False
        for line in [*lines, ""]:
            fenced ^= line.lstrip().startswith("```")
            if talking and not line.strip():
                out.append("```")
                talking = False
            elif line.startswith(">>> ") and not fenced and not talking:
                out.append("```pycon")
                talking = True
            out.append(line)
        return out


class DialoguesExtension(Extension):  # type: ignore[misc]
    """Lets Markdown know of `Dialogues`, before it looks for fences."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.preprocessors.register(Dialogues(md), "dialogues", 100)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Adds the extension for examples, to pages and docstrings."""
    config.markdown_extensions.append(DialoguesExtension())  # names are usual, but extensions are taken too
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds what lies elsewhere."""
    for page, source in ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Makes links and rules of a page fit for the site."""
    here = page.file.src_uri
    text = relinked(markdown, here)
    return anchored(text) if here.endswith(("-rules.md", "-regeln.md")) else text
