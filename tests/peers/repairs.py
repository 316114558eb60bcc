"""What bridge-markup stops at or loses, written so that it reads it: each repair mends one known mistake.

A repair takes a system and gives one that means the same by the description of the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bml_core.bridge import Bid, Strain, bid_above, make_bid
from tests.peers.model import (
    Block,
    Copy,
    Cuts,
    Included,
    Item,
    Lines,
    Paste,
    Row,
    System,
    Table,
    Text,
    substituted,
    table_lines,
)
from tests.peers.systems import ORDINAL_PARAGRAPH, PARTIAL_DEALS, UNDOUBLED_DEAL

_FOUR_CALLS = re.compile(r"(?:\(?[1-7]?[NTPDRCHS]\)? ){3}\(?[1-7]?[NTPDRCHS]")


def each_block(change: Callable[[Block], Iterable[Block]], blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks changed, those of included files too."""
    changed: list[Block] = []
    for block in blocks:
        if isinstance(block, Included):
            changed.append(replace(block, blocks=each_block(change, block.blocks)))
        else:
            changed += change(block)
    return tuple(changed)


def each_item(change: Callable[[Item], Item], items: Iterable[Item]) -> tuple[Item, ...]:
    """The items changed, kept rows too, each before what stands below it."""

    def below(old: Item) -> Item:
        item = change(old)
        if isinstance(item, Row):
            return replace(item, children=each_item(change, item.children))
        return replace(item, rows=_rows(change, item.rows))

    return tuple(map(below, items))


def _rows(change: Callable[[Item], Item], rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(item for item in each_item(change, rows) if isinstance(item, Row))


def _in_tables(change: Callable[[Table], Iterable[Block]]) -> Callable[[System], System]:
    def repair(system: System) -> System:
        blocks = each_block(lambda b: change(b) if isinstance(b, Table) else [b], system.blocks)
        return replace(system, blocks=blocks)

    return repair


# ---------------------------------------------------------------- layout


@_in_tables
def without_margin(table: Table) -> Iterator[Block]:
    """It stops where a table is set in."""
    yield replace(table, margin=0)


@_in_tables
def in_steps_of_two(table: Table) -> Iterator[Block]:
    """It stops at any other step of indentation than the one it was told."""
    yield replace(table, step=2)


@_in_tables
def called_a_table(table: Table) -> Iterator[Block]:
    """It takes four calls for an auction, though they stand on four lines."""
    lines = table_lines(table)
    is_auction = _FOUR_CALLS.match(" ".join(" ".join(lines).split()))
    # Rows in another order may begin with a pass or double, which begins no table.
    is_disguised = not re.match(r"\(?[1-7]", lines[0])
    yield replace(table, named=table.named or bool(is_auction) or is_disguised)


def lines_apart(system: System) -> System:
    """It reads the first of several lines of metadata or commands, and drops the others."""

    def change(block: Block) -> list[Block]:
        return [Lines((line,)) for line in block.lines] if isinstance(block, Lines) else [block]

    return replace(system, blocks=each_block(change, system.blocks))


def cuts_apart(system: System) -> System:
    """It cuts from the first ``#CUT`` of a block to the last ``#ENDCUT``, and not across an empty line."""

    def change(block: Block) -> list[Block]:
        return [Cuts((clip,)) for clip in block.clips] if isinstance(block, Cuts) else [block]

    return replace(system, blocks=each_block(change, system.blocks))


def includes_in_place(system: System) -> System:
    """It knows ``#INCLUDE`` in the first file alone."""

    def flat(blocks: Iterable[Block]) -> Iterator[Block]:
        for block in blocks:
            if isinstance(block, Included):
                yield from flat(block.blocks)
            else:
                yield block

    def change(block: Block) -> Block:
        return replace(block, blocks=tuple(flat(block.blocks))) if isinstance(block, Included) else block

    return replace(system, blocks=tuple(map(change, system.blocks)))


def last_lines_ended(system: System) -> System:
    """It joins the last line of an included file to the next block."""

    def change(block: Block) -> Block:
        return replace(block, ends=True) if isinstance(block, Included) else block

    return replace(system, blocks=tuple(map(change, system.blocks)))


def without_partial_deals(system: System) -> System:
    """It stops at a deal that lacks a hand."""
    return _without(system, *PARTIAL_DEALS)


def without_undoubled_contracts(system: System) -> System:
    """It stops at a contract that nobody doubled."""
    return _without(system, UNDOUBLED_DEAL)


def without_ordinals(system: System) -> System:
    """It stops at a paragraph that begins with a number and letters."""
    return _without(system, ORDINAL_PARAGRAPH)


def _without(system: System, *texts: tuple[str, ...]) -> System:
    def change(block: Block) -> list[Block]:
        return [] if isinstance(block, Text) and block.lines in texts else [block]

    return replace(system, blocks=each_block(change, system.blocks))


# ---------------------------------------------------------------- calls


def _in_items(change: Callable[[Item], Item]) -> Callable[[System], System]:
    def in_block(block: Block) -> list[Block]:
        if isinstance(block, Cuts):
            return [replace(block, clips=tuple((name, _rows(change, rows)) for name, rows in block.clips))]
        if not isinstance(block, Table):
            return [block]
        history = next(iter(_rows(change, [block.history])), None) if block.history else None
        return [replace(block, history=history, items=each_item(change, block.items))]

    return lambda system: replace(system, blocks=each_block(in_block, system.blocks))


@_in_items
def with_one_letter_for_notrump(item: Item) -> Item:
    """It stops at ``1NT``."""
    return replace(item, call=re.sub(r"([1-7])NT\b", r"\1N", item.call)) if isinstance(item, Row) else item


@_in_items
def with_one_dash(item: Item) -> Item:
    """It stops where two dashes stand between two calls of a history."""
    return replace(item, call=re.sub(r"--+(?=[^-])", "-", item.call)) if isinstance(item, Row) else item


@_in_items
def with_something_to_replace(item: Item) -> Item:
    """It takes the row below a paste for what is to be replaced, if nothing else is."""
    if isinstance(item, Paste) and not item.replacements:
        return replace(item, replacements=((r"\none", r"\none"),))
    return item


# ---------------------------------------------------------------- rows among rows


def written_out(items: Iterable[Item]) -> tuple[Row, ...]:
    """The rows that copies and pastes stand for, in place."""
    rows: list[Row] = []
    for item in items:
        match item:
            case Row():
                rows.append(replace(item, children=written_out(item.children)))
            case Copy(_, kept):
                rows += written_out(kept)
            case Paste(_, replacements, kept):
                rows += written_out(substituted(kept, replacements))
    return tuple(rows)


def _copies(items: Iterable[Item]) -> Iterator[Copy]:
    for item in items:
        if isinstance(item, Copy):
            yield item
        elif isinstance(item, Row):
            yield from _copies(item.children)


def _with_rows(table: Table, change: Callable[[tuple[Row, ...], str], tuple[Row, ...]]) -> list[Block]:
    """The table with its rows changed, if that changes anything; what was copied in it is cut above it."""
    history = table.history
    last = _last_bid(history.call) if history else ""
    below = history.children if history else ()
    rows, rows_below = written_out(table.items), written_out(below)
    new, new_below = change(rows, last), change(rows_below, last)
    if (new, new_below) == (rows, rows_below):
        return [table]
    return _rewritten(table, new, new_below)


def _rewritten(table: Table, rows: tuple[Row, ...], below: tuple[Row, ...]) -> list[Block]:
    history = table.history
    copies = _copies((*(history.children if history else ()), *table.items))
    cuts: list[Block] = [Cuts(((copy.name, copy.rows),)) for copy in copies]
    return [*cuts, replace(table, history=history and replace(history, children=below), items=rows)]


@_in_tables
def with_kept_rows_in_place(table: Table) -> Iterator[Block]:
    """It sets the row after a paste or a copy further in, by as much as that stands itself.

    And it stops where a replacement moves the first line of a description away from the others.
    """
    below = table.history.children if table.history else ()
    inside = [*below, *(child for item in table.items if isinstance(item, Row) for child in item.children)]
    if any(map(_has_kept_rows, inside)) or any(map(_moves_lines, table.items)):
        yield from _rewritten(table, written_out(table.items), written_out(below))
    else:
        yield table


def _has_kept_rows(item: Item) -> bool:
    return not isinstance(item, Row) or any(map(_has_kept_rows, item.children))


def _moves_lines(item: Item) -> bool:
    return isinstance(item, Paste) and any(map(_has_movable_lines, item.rows))


def _has_movable_lines(row: Item) -> bool:
    assert isinstance(row, Row)
    return ("\\" in row.call and len(row.lines) > 1) or any(map(_has_movable_lines, row.children))


@_in_tables
def normal_bids_first(table: Table) -> Iterator[Block]:
    """It reads row by row, so that a special bid takes what a normal bid below it names."""

    def change(rows: tuple[Row, ...], _: str) -> tuple[Row, ...]:
        ordered = sorted(rows, key=lambda row: not row.is_normal)
        return tuple(replace(row, children=change(written_out(row.children), "")) for row in ordered)

    yield from _with_rows(table, change)


@_in_tables
def their_bids_spelled(table: Table) -> Iterator[Block]:
    """2.0.3 takes the opponents' special bids for ours."""

    def spell(row: Row, _: str) -> list[str]:
        is_special = row.is_theirs and not row.is_normal
        return [f"({row.bare[0]}{strain})" for strain in _strains(row.bare[1:])] if is_special else []

    yield from _with_rows(table, lambda rows, last: _spelled(rows, last, spell))


@_in_tables
def steps_over_them_spelled(table: Table) -> Iterator[Block]:
    """It counts steps from our last bid (2.0.3), or stops (2.7.0), where the opponents' bid was the last."""

    def spell(row: Row, last: str) -> list[str]:
        found = re.fullmatch(r"(\d+)steps?", row.call)
        if not found or not last.startswith("("):
            return []
        bid = bid_above(_bid(last.strip("()")), int(found[1]))
        assert bid is not None
        return [bid.code]

    yield from _with_rows(table, lambda rows, last: _spelled(rows, last, spell))


def _spelled(rows: tuple[Row, ...], last: str, spell: Callable[[Row, str], list[str]]) -> tuple[Row, ...]:
    """The rows, some of them as one normal row for each call, unless a row has that call already."""
    taken = {row.call for row in rows if row.is_normal}
    new: list[Row] = []
    for row in rows:
        calls = spell(row, last)
        for call in calls:
            if call not in taken:
                taken.add(call)
                new.append(replace(row, call=call))
        if not calls:
            new.append(row)
    return tuple(
        replace(row, children=_spelled(written_out(row.children), _last_bid(row.call) or last, spell))
        for row in new
    )


def _strains(word: str) -> str:
    words = {"RED": "DH", "BLACK": "CS", "M": "HS", "m": "CD", "X": "CDHS"}
    return words.get(word if word in ("M", "m") else word.upper(), word)


def _last_bid(calls: str) -> str:
    bids = [call for call in re.split("[-;]+", calls) if call.strip("()") not in ("", "P", "D", "R")]
    return bids[-1] if bids else ""


def _bid(text: str) -> Bid:
    return make_bid(int(text[0]), Strain(text[1]))


#: Those that matter for what calls stand for, not for reading them.
OF_MEANING = (their_bids_spelled, steps_over_them_spelled, normal_bids_first)
