"""Agreements as rows below each other, and several calls on one row.

``1HS``, ``2m``, ``3X``, and below ``1M`` the same major as ``2M``: a row is folded only where reading it
gives the same agreements in the same order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from bml_core.bridge import PASS, Auction, Bid, Call, Scope, Strain
from bml_core.system import Agreement, Bindings, bind, with_suits

# Deeper branches go on in a table of their own; nobody reads that far to the right.
_DEEPEST = 24


@dataclass(slots=True, eq=False)
class RowNode:
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
    children: list[RowNode] = field(default_factory=list)
    is_path: bool = False
    is_repeated: bool = False
    key: int = -1


@dataclass(slots=True)
class RowBranch:
    """Trees that continue one auction: the calls that were written to get there, and what follows."""

    scope: Scope
    we_deal: bool
    history: tuple[RowNode, ...]
    roots: list[RowNode] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A call that has its place: its node, the entry above it, and how deep it is in its branch."""

    node: RowNode
    above: _Entry | None
    branch: RowBranch
    depth: int


class Planter:
    """The maker of branches: each agreement is below the auction that it continues.

    The order stays what it was, with one exception: an auction comes before what follows it.
    """

    def __init__(self) -> None:
        self._entries: dict[Auction, _Entry] = {}
        self._branches: list[RowBranch] = []
        # The last entry, and all above it, can still take rows below.
        self._last: _Entry | None = None

    def plant(self, agreements: Iterable[Agreement]) -> list[RowBranch]:
        """Return the branches of all ``agreements``, whose descriptions are ready to be written."""
        every = {agreement.auction: agreement for agreement in agreements}
        for auction in every:
            if auction not in self._entries:
                for above, missing in self._missing(auction):
                    call = missing.call
                    node = RowNode(call, call.code[1:], not missing.is_ours(len(missing) - 1))
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

    def _attach(self, node: RowNode, above: _Entry | None, auction: Auction) -> _Entry:
        branch = self._branches[-1] if self._branches else None
        if branch is not None and self._is_open(above, auction, branch):
            if above is not None and above.branch is branch:
                above.node.children.append(node)
                return _Entry(node, above, branch, above.depth + 1)
            branch.roots.append(node)
            return _Entry(node, above, branch, 0)
        branch = RowBranch(auction.scope, auction.we_deal, _history(above), [node])
        self._branches.append(branch)
        return _Entry(node, above, branch, 0)

    def _is_open(self, above: _Entry | None, auction: Auction, branch: RowBranch) -> bool:
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


def grafted(branches: Iterable[RowBranch]) -> list[RowNode]:
    """Return the trees of branches that follow each other, each below the calls that lead to it.

    Branches that begin alike share those calls, which changes no order.
    """
    trees: list[RowNode] = []
    for branch in branches:
        level, may_share = trees, True
        for step in branch.history:
            last = level[-1] if level and may_share else None
            may_share = (
                last is not None and last.is_path and (last.call, last.theirs) == (step.call, step.theirs)
            )
            if not may_share:
                level.append(RowNode(step.call, step.name, step.theirs, is_path=True))
            level = level[-1].children
        level += branch.roots
    return trees


def _history(entry: _Entry | None) -> tuple[RowNode, ...]:
    nodes = []
    while entry is not None:
        nodes.append(entry.node)
        entry = entry.above
    return tuple(reversed(nodes))


# Rows below a folded row stay with it, so that more of them would make a table that nobody oversees.
_MOST_FOLDED = 60
_NAMES = {"CD": "m", "HS": "M", "CDHS": "X", "DH": "red", "CS": "black"}
# Those for more suits are tried first.
_VARIABLES = {"X": "CDHS", "M": "HS", "m": "CD"}
_FIRST_SUITS = {letters[0] for letters in _VARIABLES.values()}


@dataclass(frozen=True, slots=True)
class FoldedRow:
    """A row to be written. ``weight`` counts the rows of its tree, ``height`` its levels.

    ``is_path`` tells that its calls were described further up, and only lead on here.
    """

    word: str
    lines: tuple[str, ...]
    children: tuple[FoldedRow, ...]
    is_folded: bool
    is_path: bool
    weight: int
    height: int


class RowFolder:
    """The maker of rows out of nodes."""

    def __init__(self) -> None:
        self._keys: dict[object, int] = {}

    def fold(self, nodes: list[RowNode]) -> tuple[FoldedRow, ...]:
        """Return the rows for ``nodes``, the first calls of auctions."""
        for node in nodes:
            self._number(node)
        return self._rows(nodes, frozenset(), frozenset())

    def _number(self, node: RowNode) -> None:
        calls = Counter((child.theirs, child.call) for child in node.children)
        for child in node.children:
            # A row for several calls has none that another row beside it names or has had already.
            child.is_repeated = calls[child.theirs, child.call] > 1
            self._number(child)
        responses = tuple([child.key for child in node.children])
        content = (node.call.code[:1], node.name, *_manner(node), node.lines, responses)
        node.key = self._keys.setdefault(content, len(self._keys))

    def _rows(
        self, nodes: list[RowNode], variables: frozenset[str], strains: frozenset[Strain]
    ) -> tuple[FoldedRow, ...]:
        """Return the rows below an auction in which ``variables`` are bound and ``strains`` were bid."""
        rows = []
        begin = 0
        while begin < len(nodes):
            row, count = self._row(nodes, begin, variables, strains)
            rows.append(row)
            begin += count
        return tuple(rows)

    def _row(
        self, nodes: list[RowNode], begin: int, variables: frozenset[str], strains: frozenset[Strain]
    ) -> tuple[FoldedRow, int]:
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
        self, node: RowNode, name: str, variables: frozenset[str], strains: frozenset[Strain], is_folded: bool
    ) -> FoldedRow:
        children = self._rows(node.children, variables, strains)
        weight = 1 + sum(child.weight for child in children)
        height = 1 + max((child.height for child in children), default=0)
        return FoldedRow(_word(node, name), node.lines, children, is_folded, node.is_path, weight, height)


def _word(node: RowNode, name: str) -> str:
    """Return the bid column of a row with this node, which stands for ``name`` at its level."""
    call = f"{node.call.level}{name}" if isinstance(node.call, Bid) else node.call.code
    shown = f"({call})" if node.theirs else call
    return f"{shown}!" if node.alert else shown


def _strains(nodes: Sequence[RowNode]) -> Iterator[Strain]:
    return (node.call.strain for node in nodes if isinstance(node.call, Bid))


def _is_plain(node: RowNode) -> bool:
    """Return True if a node is a bid that names its strain and has its only row here."""
    is_named = isinstance(node.call, Bid) and node.name == node.call.strain.value
    return is_named and not node.is_repeated


def _manner(node: RowNode) -> tuple[bool, bool, bool]:
    return node.theirs, node.alert, node.is_path


def _weight(node: RowNode) -> int:
    return 1 + sum(_weight(child) for child in node.children)


def _alike(nodes: list[RowNode], begin: int) -> list[RowNode]:
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


def _own_suit_lines(node: RowNode) -> tuple[str, ...] | None:
    """Return the lines with ``#`` for the suit of the bid, or None where they would read back otherwise."""
    if not isinstance(node.call, Bid) or node.call.strain.suit is None:
        return None
    lines = tuple(line.replace(f"!{node.name.lower()}", "#") for line in node.lines)
    return lines if with_suits(lines, node.call, None, {}) == node.lines else None


def _common(alike: list[RowNode]) -> RowNode:
    """Return one node for all of them."""
    first = alike[0]
    lines = first.lines if all(node.lines == first.lines for node in alike) else _own_suit_lines(first)
    return replace(first, lines=lines or ())


def _name(alike: list[RowNode], variables: frozenset[str], strains: frozenset[Strain]) -> str:
    """Return the name for the strains of a row: a variable only where nothing below would mistake it."""
    letters = "".join(node.name for node in alike)
    name = _NAMES.get(letters, letters)
    if name not in _VARIABLES:
        return name
    taken = name in variables or not strains.isdisjoint(_strains(alike))
    return letters if taken or _mentions(alike[0], re.compile(rf"\b[0-9]*o?{name}\b")) else name


def _mentions(node: RowNode, pattern: re.Pattern[str]) -> bool:
    return any(pattern.search(line) for line in node.lines) or any(
        _mentions(child, pattern) for child in node.children
    )


def _bound_template(
    nodes: list[RowNode], begin: int, variables: frozenset[str], strains: frozenset[Strain]
) -> tuple[RowNode, int] | None:
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


def _may_bind(instances: list[RowNode], letters: str, strains: frozenset[Strain]) -> bool:
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
    instances: list[RowNode],
    bindings: list[Bindings],
    strains: list[frozenset[Strain]],
    named: frozenset[str] = frozenset(),
) -> RowNode | None:
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


def _unified_name(instances: list[RowNode], bindings: list[Bindings]) -> str | None:
    if len({node.name for node in instances}) == 1:
        return instances[0].name
    for name in bindings[0]:
        suits = [binding[name].value for binding in bindings]
        if all(map(_is_plain, instances)) and [node.name for node in instances] == suits:
            return name
    return None


def _unified_lines(
    instances: list[RowNode], variable: str | None, bindings: list[Bindings]
) -> tuple[str, ...] | None:
    template = instances[0].lines
    if any(node.lines != template for node in instances):
        for name, strain in bindings[0].items():
            template = tuple(line.replace(f"!{strain.value.lower()}", name) for line in template)
    for node, binding in zip(instances, bindings, strict=True):
        if with_suits(template, node.call, variable, binding) != node.lines:
            return None
    return template
