"""The state of notes on a page: how much there is, how much of it is understood, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePath

from bml_core.checks import Acceptance, CheckedNotes, coverage
from bml_core.diagnostics import CODES, Diagnostic, Location, Related
from bml_core.document import (
    Block,
    BulletList,
    Link,
    ListItem,
    Paragraph,
    Span,
    Strong,
    Table,
    TableRow,
    Text,
)

_MOST_OF_A_KIND = 50

LinkTo = Callable[[Location], str]
"""From the place of a row to where a link to it leads, "" for nowhere."""


def health_blocks(
    notes: CheckedNotes, acceptance: Acceptance, link: LinkTo, place: Location
) -> tuple[Block, ...]:
    """Return the state of notes as blocks of a page; ``place`` is where the page asks for it.

    >>> from bml_core.system import System
    >>> notes = CheckedNotes(System(()))
    >>> blocks = health_blocks(notes, Acceptance(()), lambda place: "", Location("a.md", 1))
    >>> blocks[-1].spans[0].text
    'Nothing was found.'
    """
    return (health_numbers(notes, place), *health_findings(acceptance, link, place))


def health_findings(acceptance: Acceptance, link: LinkTo, place: Location) -> tuple[Block, ...]:
    """Return what was found as lists, one for each code, and what is accepted."""
    blocks: list[Block] = []
    groups = _by_code(acceptance.findings)
    if not groups:
        blocks.append(Paragraph((Text("Nothing was found.", place),), place))
    for code, found in groups:
        blocks.append(_title(f"{code}: {CODES[code].title} ({len(found):,})", place))
        items = [_item(each, each.message, each.related, link, place) for each in found[:_MOST_OF_A_KIND]]
        blocks.append(_listed(items, len(found), place))
    if acceptance.accepted:
        blocks.append(_title(f"Accepted ({len(acceptance.accepted):,})", place))
        items = [
            _item(each.finding, f"{each.finding.message} {each.reason}", (), link, place)
            for each in acceptance.accepted[:_MOST_OF_A_KIND]
        ]
        blocks.append(_listed(items, len(acceptance.accepted), place))
    return tuple(blocks)


def health_numbers(notes: CheckedNotes, place: Location) -> Table:
    """Return how many rows and agreements notes have, and how many rows are understood."""
    # Pages without such a block do not wait for what reads descriptions.
    from bml_core.hands.descriptions import count_understanding, explain_rows

    rows = explain_rows(notes.system)
    texts = [("Rows", f"{len(rows):,}"), ("Agreements", f"{len(notes.system):,}")]
    texts += [
        (grade.value.capitalize(), f"{number:,} ({number / len(rows):.0%})")
        for grade, number in count_understanding(rows).items()
        if number
    ]
    tables = coverage(notes.system)
    if tables:
        complete = sum(table.is_complete for table in tables)
        texts.append(("Tables understood in full", f"{complete:,} of {len(tables):,}"))
    shown = (TableRow(((Text(name, place),), (Text(number, place),)), place) for name, number in texts)
    return Table((), tuple(shown), 2, place)


def _by_code(found: Sequence[Diagnostic]) -> list[tuple[str, list[Diagnostic]]]:
    ordered = sorted(found, key=lambda each: each.code)
    return [(code, list(group)) for code, group in groupby(ordered, key=lambda each: each.code)]


def _item(
    found: Diagnostic, text: str, related: Sequence[Related], link: LinkTo, place: Location
) -> ListItem:
    spans = [*_place(found.location, link, place), Text(f": {text.rstrip()}", place)]
    for other in related:
        spans += [
            Text(" See ", place),
            *_place(other.location, link, place),
            Text(f": {other.message}", place),
        ]
    return ListItem(tuple(spans), place)


def _place(location: Location, link: LinkTo, place: Location) -> Iterator[Span]:
    # The path on the author's computer is nobody else's business.
    name = f"{PurePath(location.file).name}:{location.line}"
    target = link(location)
    text = Text(name, place)
    yield Link(target, (text,), place) if target else text


def _listed(items: Sequence[ListItem], count: int, place: Location) -> BulletList:
    more = [ListItem((Text(f"and {count - len(items):,} more", place),), place)] if count > len(items) else []
    return BulletList((*items, *more), place)


def _title(text: str, place: Location) -> Paragraph:
    return Paragraph((Strong((Text(text, place),), place),), place)
