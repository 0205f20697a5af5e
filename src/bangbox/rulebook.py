"""The rules pages that players read: whole, or one numbered rule."""

import functools
import re
from pathlib import Path

from bangbox.core.errors import BangboxError, OptionError
from bangbox.core.registry import Kind

_BETWEEN = re.compile(r"(?<=\.) (?=[A-ZÄÖÜ])")
_RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* ?(.*(?:\n {2,}.*)*)", re.MULTILINE)


def need_page(kind: Kind, language: str) -> None:
    """Raises OptionError if the rules are not written in that language."""
    written = sorted(path.name.split(".")[1] for path in kind.folder.glob("rules.*.md"))
    if language not in written:
        raise OptionError(f"the rules of {kind.manifest.title} are not written in {language!r}, but in {' and '.join(written)}")


def rules_page(kind: Kind, language: str = "en") -> str:
    """The rules page of a game, in Markdown; in English where there is no other."""
    path = kind.folder / f"rules.{language}.md"
    return (path if path.exists() else kind.folder / "rules.en.md").read_text("utf-8")


@functools.cache
def _numbered(folder: Path, language: str) -> dict[str, str]:
    path = folder / f"rules.{language}.md"
    page = (path if path.exists() else folder / "rules.en.md").read_text("utf-8")
    return {number: " ".join(text.split()) for number, text in _RULE.findall(page)}


def numbered_rules(kind: Kind, language: str = "en") -> dict[str, str]:
    """Each rule's text by its number."""
    return _numbered(kind.folder, language)


def rule_text(kind: Kind, said: str, language: str = "en") -> str:
    """One rule, with its number; of `R9.2` the second sentence."""
    rules, (number, _, sentence) = numbered_rules(kind, language), said.partition(".")
    if number not in rules:
        raise BangboxError(f"{kind.manifest.title} has no rule {number!r}; the rules are {', '.join(rules)}")
    return f"{number}: {sentences(rules[number])[int(sentence) - 1] if sentence else rules[number]}"


def sentences(text: str) -> list[str]:
    """A rule's sentences, as the pages tell them apart (`sentences` in web/src/rules/rules.ts)."""
    return _BETWEEN.split(text)
