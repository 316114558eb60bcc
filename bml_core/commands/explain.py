"""``bml explain FILE…``: what rows say of a hand, and what is not understood; and ``bml explain-code``."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from bml_core.checks import TableCoverage
from bml_core.commands import streams
from bml_core.commands.reading import read_notes, readable, selected_rows
from bml_core.commands.reports import location_entry, report
from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import ERRORS, OK, USAGE, UsageError, say
from bml_core.diagnostics import Location, counted, did_you_mean, has_errors
from bml_core.document import Document, walk_rows
from bml_core.hands.bidding import Rewording, rewordings
from bml_core.hands.conditions import ANY, spoken
from bml_core.hands.descriptions import (
    ExplainedRow,
    Explanation,
    ReadSpan,
    Sense,
    Understanding,
    check_conditions,
    count_understanding,
    explain_rows,
    source_words,
)
from bml_core.system import Agreement

_SHOWN = 3
_REST = "the hands that no other row has"
_NOTRUMP = re.compile(r"([1-7])N(?!T)")


def _run(options: argparse.Namespace) -> int:
    read = read_notes(options)
    if read is None:
        return ERRORS
    found = check_conditions(read.system)
    report(found)
    rows = explain_rows(read.system)
    if options.only_in is not None:
        wanted = set(selected_rows(options.only_in, [read.system]))
        rows = tuple(row for row in rows if not wanted.isdisjoint(row.agreements))
    unclear = (Understanding.PART, Understanding.NOTHING)
    shown = [row for row in rows if row.understanding in unclear] if options.left else rows
    tables = _by_table(read.documents, rows)
    if options.reword:
        found_rows = rewordings(read.system, rows)
        if options.format == "json":
            entries = [{**_entry(each.row), "share": each.share, "write": each.braces} for each in found_rows]
            streams.write(STANDARD, json.dumps(entries, indent=2, ensure_ascii=False) + "\n")
        else:
            reworded = [line for each in found_rows for line in _rewording(each)]
            streams.write(STANDARD, "".join(f"{line}\n" for line in (*reworded, _summary(rows))))
    elif options.format == "json":
        streams.write(STANDARD, _as_json(shown, rows, tables))
    else:
        lines = _form_lines(rows) if options.left else _row_lines(shown)
        summaries = (*_table_lines(tables), _summary(rows))
        streams.write(STANDARD, "".join(f"{line}\n" for line in (*lines, *summaries)))
    return ERRORS if has_errors(found) else OK


# ---------------------------------------------------------------- tables and forms


def _by_table(
    documents: Sequence[Document], rows: Sequence[ExplainedRow]
) -> dict[Location, list[ExplainedRow]]:
    """Return the rows of each table, by the place where it begins."""
    table_of = {
        row.call.location: table.location
        for document in documents
        for table in document.tables
        for _, row in walk_rows(table.rows)
    }
    tables: dict[Location, list[ExplainedRow]] = {}
    for row in rows:
        # The last call of a history has its own place.
        tables.setdefault(table_of.get(row.location, row.location), []).append(row)
    return tables


def _forms(rows: Sequence[ExplainedRow]) -> dict[str, list[Location]]:
    """Return each form that is left over, with its places; those that occur most come first."""
    forms: dict[str, list[Location]] = {}
    for row in rows:
        explanation = row.explanations[0]
        for span in () if explanation.is_rest else explanation.unknown_spans:
            form = readable(" ".join(span.text.split()).lower())
            forms.setdefault(form, []).append(explanation.passage.at(span.offset))
    return dict(sorted(forms.items(), key=lambda form: (-len(form[1]), form[0])))


# ---------------------------------------------------------------- to read


def _row_lines(rows: Sequence[ExplainedRow]) -> Iterator[str]:
    file = ""
    for row in rows:
        if row.location.file != file:
            file = row.location.file
            yield file
        yield from _row(row)


def _form_lines(rows: Sequence[ExplainedRow]) -> Iterator[str]:
    for form, places in _forms(rows).items():
        more = f" and {counted(len(places) - 1, 'more place')}" if len(places) > 1 else ""
        yield f"{len(places):>6}  {form}  ({places[0].file}:{places[0].line}{more})"


def _table_lines(tables: dict[Location, list[ExplainedRow]]) -> Iterator[str]:
    """Yield how much of each table is understood, where there are several."""
    if len(tables) < 2:
        return
    for place, rows in tables.items():
        found = count_understanding(rows)
        known = sum(number for grade, number in found.items() if grade.is_understood)
        yield f"{place.file}:{place.line}: {TableCoverage(place, len(rows), known).in_words}"


def _row(row: ExplainedRow) -> Iterator[str]:
    first, wording = row.agreements[0], row.agreements[0].wording
    call, lines = f"{first.auction:short}", first.description
    if len(row.agreements) > 1 and first.written and wording:
        # The row is for all of its calls, not for the first of them.
        call = _NOTRUMP.sub(r"\1NT", first.written)
        lines = tuple(line.text for line in wording.lines)
    written = " / ".join(readable(line) for line in lines if line)
    yield f"{row.location.line:>6}  {call}  {written}".rstrip()
    yield from (f"          = {line}" for line in _conditions(row))
    sources = (source for explanation in row.explanations for source in explanation.sources)
    yield from (f"            ({source})" for source in source_words(sources))
    for mark, words in _unsaid(row.explanations[0]):
        yield f"          {mark} {readable(' '.join(words.split()))}"
    if lacks := list(dict.fromkeys(lack.value for each in row.explanations for lack in each.lacks)):
        yield f"          ? does not say: {' and '.join(lacks)}"


def _rewording(found: Rewording) -> Iterator[str]:
    """Yield the row, what is missing, and what to write at its end."""
    lines, place = list(_row(found.row)), found.row.location
    yield f"{place.file}:{place.line}  {lines[0].split(maxsplit=1)[-1]}"
    yield from (line for line in lines if line.lstrip().startswith("?"))
    first, *others = [str(each.condition) for each in found.row.explanations]
    is_begun = first != str(ANY) and all(other == first for other in others)
    begun = f", beginning with {{{first}}}" if is_begun else ": its suits and its points"
    yield f"          write: {found.braces or f'in braces what the hand has{begun}'}"


def _unsaid(explanation: Explanation) -> Iterator[tuple[str, str]]:
    """Yield what says nothing of the hand, and what is not understood, neighbouring parts together."""
    if explanation.is_rest:
        yield "=", _REST
        return
    marks = {Sense.NEUTRAL: "-", Sense.UNKNOWN: "?"}
    for sense, spans in groupby(explanation.spans, key=lambda span: span.sense):
        if mark := marks.get(sense):
            run = list(spans)
            yield mark, explanation.passage.text[run[0].offset : run[-1].offset + len(run[-1].text)]


def _conditions(row: ExplainedRow) -> Iterator[str]:
    """Yield what the row says of each of its calls, those that say the same together."""
    said: dict[str, list[Agreement]] = {}
    for agreement, explanation in zip(row.agreements, row.explanations, strict=True):
        if explanation.understood:
            said.setdefault(spoken(explanation.condition), []).append(agreement)
    for number, (words, agreements) in enumerate(said.items()):
        if number == _SHOWN:
            yield f"and so on, {counted(len(said), 'condition')} together"
            return
        yield words if len(said) == 1 else f"{agreements[0].auction:short}: {words}"


def _summary(rows: Sequence[ExplainedRow]) -> str:
    found = count_understanding(rows)
    share = f" ({100 * found[Understanding.WHOLE] / len(rows):.1f} %)" if rows else ""
    parts = [f"{found[Understanding.WHOLE]} {Understanding.WHOLE.value}{share}"]
    parts += [
        f"{found[grade]} {grade.value}"
        for grade in (Understanding.PART, Understanding.NOTHING, Understanding.SILENT)
    ]
    return f"{counted(len(rows), 'row')}: {', '.join(parts)}."


# ---------------------------------------------------------------- JSON


def _as_json(
    shown: Sequence[ExplainedRow], rows: Sequence[ExplainedRow], tables: dict[Location, list[ExplainedRow]]
) -> str:
    whole = {
        "rows": [_entry(row) for row in shown],
        "summary": _numbers(rows),
        "tables": [{**location_entry(place), **_numbers(inside)} for place, inside in tables.items()],
        "forms": [
            {"text": form, "count": len(places), "first": location_entry(places[0])}
            for form, places in _forms(rows).items()
        ],
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _numbers(rows: Sequence[ExplainedRow]) -> dict[str, int]:
    grades = {grade.name.lower(): number for grade, number in count_understanding(rows).items()}
    return {"rows": len(rows), **grades}


def _entry(row: ExplainedRow) -> dict[str, object]:
    return {
        **location_entry(row.location),
        "text": row.agreements[0].text,
        "grade": row.understanding.name.lower(),
        "agreements": [
            _meaning(agreement, explanation)
            for agreement, explanation in zip(row.agreements, row.explanations, strict=True)
        ],
    }


def _meaning(agreement: Agreement, explanation: Explanation) -> dict[str, object]:
    def entry(span: ReadSpan) -> dict[str, object]:
        return {**location_entry(explanation.passage.at(span.offset)), "text": span.text}

    return {
        "auction": f"{agreement.auction:short}",
        "condition": str(explanation.condition) if explanation.understood else None,
        "stated": explanation.in_braces,
        "sources": [
            {"word": source.name, "condition": str(source.condition), "from": source.source}
            for source in explanation.sources
        ],
        "lacks": [lack.value for lack in explanation.lacks],
        "left": [entry(span) for span in explanation.unknown_spans],
        "read": [{**entry(span), "sense": span.sense.value} for span in explanation.spans],
    }


# ---------------------------------------------------------------- codes

# An installed package has these pages of the manual beside the module.
_FOLDERS = (
    Path(__file__).with_name("diagnostics"),
    Path(__file__).parents[2] / "demo_docs/tables/diagnostics",
)
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^)\s]*\)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"(?i)bml\d{3}")
_FENCE = re.compile(r"`{3,}")
_INDENT = "    "


def _explain(options: argparse.Namespace) -> int:
    sections = dict(_sections())
    names = {name.casefold(): name for name in sections}
    wanted = [f"BML{code}" if code.isdecimal() else code for code in options.codes]
    for code in wanted:
        if code.casefold() not in names:
            said = f"bml explain-code: {code[:40]} is not a code."
            # Another number means something else.
            near = "" if _CODE.fullmatch(code) else did_you_mean(code.upper(), sections)
            say(" ".join(filter(None, (said, near))))
            return USAGE
    found = (names[code.casefold()] for code in wanted)
    streams.write(STANDARD, "\n".join(f"{name}\n\n{_plain_text(sections[name])}" for name in found))
    return OK


def _sections() -> Iterator[tuple[str, str]]:
    """Yield the codes with what the pages of the manual say of each."""
    pages = [path for folder in _FOLDERS for path in sorted(folder.glob("*.md"))]
    if not pages:
        raise UsageError("the explanations of codes are not installed")
    for path in pages:
        _, *parts = re.split(r"^## (.*)\n", path.read_text("utf-8"), flags=re.MULTILINE)
        yield from ((name, f"{text.strip()}\n") for name, text in zip(parts[::2], parts[1::2], strict=True))


def _plain_text(text: str) -> str:
    """Return Markdown as a person reads it in a terminal: fences are indented, links are their words."""
    lines: list[str] = []
    mark = ""
    for line in text.splitlines():
        fence = _FENCE.match(line)
        if fence and (not mark or line.rstrip() == mark):
            mark = "" if mark else fence[0]
        elif mark:
            lines.append(f"{_INDENT}{line}".rstrip())
        else:
            lines.append(_STRONG.sub(r"\1", _LINK.sub(r"\1", line)))
    return "".join(f"{line}\n" for line in lines)


COMMANDS = {"explain": _run, "explain-code": _explain}
