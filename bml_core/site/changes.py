"""Changes between two systems as a person reads them: a list with the changed words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Self

from bml_core.diagnostics import Location
from bml_core.document import (
    BiddingTable,
    Block,
    BulletList,
    DescriptionLine,
    Document,
    Emphasis,
    Link,
    ListItem,
    Paragraph,
    Row,
    Span,
    Strong,
    Text,
    plain_text,
)
from bml_core.language import parse_inline
from bml_core.render import ENGLISH, UiTexts, filled, scope_words
from bml_core.system import Change, ChangeKind, Changes, System, compare, expand

_NOWHERE = Location("", 1)
_MOST_WORD_PAIRS = 1_000_000
_WORD = re.compile(r"\s+|[,;()]|[^\s,;()]+")


def compare_systems(old: System, new: System) -> Changes:
    """Return what has changed; it is asked what words mean only where they have changed."""
    from bml_core.hands.descriptions import means_same

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
        return (Run((Text(old, _NOWHERE),), True),), (Run((Text(new, _NOWHERE),), True),)
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
    """Return the words of a BML text, blanks among them, each as a span without style."""
    spans = parse_inline(text, _NOWHERE, in_description=True).value
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
    """A change in words: what it is about, what was said and is said, and notes on it."""

    kind: ChangeKind
    topic: str
    old: Runs
    new: Runs
    notes: tuple[str, ...] = ()
    is_reworded: bool = False

    @classmethod
    def of_texts(cls, topic: str, old: str, new: str, words: UiTexts = ENGLISH) -> Self:
        """Return a change from one text to another, either of which may be ""."""
        runs = mark_words(old, new)
        if old and new:
            return cls(ChangeKind.CHANGED, topic, *runs, (), True)
        kind, note = (ChangeKind.ADDED, words.row_added) if new else (ChangeKind.REMOVED, words.row_removed)
        return cls(kind, topic, *runs, (note,))


Listed = Mapping[str, Sequence[ListedChange]]
"""Changes below headings, such as openings."""


def list_changes(changes: Changes, words: UiTexts = ENGLISH) -> dict[str, list[ListedChange]]:
    """Return changes in words, by opening; those of settings come first."""
    listed = {opening: [_listed(row, words) for row in rows] for opening, rows in changes.by_opening.items()}
    settings = [ListedChange.of_texts(*texts, words) for texts in changes.settings]
    return {words.settings: settings, **listed} if settings else listed


def _listed(change: Change, words: UiTexts) -> ListedChange:
    scope = scope_words(change.scope, words)
    auction = f"{change.auction} ({scope})" if scope else change.auction
    old, new = mark_words(change.old, change.new)
    is_reworded = change.kind is ChangeKind.CHANGED and change.old != change.new
    # What has not changed is shown once.
    shown = () if change.old == change.new else old
    return ListedChange(change.kind, auction, shown, new, tuple(_notes(change, words)), is_reworded)


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


def change_blocks(listed: Listed, title: str, place: Location = _NOWHERE) -> tuple[Block, ...]:
    """Return changes as a page shows them, below a title; "" for none."""
    blocks: list[Block] = [Paragraph((Text(title, place),), place)] if title else []
    for heading, rows in listed.items():
        blocks.append(Paragraph((Strong(_inline(heading), place),), place))
        blocks.append(BulletList(tuple(ListItem(_item(row, place), place) for row in rows), place))
    return tuple(blocks)


def _item(listed: ListedChange, place: Location) -> tuple[Span, ...]:
    spans: list[Span] = [*_inline(listed.topic)]
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
        inside += [style(run.spans, _NOWHERE)] if run.is_changed and not all_changed else run.spans
    return [Text("“", _NOWHERE), *inside, Text("”", _NOWHERE)]


def _inline(text: str) -> tuple[Span, ...]:
    return parse_inline(text, _NOWHERE).value


# ---------------------------------------------------------------- rows that have changed


def mark_rows(
    blocks: tuple[Block, ...], document: Document, old: System, words: UiTexts
) -> tuple[Block, ...]:
    """Return blocks of a document, with each row marked that is new or changed since an old system."""
    marks: dict[Location, str] = {}
    found = compare(old, expand([document]))
    for change in found:
        new = change.pairs[0].new
        if new is not None:
            is_new = change.kind is ChangeKind.ADDED
            marks.setdefault(new.location, words.row_added if is_new else words.row_changed)
    if not marks:
        return blocks
    return tuple(
        _marked_table(block, marks) if isinstance(block, BiddingTable) else block for block in blocks
    )


def _marked_table(table: BiddingTable, marks: dict[Location, str]) -> BiddingTable:
    history = table.history
    if history is not None and history.calls and (mark := marks.get(history.calls[-1].location)):
        history = history._replace(description=_marked_lines(history.description, mark, history.location))
    return table._replace(history=history, rows=_marked_rows(table.rows, marks))


def _marked_rows(rows: Iterable[Row], marks: dict[Location, str]) -> tuple[Row, ...]:
    return tuple(_marked_row(row, marks) for row in rows)


def _marked_row(row: Row, marks: dict[Location, str]) -> Row:
    mark = marks.get(row.call.location)
    lines = _marked_lines(row.description, mark, row.location) if mark else row.description
    return row._replace(description=lines, children=_marked_rows(row.children, marks))


def _marked_lines(
    lines: tuple[DescriptionLine, ...], mark: str, place: Location
) -> tuple[DescriptionLine, ...]:
    note = Emphasis((Text(f"[{mark}]", place),), place)
    if not lines:
        return (DescriptionLine(f"/[{mark}]/", (note,), place),)
    *above, last = lines
    blank = (Text(" ", place),) if last.spans else ()
    return (*above, last._replace(spans=(*last.spans, *blank, note), text=f"{last.text} /[{mark}]/".lstrip()))
