"""What has changed: between two systems as a person reads it, and since a git revision."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby, takewhile
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from bml_core.diagnostics import Diagnostic, Location, Result
from bml_core.document import (
    AuctionBlock,
    AuctionEntry,
    BiddingTable,
    Block,
    BulletList,
    DefinitionList,
    DescriptionLine,
    Diagram,
    Document,
    Emphasis,
    Enumeration,
    Heading,
    Link,
    ListItem,
    Paragraph,
    Span,
    Strong,
    Table,
    Text,
    plain_text,
    write_spans,
)
from bml_core.files import MOST_BYTES, decode, files_below, is_file, read_file, real_path
from bml_core.formats import bss
from bml_core.language import parse_inline
from bml_core.notes import (
    A_REVISION,
    NOWHERE,
    SUFFIX,
    Markup,
    NotesFile,
    notes_in,
    read_notes_file,
    systems_of,
)
from bml_core.render import ENGLISH, UiTexts, filled, scope_words
from bml_core.render.plain import deal_lines
from bml_core.site.pages import with_descriptions
from bml_core.site.settings import Configuration
from bml_core.system import READ_BY, Agreement, Change, ChangeKind, Changes, System, compare, expand

_MOST_WORD_PAIRS = 1_000_000
_WORD = re.compile(r"\s+|[,;()]|[^\s,;()]+")


def compare_systems(old: System, new: System) -> Changes:
    """Return what has changed; it is asked what words mean only where they have changed."""
    from bml_core.hands.descriptions import means_same  # noqa: PLC0415 - loads on use

    return compare(old, new, means_same)


# ---------------------------------------------------------------- words that have changed


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring words of a text, and whether they have changed."""

    spans: tuple[Span, ...]
    is_changed: bool

    @property
    def text(self) -> str:
        """Return the words with suit signs."""
        return plain_text(self.spans, signs=True)


Runs = tuple[Run, ...]


def mark_words(old: str, new: str) -> tuple[Runs, Runs]:
    """Return two BML texts with the words marked that only one of them has; of one text alone, none.

    >>> [[(run.text, run.is_changed) for run in runs] for runs in mark_words("15--17, bal", "14--16, bal")]
    [[('15–17', True), (', bal', False)], [('14–16', True), (', bal', False)]]
    """
    before, after = _words(old), _words(new)
    if not (before and after):
        return _runs([(word, False) for word in before]), _runs([(word, False) for word in after])
    keys = [_plain(word) for word in before], [_plain(word) for word in after]
    if keys[0] == keys[1] and old != new:
        # Only the markup has changed.
        return (Run((Text(old, NOWHERE),), True),), (Run((Text(new, NOWHERE),), True),)
    if len(before) * len(after) > _MOST_WORD_PAIRS:
        return _runs([(word, True) for word in before]), _runs([(word, True) for word in after])
    marked: tuple[list[tuple[Span, bool]], list[tuple[Span, bool]]] = ([], [])
    for kind, start, end, new_start, new_end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        is_changed = kind != "equal"
        marked[0].extend((word, is_changed) for word in before[start:end])
        marked[1].extend((word, is_changed) for word in after[new_start:new_end])
    return _runs(marked[0]), _runs(marked[1])


def _plain(word: Span) -> str:
    return plain_text((word,), signs=True)


def _words(text: str) -> list[Span]:
    """Return the words of a BML text, spaces among them, each as a span without style."""
    spans = parse_inline(text, NOWHERE, in_description=True).value
    return [word for span in spans for word in _flat(span)]


def _flat(span: Span) -> Iterator[Span]:
    match span:
        case Text(text, place):
            yield from (Text(word, place) for word in _WORD.findall(text))
        case Emphasis(spans) | Strong(spans) | Link(_, spans):
            for inner in spans:
                yield from _flat(inner)
        case _:
            yield span


def _runs(words: Sequence[tuple[Span, bool]]) -> Runs:
    """Join neighbours; a blank between two changed words belongs to them, one beside them does not."""
    marks = [is_changed for _, is_changed in words]
    blank = [not _plain(word).strip() for word, _ in words]
    for number, is_blank in enumerate(blank):
        if is_blank:
            marks[number] = 0 < number < len(words) - 1 and marks[number - 1] and marks[number + 1]
    runs = []
    for is_changed, group in groupby(zip(words, marks, strict=True), key=lambda pair: pair[1]):
        runs.append(Run(tuple(word for (word, _), _ in group), is_changed))
    return tuple(runs)


# ---------------------------------------------------------------- the list of changes


@dataclass(frozen=True, slots=True)
class ListedChange:
    """A change in words: what it is about, what was said and is said, notes on it, and where it is."""

    kind: ChangeKind
    topic: str
    old: Runs
    new: Runs
    notes: tuple[str, ...] = ()
    is_reworded: bool = False
    place: Location | None = None

    @classmethod
    def of_texts(
        cls, topic: str, old: str, new: str, words: UiTexts = ENGLISH, place: Location | None = None
    ) -> Self:
        """Return a change from one text to another, either of which may be ""."""
        runs = mark_words(old, new)
        if old and new:
            return cls(ChangeKind.CHANGED, topic, *runs, (), True, place)
        kind, note = (ChangeKind.ADDED, words.row_added) if new else (ChangeKind.REMOVED, words.row_removed)
        return cls(kind, topic, *runs, (note,), place=place)


Listed = Mapping[str, Sequence[ListedChange]]
"""Changes below headings, such as openings."""


def list_changes(changes: Changes, words: UiTexts = ENGLISH) -> dict[str, list[ListedChange]]:
    """Return changes in words, by opening; those of settings come first."""
    listed = {
        opening: [_listed(_as_one(list(rows)), words) for _, rows in groupby(changed, _moved_table)]
        for opening, changed in changes.by_opening.items()
    }
    settings = [ListedChange.of_texts(*texts, words) for texts in changes.settings]
    return {words.settings: settings, **listed} if settings else listed


def _moved_table(change: Change) -> object:
    """Return what rows have in common that have moved with their table; what no other row has of others."""
    (before, call), (former, was) = (name.rpartition("-")[::2] for name in (change.auction, change.former))
    is_alike = change.kind is ChangeKind.MOVED and call == was and change.old == change.new
    return (before, former, change.pairs[0].either.table) if is_alike and before and former else id(change)


def _as_one(rows: Sequence[Change]) -> Change:
    """Return the change of a table, "1D-1H-1N-2C/2D": its history line is what has changed."""
    first = rows[0]
    if len(rows) == 1:
        return first
    calls = "/".join(row.auction.rpartition("-")[2] for row in rows)
    auction, former = (f"{name.rpartition('-')[0]}-{calls}" for name in (first.auction, first.former))
    return replace(first, auction=auction, former=former, old="", new="")


def _listed(change: Change, words: UiTexts) -> ListedChange:
    scope = scope_words(change.scope, words)
    auction = f"{change.auction} ({scope})" if scope else change.auction
    old, new = mark_words(change.old, change.new)
    is_reworded = change.kind is ChangeKind.CHANGED and change.old != change.new
    # What has not changed is shown once.
    shown = () if change.old == change.new else old
    was, now = change.locations
    notes = tuple(_notes(change, words))
    return ListedChange(change.kind, auction, shown, new, notes, is_reworded, now or was)


def _notes(change: Change, words: UiTexts) -> Iterator[str]:
    if change.kind is ChangeKind.ADDED:
        yield words.row_added
    if change.kind is ChangeKind.REMOVED:
        yield words.row_removed
    was = change.former
    if change.kind is ChangeKind.MOVED:
        before, after = (scope_words(side.scope, words) for side in change.pairs[0] if side)
        was = f"{was} ({before})" if before and before != after else was
    if was:
        yield filled(words.row_moved, auction=was)
    if change.kind is ChangeKind.CHANGED and change.same_meaning:
        yield words.wording_only
    was_alerted, is_alerted = change.alerts
    if change.kind is ChangeKind.CHANGED and was_alerted != is_alerted:
        yield words.alerted if is_alerted else words.not_alerted


def change_blocks(listed: Listed, title: str, place: Location = NOWHERE) -> tuple[Block, ...]:
    """Return changes as a page shows them, below a title; "" for none."""
    blocks: list[Block] = [Paragraph((Text(title, place),), place)] if title else []
    for heading, rows in listed.items():
        blocks.append(Paragraph((Strong(parse_inline(heading, NOWHERE).value, place),), place))
        blocks.append(BulletList(tuple(ListItem(_item(row, place), place) for row in rows), place))
    return tuple(blocks)


def _item(listed: ListedChange, place: Location) -> tuple[Span, ...]:
    spans: list[Span] = [*parse_inline(listed.topic, NOWHERE).value]
    texts = [_quoted(listed.old, Emphasis), _quoted(listed.new, Strong)]
    if listed.is_reworded:
        texts = [text or [Text("–", place)] for text in texts]
    for number, text in enumerate(filter(None, texts)):
        spans += [Text(" → " if number else ": ", place), *text]
    if listed.notes:
        spans.append(Text(f" ({', '.join(listed.notes)})", place))
    return tuple(spans)


def _quoted(runs: Runs, style: type[Emphasis] | type[Strong]) -> list[Span]:
    if not runs:
        return []
    all_changed = all(run.is_changed for run in runs)
    inside: list[Span] = []
    for run in runs:
        inside += [style(run.spans, NOWHERE)] if run.is_changed and not all_changed else run.spans
    return [Text("“", NOWHERE), *inside, Text("”", NOWHERE)]


# ---------------------------------------------------------------- texts beside the tables


class WrittenText(NamedTuple):
    """A piece of a text beside the bidding tables: what it is, its words, and its place."""

    kind: str
    text: str
    location: Location

    @property
    def key(self) -> tuple[str, str]:
        """Return what it says, however its lines are broken."""
        return self.kind, " ".join(self.text.split())


def written_texts(document: Document) -> Iterator[WrittenText]:
    r"""Yield metadata, headings, paragraphs, items, rows of text tables, auctions and deals of a document.

    >>> from bml_core.language import parse
    >>> [(each.kind, each.text) for each in written_texts(parse("Leads\n\n- top of nothing\n- fourth best"))]
    [('text', 'Leads'), ('item', 'top of nothing'), ('item', 'fourth best')]
    """
    for key, value, place in document.metadata:
        if key not in READ_BY:
            yield WrittenText(f"#+{key}", value, place)
    for block in document.blocks:
        match block:
            case Heading(level, spans, place):
                yield WrittenText("heading", f"{'*' * level} {write_spans(spans)}", place)
            case Paragraph(spans, place):
                yield WrittenText("text", write_spans(spans), place)
            case BulletList(items) | Enumeration(items):
                yield from (WrittenText("item", write_spans(item.spans), item.location) for item in items)
            case DefinitionList(terms):
                for each in terms:
                    text = f"{write_spans(each.term)} :: {write_spans(each.spans)}"
                    yield WrittenText("item", text, each.location)
            case Table():
                for row in (*block.header, *block.rows):
                    yield WrittenText(
                        "row", " | ".join(map(write_spans, row.cells)).rstrip(" |"), row.location
                    )
            case AuctionBlock():
                lines = [" ".join(map(_entry_text, row)) for row in block.rows]
                yield WrittenText("auction", "\n".join(lines), block.location)
                notes = ((f"[{note.mark}] {write_spans(note.spans)}") for note in block.notes)
                yield from (WrittenText("note", note, block.location) for note in notes)
            case Diagram():
                yield WrittenText("deal", "\n".join(deal_lines(block)), block.location)


def _entry_text(entry: AuctionEntry) -> str:
    text = f"{entry.text}{'!' * entry.alert}{f'[{entry.note}]' if entry.note else ''}"
    return f"({text})" if entry.theirs else text


_ITEM = re.compile(r"[ \t]*(?:[-*+|#>]|\d+[.)])")


def page_texts(file: NotesFile) -> Iterator[WrittenText]:
    """Yield the paragraphs, items and rows of a page between its blocks of BML."""
    if file.markup not in (Markup.MARKDOWN.value, Markup.REST.value):
        return
    lines = decode(read_file(file.name).value or b"", file.name).value.splitlines()
    for block in file.blocks:
        end = (
            block.place.line + block.source.rstrip("\n").count("\n") + 1 if block.source else block.place.line
        )
        lines[block.place.line - 1 : end] = [""] * len(lines[block.place.line - 1 : end])
    begin, text = 0, ""
    for number, line in enumerate([*lines, ""], 1):
        if text and (not line.strip() or _ITEM.match(line)):
            yield WrittenText("text", text, Location(file.name, begin))
            text = ""
        if line.strip():
            begin, text = (begin, f"{text}\n{line}") if text else (number, line)


def compare_texts(old: Sequence[WrittenText], new: Sequence[WrittenText]) -> Iterator[ListedChange]:
    """Yield what is new, gone or changed, wherever it is; one in the place of another has changed."""
    was, now = ([each.key for each in texts] for texts in (old, new))
    gone, added = Counter(was) - Counter(now), Counter(now) - Counter(was)
    for _, start, end, new_start, new_end in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        pairs = _in_place_of(_taken(old[start:end], gone), _taken(new[new_start:new_end], added))
        for texts in pairs:
            shown = next(each for each in reversed(texts) if each)
            lines = [each.text.split("\n") if each else [] for each in texts]
            # Of several lines, the first that has changed.
            equal = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*lines, strict=False)))
            above = min(equal, len(lines[texts[1] is not None]) - 1)
            place = shown.location._replace(line=shown.location.line + above)
            one, other = (" ".join(line.strip() for line in each) for each in lines)
            yield ListedChange.of_texts(shown.kind, one, other, place=place)


def _taken(texts: Iterable[WrittenText], counts: Counter[tuple[str, str]]) -> list[WrittenText]:
    """Return the texts that are counted, each as often as it is."""
    found = []
    for each in texts:
        if counts[each.key] > 0:
            counts[each.key] -= 1
            found.append(each)
    return found


def _in_place_of(
    gone: list[WrittenText], added: list[WrittenText]
) -> Iterator[tuple[WrittenText | None, WrittenText | None]]:
    for now in added:
        was = next((each for each in gone if each.kind == now.kind), None)
        if was:
            gone.remove(was)
        yield was, now
    yield from ((was, None) for was in gone)


# ---------------------------------------------------------------- rows that have changed


def mark_rows(
    blocks: tuple[Block, ...], document: Document, old: System, words: UiTexts
) -> tuple[Block, ...]:
    """Return blocks of a document, with each row marked that is new or changed since an old system."""
    marks: dict[Location, str] = {}
    for change in compare(old, expand([document])):
        mark = words.row_added if change.kind is ChangeKind.ADDED else words.row_changed
        for pair in change.pairs:
            if pair.new is not None:
                marks.setdefault(pair.new.location, mark)

    def marked(lines: tuple[DescriptionLine, ...], place: Location) -> tuple[DescriptionLine, ...]:
        if place not in marks:
            return lines
        mark = f"[{marks[place]}]"
        note = Emphasis((Text(mark, place),), place)
        if not lines:
            return (DescriptionLine(f"/{mark}/", (note,), place),)
        *above, last = lines
        blank = (Text(" ", place),) if last.spans else ()
        text = f"{last.text} /{mark}/".lstrip()
        return (*above, last._replace(spans=(*last.spans, *blank, note), text=text))

    return tuple(
        with_descriptions(block, marked) if isinstance(block, BiddingTable) else block for block in blocks
    )


# ---------------------------------------------------------------- git


_SECONDS = 60
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?\Z")
_LONGEST_NAME = 200
# Everything else is taken up to a size, since #INCLUDE may name any file.
_NOTES = frozenset({".bml", ".md", ".markdown", ".rst", ".bss"})
_MOST_OF_OTHERS = 200_000
_MOST_IN_ALL = 500_000_000
# The configuration of a repository may name programs, which are not started: monitors, hooks, and whatever
# fetches the objects that a partial clone lacks. Filters are started by what reads files of the work tree, so
# nothing here does.
_NO_PROGRAMS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_NO_FETCHING = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
_LINK, _FILE_MODES = "120000", ("100644", "100755", "120000")


class RevisionError(ValueError):
    """A revision cannot be read; the text says why, without a full stop."""


def _git(folder: str | Path, *arguments: str, data: bytes | None = None) -> bytes | None:
    """Return what git prints; None where it fails.

    Raises:
        RevisionError: There is no git, or it takes too long.
    """
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    words = ["git", "-C", os.fspath(folder), *_NO_PROGRAMS, *arguments]
    environment |= {**_NO_FETCHING, "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            words, input=data or b"", capture_output=True, timeout=_SECONDS, env=environment, check=False
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed, so there are no revisions") from None
    except (OSError, ValueError) as error:
        raise RevisionError(f"git cannot be started: {error}") from error
    except subprocess.TimeoutExpired:
        raise RevisionError("git takes too long") from None
    return done.stdout if done.returncode == 0 else None


@dataclass(frozen=True, slots=True)
class Revision:
    """A revision of a repository: its name as it was asked for, its commit, and the top folder."""

    name: str
    commit: str
    top: Path


def find_revision(name: str, folder: str | Path) -> Revision:
    """Return the revision that a name or a date means in the repository of a folder.

    Raises:
        RevisionError: There is no such revision, or no repository.

    >>> find_revision("--output=x", ".")
    Traceback (most recent call last):
        ...
    bml_core.site.history.RevisionError: "--output=x" cannot be a revision
    """
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    if not name.strip() or name.startswith("-") or not name.isprintable() or len(name) > _LONGEST_NAME:
        raise RevisionError(f'"{shown}" cannot be a revision')
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        raise RevisionError(f"{folder} is not in a git repository that can be read")
    root = Path(os.fsdecode(top.removesuffix(b"\n")))
    if _commit("HEAD", root) is None:
        raise RevisionError(f"the repository of {folder} has no commit yet")
    commit = _commit(name, root)
    if commit is None and _DATE.match(name):
        moment = name if len(name) > len("2026-01-01") else f"{name} 23:59:59"
        before = _git(root, "rev-list", "-1", f"--before={moment}", "HEAD", "--") or b""
        commit = before.decode().strip() or None
        if commit is None:
            raise RevisionError(f"no commit found up to {name}{_if_shallow(root)}")
    if commit is None:
        raise RevisionError(f'revision not found: "{shown}"{_if_shallow(root)}')
    return Revision(name, commit, root)


def last_tag(folder: str | Path) -> str:
    """Return the last tag before the state of a folder, "" if there is none, or no repository."""
    try:
        found = _git(folder, "describe", "--tags", "--abbrev=0", "--first-parent")
    except RevisionError:
        return ""
    return found.decode("utf-8", "replace").strip() if found else ""


def _commit(name: str, top: Path) -> str | None:
    found = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return found.decode().strip() if found else None


def _if_shallow(top: Path) -> str:
    is_shallow = (_git(top, "rev-parse", "--is-shallow-repository") or b"").strip() == b"true"
    return "; this copy of the repository is shallow, and git fetch --unshallow gets the rest" * is_shallow


def _if_partial(top: Path) -> str:
    is_partial = _git(top, "config", "--get-regexp", r"^remote\..*\.promisor$") is not None
    return "; the copy is partial, and git fetch --refetch --no-filter gets the rest" * is_partial


@contextmanager
def files_of(revision: Revision) -> Iterator[Path]:
    """Write the files of a revision that notes may be read from into a folder, which is gone afterwards.

    Raises:
        RevisionError: They cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="bml-revision-") as name:
        folder = Path(name)
        # Files are included from the whole repository, and this marks its top.
        (folder / ".git").mkdir()
        entries = _entries(revision)
        contents = _contents(revision, entries)
        for path, (mode, blob) in entries.items():
            data = _behind_links(path, mode, blob, entries, contents)
            parts = PurePosixPath(path).parts
            if data is None or ".." in parts or ".git" in parts or path.startswith("/"):
                continue
            target = folder.joinpath(*parts)
            # A name that this disk cannot take is left out.
            with suppress(OSError):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
        yield folder


def _entries(revision: Revision) -> dict[str, tuple[str, str]]:
    """Return mode and name of the content of each file that is wanted, by path."""
    listed = _git(revision.top, "ls-tree", "-r", "-z", "-l", "--full-tree", revision.commit)
    if listed is None:
        raise RevisionError(f"git cannot list the files of {revision.name}{_if_partial(revision.top)}")
    entries = {}
    total = 0
    for line in listed.split(b"\0")[:-1]:
        head, _, path = line.partition(b"\t")
        mode, _, blob, size = head.decode().split()
        name = os.fsdecode(path)
        is_note = PurePosixPath(name).suffix.lower() in _NOTES
        if is_note and mode in _FILE_MODES and not size.isdigit():
            # "BAD" or "-": a partial clone lacks it.
            raise RevisionError(f"{name} is not in this copy of the repository{_if_partial(revision.top)}")
        most = MOST_BYTES if is_note else _MOST_OF_OTHERS
        if mode not in _FILE_MODES or not size.isdigit() or int(size) > most:
            continue
        total += int(size)
        if total > _MOST_IN_ALL:
            raise RevisionError(f"the files of {revision.name} are too large")
        entries[name] = (mode, blob)
    return entries


def _contents(revision: Revision, entries: Mapping[str, tuple[str, str]]) -> dict[str, bytes]:
    names = list(dict.fromkeys(blob for _, blob in entries.values()))
    asked = "".join(f"{name}\n" for name in names).encode()
    answer = _git(revision.top, "cat-file", "--batch", data=asked) if names else b""
    if answer is None:
        raise RevisionError(f"git cannot read the files of {revision.name}{_if_partial(revision.top)}")
    contents = {}
    start = 0
    for name in names:
        end = answer.index(b"\n", start)
        *_, size = answer[start:end].split()
        if not size.isdigit():
            # A partial clone may lack it.
            start = end + 1
            continue
        contents[name] = answer[end + 1 : end + 1 + int(size)]
        start = end + 2 + int(size)
    return contents


def _behind_links(
    path: str, mode: str, blob: str, entries: Mapping[str, tuple[str, str]], contents: Mapping[str, bytes]
) -> bytes | None:
    """Return the content of a file, or of the one that a link leads to in the same revision."""
    for _ in range(5):
        data = contents.get(blob)
        if mode != _LINK or data is None:
            return data
        path = os.path.normpath(PurePosixPath(path).parent / os.fsdecode(data)).replace(os.sep, "/")
        if path not in entries:
            return None
        mode, blob = entries[path]
    return None


def former_name(revision: Revision, path: Path) -> str | None:
    """Return the path that a file had in a revision, below the top; None if it did not exist.

    Raises:
        RevisionError: It is outside of the repository.
    """
    relative = below_top(revision, path)
    if _git(revision.top, "cat-file", "-e", f"{revision.commit}:{relative}") is not None:
        return relative
    options = ("--cached", "--ignore-submodules=all", "-M", "--diff-filter=R", "--name-status", "-z")
    moved = _git(revision.top, "diff-index", *options, revision.commit, "--")
    words = [os.fsdecode(word) for word in (moved or b"").split(b"\0")]
    renamed = {words[at + 2]: words[at + 1] for at in range(0, len(words) - 2, 3)}
    return renamed.get(relative)


def path_in(revision: Revision, folder: Path, name: str) -> Path:
    """Return the path that a file or a folder had in a revision, whose files are in ``folder``.

    Raises:
        RevisionError: It did not exist.
    """
    relative = below_top(revision, Path(name))
    if not Path(folder, relative).is_dir():
        relative = former_name(revision, Path(name)) or relative
    if not Path(folder, relative).exists():
        raise RevisionError(f"{name} is not in {revision.name}")
    return Path(folder, relative)


def below_top(revision: Revision, path: Path) -> str:
    """Return a path relative to the top of the repository.

    Raises:
        RevisionError: It is outside.
    """
    try:
        relative = Path(real_path(path)).relative_to(real_path(revision.top))
    except ValueError:
        raise RevisionError(f"{path} is outside of the repository {revision.top}") from None
    return relative.as_posix()


# ---------------------------------------------------------------- a site as it was and as it is


def located(system: System, folder: Path, name: str) -> System:
    """Return a system with other names of files: what is below ``folder`` is in the revision ``name``."""

    def there(row: Agreement) -> Agreement:
        return replace(row, location=moved(row.location, folder, name))

    return replace(
        system,
        agreements=tuple(map(there, system.agreements)),
        repeats=tuple((there(row), used) for row, used in system.repeats),
        left_out=tuple(map(there, system.left_out)),
    )


def moved(location: Location, folder: Path, name: str) -> Location:
    """Return a location with another name of its file, as :func:`located` has it."""
    return location._replace(file=f"{name}:{location.file.removeprefix(f'{folder}{os.sep}')}")


@dataclass(frozen=True, slots=True)
class SiteHistory:
    """The systems of a site as they are, and as they were.

    ``find_file`` returns the file that a name on the page means. All pages are read from their files, so that
    both states are read in the same way.
    """

    find_file: Callable[[str], str | Path]
    configuration: Configuration

    def change_list(self, since: str, system: str, place: Location) -> Result[tuple[Block, ...]]:
        """Return what has changed in a system as a page shows it; nothing, and why, if that is not known."""
        words = self.configuration.words
        try:
            was, file = self._earlier(since, system)
            files = [path for path in _notes_in(self._root) if path != file]
        except RevisionError as error:
            return Result((), (self._fault(since, error, place),))
        now = self._systems(files)
        changes = compare_systems(was, now.get(system, System(())))
        listed = list_changes(changes, words)
        text = words.changes_since if listed else words.nothing_changed
        return Result(change_blocks(listed, filled(text, revision=since), place))

    def changes_since(self, since: str, system: str, place: Location) -> Result[tuple[Block, ...]]:
        """Return the same, by default since the last tag; where there is none with these notes, nothing."""
        if since:
            return self.change_list(since, system, place)
        tag = last_tag(self._root)
        # Nobody has asked for a tag from before the notes.
        return Result(self.change_list(tag, system, place).value if tag else ())

    def marked(
        self, blocks: tuple[Block, ...], document: Document, since: str, system: str, place: Location
    ) -> Result[tuple[Block, ...]]:
        """Return blocks of a document with the rows marked that have changed."""
        try:
            was, _ = self._earlier(since, system)
        except RevisionError as error:
            return Result(blocks, (self._fault(since, error, place),))
        return Result(mark_rows(blocks, document, was, self.configuration.words))

    @property
    def _root(self) -> Path:
        return Path(self.find_file("/"))

    def _fault(self, since: str, error: RevisionError, place: Location) -> Diagnostic:
        message = f"What has changed since {since[:60]} is not known: {error}."
        return Diagnostic("BML145", message, place, A_REVISION)

    def _earlier(self, since: str, name: str) -> tuple[System, Path | None]:
        """Return a system as it was, and the file that it is read from if it is one.

        Raises:
            RevisionError: It cannot be read.
        """
        path = Path(self.find_file(since))
        if is_file(path):
            if path.suffix.lower() == ".bss":
                return bss.load(path), path
            systems = self._systems([path])
            only = next(iter(systems)) if len(systems) == 1 else name
            return systems.get(only, System(())), path
        revision = find_revision(since, self._root)
        return _systems_at(revision, self._root, self.configuration).get(name, System(())), None

    def _systems(self, files: Sequence[Path]) -> Mapping[str, System]:
        # Included files are below the root nearly always; one elsewhere that changes is seen by the next
        # process.
        included = (path for path in _files_below(self._root) if path.suffix == SUFFIX)
        states = tuple(map(_stamp, included))
        return _systems_now(tuple(map(_stamp, files)), states, self._root, self.configuration)


def _stamp(path: Path) -> tuple[Path, int, int]:
    try:
        found = path.stat()
    except OSError:
        return path, 0, 0
    return path, found.st_mtime_ns, found.st_size


# A build asks repeatedly for the same states.
@lru_cache(maxsize=8)
def _systems_now(
    files: tuple[tuple[Path, int, int], ...],
    included: tuple[tuple[Path, int, int], ...],
    root: Path,
    settings: Configuration,
) -> Mapping[str, System]:
    """Return the systems of files; ``included`` are the states of the files that they may include."""
    return _read_systems([path for path, _, _ in files], root, settings)


@lru_cache(maxsize=8)
def _systems_at(revision: Revision, root: Path, settings: Configuration) -> Mapping[str, System]:
    """Return the systems of a site in a revision.

    Raises:
        RevisionError: They cannot be read.
    """
    below = below_top(revision, root)
    with files_of(revision) as folder:
        there = folder / below
        if not there.is_dir():
            raise RevisionError(f"the folder {below} is not in {revision.name}")
        roots = tuple(str(in_revision(Path(one), revision, folder)) for one in settings.include_roots)
        return _read_systems(_notes_in(there), there, replace(settings, include_roots=roots))


def _read_systems(files: Iterable[Path], root: Path, settings: Configuration) -> Mapping[str, System]:
    placed = []
    for path in files:
        page = path.relative_to(root).with_suffix("").as_posix() if path.is_relative_to(root) else ""
        file = read_notes_file(path, settings=settings, root=root)
        placed.append(file.within(settings.default_system(page)))
    return systems_of(placed, settings)


def _notes_in(folder: Path) -> list[Path]:
    try:
        return notes_in(folder)
    except OSError as error:
        raise RevisionError(f"{folder} cannot be read: {error.strerror}") from error


def _files_below(folder: Path) -> tuple[Path, ...]:
    try:
        return files_below(folder).files
    except OSError:
        return ()


def in_revision(path: Path, revision: Revision, folder: Path) -> Path:
    """Return where a folder is in a revision; one outside of the repository is where it was."""
    try:
        return folder / below_top(revision, path)
    except RevisionError:
        return path
