"""Random bidding systems that bridge-markup can read: what it stops at is left out, its mistakes are not.

Rows step by two columns, normal bids stand before special ones, every line of a history ends with a
dash or semicolon, ``oM`` stands only where M is bound.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

NORMAL = ["C", "D", "H", "S", "N"]
SPECIAL = ["HS", "CD", "CS", "CDHS", "M", "m", "X", "red", "black", "oM", "om", "step"]
#: What is worth more tries, since it depends on a row above.
RELATED = ["M", "m", "oM", "om", "oM", "om", "X"]
OURS = ["1N-2C;", "1M-2N;", "1C-1D-", "1C-1H;", "1m---", "1X-2N;"]
THEIRS = ["(1N)---", "(1H)-P-(P)---", "1D-(1S)-", "1N-(P)-2red-(D)-", "(1D)-1H-(P)-"]
THEIR_SPECIAL = ["1m-(1X)-", "(1M)---", "1H-(2m)-", "(2X)-P-(P)-"]
SCOPES = ["#VUL Y0", "#VUL NN", "#VUL 00", "#VUL 0Y", "#SEAT 12", "#SEAT 3", "#SEAT 0"]
DESCRIPTIONS = [
    "",
    "natural",
    "5+ cards",
    "raise of {}",
    "a {} suit",
    "15--17, 4!h",
    "&amp; <b>",
    "wide, {} or more",
]


@dataclass(frozen=True, slots=True)
class Features:
    """What of the language the generator may use."""

    their_special: bool = True
    """Special bids by the opponents."""
    steps_over_them: bool = True
    """Steps above a bid of the opponents."""


@dataclass(frozen=True, slots=True)
class _Branch:
    """Where rows are written: how deep, how high, which variables are bound, and the last bid above."""

    depth: int
    level: int
    bound: frozenset[str]
    competitive: bool
    last_bid: str

    def below(self, kind: str, written: str, levels: int) -> _Branch:
        bound = self.bound | {kind} if kind in "MmX" else self.bound
        last_bid = self.last_bid if kind in ("P", "D", "R") else written
        return _Branch(self.depth + 1, self.level + levels, bound, self.competitive, last_bid)


class Generator:
    """Writes one system after the other, the same ones for the same seed."""

    def __init__(self, seed: int, features: Features) -> None:
        self._random = random.Random(seed)
        self._features = features

    def systems(self, count: int) -> list[str]:
        """So many systems."""
        return [self._system() for _ in range(count)]

    def _system(self) -> str:
        blocks = ["#+TITLE: Random"]
        for _ in range(self._random.randint(1, 4)):
            if self._random.random() < 0.2:
                blocks.append(self._random.choice(SCOPES))
            blocks.append(self._table())
        return "\n\n".join(blocks) + "\n"

    def _table(self) -> str:
        lines: list[str] = []
        kind = self._random.random()
        history = ""
        if kind < 0.5:
            choices = OURS if kind < 0.2 else THEIRS + (THEIR_SPECIAL if self._features.their_special else [])
            history = self._random.choice(choices)
            lines.append(history)
        competitive = "(" in history or self._random.random() < 0.3
        bound = frozenset(letter for letter in "MmX" if letter in history)
        calls = [call for call in history.rstrip("-;").split("-") if any(map(str.isdigit, call))]
        self._rows(lines, _Branch(0, 2 if history else 1, bound, competitive, calls[-1] if calls else ""))
        return "\n".join(lines)

    def _rows(self, lines: list[str], branch: _Branch) -> None:
        kinds = [self._kind(branch) for _ in range(self._random.randint(1, 4))]
        kinds.sort(key=lambda kind: kind in SPECIAL)
        # The first row of a table must begin with a level.
        if not lines and kinds[0] in ("P", "D", "R"):
            kinds.insert(0, self._random.choice(NORMAL))
        for kind in kinds:
            theirs = branch.competitive and self._random.random() < 0.25 and self._may_be_theirs(kind)
            bid = self._bid(kind, branch.level + self._random.choice((0, 0, 1)))
            written = f"({bid})" if theirs else bid
            self._write(lines, branch.depth, written, kind)
            if branch.depth < 3 and branch.level < 4 and self._random.random() < 0.5:
                self._rows(lines, branch.below(kind, written, self._random.randint(0, 1)))

    def _kind(self, branch: _Branch) -> str:
        step_is_possible = branch.last_bid and (self._features.steps_over_them or branch.last_bid[0] != "(")
        while True:
            kind = self._random.choice([*NORMAL, *NORMAL, "P", "D", "R", *SPECIAL, *RELATED])
            if kind in ("oM", "om") and kind[1] not in branch.bound:
                continue
            if kind == "step" and not step_is_possible:
                continue
            return kind

    def _may_be_theirs(self, kind: str) -> bool:
        return kind not in SPECIAL or (self._features.their_special and kind != "step")

    def _bid(self, kind: str, level: int) -> str:
        if kind in ("P", "D", "R"):
            return kind
        return f"{self._random.randint(1, 4)}{kind}" if kind == "step" else f"{level}{kind}"

    def _write(self, lines: list[str], depth: int, written: str, kind: str) -> None:
        variable = kind if kind in ("M", "m", "X", "oM", "om") else "it"
        # Without any text the first four rows would be taken for an auction.
        description = self._random.choice(DESCRIPTIONS if lines else DESCRIPTIONS[1:]).format(variable)
        head = f"{'  ' * depth}{written}"
        separator = self._random.choice(("  ", "  ", " = "))
        lines.append(f"{head}{separator}{description}" if description else head)
        if description and self._random.random() < 0.1:
            lines.append(f"{' ' * (len(head) + len(separator))}and more of it")
