"""From agreements in a row to trees of calls, without changing their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bml_core.bridge import PASS, Call, Scope
from bml_core.system import Agreement

# Deeper branches go on in a table of their own; nobody reads that far to the right.
DEEPEST = 24


@dataclass(slots=True, eq=False)
class Node:
    """A call with what it means and its answers.

    ``name`` is the letter of the strain, or a variable such as ``M``; "" for a call that is no bid.
    ``is_path`` tells that the call was described further up, and only leads on here. ``key`` is the same
    number for nodes whose texts and answers are the same.
    """

    call: Call
    name: str
    theirs: bool
    alert: bool = False
    lines: tuple[str, ...] = ()
    children: list[Node] = field(default_factory=list)
    is_path: bool = False
    key: int = -1


@dataclass(slots=True)
class Branch:
    """Trees that continue one auction: the calls that were written to get there, and what follows."""

    scope: Scope
    they_open: bool
    history: tuple[Node, ...]
    roots: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A call that has its place: its node, the entry above it, and how deep it stands in its branch."""

    node: Node
    above: _Entry | None
    branch: Branch
    depth: int


class _Auction(NamedTuple):
    """An auction that needs a place: its key, how many calls it has, and the key of the one above."""

    key: str
    length: int
    above: str


class Planter:
    """The maker of branches: each agreement stands below the auction that it continues.

    The order stays what it was, with one exception: an auction comes before what follows it.
    """

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._scopes: dict[Scope, int] = {}
        self._branches: list[Branch] = []
        # The last entry, and all above it, can still take sub-bids.
        self._last: _Entry | None = None

    def plant(self, agreements: Iterable[Agreement]) -> list[Branch]:
        """Return the branches of all ``agreements``, whose descriptions are ready to be written."""
        every = {self._key(agreement): agreement for agreement in agreements}
        for key, agreement in every.items():
            if key not in self._entries:
                for auction in self._missing(key, agreement):
                    self._add(auction, agreement, every.get(auction.key))
        return self._branches

    def _key(self, agreement: Agreement) -> str:
        """Return a key for the auction of an agreement in its scope; the auction is at its end."""
        scope = self._scopes.setdefault(agreement.scope, len(self._scopes))
        return f"{scope}{'*' if agreement.they_open else ' '}{agreement.auction.code}"

    def _missing(self, key: str, agreement: Agreement) -> list[_Auction]:
        """Return the auctions that must come before and are not there, shortest first, and the auction."""
        calls = agreement.auction.calls
        missing = []
        length = len(calls)
        while length and key not in self._entries:
            above, above_length = key[: -len(calls[length - 1].code)], length - 1
            # A pass of the other side is understood, unless it was written.
            if above_length > 1 and calls[above_length - 1] is PASS and above not in self._entries:
                above, above_length = above[:-1], above_length - 1
            missing.append(_Auction(key, length, above))
            key, length = above, above_length
        return missing[::-1]

    def _add(self, auction: _Auction, agreement: Agreement, found: Agreement | None) -> None:
        call = agreement.auction.calls[auction.length - 1]
        node = Node(call, call.code[1:], (auction.length % 2 == 1) is agreement.they_open)
        if found is not None:
            node.alert, node.lines = found.alert, found.description
        above = self._entries.get(auction.above)
        self._last = self._entries[auction.key] = self._attach(node, above, agreement)

    def _attach(self, node: Node, above: _Entry | None, agreement: Agreement) -> _Entry:
        branch = self._branches[-1] if self._branches else None
        if branch is not None and self._is_open(above, agreement, branch):
            if above is not None and above.branch is branch:
                above.node.children.append(node)
                return _Entry(node, above, branch, above.depth + 1)
            branch.roots.append(node)
            return _Entry(node, above, branch, 0)
        branch = Branch(agreement.scope, agreement.they_open, _history(above), [node])
        self._branches.append(branch)
        return _Entry(node, above, branch, 0)

    def _is_open(self, above: _Entry | None, agreement: Agreement, branch: Branch) -> bool:
        """Return True if a call below ``above`` comes next in the order of the last branch."""
        if above is None:
            is_first = not branch.history and branch.they_open is agreement.they_open
            return is_first and branch.scope == agreement.scope
        if above.branch is not branch:
            return bool(branch.history) and branch.history[-1] is above.node
        entry = self._last
        while entry is not None and entry.branch is branch and entry.depth > above.depth:
            entry = entry.above
        return entry is above and above.depth < DEEPEST


def grafted(branches: Iterable[Branch]) -> list[Node]:
    """Return the trees of branches that follow each other, each below the calls that lead to it.

    Branches that begin alike share those calls, which changes no order.
    """
    trees: list[Node] = []
    for branch in branches:
        level, may_share = trees, True
        for step in branch.history:
            last = level[-1] if level and may_share else None
            may_share = last is not None and last.is_path and _is_same_call(last, step)
            if not may_share:
                level.append(Node(step.call, step.name, step.theirs, is_path=True))
            level = level[-1].children
        level += branch.roots
    return trees


def _is_same_call(one: Node, other: Node) -> bool:
    return one.call == other.call and one.theirs is other.theirs


def _history(entry: _Entry | None) -> tuple[Node, ...]:
    nodes = []
    while entry is not None:
        nodes.append(entry.node)
        entry = entry.above
    return tuple(reversed(nodes))
