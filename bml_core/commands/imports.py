"""``bml import``: notes of other programs to BML, a file or a folder of them."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from bml_core._package import shell
from bml_core.commands import conversions, streams
from bml_core.commands.reports import report
from bml_core.commands.streams import STANDARD, STDIN_NAME
from bml_core.commands.terminal import ERRORS, OK, UsageError, say
from bml_core.diagnostics import Diagnostic, Result, counted
from bml_core.files import decode, files_below, is_folder, read_file, write_file
from bml_core.formats import bboalert, bml
from bml_core.notes import Markup, find_blocks, is_bml, is_text
from bml_core.outlines import (
    REST,
    BlockMarkup,
    Outline,
    OutlineHeading,
    OutlineItem,
    OutlineNotes,
    OutlineTable,
    OutlineText,
    SourceNotes,
    TablePart,
    TextPart,
    is_source,
    losses,
    part_lines,
    read_outline,
    read_pages,
    source_lines,
    write_blocks,
    write_bml,
    write_tables,
)

_BEGINNING = 1000
_BML = ".bml"
_MANY = 5


_MARKUPS = (Markup.MARKDOWN, Markup.REST)


@dataclass(frozen=True, slots=True)
class _Imported:
    """A file that was read: its notes, and what is written for it."""

    source: SourceNotes
    notes: OutlineNotes
    text: str
    ending: str


def _run(options: argparse.Namespace) -> int:
    """Import a file or a folder; return the exit status.

    Raises:
        UsageError: something that exists would be written over, or the options do not go with the files.
    """
    if options.file and is_folder(options.file):
        return _import_folder(options)
    name = STDIN_NAME if options.file == STANDARD else options.file
    piped = streams.piped(options.file)
    read = Result(piped) if piped is not None else read_file(options.file)
    if read.value is None:
        report(read.diagnostics)
        return ERRORS
    if _is_table_of_calls(read.value, name):
        options.data = piped
        return conversions.IMPORT.run(options, keeps_older=True)
    if name.lower().endswith(_BML):
        say(f"{name} is BML already.")
        return OK
    imported = _imported(read.value, name, options)
    if imported.value is None:
        report(imported.diagnostics)
        return ERRORS
    found = imported.value
    target = ""
    if options.diff:
        _print_diff(found)
    elif found.notes.placed:
        target = _target(options, found)
        streams.write(target, found.text)
    _say_outcome([found], imported.diagnostics, options, target)
    return OK if found.notes.placed else ERRORS


def _is_table_of_calls(data: bytes, name: str) -> bool:
    """Return whether a file is Full Disclosure or BBOalert data."""
    start = decode(data[:_BEGINNING], name).value
    return name.lower().endswith(".bss") or start.startswith("*00{") or bboalert.is_data(start)


def _imported(data: bytes, name: str, options: argparse.Namespace) -> Result[_Imported | None]:
    read = read_pages(data, name)
    if read.value is None:
        return Result(None, read.diagnostics)
    source = read.value
    if options.blocks and not source.kind.is_page:
        raise UsageError(f"{name} cannot have blocks of BML: pages of Markdown and reStructuredText can")
    if lines := _data_lines(source.outline):
        system = bboalert.read_lines(lines, file=name)
        data_notes = OutlineNotes(name, system.title, (), len(system.agreements), (), system.diagnostics)
        written = bml.dumps(system)
        faults = (*read.diagnostics, *system.diagnostics, *written.diagnostics)
        return Result(_Imported(source, data_notes, written.value, _BML), faults)
    notes = read_outline(source.outline, name)
    diagnostics = tuple(dict.fromkeys((*read.diagnostics, *notes.diagnostics, *losses(notes.tables))))
    is_bml = options.bml or (options.output or "").lower().endswith(_BML)
    if source.kind.is_page and not is_bml:
        markup = BlockMarkup.DIRECTIVE if source.kind is REST else BlockMarkup.FENCE
        return Result(_Imported(source, notes, write_blocks(source.text, notes, markup), ""), diagnostics)
    return Result(_Imported(source, notes, write_bml(source.text, notes), _BML), diagnostics)


def _data_lines(outline: Outline) -> list[tuple[int, str]]:
    """Return the lines of BBOalert data that a document holds: texts, lists, and tables of three columns."""
    texts = [block for block in outline.blocks if isinstance(block, OutlineHeading | OutlineText)]
    if not (texts and bboalert.is_data(texts[0].text)):
        return []
    lines: list[tuple[int, str]] = []
    for block in outline.blocks:
        match block:
            case OutlineItem(depth=depth, text=text):
                lines.append((block.location.line, f"{'    ' * depth}- {' '.join(text.split())}"))
            case OutlineTable(header=header, rows=rows):
                every = [*([header] if header else []), *rows]
                lines += ((row.location.line, ",".join(row.cells)) for row in every)
            case OutlineHeading(text=text) | OutlineText(text=text):
                lines += ((block.location.line, line) for line in text.split("\n"))
    return lines


def _target(options: argparse.Namespace, found: _Imported) -> str:
    """Return the file to write: a page needs a name, other notes are written beside the source.

    Raises:
        UsageError: there is such a file already, or no name.
    """
    if not (found.ending or options.output or options.file == STANDARD):
        raise UsageError(f"name the new page with -o; {options.file} itself stays as it is")
    ending = found.ending or Path(options.file).suffix
    target = streams.choose_target(options.file, options.output, ending)
    if target != STANDARD and os.path.lexists(target):
        raise UsageError(f"{target} already exists; name another file with -o")
    return target


# ---------------------------------------------------------------- folders


def _import_folder(options: argparse.Namespace) -> int:
    top = Path(options.file)
    if not options.output and not options.diff:
        raise UsageError("name the new folder with -o")
    target = Path(options.output or ".")
    if target.resolve().is_relative_to(top.resolve()) and not options.diff:
        raise UsageError(f"{target} is inside of {top}; name a folder beside it")
    try:
        files = files_below(top).files
    except OSError as error:
        raise UsageError(f"{top} cannot be read: {error.strerror}") from error
    found: list[_Imported] = []
    diagnostics: list[Diagnostic] = []
    texts: dict[Path, str] = {}
    copies: dict[Path, Path] = {}
    for file in files:
        new = target / file.relative_to(top)
        imported = _imported_file(file, options) if is_source(file.name) else Result(None)
        diagnostics += imported.diagnostics
        if imported.value is not None and imported.value.notes.placed:
            found.append(imported.value)
            texts[new.with_suffix(imported.value.ending) if imported.value.ending else new] = (
                imported.value.text
            )
        elif not (options.bml and is_source(file.name)):
            copies[new] = file
    if options.diff:
        for each in found:
            _print_diff(each)
    else:
        _write_folder(texts, copies)
    _say_outcome(found, diagnostics, options, "" if options.diff else str(target))
    return OK if found else ERRORS


def _imported_file(file: Path, options: argparse.Namespace) -> Result[_Imported | None]:
    read = read_file(file)
    return Result(None, read.diagnostics) if read.value is None else _imported(read.value, str(file), options)


def _write_folder(texts: dict[Path, str], copies: dict[Path, Path]) -> None:
    existing = [str(path) for path in (*texts, *copies) if os.path.lexists(path)]
    if existing:
        more = f" and {counted(len(existing) - _MANY, 'other file')}" if len(existing) > _MANY else ""
        raise UsageError(f"{', '.join(existing[:_MANY])}{more} already exist; name another folder with -o")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, [text.encode("utf-8", "replace")])
        for path, source in copies.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be written: {error.strerror}") from error


# ---------------------------------------------------------------- what is said of it


def _say_outcome(
    found: Sequence[_Imported], diagnostics: Iterable[Diagnostic], options: argparse.Namespace, target: str
) -> None:
    report(diagnostics, verbose=max(options.verbose, 1), each_option="-vv")
    placed = sum(each.notes.placed for each in found)
    unplaced = sum(each.notes.unplaced for each in found)
    if not placed:
        name = STDIN_NAME if options.file == STANDARD else options.file
        has_blocks = any(find_blocks(each.source.text, markup) for each in found for markup in _MARKUPS)
        others = " beside its blocks of BML" if has_blocks else ""
        say(f"{name} has no bids{others} whose auction is written, so nothing was written.")
        return
    tables = sum(len(each.notes.tables) for each in found)
    rest = f"; {unplaced:,} {'stays' if unplaced == 1 else 'stay'} text, as listed" if unplaced else ""
    where = f" in {counted(tables, 'table')}" if tables else ""
    say(f"{placed:,} of {counted(placed + unplaced, 'call')} placed{where}{rest}.")
    if target and target != STANDARD:
        say(f"Wrote {target}. Next: {shell(['bml', 'check', target])}")
        _say_twice(Path(options.file), Path(target))


def _say_twice(source: Path, target: Path) -> None:
    """Say that a text has the notes that were written, and what becomes of it where a folder is read."""
    if is_text(source) and target == source.with_suffix(_BML):
        say(f"{source} stays as it is; in a folder it is left out beside {target.name}.")
    elif is_text(source) or is_bml(source):
        say(f"{source} has the same notes: move it elsewhere, or a folder has them twice.")


def _print_diff(found: _Imported) -> None:
    """Print a page beside what becomes of it."""
    width = max((shutil.get_terminal_size().columns - 3) // 2, 20)
    lines = [f"{found.notes.file[:width]:<{width}} | {'BML' if found.ending else 'with blocks of BML'}"]
    for left, right in _beside(found):
        mark = " " if left == right else "|"
        lines.append(f"{left[:width]:<{width}} {mark} {right[:width]}".rstrip())
    streams.write(STANDARD, "".join(f"{line}\n" for line in lines))


def _beside(found: _Imported) -> Iterator[tuple[str, str]]:
    lines = source_lines(found.source.text) if found.source.text else []
    for part in found.notes.parts:
        left = part_lines(part, lines)
        match part:
            case TablePart():
                right = write_tables(part.tables)
            case TextPart():
                right = left
        yield from zip_longest(left, right, fillvalue="")
        yield "", ""


COMMANDS = {"import": _run, "bss2bml": conversions.IMPORT.run}
