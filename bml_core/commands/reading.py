"""The notes that a command was given: files, pages and folders of them, and the system that they make."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bml_core import notes
from bml_core.bridge import SUITS, Auction, Hand, SideVulnerability, parse_auction, parse_pattern
from bml_core.commands.reports import report
from bml_core.commands.streams import STANDARD, STDIN_NAME, piped
from bml_core.commands.terminal import UsageError, say
from bml_core.diagnostics import Diagnostic, Location, Result, Severity, counted
from bml_core.document import Dialect, Document, RowOrder, plain_text
from bml_core.files import Results, files_below, is_folder
from bml_core.language import parse_inline, read_abbreviations
from bml_core.notes import DEFAULT_SYSTEM, Markup, NoteSettings, NotesFile, joined, read_notes_file
from bml_core.system import Agreement, System, expand

_UNREAD, _TOO_LARGE, NOTHING_FOUND = "BML101", "BML105", "BML133"
_HOLDING = 9
_VULNERABLE = {"none": (False, False), "we": (True, False), "they": (False, True), "both": (True, True)}


class FileRead(NamedTuple):
    """What is wrong with a file that is not a document, and the files of the disk that it came from."""

    diagnostics: tuple[Diagnostic, ...]
    dependencies: tuple[str, ...] = ()


def is_unread(source: Document | FileRead) -> bool:
    """Return whether the input file itself was not read, so that there is nothing to write."""
    codes = {diagnostic.code for diagnostic in source.diagnostics}
    return _UNREAD in codes or (_TOO_LARGE in codes and not source.dependencies)


def has_nothing(source: Document | FileRead) -> bool:
    """Return whether the input is a page without a block to read, so that there is nothing to write."""
    return any(diagnostic.code == NOTHING_FOUND for diagnostic in source.diagnostics)


# ---------------------------------------------------------------- files


def read_source(name: str, options: argparse.Namespace, data: bytes | None = None) -> NotesFile:
    """Return the blocks of a file; ``data`` is what was read from standard input, if it was read already."""
    data = piped(name) if data is None else data
    settings = NoteSettings(Dialect(options.dialect), include_roots=tuple(options.include_root))
    if data is None and notes.markup_of(name) is not Markup.BML:
        # What a site says of its tables and lists holds for the commands, too.
        finder = vars(options).setdefault("site_finder", notes.SiteFinder([name]))
        if site := finder.site(name):
            settings = replace(settings, tables=site.settings.tables, lists=site.settings.lists)
    # Commands that change no file may share what they have read.
    files_read: dict[object, NotesFile] = vars(options).get("files_read", {})
    key = (name, settings, options.markup)
    if data is not None or key not in files_read:
        files_read[key] = read_notes_file(
            name,
            data=data,
            name=STDIN_NAME if name == STANDARD else name,
            markup=options.markup or "",
            settings=settings,
        )
    return files_read[key]


def say_standing(files: Iterable[NotesFile], *, if_whole: bool = False) -> None:
    """Say how much is read of tables and lists of pages, where some is left out or ``if_whole``."""
    counts = [file.standing for file in files if any(file.standing)]
    if counts:
        placed, unplaced = map(sum, zip(*counts, strict=True))
        if not (unplaced or if_whole):
            return
        calls, pages = counted(placed + unplaced, "call"), counted(len(counts), "page")
        said = "has its auction" if placed == 1 else "have their auction"
        say(f"Read tables and lists of {pages} as they are: {placed:,} of {calls} {said}.")


def selected_rows(text: str, systems: Iterable[System]) -> list[Agreement]:
    """Return the rows on auctions that the pattern of ``--only-in`` selects.

    Raises:
        UsageError: The pattern cannot be read, or the notes have no such auction.
    """
    pattern = parse_pattern(text)
    if pattern.value is None:
        raise UsageError(f"--only-in: {pattern.diagnostics[0].sentence.removesuffix('.')}")
    rows = [row for system in systems for row in system.select(pattern.value)]
    if not rows:
        raise UsageError(f"--only-in: the notes have no auction {text[:40]}")
    return rows


def read_bml(name: str, options: argparse.Namespace, data: bytes | None = None) -> Document:
    """Return what a file shows: everything but the blocks of a page that are hidden or shown as source."""
    file = read_source(name, options, data)
    say_standing([file])
    return file.document(lambda block: block.is_shown)


def read_agreed(options: argparse.Namespace, *names: str) -> Document:
    """Return what a file, or a folder or several files, add to the system that the options name."""
    name = ", ".join(names)
    if len(names) == 1 and not (name and is_folder(name)):
        file = read_source(name, options)
        say_standing([file])
        return file.system_document(options.system or DEFAULT_SYSTEM)
    folder = joined(name, read_folder(options, *names))
    return folder.system_document(_wanted_system(folder, options))


def read_folder(options: argparse.Namespace, *names: str) -> list[NotesFile]:
    """Return the notes of folders or files in the order of pages, their blocks in their systems."""
    files = [read_source(file, options) for file in expand_folders(names)]
    say_standing(files)
    return [*map(notes.plan_systems(files, names).placed, files)]


def _wanted_system(files: NotesFile, options: argparse.Namespace) -> str:
    """Return the system that the options name, or the only one that there is."""
    only = files.systems[0] if len(files.systems) == 1 else DEFAULT_SYSTEM
    return options.system or only


def _read_all(options: argparse.Namespace) -> list[Document]:
    """Return what each file, or each of a folder, adds to the system that the options name."""
    names = expand_folders(options.files)
    if not any(map(is_folder, options.files)):
        return [read_agreed(options, name) for name in names]
    read = [read_source(name, options) for name in names]
    say_standing(read)
    files = [*map(notes.plan_systems(read, options.files).placed, read)]
    every = joined(", ".join(options.files), files)
    system = _wanted_system(every, options)
    if system not in every.systems:
        return [every.system_document(system)]
    # A BML file that is named itself adds everything, whatever it belongs to on a site.
    return [
        file.system_document(system)
        if file.name in options.files
        else file.document(lambda block: block.system == system)
        for file in files
    ]


def expand_folders(names: Iterable[str], results: Results | None = None) -> list[str]:
    """Return the names with each folder replaced by its files of notes, in the order of pages.

    These are pages with blocks of BML, and BML files that no other file includes or shows; ``results`` are of
    earlier runs.

    Raises:
        UsageError: a folder has none.
    """
    files = [_notes_of(name, results) if is_folder(name) else [name] for name in names]
    every = [file for some in files for file in some]
    return every if len(files) < 2 or STANDARD in every else notes.in_page_order(every)


def refuse_shared(plan: notes.SystemPlan) -> None:
    """Refuse systems of several sites that have one name.

    Raises:
        UsageError: says which.
    """
    if plan.shared:
        raise UsageError(f"several sites have a system called {plan.shared}; name the folder of one of them")


def _notes_of(name: str, results: Results | None) -> list[str]:
    try:
        files = notes.files_with_notes(name, results)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from error
    if not files:
        other = next((f"; name {path} to read what is there" for path in files_below(name).separate), "")
        raise UsageError(f"no notes found in the folder {name}{other}")
    others = [
        file for file in files if notes.markup_of(file) is Markup.BML and not file.endswith(notes.SUFFIX)
    ]
    texts = [file for file in others if notes.why_bml(file)]
    if texts:
        more = f" and {len(texts) - 1:,} more" if len(texts) > 1 else ""
        say(f"Read {texts[0]}{more} as BML, since {'they have' if more else 'it has'} lines of it, such as")
        say(f"    {notes.why_bml(texts[0])[:80]}")
    return files


# ---------------------------------------------------------------- the system that they make


@dataclass(frozen=True, slots=True)
class NotesAsked:
    """A system, the files that it was read from, and what they hold."""

    system: System
    dependencies: tuple[str, ...]
    documents: tuple[Document, ...] = ()


def chosen_abbreviations(options: argparse.Namespace) -> tuple[tuple[str, str], ...] | None:
    """Return all abbreviations; None, after a message, if an option cannot be read."""
    own = [text.partition("=") for text in vars(options).get("abbreviation") or ()]
    try:
        if wrong := next((word for word, sign, _ in own if not sign), ""):
            raise ValueError(
                f'"{wrong[:40]}" has no equal sign. Write WORD=MEANING, such as FNT=forcing notrump.'
            )
        return tuple(read_abbreviations({word: meaning for word, _, meaning in own}).items())
    except ValueError as error:
        say(f"--abbreviation: {error}")
        return None


def read_notes(options: argparse.Namespace, files: Sequence[str] = ()) -> NotesAsked | None:
    """Read the notes that the options name; None, after a message, if one of the files cannot be read.

    ``files`` are read in place of those of the options, such as the notes of the opponents.
    """
    if files:
        options = argparse.Namespace(**{**vars(options), "files": files})
    abbreviations = chosen_abbreviations(options)
    if abbreviations is None:
        return None
    documents = _read_all(options)
    found = [each for document in documents for each in document.diagnostics]
    errors = [each for each in found if each.severity is Severity.ERROR]
    unread = any(map(is_unread, documents))
    if unread or all(map(has_nothing, documents)):
        report(errors if unread else found)
        return None
    dependencies = tuple(name for document in documents for name in document.dependencies)
    language = vars(options).get("language") or ""
    meanings = tuple(vars(options).get("meaning") or ())
    system = expand(documents, abbreviations=abbreviations, language=language, meanings=meanings)
    # "3x" names no bids: only with the rows above it is that known.
    of_rows = (each for each in system.diagnostics if each.severity is Severity.ERROR)
    errors = list(dict.fromkeys((*errors, *of_rows)))
    if errors:
        say(f"The notes have {counted(len(errors), 'error')} (see bml check); the rest is used.")
    if their := vars(options).get("their"):
        system = _where_they_show(their, system)
    choice = vars(options).get("choice")
    chosen = system.with_choice(RowOrder(choice)) if choice else system
    return NotesAsked(chosen, dependencies, tuple(documents))


def _where_they_show(meaning: str, system: System) -> System:
    """Return the notes for one meaning of a call of theirs.

    Raises:
        UsageError: no row is for that meaning.
    """
    known = dict.fromkeys(each for row in system for _, each in row.qualifications)
    if meaning not in known:
        has = f"they have rows for {', '.join(known)}" if known else "no row is for one meaning alone"
        raise UsageError(f"--their {meaning}: the notes do not have that; {has}")
    return system.where_they_show(meaning)


def read_auction(text: str, options: argparse.Namespace) -> Result[Auction | None]:
    """Return the auction that an option holds; say how ``P-1S`` is read, which players mean in two ways."""
    read = parse_auction(text, position=options.seat)
    in_turn = parse_auction(text, position=2).value if options.seat is None else None
    if read.value and in_turn and read.value.position == in_turn.position + 1:
        where = f"write {in_turn:short} for an opening in second seat"
        say(f"The pass of {text.strip()[:40]} is read as partner's, {read.value:short}; {where}.")
    return read


def vulnerability(options: argparse.Namespace) -> SideVulnerability:
    """Return who is vulnerable, seen from our side."""
    we, they = _VULNERABLE[options.vul or "none"]
    return SideVulnerability(we=we, they=they)


# ---------------------------------------------------------------- hands and rows on a line


def hand_line(hand: Hand) -> str:
    """Return a hand on a line, in columns where no suit is very long, and its points.

    >>> hand_line(Hand("AK843", "", "KJ42", "T982"))
    '♠ AK843      ♥ —          ♦ KJ42       ♣ T982       11 hcp'
    """
    suits = zip(reversed(SUITS), hand.holdings, strict=True)
    shown = (f"{suit.symbol} {holding or '—':<{_HOLDING}}" for suit, holding in suits)
    return f"{'  '.join(shown)}  {hand.hcp} hcp"


def auction_line(written: Auction) -> str:
    """Return an auction without the passes that go without saying; words where nobody has bid.

    >>> auction_line(Auction.parse("1N-P-2C")), auction_line(Auction.parse("P-P"))
    ('1NT-2C', 'No bid')
    """
    return f"{written.from_opening():short}" or "No bid"


def row_line(agreement: Agreement) -> str:
    """Return the call of a row, the first line of its description, and its place."""
    first = agreement.description[0] if agreement.description else ""
    place = agreement.location
    said = f"{agreement.call!s:<3}  {readable(first)}".rstrip()
    calls = agreement.auction.calls
    where = "".join(f", if their {calls[index]} is {text}" for index, text in agreement.qualifications)
    return f"{said}  ({place.file}:{place.line}{where})"


def readable(text: str) -> str:
    """Return a line of BML text as a player reads it.

    >>> readable("5+!h, *11--21* hcp")
    '5+♥, 11–21 hcp'
    """
    return plain_text(parse_inline(text, Location("", 1), in_description=True).value, signs=True)
