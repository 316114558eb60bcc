"""A Document as an outline a person can read and a test can compare.

``1M [M: 1H 1S] : raise of M`` is a row with what its call stands for; ``| more`` a further line of its
description. In text, ``{S}`` is a suit, ``{#H}`` a row's own suit, ``{1NT}`` bids; ``{em …}``,
``{strong …}``, ``{mono …}`` are styles, ``{link TARGET …}`` a link, ``⏎`` a line break.
"""

from __future__ import annotations

from collections.abc import Iterator

from bml_core import Diagnostic, Document, Location, System
from bml_core.bridge import Deal, Scope
from bml_core.document import (
    AuctionBlock,
    AuctionEntry,
    BiddingTable,
    BidSymbol,
    Block,
    BulletList,
    CallPattern,
    DefinitionList,
    DescriptionLine,
    Diagram,
    Emphasis,
    Enumeration,
    EveryCall,
    Heading,
    History,
    Label,
    Link,
    LiteralCall,
    Mono,
    OppositeSuit,
    OwnSuit,
    Paragraph,
    Passage,
    Row,
    RowCall,
    Span,
    Steps,
    StrainChoice,
    Strong,
    SuitSymbol,
    Table,
    TableRow,
    Text,
)


def outline(document: Document) -> list[str]:
    """The lines of a Document: metadata first, then block after block."""
    meta = [f"meta {entry.key}: {entry.value}" for entry in document.metadata]
    return meta + [line for block in document.blocks for line in _block(block)]


def findings(document: Document, system: System | None = None, *, page: str = "page.bml") -> list[str]:
    """Diagnostics as ``line:column severity CODE``; a file but the page comes before, an origin after."""
    found = (*document.diagnostics, *(() if system is None else system.diagnostics))
    return [_finding(diagnostic, page) for diagnostic in found]


def agreements(system: System) -> list[str]:
    """Agreements as ``1C P 1D  Negative``: scope before, a star where they open, ``!`` for alerts."""
    lines = []
    for agreement in system.agreements:
        calls = " ".join(call.code for call in agreement.auction.calls)
        opener, alert = "" if agreement.auction.we_deal else "*", "!" if agreement.alert else ""
        head = f"{_scope(agreement.scope)}{opener}{calls}{alert}"
        lines.append(f"{head}  {' | '.join(agreement.description)}".rstrip())
    return lines


def spans(content: tuple[Span, ...]) -> str:
    """Spans in the notation of the outline."""
    return "".join(map(_span, content))


def _finding(diagnostic: Diagnostic, page: str) -> str:
    place = diagnostic.location
    origin = f" from {_place(place.origin, page)}" if place.origin else ""
    return f"{_place(place, page)} {diagnostic.severity.value} {diagnostic.code}{origin}"


def _place(place: Location, page: str) -> str:
    return f"{'' if place.file == page else f'{place.file}:'}{place.line}:{place.column}"


def _scope(scope: Scope) -> str:
    position = "" if scope.position.value == "0" else f"seat {scope.position.value}: "
    return position + ("" if str(scope.vulnerability) == "00" else f"vul {scope.vulnerability}: ")


# ---------------------------------------------------------------- blocks


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"heading {block.level}: {spans(block.spans)}"
        case Paragraph():
            yield f"paragraph: {spans(block.spans)}"
        case BulletList():
            yield "list"
            yield from (f"  - {spans(item.spans)}" for item in block.items)
        case Enumeration():
            yield f"enumeration from {block.start}"
            yield from (f"  - {spans(item.spans)}" for item in block.items)
        case DefinitionList():
            yield "definitions"
            yield from (f"  {spans(item.term)} :: {spans(item.spans)}" for item in block.items)
        case Table():
            yield f"text table of {block.columns} columns"
            yield from (f"  head {_cells(row)}" for row in block.header)
            yield from (f"  {_cells(row)}" for row in block.rows)
        case BiddingTable():
            yield from _table(block)
        case AuctionBlock():
            yield "auction" + "".join(f" {seat.value}" for seat in block.seats)
            yield from (f"  {' '.join(map(_entry, row))}" for row in block.rows)
            yield from (f"  note {note.mark}: {spans(note.spans)}" for note in block.notes)
        case Diagram():
            yield from _diagram(block)


def _cells(row: TableRow) -> str:
    return f"| {' | '.join(spans(cell) for cell in row.cells)} |"


def _entry(entry: AuctionEntry) -> str:
    text = entry.text if entry.call is not None else f"<{entry.text}>"
    call = f"({text})" if entry.theirs else f"{text}!" if entry.alert else text
    return f"{call}[{entry.note}]" if entry.note else call


def _diagram(diagram: Diagram) -> Iterator[str]:
    facts = {
        "dealer": diagram.dealer and diagram.dealer.value,
        "vul": diagram.vulnerability and diagram.vulnerability.value,
        "board": diagram.board,
        "contract": diagram.contract and diagram.contract.code,
        "lead": diagram.lead and str(diagram.lead),
        "result": diagram.result,
        "suit": diagram.one_suit or None,
        "remark": repr(diagram.remark) if diagram.remark else None,
    }
    yield "deal" + "".join(f" {name}={fact}" for name, fact in facts.items() if fact is not None)
    yield from _hands(diagram.deal)


def _hands(deal: Deal) -> Iterator[str]:
    for seat in deal.seats:
        hand = deal.hand(seat)
        assert hand is not None
        yield f"  {seat.value} {' '.join(holding or '-' for holding in hand.holdings)}"


# ---------------------------------------------------------------- bidding tables


def _table(table: BiddingTable) -> Iterator[str]:
    dialect = "" if table.dialect.value == "2.0" else f" dialect {table.dialect.value}"
    scope = _scope(table.scope).replace(": ", " ").rstrip()
    yield f"table{' hidden' if table.hidden else ''}{dialect}{f' {scope}' if scope else ''}"
    if table.history is not None:
        yield from _history(table.history)
    for row in table.rows:
        yield from _row(row, 1)


def _history(history: History) -> Iterator[str]:
    calls = ", ".join(map(_call, history.calls)) or "nothing"
    yield f"  after {calls}{' (complete)' if history.complete else ''}{_first(history.description)}"
    yield from (f"    | {spans(line.spans)}" for line in history.description[1:])
    yield from _condition(history.condition, "    ")


def _row(row: Row, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{_call(row.call)}{_first(row.description)}"
    yield from (f"{indent}  | {spans(line.spans)}".rstrip() for line in row.description[1:])
    yield from _condition(row.condition, f"{indent}  ")
    for child in row.children:
        yield from _row(child, depth + 1)


def _condition(condition: Passage | None, indent: str) -> Iterator[str]:
    if condition is not None:
        places = " ".join(f"{place.line}:{place.column}" for place in condition.locations)
        yield f"{indent}states {condition.text.replace(chr(10), '⏎')} at {places}"


def _first(description: tuple[DescriptionLine, ...]) -> str:
    return f" : {spans(description[0].spans)}" if description else ""


def _call(call: RowCall) -> str:
    text = f"({call.text})" if call.theirs else call.text
    meaning = " / ".join(map(_pattern, call.patterns))
    shown = "" if meaning == call.text else f" [{meaning}]"
    return f"{text}{'!' if call.alert else ''}{shown}"


def _pattern(pattern: CallPattern) -> str:
    match pattern:
        case LiteralCall(call):
            return call.code
        case StrainChoice(level, strains, variable):
            bids = " ".join(f"{level}{strain.value}" for strain in strains)
            return f"{variable}: {bids}" if variable else bids
        case OppositeSuit(level, variable):
            return f"{level} of the other {variable}"
        case Steps(count):
            return f"{count} up"
        case EveryCall():
            return "every call"
        case Label(known):
            return "label" if known else "?"


# ---------------------------------------------------------------- text


def _span(span: Span) -> str:
    match span:
        case Text(text):
            return text.replace("\n", "⏎")
        case SuitSymbol(suit):
            return f"{{{suit.value}}}"
        case OwnSuit(suit):
            return f"{{#{suit.value if suit else ''}}}"
        case BidSymbol():
            return f"{{{span.text}}}"
        case Emphasis(content):
            return f"{{em {spans(content)}}}"
        case Strong(content):
            return f"{{strong {spans(content)}}}"
        case Mono(text):
            return f"{{mono {text}}}"
        case Link(target, content):
            return f"{{link {target} {spans(content)}}}"
