"""Which files of a folder are notes, which of them are pages, and the order of pages that lists make."""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import BiddingTable, Dialect, Heading, TextLine, walk_rows
from bml_core.files import Results, ask, decode, files_below, is_file, read_file, real_path, repository
from bml_core.formats import bboalert
from bml_core.language import included_names, line_shape, parse, read_source, resolve_include
from bml_core.notes.options import Markup, markup_of, named_file
from bml_core.notes.page_blocks import find_blocks
from bml_core.notes.standing import find_in_text, find_standing, find_texts
from bml_core.system import expand

SUFFIX = ".bml"
"""The ending of the names of BML files, in small letters; texts of other names may be BML, too."""

_NAVIGATIONS = ("mkdocs.yml", "mkdocs.yaml")
_LISTS = (*_NAVIGATIONS, "zensical.toml", "contents.rst", "contents.md", "index.rst", "index.md")
_NAVIGATION = re.compile(r"^nav:.*(?:\n(?:[ \t#-].*)?)*", re.MULTILINE)
_DOCS = re.compile(r"^docs_dir:[ \t]*[\"']?([^\"'#\n]*[^\"'#\s])", re.MULTILINE)
_UNREAD, _PAGES_KEPT = ("BML101", "BML105"), "pages"
_TOCTREE = re.compile(r"([ \t]*)(?:\.\. toctree::|(`{3,}|:{3,})\{toctree\})")
_ENDING = re.compile(r"\.(?:md|markdown|rst|bml)\Z")
_PAGE = re.compile(r"[^\s\"'<>()\[\]{}:,]+")
_PAGES_IN_FILES = frozenset({".md", ".markdown", ".rst"})
# Texts by their names: what else a folder of notes has is left alone without a look into it.
_TEXTS = frozenset({".txt", ".text", ".notes", ".note", ".bid", ".bidding", ".system", ".sys", ".org", ""})
_ENOUGH_ROWS, _MANY_ROWS = 2, 5
_REST = re.compile(r"^\.\. [\w-]+::", re.MULTILINE)
_COMMAND = re.compile(r"#(?:\+(?:TITLE|BML|SYSTEM|PAGES)\b|(?:SEAT|VUL|INCLUDE|CUT|PASTE|BIDTABLE)\b)")


def find_parts(files: Iterable[str], pages: Iterable[str], roots: Sequence[str]) -> dict[str, str]:
    """Return the BML files that are parts of pages, each with the file that shows or includes it.

    ``files`` are the paths of BML files that could be pages, ``pages`` those of the pages in other markup,
    and ``roots`` the folders that files may come from, the folder of the documentation first. Of files
    that include each other in a circle the first by name is a page.

    >>> find_parts(["notes/main.bml"], [], ["notes"])
    {}
    """
    files = sorted(set(files))
    if not files:
        return {}
    includes = _Includes(roots)
    known = {real_path(file): file for file in reversed(files)}
    below = {file: includes.below(file) for file in files}
    parts: dict[str, str] = {}
    for page in sorted(pages):
        _note(parts, page, _shown_files(page, includes, roots[0]), known)
    included = {real for reals in below.values() for real in reals}
    # Files that nobody includes are pages for certain; what is then left includes itself in a circle.
    for file in sorted(files, key=lambda file: (real_path(file) in included, file)):
        if file not in parts:
            _note(parts, file, below[file], known)
    return parts


def _note(parts: dict[str, str], page: str, included: Iterable[str], known: dict[str, str]) -> None:
    for real in included:
        if real in known:
            parts.setdefault(known[real], page)


def _shown_files(page: str, includes: _Includes, root: str) -> Iterator[str]:
    """Yield the BML files that the blocks of a page in other markup show and include, as real paths."""
    text = read_source(page)
    if "bml" not in text.lower():
        return
    for block in find_blocks(text, markup_of(page)):
        if name := block.raw.get("file", ""):
            real = real_path(named_file(name, page, root))
            yield real
            # Of "show: own", what the file includes is shown elsewhere.
            if block.raw.get("show", "").strip().lower() != "own":
                yield from includes.reached(includes.names_in(real), page, real)
    yield from includes.reached(included_names(text), page, page)


def notes_in(folder: Path) -> list[Path]:
    """Return the files below a folder that may be notes, in the order of pages; parts of others left out.

    Folders that cannot be read are among them, so that whoever reads the files reports them.

    Raises:
        OSError: The folder cannot be read, or there are too many files for a folder of notes.
    """
    below = files_below(folder)
    pages = [str(path) for path in below.files if path.suffix.lower() in _PAGES_IN_FILES]
    own = [str(path) for path in below.files if is_bml(path)]
    found = [*below.closed, *map(Path, own), *map(Path, pages)]
    texts = [path for path in below.files if is_importable(path)]
    for paths in (found, texts):
        paths.sort(key=lambda path: _folder_order(path.relative_to(folder).with_suffix("").as_posix()))
    parts = find_parts(own, pages, [str(folder)])
    ordered = in_page_order([str(path) for path in found if str(path) not in parts])
    # The first description of a call is used, and what a letter tells overrules no notes.
    return [*map(Path, ordered), *texts]


def files_with_notes(folder: str | Path, results: Results | None = None) -> list[str]:
    """Return the files of a folder that have notes, in the order of its pages.

    These are pages with blocks of BML, and BML files that no other file includes or shows. What pages without
    a block have is looked up in ``results``, and kept there.

    Raises:
        OSError: As for :func:`notes_in`.
    """
    files, known = map(str, notes_in(Path(folder))), results or Results()
    return [file for file in files if markup_of(file) is Markup.BML or _has_notes(file, known)]


def texts_beside(folder: str | Path, files: Collection[str]) -> Iterator[TextLine]:
    """Yield the lines of pages without notes that are beside some with notes: ``files`` are those.

    A page on signals has none, for instance.
    """
    folders = {Path(file).parent for file in files if markup_of(file) is not Markup.BML}
    for path in notes_in(Path(folder)) if folders else ():
        if str(path) not in files and path.parent in folders and markup_of(str(path)) is not Markup.BML:
            yield from find_texts(read_source(path), str(path))


def is_text(path: str | Path) -> bool:
    """Return whether a file is not BML, but a text that tells of calls: ``After 1NT: 2C = Stayman``."""
    text = _start_of(Path(path)) if _is_text_name(Path(path)) else ""
    if _is_of_program(text) or _why_bml(text):
        return False
    enough = 1 if any(_begun_rows(text)) and _is_mostly_sentences(text) else _MANY_ROWS
    return _rows_in(text)[1] >= enough


def is_importable(path: Path) -> bool:
    """Return whether a file is such a text, and not imported yet: ``bml import`` writes BML beside it."""
    return is_text(path) and not is_file(path.with_suffix(SUFFIX))


def is_bml(path: Path) -> bool:
    """Return whether a file is BML: by its name, or a text that begins like it."""
    return path.suffix.lower() == SUFFIX or (_is_text_name(path) and why_bml(path) != "")


def _is_text_name(path: Path) -> bool:
    # Sites publish the sources of their pages as index.md.txt.
    is_copy = Path(path.stem).suffix.lower() in (SUFFIX, *_PAGES_IN_FILES)
    return path.suffix.lower() in _TEXTS and not is_copy


def why_bml(path: str | Path) -> str:
    """Return what a text begins with that makes it BML, such as ``1C  16+ hcp``; "" if nothing does.

    That is a command of BML, or the second row of a bidding table, where no more would be read of it as text
    from elsewhere, and it is not mostly sentences, as a letter is. So ``1NT overcall = 15-18`` is not read as
    an opening.
    """
    return _why_bml(_start_of(Path(path)))


def _why_bml(text: str) -> str:
    if _is_of_program(text):
        return ""
    line = next(_begun_rows(text), "")
    if not line or _COMMAND.match(line):
        return line
    as_bml, as_text = _rows_in(text)
    return line if as_bml >= as_text and not _is_mostly_sentences(text) else ""


def _begun_rows(text: str) -> Iterator[str]:
    """Yield the lines of a text that make it look like BML: its commands, and its rows after the first."""
    rows = 0
    for line in text.splitlines():
        shape = line_shape(line, Dialect.V2_0)
        is_row = shape is not None and shape.begins_table and not shape.parts.is_close
        rows += is_row
        if _COMMAND.match(line) or (is_row and rows >= _ENOUGH_ROWS):
            yield line.strip()


@lru_cache(maxsize=100)
def _is_mostly_sentences(text: str) -> bool:
    """Return whether a text has fewer words in rows than elsewhere, and nothing else that only BML has.

    That is a heading, an auction before a table, or a row below another.
    """
    blocks = parse(text).blocks
    tables = [block for block in blocks if isinstance(block, BiddingTable)]
    rows = [row for table in tables for _, row in walk_rows(table.rows)]
    is_arranged = (
        any(isinstance(block, Heading) for block in blocks)
        or any(table.history for table in tables)
        or any(row.children for row in rows)
    )
    words = sum(1 + len(line.text.split()) for row in rows for line in row.description)
    return not is_arranged and len(text.split()) > 2 * words


def _is_of_program(text: str) -> bool:
    """Return whether a text is one that a program reads, and no notes: data of BBOalert, pages of Sphinx."""
    return "\0" in text or bboalert.is_data(text) or _REST.search(text) is not None


def _start_of(path: Path) -> str:
    """Return the first part of a file as a text, "" for a file that cannot be read."""
    try:
        return decode(ask("start", path), str(path)).value
    except OSError:
        return ""


@lru_cache(maxsize=100)
def _rows_in(text: str) -> tuple[int, int]:
    """Return how many agreements a text has as BML, and how many as a text of another program."""
    documents = [parse(text)], [part.document for part in find_in_text(text.encode(), ".txt").parts]
    as_bml, as_text = (sum(row.is_described for row in expand(each).agreements) for each in documents)
    return as_bml, as_text


def _has_notes(page: str, results: Results) -> bool:
    """Return whether a page has blocks, or tables or lists of bids; or cannot be read, which is reported."""
    data = read_file(page).value
    text = decode(data or b"", page)
    if data is None or any(fault.code in _UNREAD for fault in text.diagnostics):
        return True
    markup = markup_of(page)
    if find_blocks(text.value, markup):
        return True
    key = hashlib.sha256(f"{page}\n{text.value}".encode("utf-8", "replace")).hexdigest()
    has_rows: bool | None = results.find(_PAGES_KEPT, key)
    if has_rows is None:
        standing = find_standing(text.value, page, markup)
        has_rows = bool(standing.parts or standing.unplaced)
        if not standing.lacks:
            results.keep(_PAGES_KEPT, key, has_rows)
    return has_rows


class _Includes:
    """Follows ``#INCLUDE`` from file to file without reading them as BML; what does not exist is left out."""

    def __init__(self, roots: Sequence[str]) -> None:
        self._roots = roots
        self._names: dict[str, list[str]] = {}

    def below(self, file: str) -> list[str]:
        """Return the real paths of the files that a BML file includes, and of those they include."""
        own = real_path(file)
        return [real for real in self.reached(self.names_in(file), file, file) if real != own]

    def names_in(self, file: str) -> list[str]:
        """Return the names that a file includes."""
        if file not in self._names:
            self._names[file] = included_names(read_source(file))
        return self._names[file]

    def reached(self, names: list[str], page: str, from_file: str) -> list[str]:
        """Return the real paths that ``names``, written in ``from_file``, lead to on this page."""
        found: dict[str, None] = {}
        waiting = [(name, from_file) for name in reversed(names)]
        while waiting:
            name, asking = waiting.pop()
            path = resolve_include(name, asking, page, self._roots).value
            if path is None or not is_file(path) or (real := real_path(path)) in found:
                continue
            found[real] = None
            waiting += [(inner, str(path)) for inner in reversed(self.names_in(str(path)))]
        return list(found)


# ---------------------------------------------------------------- lists of pages

# Pages are known by their address: the path below the documentation, with / and without its ending.

_PAGES = re.compile(r"^[ \t]*#\+PAGES:(.*)$", re.MULTILINE | re.IGNORECASE)
_NAME = re.compile(r'"([^"]+)"|(\S+)')
_PATTERN = re.compile(r"(\*\*|\*|\?)")
_WILD = {"**": ".*", "*": "[^/]*", "?": "[^/]"}


@dataclass(frozen=True, slots=True)
class PageList:
    """The names after ``#+PAGES:``, and the number of the line, from 1."""

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
        hint = f"The names of #+PAGES: are relative to the page, or with a leading / to {top}."
        place = Location(file, self.line)
        return tuple(Diagnostic("BML139", f"Page not found: {name}.", place, hint) for name in self.unknown)


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
    known = sorted(set(known) - {page}, key=_folder_order)
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


def _folder_order(page: str) -> tuple[tuple[bool, bool, str], ...]:
    """Return a key that sorts pages as folders show them: ``index`` first, then files, then folders.

    >>> sorted(["b/x", "c", "a/y", "index"], key=_folder_order)
    ['index', 'c', 'a/y', 'b/x']
    """
    *folders, name = page.split("/")
    return (*((True, True, folder) for folder in folders), (False, name not in ("index", "README"), name))


# ---------------------------------------------------------------- the order of pages by their lists


def in_page_order(names: Sequence[str]) -> list[str]:
    """Return the names of pages in the order in which the navigation or a table of contents has them.

    Pages that it does not have come after the others by name. Without such a list, which names two of them
    at least, the order stays as it is.
    """
    paths = {name: Path(name).absolute().with_suffix("").as_posix().split("/") for name in names}
    for folder in _folders(Path(name) for name in names):
        for title in _LISTS:
            listed = {page: place for place, page in enumerate(dict.fromkeys(_pages_listed(folder / title)))}
            places = {}
            for name, parts in paths.items():
                ends = ("/".join(parts[start:]) for start in range(len(parts)))
                places[name] = next((listed[end] for end in ends if end in listed), len(listed))
            if sum(place < len(listed) for place in places.values()) > 1:
                return sorted(names, key=lambda name: (places[name], name))
    return list(names)


def pages_outside(names: Iterable[str]) -> list[str]:
    """Return the Markdown pages that ``mkdocs.yml`` does not name, although it has a navigation.

    Where a pattern stands for pages, every page may be meant.
    """
    return [name for name in names if name.endswith(".md") and _is_outside(Path(name).absolute())]


def _is_outside(page: Path) -> bool:
    for folder in page.parents:
        text = next(filter(None, (read_source(folder / title) for title in _NAVIGATIONS)), "")
        if navigation := _NAVIGATION.search(text):
            docs = _DOCS.search(text)
            top = folder / (docs[1] if docs else "docs")
            is_below = page.is_relative_to(top) and "*" not in navigation[0]
            return is_below and page.relative_to(top).as_posix() not in text
    return False


# "[Twos](twos.md#multi)", but not an address with a scheme
_PAGE_LINK = re.compile(r"\]\(<?(?![a-z]+:|/)([^)\s#?>]+\.(?:md|markdown))(?=[)\s#?>])")
_WIKI_LINKS_TO_A_SLIP = 3
# "[[Twos]]", "[[twos#Multi]]" and "[[twos|two-level openings]]"
_WIKI_LINK = re.compile(r"\[\[(?!\s*[!#|])([^][|#\n]+)(?:[#|][^][\n]*)?\]\]")
_CODE = re.compile(r"^( *)(`{3,}|~{3,}).*?^ *\2|`+[^`\n]*`+", re.MULTILINE | re.DOTALL)


def links_to_nothing(names: Iterable[str]) -> Iterator[tuple[Location, str]]:
    """Yield the links of Markdown pages to pages that do not exist, each with its place."""
    pages = [name for name in names if name.endswith(".md")]
    titles = {_title(Path(name).stem) for name in pages}
    wiki: list[tuple[Location, str]] = []
    known: set[str] = set()
    for name in pages:
        text = read_source(name)
        has_links = "](" in text or "[[" in text
        text = _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text) if has_links else ""
        for link in chain(_PAGE_LINK.finditer(text), _WIKI_LINK.finditer(text)):
            line = text.count("\n", 0, link.start())
            place = Location(name, line + 1, link.start(1) - text.rfind("\n", 0, link.start()))
            if link.re is _PAGE_LINK:
                if not is_file(Path(name).parent / unquote(link[1])):
                    yield place, link[1]
            elif is_file((page := Path(name).parent / link[1].strip()).with_name(f"{page.name}.md")):
                known.add(_title(page.name))
            elif (title := _title(page.name.removesuffix(".md"))) in titles:
                known.add(title)
            else:
                wiki.append((place, link[1].strip()))
    # Where nearly all such links lead to pages of one folder, one to nothing is a slip.
    is_flat = len({Path(name).parent for name in pages}) == 1
    if is_flat and len({title for _, title in wiki}) * _WIKI_LINKS_TO_A_SLIP <= len(known):
        yield from wiki


def _title(name: str) -> str:
    """Return the name of a page as links in double brackets compare it."""
    return name.lower().replace(" ", "-").replace("_", "-")


def _folders(paths: Iterable[Path]) -> list[Path]:
    """Return the folders of some files, then those around them up to the top of the repository."""
    own = list(dict.fromkeys(path.absolute().parent for path in paths))
    if not own:
        return []
    # Without a repository, a configuration may lie beside the folder of the pages.
    top = next(iter(repository(own[0])), own[0].parent)
    around = chain.from_iterable(folder.parents for folder in own)
    return [*dict.fromkeys(folder for folder in (*around, *own) if folder.is_relative_to(top))]


def _pages_listed(path: Path) -> Iterator[str]:
    """Yield the pages that a list names, without their endings; words around their names are none."""
    if in_tree := list(_pages_in_tree(path, path.parent, set())):
        yield from in_tree
        return
    text = read_source(path)
    if path.name in _NAVIGATIONS:
        text = "".join(_NAVIGATION.findall(text)[:1])
    yield from (_ENDING.sub("", word).strip("/") for word in _PAGE.findall(text) if _ENDING.search(word))


def _pages_in_tree(path: Path, top: Path, seen: set[Path]) -> Iterator[str]:
    """Yield the pages of the tables of contents in a page, each before those in its own."""
    if path in seen:
        return
    seen.add(path)
    for entry in _entries(read_source(path).splitlines()):
        folder = top if entry.startswith("/") else path.parent
        page = Path(os.path.normpath(folder / entry.strip("/")))
        if page.is_relative_to(top):
            yield page.relative_to(top).as_posix()
            for ending in (".rst", ".md"):
                yield from _pages_in_tree(page.with_name(page.name + ending), top, seen)


def _entries(lines: Iterable[str]) -> Iterator[str]:
    """Yield the pages that the tables of contents of a text name, without their endings."""
    beginning: re.Match[str] | None = None
    for line in lines:
        entry = line.strip()
        if beginning is None:
            beginning = _TOCTREE.match(line)
        elif beginning[2] and entry.startswith(beginning[2]):
            beginning = None
        elif not beginning[2] and entry and len(line) - len(line.lstrip()) <= len(beginning[1]):
            beginning = _TOCTREE.match(line)
        elif entry and not entry.startswith((":", ".. ")):
            named = entry.rpartition("<")[2].removesuffix(">") if entry.endswith(">") else entry
            yield _ENDING.sub("", named)
