"""Find out where the text of a page comes from: its file, its folder, and its line numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath
from typing import Any

import markdown

_RELPATH = "relpath"
_ANCHORS = ("mkdocs_extract_anchors", "properdocs_extract_anchors")
_ZENSICAL_CONTEXT = "rendering_context"
_MOST_LINES_COMPARED = 20_000


def page_name(uri: str) -> str:
    """Return the name of a page: its path below the documentation, without the ending of its file.

    >>> page_name("system/slam.md")
    'system/slam'
    """
    return str(PurePosixPath(uri).with_suffix(""))


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A page as its host knows it.

    ``uri`` is its path below the folder of the documentation, ``file`` its path on disk and ``root`` that
    folder; ``text`` is what the file holds, ``url`` the address of the page below that of the site. Each is
    "" where the host does not tell.
    """

    uri: str = ""
    file: str = ""
    root: str = ""
    text: str = ""
    url: str = ""

    @property
    def way_to_top(self) -> str:
        """Return the way from the page to the top of the site.

        >>> PagePlace(url="system/slam/").way_to_top, PagePlace(url="./").way_to_top
        ('../../', '')
        """
        return "../" * self.url.removeprefix("./").count("/")


def find_page(md: markdown.Markdown) -> PagePlace:
    """Return the page that ``md`` converts, from what MkDocs, its successors or Zensical leave there."""
    if _RELPATH in md.treeprocessors:
        return _mkdocs_page(md.treeprocessors[_RELPATH])
    settings = zensical_settings(md)
    if settings is not None:
        return _zensical_page(md.preprocessors[_ZENSICAL_CONTEXT], settings)
    return PagePlace()


def _mkdocs_page(processor: object) -> PagePlace:
    file: Any = getattr(processor, "file", None)
    config: Any = getattr(processor, "config", None)
    uri = getattr(file, "src_uri", "")
    if not uri:
        return PagePlace()
    root = str(config["docs_dir"]) if config else ""
    # A page made by a plugin has no file of its own; it counts as standing where its address says.
    path = getattr(file, "abs_src_path", None) or str(Path(root, uri))
    return PagePlace(uri, path, root, _read(path), str(getattr(file, "url", "")))


def zensical_settings(md: markdown.Markdown) -> Mapping[str, Any] | None:
    """Return the settings of the site if Zensical converts the page."""
    if _ZENSICAL_CONTEXT not in md.preprocessors:
        return None
    return getattr(md.preprocessors[_ZENSICAL_CONTEXT], "config", None) or {}


def _zensical_page(processor: object, config: Mapping[str, Any]) -> PagePlace:
    page: Any = getattr(processor, "page", None)
    uri = getattr(page, "path", "")
    if not uri:
        return PagePlace()
    root = str(Path(config.get("root_dir", "."), config.get("docs_dir", "docs")).absolute())
    path = str(Path(root, uri))
    return PagePlace(uri, path, root, _read(path), str(getattr(page, "url", "")).lstrip("/"))


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return ""


def note_anchors(md: markdown.Markdown, idents: Iterable[str]) -> None:
    """Tell the host which ids the page has beside those in its tree, so that it knows links to them."""
    for name in _ANCHORS:
        if name in md.treeprocessors:
            present = getattr(md.treeprocessors[name], "present_anchor_ids", None)
            if isinstance(present, set):
                present.update(idents)


def original_lines(seen: Sequence[str], original: Sequence[str]) -> list[int]:
    """Return for each line of ``seen`` the number, from 1, of the line of ``original`` it comes from.

    Hosts take the front matter off, and other extensions put text in. A line that is not in the original
    gets the number of the line before it that is.

    >>> original_lines(["a", "included", "b"], ["---", "title: x", "---", "a", "b"])
    [4, 4, 5]
    """
    old, new = _comparable(original), _comparable(seen)
    offset = len(old) - len(new)
    if offset >= 0 and old[offset:] == new:
        numbers = [number + 1 for number in range(offset, len(old))]
    elif not old or len(old) + len(new) > _MOST_LINES_COMPARED:
        numbers = [number + 1 for number in range(len(new))]
    else:
        numbers = _matched(new, old)
    return numbers + [numbers[-1] if numbers else 1] * (len(seen) - len(numbers))


def _comparable(lines: Sequence[str]) -> list[str]:
    keys = ["".join(line.split()) for line in lines]
    while keys and not keys[-1]:
        keys.pop()
    return keys


def _matched(new: list[str], old: list[str]) -> list[int]:
    numbers: list[int] = []
    for kind, old_start, old_end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        for position in range(new_end - new_start):
            number = old_start + position
            if kind != "equal":
                number = min(number, max(old_end, old_start) - 1)
            numbers.append(max(number, 0) + 1)
    return numbers
