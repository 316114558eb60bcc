"""From agreements in a row to trees of calls, without changing their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

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


class Planter:
    """Puts agreements into branches, each below the auction that it continues.

    The order stays what it was, with one exception: an auction comes before what follows it.
    """

    def __init__(self) -> None:
        self._entries: dict[tuple[Scope, bool, str], _Entry] = {}
        self._branches: list[Branch] = []
        # The last entry, and all above it, can still take sub-bids.
        self._last: _Entry | None = None

    def plant(self, agreements: Iterable[Agreement]) -> list[Branch]:
        """The branches of all ``agreements``, whose descriptions are ready to be written."""
        every = {_key(a, a.auction.text): a for a in agreements}
        for agreement in every.values():
            for length in self._missing(agreement):
                self._add(agreement, length, every)
        return self._branches

    def _missing(self, agreement: Agreement) -> Iterator[int]:
        """How many calls the auctions have that must come before, and the auction itself, if not there."""
        calls = agreement.auction.calls
        missing = []
        length = len(calls)
        while length and _key(agreement, _text(calls, length)) not in self._entries:
            missing.append(length)
            length = self._length_above(agreement, length)
        return reversed(missing)

    def _length_above(self, agreement: Agreement, length: int) -> int:
        """How long the auction is that the call stands below: passes of the other side are understood."""
        calls = agreement.auction.calls
        if length > 2 and calls[length - 2] is PASS:
            written = _key(agreement, _text(calls, length - 1)) in self._entries
            return length - 1 if written else length - 2
        return length - 1

    def _add(
        self, agreement: Agreement, length: int, every: dict[tuple[Scope, bool, str], Agreement]
    ) -> None:
        calls = agreement.auction.calls
        key = _key(agreement, _text(calls, length))
        above = self._entries.get(_key(agreement, _text(calls, self._length_above(agreement, length))))
        call = calls[length - 1]
        node = Node(call, call.text[1:], (length % 2 == 1) == agreement.they_open)
        found = every.get(key)
        if found is not None:
            node.alert, node.lines = found.alert, found.description
        self._last = self._entries[key] = self._attach(node, above, agreement)

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
        """Whether a call below ``above`` comes next in the order of the last branch."""
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
    """The trees of branches that follow each other, each below the calls that lead to it.

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


def _key(agreement: Agreement, text: str) -> tuple[Scope, bool, str]:
    return agreement.scope, agreement.they_open, text


def _text(calls: tuple[Call, ...], length: int) -> str:
    return "".join([call.text for call in calls[:length]])
