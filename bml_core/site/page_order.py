"""``#+PAGES:``: the pages that a BML file lists below its text, and the order of pages nobody has put in one.

Pages are known by their address: the path below the documentation, with ``/`` and without its ending.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass

_PAGES = re.compile(r"^[ \t]*#\+PAGES:(.*)$", re.MULTILINE | re.IGNORECASE)
_NAME = re.compile(r'"([^"]+)"|(\S+)')
_PATTERN = re.compile(r"(\*\*|\*|\?)")
_WILD = {"**": ".*", "*": "[^/]*", "?": "[^/]"}


@dataclass(frozen=True, slots=True)
class PageList:
    """The names behind ``#+PAGES:``, and the number of the line, from 1."""

    names: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class ListedPages:
    """The addresses that names stand for, in order, and the names that stand for no page."""

    pages: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def read_page_list(text: str) -> PageList | None:
    r"""The list of a BML text; None where it has none. The first one stands.

    >>> read_page_list('#+TITLE: Notes\n#+PAGES: openings "after 1NT" defence/*')
    PageList(names=('openings', 'after 1NT', 'defence/*'), line=2)
    """
    found = _PAGES.search(text) if "#+" in text else None
    if found is None:
        return None
    names = tuple(quoted or bare for quoted, bare in _NAME.findall(found[1]))
    return PageList(names, text.count("\n", 0, found.start()) + 1)


def listed_pages(names: Iterable[str], page: str, known: Iterable[str]) -> ListedPages:
    """What the names on ``page`` stand for among the ``known`` pages.

    A name is relative to the folder of the page, or with ``/`` in front to the documentation; it may have
    its ending. ``*`` stands for any part of a name, ``**`` for folders as well. A page never lists itself.

    >>> listed_pages(["two.bml", "*", "three"], "index", ["index", "one", "two", "more/four"])
    ListedPages(pages=('two', 'one'), unknown=('three',))
    """
    known = sorted(set(known) - {page}, key=page_order)
    pages: dict[str, None] = {}
    unknown: list[str] = []
    for name in names:
        folder = "" if name.startswith("/") else posixpath.dirname(page)
        matches = _matching(posixpath.normpath(posixpath.join(folder, name.lstrip("/"))), known)
        pages.update(dict.fromkeys(matches))
        if not matches:
            unknown.append(name)
    return ListedPages(tuple(pages), tuple(unknown))


def _matching(wanted: str, known: list[str]) -> list[str]:
    spellings = dict.fromkeys((wanted, posixpath.splitext(wanted)[0]))
    for spelling in spellings:
        pattern = re.compile("".join(_WILD.get(part) or re.escape(part) for part in _PATTERN.split(spelling)))
        if matches := [page for page in known if pattern.fullmatch(page)]:
            return matches
    return []


def page_order(page: str) -> tuple[tuple[bool, bool, str], ...]:
    """A key that sorts pages as folders show them: ``index`` first, then files, then folders.

    >>> sorted(["b/x", "c", "a/y", "index"], key=page_order)
    ['index', 'c', 'a/y', 'b/x']
    """
    *folders, name = page.split("/")
    return (*((True, True, folder) for folder in folders), (False, name not in ("index", "README"), name))
