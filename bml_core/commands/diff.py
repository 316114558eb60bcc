"""``bml diff OLD NEW``: what has changed between two states of notes."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from bml_core.commands import streams
from bml_core.commands.reading import refuse_shared
from bml_core.commands.reports import location_entry, report
from bml_core.commands.terminal import UsageError, is_lively, say
from bml_core.diagnostics import Diagnostic, Location, Severity, counted
from bml_core.document import Block, Dialect, Document, Heading, MetaEntry, Paragraph, Text
from bml_core.files import is_file, is_folder, repository, showable
from bml_core.formats import bml, bss
from bml_core.notes import (
    NoteSettings,
    SystemPlan,
    in_page_order,
    notes_in,
    plan_systems,
    read_notes_file,
    systems_of,
)
from bml_core.render import scope_words
from bml_core.render.html import write_page
from bml_core.site import (
    ListedChange,
    Revision,
    RevisionError,
    Runs,
    WrittenText,
    change_blocks,
    compare_systems,
    compare_texts,
    files_of,
    find_revision,
    in_revision,
    list_changes,
    located,
    mark_words,
    moved,
    page_texts,
    path_in,
    written_texts,
)
from bml_core.system import Change, ChangeKind, Changes, System

SAME, DIFFERENT = 0, 1
_UNREAD = frozenset({"BML101", "BML105"})
_NOTHING_FOUND = "BML133"
_TEXTS = "Other texts"
_NAMED_ROWS = 6
_SIGNS = {ChangeKind.ADDED: "+", ChangeKind.REMOVED: "-", ChangeKind.CHANGED: "~", ChangeKind.MOVED: ">"}
# Green, red and yellow.
_COLOURS = dict(zip(_SIGNS, ("32", "31", "33", "33"), strict=True))
_IN_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#+|~!&]")


class State(NamedTuple):
    """The systems of one state by name, what is wrong with it, and what it has beside bidding tables."""

    systems: Mapping[str, System]
    diagnostics: tuple[Diagnostic, ...] = ()
    texts: tuple[WrittenText, ...] = ()


class _Differences(NamedTuple):
    """What has changed in a system: rows, and topics of leads and signals, each with two texts."""

    changes: Changes
    defence: tuple[tuple[str, str, str], ...]


class StateChanges(NamedTuple):
    """What has changed in each system by name, and beside the bidding tables of all."""

    systems: Mapping[str, _Differences]
    texts: tuple[ListedChange, ...]


def _run(options: argparse.Namespace) -> int:
    try:
        old, new = _sides([options.old, *options.new])
        streams.check_target(options.output, [*filter(is_file, (*old.paths, *new.paths))])
        plans = _agreed(old.plan(options), new.plan(options))
        states = [side.read(options, plan) for side, plan in zip((old, new), plans, strict=True)]
    except RevisionError as error:
        raise UsageError(str(error)) from error
    for side, state in zip((old, new), states, strict=True):
        of_rows = (each for system in state.systems.values() for each in system.diagnostics)
        _mention(side.title, dict.fromkeys((*state.diagnostics, *of_rows)))
    as_disclosed = options.bss or any(
        _is_disclosed(system) for one in states for system in one.systems.values()
    )
    before, after = (_chosen(state.systems, options.system, as_disclosed) for state in states)
    # A system alone is compared without the texts, which may be about any.
    was, now = ([] if as_disclosed or options.system else state.texts for state in states)
    if not (before or after or was or now):
        raise UsageError("nothing to compare: no agreements found")
    if len(before) == len(after) == 1:
        # One system each, whatever they are called.
        before = dict(zip(after, before.values(), strict=True))
    systems = {}
    for name in dict.fromkeys((*after, *before)):
        pair = before.get(name, System(())), after.get(name, System(()))
        systems[name] = _Differences(compare_systems(*pair), _defence(*pair))
    redefined = _redefined(before, after)
    beside = (_texts_beside(systems, texts, side) for side, texts in enumerate((was, now)))
    texts = tuple(
        replace(each, notes=(*each.notes, *_uses(each, redefined))) for each in compare_texts(*beside)
    )
    compared = StateChanges(systems, texts)
    title = f"From {old.title} to {new.title}"
    streams.write(options.output, _WRITERS[options.format](compared, title, options))
    streams.say_written(options.output)
    differs = any(len(each.changes) or each.changes.settings or each.defence for each in systems.values())
    return DIFFERENT if differs or texts else SAME


def _redefined(before: Mapping[str, System], after: Mapping[str, System]) -> dict[str, list[str]]:
    """Return the words that texts define otherwise now, and the auctions whose rows have them."""
    found: dict[str, dict[str, None]] = {}
    for name in before.keys() & after.keys():
        was, now = (
            dict(next((row.wording.abbreviations or () for row in one.agreements if row.wording), ()))
            for one in (before[name], after[name])
        )
        for word in (word for word, meaning in now.items() if was.get(word, meaning) != meaning):
            used = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
            rows = (f"{row.auction:short}" for row in after[name].agreements if used.search(row.text))
            found.setdefault(word, {}).update(dict.fromkeys(rows))
    return {word: list(rows) for word, rows in found.items() if rows}


def _uses(text: ListedChange, redefined: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield which rows mean something else since a text has changed what it defines."""
    written = "".join(run.text for run in text.new)
    for word, auctions in redefined.items():
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", written):
            more = f" and {len(auctions) - _NAMED_ROWS:,} more" if len(auctions) > _NAMED_ROWS else ""
            yield f"“{word}” means something else in {', '.join(auctions[:_NAMED_ROWS])}{more}"


def _texts_beside(
    systems: Mapping[str, _Differences], texts: Iterable[WrittenText], side: int
) -> list[WrittenText]:
    """Return texts but for rows of pages that have changed: of these it is said what has changed in them."""
    pairs = (pair for each in systems.values() for change in each.changes for pair in change.pairs)
    rows = (row for pair in pairs if (row := pair[side]))
    lines = {(place.file, place.line) for row in rows for place in row.places}
    return [each for each in texts if (each.location.file, each.location.line) not in lines]


def _agreed(*plans: SystemPlan) -> Sequence[SystemPlan]:
    """Return plans in which the files are systems of their own in both states, or in none."""
    if all(plan.rivals for plan in plans):
        return plans
    return [plan.as_one for plan in plans]


def _is_disclosed(system: System) -> bool:
    """Return whether a system comes from a Full Disclosure file."""
    return system.disclosure.carding is not None or any(row.coding for row in system.agreements)


def _chosen(systems: Mapping[str, System], wanted: str | None, as_disclosed: bool) -> dict[str, System]:
    """Return the systems that are compared, as Full Disclosure shows them if that is asked for."""
    chosen = {name: system for name, system in systems.items() if wanted in (None, name)}
    if not as_disclosed:
        return chosen
    return {
        name: bml.in_words(system if any(row.coding for row in system.agreements) else bss.disclosed(system))
        for name, system in chosen.items()
    }


def _defence(old: System, new: System) -> tuple[tuple[str, str, str], ...]:
    was, now = (
        dict(bml.carding_topics(system.disclosure.carding)) if system.disclosure.carding else {}
        for system in (old, new)
    )
    return tuple(
        (", ".join(filter(None, topic)), was.get(topic, ""), now.get(topic, ""))
        for topic in dict.fromkeys((*now, *was))
        if was.get(topic) != now.get(topic)
    )


def _mention(title: str, diagnostics: Iterable[Diagnostic]) -> None:
    errors = [each for each in diagnostics if each.severity is Severity.ERROR]
    unread = [each for each in errors if each.code in _UNREAD]
    if unread:
        report(unread)
        if any(each.location.line == 1 for each in unread):
            raise UsageError(f"{title} cannot be read as a whole, so nothing is compared")
    if rest := len(errors) - len(unread):
        say(f"{title} has {counted(rest, 'error')} (see bml check); the rest is compared.")


# ---------------------------------------------------------------- what is compared


class _Side(NamedTuple):
    """One of the two states: paths, as they are or in a revision."""

    paths: tuple[str, ...]
    revision: Revision | None = None

    @property
    def title(self) -> str:
        """Return what to call it."""
        return self.revision.name if self.revision else ", ".join(self.paths)

    def read(self, options: argparse.Namespace, plan: SystemPlan) -> State:
        """Return the systems, as far as blocks name none those of the plan.

        Raises:
            RevisionError: The revision cannot be read.
            UsageError: A path does not exist, or cannot be compared.
        """
        roots = [Path(), *map(Path, options.include_root)]
        if self.revision is None:
            return _read([Path(name) for name in self.paths], roots, options, plan.default_system)
        revision = self.revision
        with files_of(revision) as folder:
            paths = [path_in(revision, folder, name) for name in self.paths]
            roots = [in_revision(root, revision, folder) for root in roots]

            def default_system(path: Path) -> str:
                # The settings are those of today, so that a system has one name in both states.
                return plan.default_system(revision.top / path.relative_to(folder))

            state = _read(paths, roots, options, default_system)
            systems = {key: located(one, folder, revision.name) for key, one in state.systems.items()}
            faults = (
                replace(one, location=moved(one.location, folder, revision.name)) for one in state.diagnostics
            )
            texts = (one._replace(location=moved(one.location, folder, revision.name)) for one in state.texts)
            return State(systems, tuple(faults), tuple(texts))

    def plan(self, options: argparse.Namespace) -> SystemPlan:
        """Return the systems of the files that are in the folders now."""
        folders = [Path(name) for name in self.paths if is_folder(name)]
        settings = NoteSettings(Dialect(options.dialect))
        files = [
            read_notes_file(file, settings=settings, root=folder)
            for folder in folders
            for file in _notes_in(folder)
        ]
        plan = plan_systems(files, folders)
        refuse_shared(plan)
        return plan


def _sides(words: Sequence[str]) -> tuple[_Side, _Side]:
    first, *rest = words
    if _exists(first):
        if not rest:
            raise UsageError(f"compare {first} with what? Name two files, or a revision and a file")
        _refuse_missing(rest)
        return _Side((first,)), _Side(tuple(rest))
    old, dots, new = first.partition("..")
    names = [first]
    if dots and new.strip(".") and old:
        names = [old, new.removeprefix(".")]
    elif rest and not _exists(rest[0]) and not Path(rest[0]).suffix:
        names.append(rest.pop(0))
    paths = rest or ["."]
    start = Path(paths[0])
    folder = next((up for up in (start, *start.parents) if is_folder(up)), Path())
    revisions = [_revision(name, folder) for name in names]
    if len(revisions) == 1:
        _refuse_missing(paths)
    return _Side(tuple(paths), revisions[0]), _Side(tuple(paths), *revisions[1:])


def _revision(name: str, folder: Path) -> Revision:
    try:
        return find_revision(name, folder)
    except RevisionError as error:
        begin = "" if name.startswith("-") else f"file not found: {name[:200]}; "
        raise UsageError(f"{begin}{error}") from error


def _refuse_missing(names: Sequence[str]) -> None:
    if missing := next((name for name in names if not _exists(name)), ""):
        raise UsageError(f"file not found: {missing[:200]}")


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False


def _read(
    paths: Sequence[Path],
    roots: Sequence[Path],
    options: argparse.Namespace,
    default_system: Callable[[Path], str],
) -> State:
    """Return the systems of paths; files are included from ``roots``, too."""
    for path in filter(is_file, paths):
        _refuse_binary(path)
    if any(path.suffix.lower() == ".bss" for path in paths):
        if len(paths) > 1:
            raise UsageError("a Full Disclosure file is compared alone, not together with other files")
        system = bss.load(paths[0])
        return State({"system": system}, system.diagnostics)
    files = [file for path in paths for file in (_notes_in(path) if is_folder(path) else [path])]
    if len(files) > 1 and not any(map(is_folder, paths)):
        files = [Path(name) for name in in_page_order([str(file) for file in files])]
    root = paths[0] if is_folder(paths[0]) else paths[0].parent
    include_roots = tuple(map(str, (*roots, *repository(root))))
    settings = NoteSettings(Dialect(options.dialect), include_roots=include_roots)
    read = [
        read_notes_file(path, settings=settings, root=root).within(default_system(path)) for path in files
    ]
    faults = (fault for file in read for fault in file.diagnostics if fault.code != _NOTHING_FOUND)
    blocks = (written_texts(block.document) for file in read for block in file.blocks)
    texts = chain.from_iterable((*blocks, *map(page_texts, read)))
    # A file that another one includes may be read by itself as well.
    return State(systems_of(read, settings), tuple(faults), tuple(dict.fromkeys(texts)))


def _notes_in(folder: Path) -> list[Path]:
    try:
        return notes_in(folder)
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}") from error


def _refuse_binary(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(8000)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    if b"\0" in start and not start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(f"{path} is not a text file")


# ---------------------------------------------------------------- text


def _summary(compared: StateChanges) -> str:
    changes = [change for each in compared.systems.values() for change in each.changes]
    counts = Counter(change.kind for change in changes)
    parts = {kind: f"{counts[kind]:,} {kind.value}" for kind in ChangeKind if counts[kind]}
    if same := sum(change.kind is ChangeKind.CHANGED and change.same_meaning is True for change in changes):
        parts[ChangeKind.CHANGED] += f" ({same:,} in wording only)"
    words = [*parts.values()]
    if defence := sum(len(each.defence) for each in compared.systems.values()):
        words.append(f"{counted(defence, 'change')} of leads and signals")
    text = f"{counted(len(changes), 'row')}: {', '.join(words)}." if words else "No agreement has changed."
    if not words and any(each.is_reworded and each.notes for each in compared.texts):
        text = "No row has changed; the meaning of some has."
    if compared.texts:
        text += f" {counted(len(compared.texts), 'change')} of other texts."
    if settings := sum(len(each.changes.settings) for each in compared.systems.values()):
        text += f" {counted(settings, 'setting')} {'has' if settings == 1 else 'have'} changed."
    return text


def _listed(compared: StateChanges) -> Iterator[tuple[str, Mapping[str, Sequence[ListedChange]]]]:
    """Yield what has changed in each system, below headings, with its name; "" where there is one alone."""
    for name, differences in compared.systems.items():
        sections = list_changes(differences.changes)
        if differences.defence:
            sections["Leads and signals"] = [ListedChange.of_texts(*texts) for texts in differences.defence]
        if sections:
            yield (name if len(compared.systems) > 1 else ""), sections
    if compared.texts:
        yield "", {_TEXTS: compared.texts}


class _Look(NamedTuple):
    """What formats of lines differ in: how a heading, an item, a changed word and any text are written."""

    headings: Callable[[str, int], list[str]]
    item: Callable[[ChangeKind], str]
    quotes: str
    old: Callable[[str], str]
    new: Callable[[str], str]
    escape: Callable[[str], str]
    system: str = ""
    marks_whole_texts: bool = False
    has_places: bool = False


def _lines(compared: StateChanges, look: _Look) -> Iterator[str]:
    for name, sections in _listed(compared):
        if name:
            yield from look.headings(look.system + name, 1)
        for heading, rows in sections.items():
            yield from look.headings(heading, 2 if name else 1)
            for row in rows:
                place = [f"{row.place.file}:{row.place.line}"] if row.place and look.has_places else []
                words = [*map(look.escape, (*row.notes, *place))]
                notes = f" ({', '.join(words)})" if words else ""
                yield f"{look.item(row.kind)}{look.escape(row.topic)}{_texts(row, look)}{notes}"
            yield ""
    yield _summary(compared)


def _texts(row: ListedChange, look: _Look) -> str:
    """Return what a row was and is, with an arrow between; "" where there are no texts."""
    texts = [_quoted(runs, mark, look) for runs, mark in ((row.old, look.old), (row.new, look.new))]
    shown = [text or "(no text)" for text in texts] if row.is_reworded else [text for text in texts if text]
    return f": {' → '.join(shown)}" if shown else ""


def _quoted(runs: Runs, mark: Callable[[str], str], look: _Look) -> str:
    has_marks = look.marks_whole_texts or not all(run.is_changed for run in runs)
    parts = (
        mark(look.escape(run.text)) if run.is_changed and has_marks else look.escape(run.text) for run in runs
    )
    return f"{look.quotes[0]}{''.join(parts)}{look.quotes[1]}" if runs else ""


def _paint(colour: str) -> Callable[[str], str]:
    return lambda text: f"\033[{colour}m{text}\033[0m"


_TEXT = _Look(
    headings=lambda text, level: [showable(text)],
    item=lambda kind: f"  {_SIGNS[kind]} ",
    quotes='""',
    old="[{}]".format,
    new="[{}]".format,
    escape=showable,
    system="System ",
    has_places=True,
)
_COLOURED = _TEXT._replace(
    headings=lambda text, level: [f"\033[1m{showable(text)}\033[0m"],
    item=lambda kind: f"  {_paint(_COLOURS[kind])(_SIGNS[kind])} ",
    old=_paint(_COLOURS[ChangeKind.REMOVED]),
    new=_paint(_COLOURS[ChangeKind.ADDED]),
    marks_whole_texts=True,
)


def _escaped(text: str) -> str:
    return _IN_MARKDOWN.sub(r"\\\g<0>", showable(text).replace("\n", " "))


_MARKDOWN = _Look(
    headings=lambda text, level: [f"#{'#' * level} {_escaped(text)}", ""],
    item=lambda kind: "- ",
    quotes="“”",
    old="~~{}~~".format,
    new="**{}**".format,
    escape=_escaped,
)


def _as_text(compared: StateChanges, title: str, options: argparse.Namespace) -> str:
    is_coloured = streams.is_terminal(options.output) and is_lively(sys.stdout)
    return "".join(f"{line}\n" for line in _lines(compared, _COLOURED if is_coloured else _TEXT))


def _as_markdown(compared: StateChanges, title: str, options: argparse.Namespace) -> str:
    return "".join(f"{line}\n" for line in (f"# {_escaped(title)}", "", *_lines(compared, _MARKDOWN)))


def _as_html(compared: StateChanges, title: str, options: argparse.Namespace) -> str:
    place = Location("", 1)
    blocks: list[Block] = []
    for name, sections in _listed(compared):
        blocks += [Heading(1, (Text(name, place),), place)] if name else []
        blocks += change_blocks(sections, "")
    blocks.append(Paragraph((Text(_summary(compared), place),), place))
    return write_page(Document(tuple(blocks), (MetaEntry("TITLE", title, place),)))


def _as_json(compared: StateChanges, title: str, options: argparse.Namespace) -> str:
    systems = compared.systems.items()
    counts = Counter(change.kind for _, each in systems for change in each.changes)
    whole = {
        "changes": [{"system": name, **_entry(change)} for name, each in systems for change in each.changes],
        "settings": [_topic(name, *texts) for name, each in systems for texts in each.changes.settings],
        "defence": [_topic(name, *texts) for name, each in systems for texts in each.defence],
        "texts": [
            {
                "kind": each.kind.value,
                "topic": each.topic,
                "old": "".join(run.text for run in each.old) or None,
                "new": "".join(run.text for run in each.new) or None,
                **(location_entry(each.place) if each.place else {}),
            }
            for each in compared.texts
        ],
        "summary": {kind.value: counts[kind] for kind in ChangeKind},
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _topic(system: str, topic: str, old: str, new: str) -> dict[str, object]:
    return {"system": system, "topic": topic, "old": old or None, "new": new or None}


_MEANINGS = {True: "same", False: "different", None: "unknown"}


def _entry(change: Change) -> dict[str, object]:
    marked = mark_words(change.old, change.new)
    sides = {
        side: {
            "text": text,
            "words": [{"text": run.text, "changed": run.is_changed} for run in runs],
            **location_entry(place),
            "alert": agreement.alert,
        }
        if agreement and place
        else None
        for side, text, runs, agreement, place in zip(
            ("old", "new"), (change.old, change.new), marked, change.pairs[0], change.locations, strict=True
        )
    }
    return {
        "kind": change.kind.value,
        "opening": change.opening,
        "auction": change.auction,
        "former": change.former or None,
        "scope": scope_words(change.scope),
        "auctions": [f"{pair.either.auction:short}" for pair in change.pairs],
        "meaning": _MEANINGS[change.same_meaning] if change.kind is ChangeKind.CHANGED else None,
        **sides,
    }


_WRITERS: Mapping[str, Callable[[StateChanges, str, argparse.Namespace], str]] = {
    "text": _as_text,
    "md": _as_markdown,
    "html": _as_html,
    "json": _as_json,
}


COMMANDS = {"diff": _run}
