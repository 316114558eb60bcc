"""Topics: groups of auctions with a name, from a file or from the headings of the notes."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bml_core._package import checked
from bml_core.bridge import ANY_SCOPE, AuctionPattern, Scope, parse_pattern
from bml_core.diagnostics import Diagnostic, Location, Result, listed
from bml_core.document import BiddingTable, Document, Heading, plain_text
from bml_core.system import Agreement, System

_KEYS = ("auctions", "description")
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Topic:
    """What is practised: the rows of some auctions, or of the tables below a heading.

    ``patterns`` select auctions, ``tables`` are the places of tables. A topic without either is all notes.
    ``scope`` is the position of the opener and the vulnerability in which it is practised.
    """

    name: str
    description: str = ""
    patterns: tuple[AuctionPattern, ...] = ()
    tables: frozenset[Location] = frozenset()
    scope: Scope = ANY_SCOPE

    def within(self, scope: Scope) -> Topic:
        """Return the topic for a position and a vulnerability."""
        return replace(
            self, patterns=tuple(replace(each, scope=scope) for each in self.patterns), scope=scope
        )

    def rows(self, system: System) -> tuple[Agreement, ...]:
        r"""Return the agreements of the topic, in the order of the notes.

        >>> from bml_core.language import parse
        >>> from bml_core.system import expand
        >>> notes = expand([parse("1N  15-17\n  2C  Stayman\n1C  3+")])
        >>> Topic("", patterns=(AuctionPattern.parse("1N-2C"),)).rows(notes)
        (<Agreement 1NT-2C: Stayman>,)
        """
        if not (self.patterns or self.tables):
            return system.agreements
        return tuple(
            row
            for row in system.agreements
            if row.table in self.tables or any(pattern.selects(row.auction) for pattern in self.patterns)
        )


Headings = Callable[[str], Iterable[tuple[int, int, str]]]
"""From a file to the line, the level and the text of each heading of the page that it is, if it is one."""


@checked
def heading_topics(
    documents: Iterable[Document], headings: Headings = lambda _file: (), *, most: int = 0
) -> tuple[Topic, ...]:
    r"""Return a topic for each heading with tables below it; those of deeper headings belong to it, too.

    Args:
        documents: The notes.
        headings: What headings a page has around its blocks.
        most: With a number, each table is in one topic: that of the heading directly above it, as deep as
            there are no more topics than this.

    >>> from bml_core.language import parse
    >>> [topic.name for topic in heading_topics([parse("* Openings\n\n1C  3+\n\n* Leads\n\nFourth best.")])]
    ['Openings']
    """
    names = [*_headed(documents, headings)]
    depths = range(max((len(above) for above, _ in names), default=0), 0, -1) if most else [0]
    found: tuple[Topic, ...] = ()
    for depth in depths:
        tables: dict[str, set[Location]] = {}
        for above, place in names:
            for name in above[:depth][-1:] if most else above:
                tables.setdefault(name, set()).add(place)
        found = tuple(Topic(name, tables=frozenset(places)) for name, places in tables.items())
        if len(found) <= most:
            break
    return found


def _headed(documents: Iterable[Document], headings: Headings) -> Iterator[tuple[list[str], Location]]:
    """Yield the place of each table with the headings above it, the highest first."""
    pages: dict[str, tuple[tuple[int, int, str], ...]] = {}
    for document in documents:
        inside: list[tuple[int, str]] = []
        for block in document.blocks:
            if isinstance(block, Heading):
                name = " ".join(plain_text(block.spans, signs=True).split())
                inside = _below(inside, block.level, name)
            elif isinstance(block, BiddingTable):
                file = block.location.file
                if file not in pages:
                    pages[file] = tuple(headings(file))
                above: list[tuple[int, str]] = []
                for line, level, name in pages[file]:
                    if line < block.location.line:
                        above = _below(above, level, name)
                yield [name for _, name in (*above, *inside) if name], block.location


def _below(above: Iterable[tuple[int, str]], level: int, name: str) -> list[tuple[int, str]]:
    """Return the headings above what follows a heading."""
    return [*(each for each in above if each[0] < level), (level, name)]


@checked
def read_topics(text: str, file: str) -> Result[tuple[Topic, ...]]:
    r"""Return the topics of a file: a table for each, with ``auctions`` and perhaps a ``description``.

    >>> read = read_topics('[Stayman]\nauctions = ["1N-2C"]', "bml-topics.toml")
    >>> [(topic.name, *map(str, topic.patterns)) for topic in read.value]
    [('Stayman', '1NT-2C')]
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Result((), (_fault(f"The file is not TOML: {error}.", file, _HOW),))
    return topics_of(data, file)


def topics_of(data: Mapping[str, object], file: str) -> Result[tuple[Topic, ...]]:
    """Return the topics of a table of them, as a file or the settings of a site have it.

    >>> topics_of({"Stayman": ["1N-2C"], "Raises": {"auctions": "1M-2M"}}, "settings").value[1].name
    'Raises'
    """
    topics: list[Topic] = []
    faults: list[Diagnostic] = []
    for name, entry in data.items():
        topic = _topic(name, entry, file)
        faults += topic.diagnostics
        topics += [topic.value] if topic.value is not None else []
    return Result(tuple(topics), tuple(faults))


_HOW = 'Write a table for each topic, such as [Stayman], and below it auctions = ["1N-2C"].'


def _topic(name: str, entry: object, file: str) -> Result[Topic | None]:
    entry = entry if isinstance(entry, dict) else {"auctions": entry}
    auctions = entry.get("auctions")
    auctions = [auctions] if isinstance(auctions, str) else auctions
    if not (isinstance(auctions, list) and auctions and all(isinstance(each, str) for each in auctions)):
        return Result(None, (_fault(f"The topic {name[:60]} has no list of auctions.", file, _HOW),))
    unknown = [key for key in entry if key not in _KEYS]
    if unknown:
        message = f"The topic {name[:60]} has the key {unknown[0][:40]}, which is not known."
        return Result(None, (_fault(message, file, f"Write {listed(_KEYS)}."),))
    patterns = []
    for text in auctions:
        parsed = parse_pattern(text)
        if parsed.value is None:
            why = f"The topic {name[:60]}: {parsed.diagnostics[0].message}"
            return Result(None, (_fault(why, file, parsed.diagnostics[0].hint),))
        patterns.append(parsed.value)
    return Result(Topic(name, str(entry.get("description", "")), tuple(patterns)))


def _fault(message: str, file: str, hint: str) -> Diagnostic:
    return Diagnostic("BML652", message, Location(file, 1), hint)


@checked
def find_topic(name: str, topics: Sequence[Topic], location: Location) -> Result[Topic | None]:
    """Return the topic of a name, whatever its case, or one of several names with commas between them.

    If there is none, those of similar names are reported.

    >>> print(find_topic("Steyman", [Topic("Stayman")], Location("topic", 1)).diagnostics[0].sentence)
    The notes have no topic Steyman. Did you mean Stayman?
    """
    wanted = name.casefold().strip()
    for topic in topics:
        if topic.name.casefold() == wanted:
            return Result(topic)
    if "," in name:
        found = [find_topic(each.strip(), topics, location) for each in name.split(",")]
        several = [each.value for each in found if each.value is not None]
        faults = tuple(fault for each in found for fault in each.diagnostics)
        patterns = tuple(pattern for topic in several for pattern in topic.patterns)
        tables = frozenset[Location]().union(*(topic.tables for topic in several))
        joined = Topic(", ".join(topic.name for topic in several), "", patterns, tables)
        return Result(None if faults else joined, faults)
    names = {topic.name.casefold(): topic.name for topic in topics}
    near = difflib.get_close_matches(wanted, names, 1) or [
        each for each in names if wanted and wanted in each
    ]
    every = ", ".join([*names.values()][:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
    hint = (
        f"Did you mean {names[near[0]]}?" if near else f"There are {every}." if every else "They have none."
    )
    message = f"The notes have no topic {name[:60]}."
    return Result(None, (Diagnostic("BML651", message, location, hint),))


def asked_topic(asked: str | AuctionPattern | Topic, location: Location) -> Result[Topic | None]:
    """Return a topic, or the auctions of a pattern, as a topic; "" is all notes."""
    if isinstance(asked, Topic):
        return Result(asked)
    if isinstance(asked, AuctionPattern):
        return Result(Topic(str(asked), patterns=(asked,)))
    if not asked.strip():
        return Result(Topic(""))
    parsed = parse_pattern(asked, location)
    if parsed.value is None:
        return Result(None, parsed.diagnostics)
    return Result(Topic(str(parsed.value), patterns=(parsed.value,)))


def nothing_there(topic: Topic, system: System, location: Location) -> Diagnostic:
    """Report that the notes have no row of a topic, with the calls that they have nearby."""
    if not len(system):
        return Diagnostic(
            "BML651", "The notes have no auctions.", location, "Write rows, or read other files."
        )
    near = [*_near(topic, system)]
    hint = f"The nearest: {', '.join(near)}." if near else "They have other auctions."
    what = f"nothing on {topic.name[:60]}" if topic.name else "no such rows"
    return Diagnostic("BML651", f"The notes have {what}.", location, hint)


def _near(topic: Topic, system: System) -> Iterator[str]:
    """Yield the names of auctions that a slip of the pen may have made into a pattern."""
    names = list(dict.fromkeys(f"{row.auction:short}" for row in system.agreements))
    for pattern in topic.patterns[:1]:
        yield from difflib.get_close_matches(str(pattern), names, 3, 0.5) or names[:3]
