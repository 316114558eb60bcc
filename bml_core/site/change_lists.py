"""What has changed between two systems, and in the texts beside them, as a person reads it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby, takewhile
from typing import NamedTuple, Self

from bml_core.diagnostics import Location
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
    walk_rows,
    write_spans,
)
from bml_core.files import decode, read_file
from bml_core.language import included_names, parse_inline
from bml_core.notes import NOWHERE, Markup, NotesFile
from bml_core.render import ENGLISH, UiTexts, filled, scope_words
from bml_core.render.plain import deal_lines
from bml_core.site.pages import with_descriptions
from bml_core.system import READ_BY, Change, ChangeKind, Changes, System, compare, expand

_MOST_WORD_PAIRS = 1_000_000
_WORD = re.compile(r"\s+|[,;()]|[^\s,;()]+")


def compare_systems(old: System, new: System) -> Changes:
    """Return what has changed; it is asked what words mean only where they have changed."""
    from bml_core.hands.descriptions import means_same  # noqa: PLC0415 - loads on use

    return compare(old, new, means_same)


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
        opening: [_listed_together(list(rows), words) for _, rows in groupby(changed, _moved_table)]
        for opening, changed in changes.by_opening.items()
    }
    settings = [ListedChange.of_texts(*texts, words) for texts in changes.settings]
    return {words.settings: settings, **listed} if settings else listed


def _moved_table(change: Change) -> object:
    """Return what rows have in common that have moved with their table; what no other row has of others."""
    (before, call), (former, was) = (name.rpartition("-")[::2] for name in (change.auction, change.former))
    is_alike = change.kind is ChangeKind.MOVED and call == was and change.old == change.new
    return (before, former, change.pairs[0].either.table) if is_alike and before and former else id(change)


def _listed_together(rows: Sequence[Change], words: UiTexts) -> ListedChange:
    """Return a change in words, or that of a table, "1D-1H-1N-2C/2D": its history line has changed."""
    first = rows[0]
    if len(rows) == 1:
        return _listed(first, words)
    calls = "/".join(row.auction.rpartition("-")[2] for row in rows)
    auction, former = (f"{name.rpartition('-')[0]}-{calls}" for name in (first.auction, first.former))
    listed = _listed(replace(first, auction=auction, former=former, old="", new=""), words)
    history = first.pairs[0].either.table
    is_above = history and listed.place and history.line == listed.place.line - 1
    return replace(listed, place=history) if is_above else listed


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
        if not was:
            yield words.other_order
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
    """Yield the paragraphs, items and rows of a page between its blocks of BML, or what a BML file includes.

    Lines of code that are bidding rows are texts of their own, as items and rows are.
    """
    lines = decode(read_file(file.name).value or b"", file.name).value.splitlines()
    if file.markup not in (Markup.MARKDOWN.value, Markup.REST.value):
        for number, line in enumerate(lines, 1):
            for name in included_names(line):
                yield WrittenText("#INCLUDE", name, Location(file.name, number))
        return
    for block in file.blocks:
        if not block.source:
            # Tables and lists that are read as they are
            continue
        end = block.place.line + block.source.rstrip("\n").count("\n") + 1
        lines[block.place.line - 1 : end] = [""] * len(lines[block.place.line - 1 : end])
    tables = (table for block in file.blocks for table in block.document.tables)
    places = (row.location for table in tables for _, row in walk_rows(table.rows))
    rows = {place.line for place in places if place.file == file.name}
    begin, text = 0, ""
    for number, line in enumerate([*lines, ""], 1):
        if text and (not line.strip() or _ITEM.match(line) or rows & {begin, number}):
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


def mark_rows(
    blocks: tuple[Block, ...], document: Document, old: System, words: UiTexts
) -> tuple[Block, ...]:
    """Return blocks of a document, with each row marked that is new or changed since an old system."""
    marks: dict[Location, str] = {}
    for change in compare(old, expand([document])):
        if change.kind is ChangeKind.MOVED and not change.former:
            # Its words are as they were.
            continue
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
