"""A System as BML text that a person reads and goes on with: metadata, headings, tables, leads and signals.

Several calls may be on one row: ``1HS``, ``2m``, ``3X``, and below ``1M`` the same major as ``2M``. A row
is folded only where reading it gives the same agreements in the same order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from bml_core.bridge import ANY_SCOPE, PASS, STRAINS, Auction, Bid, Call, Scope, Strain
from bml_core.diagnostics import Diagnostic, Result, listed
from bml_core.files import UNSHOWABLE, write_file
from bml_core.formats.bss import LINE_BREAK, join_lines, one_line
from bml_core.system import (
    NOTHING_CODED,
    NOTRUMP_HOLDINGS,
    PRIORITIES,
    SIGNAL_OCCASIONS,
    SUIT_HOLDINGS,
    Agreement,
    Bindings,
    Carding,
    Coding,
    Disposition,
    Signal,
    System,
    bind,
    with_suits,
)

__all__ = ["carding_lines", "carding_topics", "dump", "dumps", "in_words"]


def dump(system: System, path: str | Path, *, title: str = "", summary: str = "") -> tuple[Diagnostic, ...]:
    """Write a system as a BML file; return what BML cannot hold of it.

    Raises:
        OSError: the file cannot be written; an older one stays whole.
    """
    text = dumps(system, title=title, summary=summary)
    write_file(path, [text.value.encode("utf-8", "replace")])
    return text.diagnostics


def dumps(system: System, *, title: str = "", summary: str = "") -> Result[str]:
    r"""Return a system as BML in dialect 2.0, and what BML cannot hold of it.

    The text has tables of rows, with history lines where branches are long. Reading it gives the same
    agreements in the same order, an auction always before what follows it; calls that had no record of
    their own get one without a text. Coded fields, where they say anything, are added to the descriptions in
    words. ``title`` and ``summary`` are used where the system has none.

    >>> from bml_core.system import expand
    >>> from bml_core.language import parse
    >>> system = expand([parse("1M  5+ cards\n  2M  Raise of M")])
    >>> print(dumps(system).value, end="")
    1M  5+ cards
      2M  Raise of M
    """
    return _Writer(system).write(title, summary)


class _Writer:
    def __init__(self, system: System) -> None:
        self._system = system
        self._losses: list[Diagnostic] = []
        self._folder = _RowFolder()
        self._blocks: list[list[str]] = []

    def write(self, title: str, summary: str) -> Result[str]:
        self._metadata(title, summary)
        agreements = [self._ready(agreement) for agreement in self._system.agreements]
        self._tables(agreement for agreement in agreements if not agreement.qualifications)
        self._qualified([agreement for agreement in agreements if agreement.qualifications])
        if self._system.carding is not None:
            self._blocks.append(list(carding_lines(self._system.carding)))
        text = "\n\n".join("\n".join(lines).rstrip("\n") for lines in self._blocks)
        return Result(f"{text}\n" if text else "", tuple(self._losses))

    def _metadata(self, title: str, summary: str) -> None:
        system = self._system
        entries = {
            "TITLE": system.title or title,
            "DESCRIPTION": system.summary or summary,
            "AUTHOR": system.author,
        }
        lines = [f"#+{key}: {_heading_text(value)}" for key, value in entries.items() if value.strip()]
        if system.floating:
            lines.append("// A floating convention of Full Disclosure")
        if system.stock_card:
            lines.append(f"// Stock card: {_heading_text(system.stock_card)}")
        lines += [f"// Convention: {_heading_text(name)}" for name in system.includes]
        if lines:
            self._blocks.append(lines)

    def _ready(self, agreement: Agreement) -> Agreement:
        """Return the agreement with its description as the lines to write."""
        lines, is_kept = _description(agreement)
        if not is_kept:
            message = f"The text of {agreement} is read differently in BML."
            hint = (
                "Tabs become spaces, leading and trailing spaces are lost, # means the suit of the bid, "
                "and // bml: is a comment that accepts findings."
            )
            self._losses.append(Diagnostic("BML514", message, agreement.location, hint))
        return agreement if lines == agreement.description else replace(agreement, description=lines)

    def _tables(self, agreements: Iterable[Agreement]) -> None:
        branches = _Planter().plant(agreements)
        by_kind = groupby(branches, lambda branch: (branch.scope, branch.we_deal))
        groups = [(kind, list(group)) for kind, group in by_kind]
        has_headings = len({we_deal for (_, we_deal), _ in groups}) > 1
        before: tuple[Scope, bool | None] = (ANY_SCOPE, None)
        for (scope, we_deal), group in groups:
            if has_headings and we_deal is not before[1]:
                self._blocks.append(["* We open" if we_deal else "* They open"])
            self._commands(scope, before[0])
            before = scope, we_deal
            rows = self._folder.fold(_grafted(group))
            self._blocks += [_table_lines(table) for table in _tables((), rows)]
        self._commands(ANY_SCOPE, before[0])

    def _commands(self, scope: Scope, before: Scope) -> None:
        if commands := _scope_commands(scope, before):
            self._blocks.append(commands)

    def _qualified(self, agreements: Sequence[Agreement]) -> None:
        """Write what holds only for some meaning of the opponents' calls, below a heading that says which."""
        groups: dict[tuple[tuple[int, str], ...], list[Agreement]] = {}
        for agreement in agreements:
            groups.setdefault(agreement.qualifications, []).append(agreement)
        for qualifications, group in groups.items():
            first = group[0]
            calls, we_deal = first.auction.calls, first.auction.we_deal
            where = ", ".join(
                f"{Auction(calls[: index + 1], we_deal)}: {_heading_text(meaning)}"
                for index, meaning in qualifications
            )
            self._blocks.append([f"* {where}"])
            self._tables(group)
            message = f"These agreements are for {where}. BML can express that only as a heading."
            hint = "In files made from the BML they apply to every meaning of the call."
            self._losses.append(Diagnostic("BML522", message, first.location, hint))


# ---------------------------------------------------------------- agreements to branches

# Deeper branches go on in a table of their own; nobody reads that far to the right.
_DEEPEST = 24


@dataclass(slots=True, eq=False)
class _Node:
    """A call with what it means and its responses.

    ``name`` is the letter of the strain, or a variable such as ``M``; "" for a call that is not a bid.
    ``is_path`` tells that the call was described further up, and only leads on here. ``is_repeated`` tells
    that the same call is on another row beside this one. ``key`` is the same number for nodes whose texts
    and responses are the same.
    """

    call: Call
    name: str
    theirs: bool
    alert: bool = False
    lines: tuple[str, ...] = ()
    children: list[_Node] = field(default_factory=list)
    is_path: bool = False
    is_repeated: bool = False
    key: int = -1


@dataclass(slots=True)
class _Branch:
    """Trees that continue one auction: the calls that were written to get there, and what follows."""

    scope: Scope
    we_deal: bool
    history: tuple[_Node, ...]
    roots: list[_Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A call that has its place: its node, the entry above it, and how deep it is in its branch."""

    node: _Node
    above: _Entry | None
    branch: _Branch
    depth: int


class _Planter:
    """The maker of branches: each agreement is below the auction that it continues.

    The order stays what it was, with one exception: an auction comes before what follows it.
    """

    def __init__(self) -> None:
        self._entries: dict[Auction, _Entry] = {}
        self._branches: list[_Branch] = []
        # The last entry, and all above it, can still take rows below.
        self._last: _Entry | None = None

    def plant(self, agreements: Iterable[Agreement]) -> list[_Branch]:
        """Return the branches of all ``agreements``, whose descriptions are ready to be written."""
        every = {agreement.auction: agreement for agreement in agreements}
        for auction in every:
            if auction not in self._entries:
                for above, missing in self._missing(auction):
                    call = missing.call
                    node = _Node(call, call.code[1:], not missing.is_ours(len(missing) - 1))
                    if missing in every:
                        node.alert, node.lines = every[missing].alert, every[missing].description
                    entry = self._attach(node, self._entries.get(above), auction)
                    self._last = self._entries[missing] = entry
        return self._branches

    def _missing(self, auction: Auction) -> list[tuple[Auction, Auction]]:
        """Return the auctions that must come before and are missing, shortest first, and the auction itself.

        With each comes the one that it is below.
        """
        missing = []
        while auction.calls and auction not in self._entries:
            above = auction.before
            # A pass of the other side is understood, unless it was written.
            if len(above) > 1 and above.call is PASS and above not in self._entries:
                above = above.before
            missing.append((above, auction))
            auction = above
        return missing[::-1]

    def _attach(self, node: _Node, above: _Entry | None, auction: Auction) -> _Entry:
        branch = self._branches[-1] if self._branches else None
        if branch is not None and self._is_open(above, auction, branch):
            if above is not None and above.branch is branch:
                above.node.children.append(node)
                return _Entry(node, above, branch, above.depth + 1)
            branch.roots.append(node)
            return _Entry(node, above, branch, 0)
        branch = _Branch(auction.scope, auction.we_deal, _history(above), [node])
        self._branches.append(branch)
        return _Entry(node, above, branch, 0)

    def _is_open(self, above: _Entry | None, auction: Auction, branch: _Branch) -> bool:
        """Return True if a call below ``above`` comes next in the order of the last branch."""
        if above is None:
            is_first = not branch.history and branch.we_deal is auction.we_deal
            return is_first and branch.scope == auction.scope
        if above.branch is not branch:
            return bool(branch.history) and branch.history[-1] is above.node
        entry = self._last
        while entry is not None and entry.branch is branch and entry.depth > above.depth:
            entry = entry.above
        return entry is above and above.depth < _DEEPEST


def _grafted(branches: Iterable[_Branch]) -> list[_Node]:
    """Return the trees of branches that follow each other, each below the calls that lead to it.

    Branches that begin alike share those calls, which changes no order.
    """
    trees: list[_Node] = []
    for branch in branches:
        level, may_share = trees, True
        for step in branch.history:
            last = level[-1] if level and may_share else None
            may_share = (
                last is not None and last.is_path and (last.call, last.theirs) == (step.call, step.theirs)
            )
            if not may_share:
                level.append(_Node(step.call, step.name, step.theirs, is_path=True))
            level = level[-1].children
        level += branch.roots
    return trees


def _history(entry: _Entry | None) -> tuple[_Node, ...]:
    nodes = []
    while entry is not None:
        nodes.append(entry.node)
        entry = entry.above
    return tuple(reversed(nodes))


# ---------------------------------------------------------------- several calls on one row

# Rows below a folded row stay with it, so that more of them would make a table that nobody oversees.
_MOST_FOLDED = 60
_NAMES = {"CD": "m", "HS": "M", "CDHS": "X", "DH": "red", "CS": "black"}
# Those for more suits are tried first.
_VARIABLES = {"X": "CDHS", "M": "HS", "m": "CD"}
_FIRST_SUITS = {letters[0] for letters in _VARIABLES.values()}


@dataclass(frozen=True, slots=True)
class _FoldedRow:
    """A row to be written. ``weight`` counts the rows of its tree, ``height`` its levels.

    ``is_path`` tells that its calls were described further up, and only lead on here.
    """

    word: str
    lines: tuple[str, ...]
    children: tuple[_FoldedRow, ...]
    is_folded: bool
    is_path: bool
    weight: int
    height: int


class _RowFolder:
    """The maker of rows out of nodes."""

    def __init__(self) -> None:
        self._keys: dict[object, int] = {}

    def fold(self, nodes: list[_Node]) -> tuple[_FoldedRow, ...]:
        """Return the rows for ``nodes``, the first calls of auctions."""
        for node in nodes:
            self._number(node)
        return self._rows(nodes, frozenset(), frozenset())

    def _number(self, node: _Node) -> None:
        calls = Counter((child.theirs, child.call) for child in node.children)
        for child in node.children:
            # A row for several calls has none that another row beside it names or has had already.
            child.is_repeated = calls[child.theirs, child.call] > 1
            self._number(child)
        responses = tuple([child.key for child in node.children])
        content = (node.call.code[:1], node.name, *_manner(node), node.lines, responses)
        node.key = self._keys.setdefault(content, len(self._keys))

    def _rows(
        self, nodes: list[_Node], variables: frozenset[str], strains: frozenset[Strain]
    ) -> tuple[_FoldedRow, ...]:
        """Return the rows below an auction in which ``variables`` are bound and ``strains`` were bid."""
        rows = []
        begin = 0
        while begin < len(nodes):
            row, count = self._row(nodes, begin, variables, strains)
            rows.append(row)
            begin += count
        return tuple(rows)

    def _row(
        self, nodes: list[_Node], begin: int, variables: frozenset[str], strains: frozenset[Strain]
    ) -> tuple[_FoldedRow, int]:
        """Return the row that begins with a node, and how many nodes it stands for."""
        alike = _alike(nodes, begin)
        after = strains | set(_strains(alike))
        if len(alike) > 1:
            name = _name(alike, variables, strains)
            return self._made(_common(alike), name, variables | {name}, after, True), len(alike)
        found = _bound_template(nodes, begin, variables, strains)
        if found is not None:
            template, count = found
            self._number(template)
            after = strains | set(_strains(nodes[begin : begin + count]))
            return self._made(template, template.name, variables | {template.name}, after, True), count
        node = nodes[begin]
        return self._made(node, node.name, variables, after, False), 1

    def _made(
        self, node: _Node, name: str, variables: frozenset[str], strains: frozenset[Strain], is_folded: bool
    ) -> _FoldedRow:
        children = self._rows(node.children, variables, strains)
        weight = 1 + sum(child.weight for child in children)
        height = 1 + max((child.height for child in children), default=0)
        return _FoldedRow(_word(node, name), node.lines, children, is_folded, node.is_path, weight, height)


def _word(node: _Node, name: str) -> str:
    """Return the bid column of a row with this node, which stands for ``name`` at its level."""
    call = f"{node.call.level}{name}" if isinstance(node.call, Bid) else node.call.code
    shown = f"({call})" if node.theirs else call
    return f"{shown}!" if node.alert else shown


def _strains(nodes: Sequence[_Node]) -> Iterator[Strain]:
    return (node.call.strain for node in nodes if isinstance(node.call, Bid))


def _is_plain(node: _Node) -> bool:
    """Return True if a node is a bid that names its strain and has its only row here."""
    is_named = isinstance(node.call, Bid) and node.name == node.call.strain.value
    return is_named and not node.is_repeated


def _manner(node: _Node) -> tuple[bool, bool, bool]:
    return node.theirs, node.alert, node.is_path


def _weight(node: _Node) -> int:
    return 1 + sum(_weight(child) for child in node.children)


# ---------------------------------------------------------------- the same text, the same responses


def _alike(nodes: list[_Node], begin: int) -> list[_Node]:
    """Return nodes from ``begin`` on that one row can stand for: one level, one text, the same responses."""
    first = nodes[begin]
    if not _is_plain(first) or (first.children and _weight(first) > _MOST_FOLDED):
        return [first]
    level = first.call.code[0]
    responses = [child.key for child in first.children]
    alike = [first]
    seen = {first.name}
    is_same = is_own = True
    own = _own_suit_lines(first)
    for node in nodes[begin + 1 :]:
        if not _is_plain(node) or node.call.code[0] != level or node.name in seen:
            break
        if _manner(node) != _manner(first):
            break
        if [child.key for child in node.children] != responses:
            break
        is_same = is_same and node.lines == first.lines
        is_own = is_own and own is not None and _own_suit_lines(node) == own
        if not (is_same or is_own):
            break
        seen.add(node.name)
        alike.append(node)
    return alike


def _own_suit_lines(node: _Node) -> tuple[str, ...] | None:
    """Return the lines with ``#`` for the suit of the bid, or None where they would read back otherwise."""
    if not isinstance(node.call, Bid) or node.call.strain.suit is None:
        return None
    lines = tuple(line.replace(f"!{node.name.lower()}", "#") for line in node.lines)
    return lines if with_suits(lines, node.call, None, {}) == node.lines else None


def _common(alike: list[_Node]) -> _Node:
    """Return one node for all of them."""
    first = alike[0]
    lines = first.lines if all(node.lines == first.lines for node in alike) else _own_suit_lines(first)
    return replace(first, lines=lines or ())


def _name(alike: list[_Node], variables: frozenset[str], strains: frozenset[Strain]) -> str:
    """Return the name for the strains of a row: a variable only where nothing below would mistake it."""
    letters = "".join(node.name for node in alike)
    name = _NAMES.get(letters, letters)
    if name not in _VARIABLES:
        return name
    taken = name in variables or not strains.isdisjoint(_strains(alike))
    return letters if taken or _mentions(alike[0], re.compile(rf"\b[0-9]*o?{name}\b")) else name


def _mentions(node: _Node, pattern: re.Pattern[str]) -> bool:
    return any(pattern.search(line) for line in node.lines) or any(
        _mentions(child, pattern) for child in node.children
    )


# ---------------------------------------------------------------- the same but for the suit


def _bound_template(
    nodes: list[_Node], begin: int, variables: frozenset[str], strains: frozenset[Strain]
) -> tuple[_Node, int] | None:
    """Return one node for the next few, if a variable can stand for their suits, and how many they are."""
    if nodes[begin].name not in _FIRST_SUITS:
        return None
    for variable, letters in _VARIABLES.items():
        instances = nodes[begin : begin + len(letters)]
        if variable not in variables and _may_bind(instances, letters, strains):
            bindings = [bind({}, variable, Strain(letter)) for letter in letters]
            template = _unified(instances, bindings, [strains] * len(letters))
            if template is not None:
                return template, len(letters)
    return None


def _may_bind(instances: list[_Node], letters: str, strains: frozenset[Strain]) -> bool:
    first = instances[0]
    return (
        first.name == letters[0]
        and "".join([node.name for node in instances]) == letters
        and all(map(_is_plain, instances))
        and len({node.call.code[0] for node in instances}) == 1
        and strains.isdisjoint(_strains(instances))
        and _weight(first) <= _MOST_FOLDED
    )


def _unified(
    instances: list[_Node],
    bindings: list[Bindings],
    strains: list[frozenset[Strain]],
    named: frozenset[str] = frozenset(),
) -> _Node | None:
    """Return one tree that stands for all ``instances``, each with its own ``bindings``, or None.

    ``strains`` are those bid before, ``named`` the variables that name a call above.
    """
    first = instances[0]
    shape = (*_manner(first), len(first.children), first.call.code[:1])
    if any((*_manner(n), len(n.children), n.call.code[:1]) != shape for n in instances):
        return None
    name = _unified_name(instances, bindings)
    if name is None or (name not in named and _was_bid(name, bindings, strains)):
        return None
    lines = _unified_lines(instances, name if name in bindings[0] else None, bindings)
    if lines is None:
        return None
    strains = [before | set(_strains([node])) for before, node in zip(strains, instances, strict=True)]
    children = []
    for responses in zip(*(node.children for node in instances), strict=True):
        child = _unified(list(responses), bindings, strains, named | {name})
        if child is None:
            return None
        children.append(child)
    return replace(first, name=name, lines=lines, children=children)


def _was_bid(name: str, bindings: list[Bindings], strains: list[frozenset[Strain]]) -> bool:
    """Return True if a variable's suit was bid before by its letter: dialect 2.7 would not take it again."""
    return any(binding.get(name) in before for binding, before in zip(bindings, strains, strict=True))


def _unified_name(instances: list[_Node], bindings: list[Bindings]) -> str | None:
    if len({node.name for node in instances}) == 1:
        return instances[0].name
    for name in bindings[0]:
        suits = [binding[name].value for binding in bindings]
        if all(map(_is_plain, instances)) and [node.name for node in instances] == suits:
            return name
    return None


def _unified_lines(
    instances: list[_Node], variable: str | None, bindings: list[Bindings]
) -> tuple[str, ...] | None:
    template = instances[0].lines
    if any(node.lines != template for node in instances):
        for name, strain in bindings[0].items():
            template = tuple(line.replace(f"!{strain.value.lower()}", name) for line in template)
    for node, binding in zip(instances, bindings, strict=True):
        if with_suits(template, node.call, variable, binding) != node.lines:
            return None
    return template


# ---------------------------------------------------------------- rows to tables

# A table that fits on a page, and that a finger can follow to the right.
_MOST_ROWS = 36
_MOST_LEVELS = 5
_STEP = "  "
_GAP = "  "
_WIDEST_COLUMN = 6
_TABLE_COMMAND = "#BIDTABLE"
# An auction has four entries in its first row, some of them "All pass".
_FEWEST_WORDS, _MOST_WORDS = 4, 7
_CALL_OR_MARK = re.compile(
    r"(?:!?\(?!?(?:[1-7]\S{1,3}|P|[Pp]ass|PASS|[Dd]bl|D|X|R|XX|[Rr]dbl)!*\)?[!*]*"
    r"|[-\u2013\u2014?.\u2026/=]+|AP|[Aa]ll)(?:\[\w{1,3}\])?"
)


@dataclass(frozen=True, slots=True)
class _TextTable:
    """A table: the calls that lead to it, the call that opens it with its own text, and the rows below."""

    history: tuple[str, ...]
    head: _FoldedRow | None
    rows: tuple[_FoldedRow, ...]


def _tables(history: tuple[str, ...], rows: Sequence[_FoldedRow]) -> Iterator[_TextTable]:
    """Yield the rows in one table, or in several where there are many or deep ones.

    Rows below a folded one stay in its table, since the first call is followed to the end before the second
    one begins.
    """
    is_alone = len(rows) == 1
    for leads_on, group in groupby(rows, lambda row: _only_leads_on(row, is_alone)):
        together = list(group)
        if leads_on:
            for row in together:
                yield from _followed((*history, row.word), row)
        elif (
            sum(row.weight for row in together) <= _MOST_ROWS
            and max(r.height for r in together) <= _MOST_LEVELS
        ):
            yield _TextTable(history, None, tuple(together))
        else:
            yield from _divided(history, None, together)


def _only_leads_on(row: _FoldedRow, is_alone: bool) -> bool:
    """Return True if a row is better said as part of a history."""
    return bool(row.children) and (row.is_path or (is_alone and not row.lines))


def _followed(history: tuple[str, ...], row: _FoldedRow) -> Iterator[_TextTable]:
    """Yield the tables after a call that only leads on."""
    while len(row.children) == 1 and _only_leads_on(row.children[0], True):
        is_folded = row.is_folded or row.children[0].is_folded
        row = replace(row.children[0], is_folded=is_folded)
        history = (*history, row.word)
    if row.is_folded:
        yield _TextTable(history, None, row.children)
    else:
        yield from _tables(history, row.children)


def _divided(
    history: tuple[str, ...], head: _FoldedRow | None, rows: Sequence[_FoldedRow]
) -> Iterator[_TextTable]:
    together: list[_FoldedRow] = []
    for row in rows:
        if not _is_bulky(row):
            if sum(r.weight for r in together) > _MOST_ROWS:
                yield from _table(history, head, together)
                head, together = None, []
            together.append(row)
            continue
        yield from _table(history, head, together)
        head, together = None, []
        yield from _divided((*history, row.word), row, row.children)
    yield from _table(history, head, together)


def _table(history: tuple[str, ...], head: _FoldedRow | None, rows: list[_FoldedRow]) -> Iterator[_TextTable]:
    if rows or (head is not None and head.lines):
        yield _TextTable(history, head, tuple(rows))


def _is_bulky(row: _FoldedRow) -> bool:
    if row.is_folded or not row.children:
        return False
    return row.weight > _MOST_ROWS // 2 or row.height > _MOST_LEVELS


# ---------------------------------------------------------------- lines


def _table_lines(table: _TextTable) -> list[str]:
    """Return the lines of a table, with a command above where the first one reads as something else."""
    lines = []
    depth = 0
    if table.head is not None and len(table.history) == 1:
        lines += _row_lines(table.head, 0, 0)
        depth = 1
    elif table.history:
        lines += _history_lines(table.history, table.head)
    lines += _tree_lines(table.rows, depth)
    return [_TABLE_COMMAND, *lines] if needs_command(lines[0]) else lines


def _history_lines(history: tuple[str, ...], head: _FoldedRow | None) -> list[str]:
    calls = "-".join(history)
    if head is not None and head.lines:
        return _with_text(calls, head.lines, len(calls))
    return [calls + _ending(history)]


def _ending(history: tuple[str, ...]) -> str:
    """Return the end of a history for the eye: ``;`` after a whole round of ours, else dashes."""
    if len(history) == 1:
        return "---"
    return "-" if any(call.startswith("(") for call in history) or len(history) % 2 else ";"


def _tree_lines(rows: Sequence[_FoldedRow], depth: int) -> Iterator[str]:
    column = min(max([len(row.word) for row in rows if row.lines], default=0), _WIDEST_COLUMN)
    for row in rows:
        yield from _row_lines(row, depth, column)
        yield from _tree_lines(row.children, depth + 1)


def _row_lines(row: _FoldedRow, depth: int, column: int) -> list[str]:
    start = f"{_STEP * depth}{row.word}"
    if not row.lines:
        return [start]
    return _with_text(start, row.lines, max(len(start), len(_STEP) * depth + column))


def _with_text(start: str, texts: tuple[str, ...], width: int) -> list[str]:
    start = f"{start.ljust(width)}{_GAP}"
    if texts[0].startswith("="):
        # The first equal sign would be taken for the one between a call and its description.
        start += "= "
    return [start + texts[0], *(" " * len(start) + text for text in texts[1:])]


def needs_command(line: str) -> bool:
    """Return True if a first line is not a beginning of a table, or looks like an auction of four calls."""
    words = line.split()
    if re.match(r"\(?\d|P-|\(P\)-", words[0]) is None:
        return True
    return _FEWEST_WORDS <= len(words) <= _MOST_WORDS and all(map(_CALL_OR_MARK.fullmatch, words))


# ---------------------------------------------------------------- descriptions

_SHORT_FORMS = {
    Disposition.GAME_FORCING: ("game forc", "forcing to game", "gf"),
    Disposition.SIGNOFF: ("sign off", "sign-off", "to play"),
    Disposition.PREEMPTIVE: ("pre-empt", "preempt"),
    Disposition.INVITATIONAL: ("invit",),
    Disposition.NON_FORCING: ("nonforcing", "nf"),
}
_TELLS_OF_ARTIFICE = {Disposition.TRANSFER, Disposition.PUPPET, Disposition.RELAY, Disposition.ASKING_BID}


def _description(agreement: Agreement) -> tuple[tuple[str, ...], bool]:
    """Return the lines to write for an agreement, and whether BML reads the same text back.

    The lines belong in one column, the first one after the call.
    """
    lines, is_kept = _protected(_with_coding(join_lines(agreement.description), agreement))
    is_kept = is_kept and with_suits(lines, agreement.call, None, {}) == lines
    return _with_condition(lines, agreement.wording.condition_text if agreement.wording else ""), is_kept


def _with_condition(lines: tuple[str, ...], condition: str) -> tuple[str, ...]:
    """Return the lines with the condition in braces; empty braces keep those of the text from being one.

    >>> _with_condition(("Strong",), "16+ hcp"), _with_condition(("Strong {very}",), "")
    (('Strong {16+ hcp}',), ('Strong {very} {}',))
    """
    last = lines[-1] if lines else ""
    if not condition and not last.endswith("}") and "{" not in "\n".join(lines).rpartition("}")[2]:
        return lines
    return (*lines[:-1], f"{last} {{{condition}}}".lstrip())


def _protected(text: str) -> tuple[tuple[str, ...], bool]:
    r"""Return a text with ``\n`` between its lines as lines of a row, and whether it reads back as it is.

    A line that would be read as a command, a comment, a row or nothing at all goes on after ``\n`` in the
    line above: on a page it looks odd, but files get what they had.

    >>> _protected(r"12--14\nor 18--19")
    (('12--14', 'or 18--19'), True)
    >>> _protected(r"5+!c\n#CUT"), _protected(r"15--17\n2C Stayman")
    ((('5+!c\\n#CUT',), True), (('15--17\\n2C Stayman',), True))
    """
    if text.isprintable() and LINE_BREAK not in text and text == text.strip() and "//" not in text:
        return ((text,) if text else ()), True
    clean = UNSHOWABLE.sub("\ufffd", one_line(text)).replace("\t", " ").strip()
    # "// bml: allow BML924" after a row would be a comment that accepts findings.
    clean = re.sub(r"((?:^|(?<=\s))//\s*bml):", r"\1 :", clean)
    is_kept = clean == one_line(text)
    if not clean:
        return (), is_kept
    first, *rest = clean.split(LINE_BREAK)
    # Each line as the pieces that are in it, so that many pieces need no more time than one long text.
    lines = [[first]]
    for index, piece in enumerate(rest):
        is_last = index == len(rest) - 1
        above = lines[-1]
        is_whole = above != [""] and above[-1] == above[-1].rstrip()
        if is_whole and _stands_alone(piece, is_last):
            lines.append([piece])
        else:
            above.append(piece)
    return tuple(LINE_BREAK.join(pieces) for pieces in lines), is_kept


# A call, and then nothing or what is apart from it; or a bid and words.
_LIKE_A_ROW = re.compile(
    r"!?\(?!?(?:(?:[1-7]|[PDRXpdrx]|all\b)\S*(?:\s{2}|\s?=|$)|[1-7](?:[cdhsnxm]|!)\S*\s)", re.IGNORECASE
)


def _stands_alone(line: str, is_last: bool) -> bool:
    """Return True if a line can be one of its own, below another."""
    if not line or line != line.strip() or line.startswith(("#", "//")) or _LIKE_A_ROW.match(line):
        return False
    return not (is_last and line == ".")


# ---------------------------------------------------------------- coded fields


def _with_coding(text: str, agreement: Agreement) -> str:
    if agreement.coding is None or agreement.coding == NOTHING_CODED:
        return text
    words = ", ".join(_coded_words(agreement.coding, text, isinstance(agreement.call, Bid)))
    if not words:
        return text
    return f"{text}, {words}" if text else f"{words[0].upper()}{words[1:]}"


def in_words(system: System) -> System:
    """Return a Full Disclosure system with its coded fields in words, in brackets after descriptions."""
    return replace(system, agreements=tuple(map(_in_words, system.agreements)))


def _in_words(agreement: Agreement) -> Agreement:
    if agreement.coding is None or agreement.coding == NOTHING_CODED:
        return replace(agreement, coding=None)
    words = ", ".join(_coded_words(agreement.coding, "", isinstance(agreement.call, Bid)))
    lines = agreement.description
    return replace(agreement, coding=None, description=(*lines, f"[{words}]") if words else lines)


def _coded_words(coding: Coding, text: str, is_bid: bool) -> list[str]:
    """Return the coded fields that matter, in words; what the text says already is left out.

    >>> _coded_words(Coding(least=5, disposition=Disposition.FORCING), "Natural", True)
    ['5+ cards', 'forcing']
    """
    said = text.lower()
    words = []
    is_transfer = coding.disposition in _TELLS_OF_ARTIFICE
    if coding.artificial and not is_transfer and "artificial" not in said:
        words.append("artificial")
    if is_bid and coding.length and not _says_length(coding.length, said):
        words.append(f"{coding.length} card{'' if coding.length == '1' else 's'}")
    if is_bid and not _says_disposition(coding.disposition, said):
        words.append(coding.disposition.value)
    if coding.strains != STRAINS:
        words.append(_strains_in_words(coding))
    if not coding.defends:
        words.append("they may not play undoubled")
    return words


def _says_length(length: str, said: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(length).replace('--', '-{1,2}')}(?![\w-])", said) is not None


def _says_disposition(disposition: Disposition, said: str) -> bool:
    if disposition is Disposition.UNDEFINED:
        return True
    forms = (disposition.value, *_SHORT_FORMS.get(disposition, ()))
    return any(re.search(rf"\b{form}", said) for form in forms)


def _strains_in_words(coding: Coding) -> str:
    names = [f"!{s.value.lower()}" if s.suit else "notrump" for s in coding.strains]
    if not names:
        return "we do not play"
    return f"we play in {listed(names)}"


# ---------------------------------------------------------------- headings, leads and signals

_SIGNAL_TITLE = "Signals"
_LEADS = ("No agreement", "Top", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")


def _scope_commands(scope: Scope, before: Scope) -> list[str]:
    """Return the commands that lead from one scope to another."""
    commands = []
    if scope.position is not before.position:
        commands.append(f"#SEAT {scope.position.value}")
    if scope.vulnerability != before.vulnerability:
        commands.append(f"#VUL {scope.vulnerability}")
    return commands


def _heading_text(text: str) -> str:
    """Return a text for a heading, a title or a comment: one line, without white space around it."""
    return " ".join(" ".join(_protected(text)[0]).split())


def carding_lines(carding: Carding) -> Iterator[str]:
    """Yield leads and signals as headings and lists; what nothing is agreed on is left out."""
    yield "* Leads and signals"
    yield ""
    for title, topics in groupby(carding_topics(carding), key=lambda topic: topic[0][0]):
        if title:
            yield from (f"** {title}", "")
            if title != _SIGNAL_TITLE:
                yield from ("Counted from the top of the cards to choose from:", "")
            yield from (f"- {topic} :: {text}" for (_, topic), text in topics)
        else:
            # A word first, so that the text cannot be taken for anything but a paragraph.
            yield from (f"{topic}: {text}" for (_, topic), text in topics)
        yield ""


def carding_topics(carding: Carding) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield what is agreed on leads and signals: title, topic and text; the title of other texts is ""."""
    for title, holdings, leads in (
        ("Leads against notrump", NOTRUMP_HOLDINGS, carding.notrump_leads),
        ("Leads against suit contracts", SUIT_HOLDINGS, carding.suit_leads),
    ):
        for lead in sorted({*leads} - {0}):
            chosen = [name for name, led in zip(holdings, leads, strict=True) if led == lead]
            topic = _LEADS[lead] if lead < len(_LEADS) else f"Number {lead}"
            yield (title, topic), ", ".join(chosen)
    for index, occasion in enumerate(SIGNAL_OCCASIONS):
        signals = carding.signals[index * PRIORITIES : (index + 1) * PRIORITIES]
        words = [signal.value for signal in signals if signal is not Signal.NONE]
        if words:
            yield (_SIGNAL_TITLE, occasion), "; then ".join(words)
    if text := _heading_text(carding.text):
        yield ("", "Also"), text
