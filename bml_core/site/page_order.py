"""``#+PAGES:``: the pages that a BML file lists below its text, and the order of pages nobody has put in one.

Pages are known by their address: the path below the documentation, with ``/`` and without its ending.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bml_core.diagnostics import Diagnostic, Location

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
    """The addresses that names stand for, in order, and the names that stand for no page.

    ``line`` is that of the names, from 1.
    """

    pages: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    line: int = 1

    def diagnostics(self, file: str, top: str) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the names in ``file``; ``top`` is what the host calls its folder."""
        hint = f"The names of #+PAGES: are relative to the page, with a / in front to {top}."
        place = Location(file, self.line)
        return tuple(Diagnostic("BML139", f"There is no page {name}.", place, hint) for name in self.unknown)


def read_page_list(text: str) -> PageList | None:
    r"""Return the list of a BML text; None where it has none. The first one stands.

    >>> read_page_list('#+TITLE: Notes\n#+PAGES: openings "after 1NT" defence/*')
    PageList(names=('openings', 'after 1NT', 'defence/*'), line=2)
    """
    found = _PAGES.search(text) if "#+" in text else None
    if found is None:
        return None
    names = tuple(quoted or bare for quoted, bare in _NAME.findall(found[1]))
    return PageList(names, text.count("\n", 0, found.start()) + 1)


def listed_pages(names: Iterable[str], page: str, known: Iterable[str], line: int = 1) -> ListedPages:
    """Return what the names on ``page`` stand for among the ``known`` pages.

    A name is relative to the folder of the page, or with ``/`` in front to the documentation; it may have
    its ending. ``*`` stands for any part of a name, ``**`` for folders as well. A page never lists itself.

    >>> listed_pages(["two.bml", "*", "three"], "index", ["index", "one", "two", "more/four"])
    ListedPages(pages=('two', 'one'), unknown=('three',), line=1)
    """
    known = sorted(set(known) - {page}, key=folder_order)
    pages: dict[str, None] = {}
    unknown: list[str] = []
    for name in names:
        folder = "" if name.startswith("/") else posixpath.dirname(page)
        matches = _matching(posixpath.normpath(posixpath.join(folder, name.lstrip("/"))), known)
        pages.update(dict.fromkeys(matches))
        if not matches:
            unknown.append(name)
    return ListedPages(tuple(pages), tuple(unknown), line)


def page_contents(
    page: str,
    read_list: Callable[[str], PageList | None],
    known: Iterable[str],
    others: Iterable[str] | None = None,
) -> ListedPages:
    """Return the pages that a BML page lists, of all that are ``known``.

    ``others`` are the other BML pages if the page is the first of the site. Without a list it then lists
    everything that none of those does.

    >>> lists = {"one": PageList(("two",), 1)}
    >>> page_contents("index", lists.get, ["index", "one", "two"], ["one"]).pages
    ('one',)
    """
    written = read_list(page)
    if written is not None:
        return listed_pages(written.names, page, known, written.line)
    if others is None:
        return ListedPages()
    lists = ((other, read_list(other)) for other in others)
    elsewhere = {
        listed
        for other, found in lists
        if found is not None
        for listed in listed_pages(found.names, other, known).pages
    }
    return ListedPages(listed_pages(["/**"], page, set(known) - elsewhere).pages)


def reading_order(first: Iterable[str], below: Mapping[str, Sequence[str]]) -> list[str]:
    """Return pages in the order in which a reader meets them: each, then those ``below`` it, once.

    >>> reading_order(["index", "two"], {"index": ["one", "index"], "one": ["three"]})
    ['index', 'one', 'three', 'two']
    """
    order: dict[str, None] = {}
    stack = list(first)[::-1]
    while stack:
        page = stack.pop()
        if page not in order:
            order[page] = None
            stack.extend(reversed(below.get(page, ())))
    return list(order)


def _matching(wanted: str, known: list[str]) -> list[str]:
    spellings = dict.fromkeys((wanted, posixpath.splitext(wanted)[0]))
    for spelling in spellings:
        pattern = re.compile("".join(_WILD.get(part) or re.escape(part) for part in _PATTERN.split(spelling)))
        if matches := [page for page in known if pattern.fullmatch(page)]:
            return matches
    return []


def folder_order(page: str) -> tuple[tuple[bool, bool, str], ...]:
    """Return a key that sorts pages as folders show them: ``index`` first, then files, then folders.

    >>> sorted(["b/x", "c", "a/y", "index"], key=folder_order)
    ['index', 'c', 'a/y', 'b/x']
    """
    *folders, name = page.split("/")
    return (*((True, True, folder) for folder in folders), (False, name not in ("index", "README"), name))
