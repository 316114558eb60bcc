"""Systems drawn in two spellings: as people write them, and so that bridge-markup reads the same.

What bridge-markup stops at or reads wrongly (see ``mistakes.txt`` and the manual) is avoided in the second
spelling alone. So everything that people may write is compared, as far as it says something that the
program is able to read.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from bml_core.bridge import Strain, bid_above, make_bid

T = TypeVar("T")
_SECTIONS = re.findall(
    r"^==== ([\w ]+).*\n((?:(?!====).*\n)*)", Path(__file__).with_name("texts.txt").read_text("utf-8"), re.M
)
TEXTS = {title: tuple(text.split("\n----\n")) for title, text in _SECTIONS}
LINES = {title: tuple(text.splitlines()) for title, text in _SECTIONS}
NORMAL = ("C", "D", "H", "S", "N", "NT")
#: Named unlike the strains, which have the same letters.
ACTIONS = {"pass": "P", "double": "D", "redouble": "R"}
WORDS = {
    **{word: word for word in ("HS", "CD", "CS", "SH", "CDHS", "HSN")},
    "red": "DH",
    "black": "CS",
    "RED": "DH",
    "Black": "CS",
}
VARIABLES = {"M": "HS", "m": "CD", "X": "CDHS"}
RANKED = ("X", "Y", "Z")
#: What stands for a suit in descriptions, for a program that is to leave it alone: that of the bid itself,
#: and those of variables bound above.
OWN, ABOVE = "@0", {"M": "@1", "m": "@2"}


@dataclass(frozen=True, slots=True)
class Features:
    """What of the language a system may use, and how its second spelling is made."""

    ranked: bool = False
    """Variables Y and Z, which only dialect 2.7 has."""
    their_variables: bool = True
    """Calls of the opponents that bind a variable."""
    their_words: bool = True
    """Whether special calls of the opponents are in the second spelling as they are."""
    files: bool = True
    """Files to include."""
    shown: bool = False
    """Whether texts are compared as they are shown, in place of agreements."""


@dataclass(frozen=True, slots=True)
class System:
    """The files of a system in both spellings, the page first."""

    people: dict[str, str]
    peer: dict[str, str]

    def __str__(self) -> str:
        spellings = (("people", self.people), ("peer", self.peer))
        return "\n".join(f"---- {who}: {name}\n{text}" for who, s in spellings for name, text in s.items())


def thorough(examples: int) -> settings:
    """Return settings for this many examples, the same ones in every run, shrunk where one fails."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def systems(draw: DrawFn, features: Features) -> System:
    """Draw a system of a few blocks, with files to include."""
    return _Drawing(draw, features).system()


def pages() -> SearchStrategy[str]:
    """Return a strategy for the BML of a system that is one page."""
    return systems(Features(files=False)).map(lambda system: system.people["page.bml"])


# ---------------------------------------------------------------- rows


@dataclass(frozen=True, slots=True)
class Row:
    """A call, the lines of its description, and the rows below it; ``gap`` sets the first two apart.

    ``spelled`` are the calls that the row stands for, where bridge-markup takes it for others.
    """

    call: str
    lines: tuple[str, ...] = ()
    gap: str = "  "
    below: tuple[Item, ...] = ()
    spelled: tuple[str, ...] = ()

    @property
    def bare(self) -> str:
        """The call without parentheses."""
        return self.call.strip("()")

    @property
    def is_normal(self) -> bool:
        """Whether the row names one call."""
        return re.fullmatch(r"[1-7](?:[CDHSN]|NT)|[PDR]", self.bare) is not None


@dataclass(frozen=True, slots=True)
class Clip:
    """Rows kept under a name: copied where they are, or pasted with ``replacements``."""

    name: str
    rows: tuple[Row, ...]
    is_paste: bool = False
    replacements: tuple[tuple[str, str], ...] = ()

    @property
    def written_out(self) -> tuple[Row, ...]:
        """The rows that the command stands for."""
        return tuple(map(self._replaced, self.rows))

    def _replaced(self, row: Row) -> Row:
        return replace(
            row,
            call=self._text(row.call),
            lines=tuple(map(self._text, row.lines)),
            below=tuple(self._replaced(r) for r in row.below if isinstance(r, Row)),
        )

    def _text(self, text: str) -> str:
        return functools.reduce(lambda t, pair: t.replace(*pair), self.replacements, text)


Item = Row | Clip


def _one_letter(calls: str) -> str:
    """Write ``1N`` for ``1NT``, and one dash between calls."""
    return re.sub(r"--+(?=[^-])", "-", re.sub(r"([1-7])NT\b", r"\1N", calls))


def _spelled(rows: list[Row]) -> list[Row]:
    """Return a row for each call that a row stands for, unless another names it."""
    taken = {row.call for row in rows if row.is_normal}
    new: list[Row] = []
    for row in rows:
        calls = [call for call in row.spelled if call not in taken] if row.spelled else [row.call]
        taken.update(row.spelled)
        new += [replace(row, call=call, spelled=()) for call in calls]
    return new


def _lines(items: Iterable[Item], indent: int, step: int) -> list[str]:
    """Write rows and commands, sub-bids set in by ``step`` columns."""
    lines: list[str] = []
    margin = " " * indent
    for item in items:
        if isinstance(item, Row):
            lines += _row_lines(item, indent, step)
        elif item.is_paste:
            lines.append(f"{margin}#PASTE {item.name}" + "".join(f" {a}={b}" for a, b in item.replacements))
        else:
            lines += [f"{margin}#COPY {item.name}", *_lines(item.rows, indent, step), f"{margin}#ENDCOPY"]
    return lines


def _row_lines(row: Row, indent: int, step: int) -> list[str]:
    head = " " * indent + row.call
    lines = [head]
    if row.lines:
        gap = row.gap
        # A row set in as far as the description would be read as a line of it.
        while len(head + gap) in (indent + step, indent + 2):
            gap += " "
        lines = [(head + gap, " " * len(head + gap))[n > 0] + line for n, line in enumerate(row.lines)]
        lines = [re.sub(r"[{}\[\]]", "", line) for line in lines]
    return lines + _lines(row.below, indent + step, step)


# ---------------------------------------------------------------- drawing


@dataclass(frozen=True, slots=True)
class _Place:
    """Where rows are drawn: how deep, from which level, variables bound above, the last bid if known."""

    depth: int = 0
    level: int = 1
    bound: frozenset[str] = frozenset()
    competitive: bool = False
    last: str = ""
    targets: tuple[str, ...] = ()
    """What may stand for a strain in rows that are kept for pasting."""
    kept: bool = False
    """Whether the rows are above others, or wherever they are pasted: normal bids alone."""

    def rank(self, kind: str) -> int:
        """Return the place of a kind among rows: what names a bid goes before what stands for several."""
        if kind in (*NORMAL, *ACTIONS, *self.targets):
            return 0
        if kind[:4] == "step":
            return 1
        return 2 if kind in (*self.bound, "oM", "om") else 3 if kind in "Mm" else 4

    def below(self, row: Row, kind: str, level: int) -> _Place:
        bound = self.bound | {kind} if kind in (*VARIABLES, *RANKED) else self.bound
        last = self.last if row.bare in ACTIONS.values() else row.call
        return replace(self, depth=self.depth + 1, level=level, bound=bound, last=last)


_sampled = functools.cache(st.sampled_from)
_Spellings = tuple[list[str], list[str]]
"""Blocks as people write them, and the same for the peer."""


class _Drawing:
    """Draws the parts of one system."""

    def __init__(self, draw: DrawFn, features: Features) -> None:
        self.draw, self.features = draw, features
        self.clips: dict[str, Clip] = {}

    def one_of(self, choices: Sequence[T]) -> T:
        choice: T = self.draw(_sampled(tuple(choices)))
        return choice

    def rarely(self) -> bool:
        return self.one_of((False, False, False, True))

    def some(self, most: int) -> range:
        return range(self.draw(st.integers(1, most)))

    def system(self) -> System:
        people, peer = self.blocks(5)
        ends, files, peer_files = (True, True), {}, {}
        if self.features.files and self.rarely():
            outer, peer_outer = self.blocks(1)
            ends = self.one_of((True, False)), self.one_of((True, False))
            if self.one_of((True, False)):
                # It knows #INCLUDE in the first file alone, and joins the last line of a file to the next.
                files["inner.bml"], inner = self.blocks(2)
                outer, peer_outer = [*outer, "#INCLUDE inner.bml"], [*peer_outer, *inner]
            files["outer.bml"], peer_files["outer.bml"] = outer, peer_outer
            people, peer = ([*blocks, "#INCLUDE outer.bml", "7N  last"] for blocks in (people, peer))
        if self.features.shown:
            # Headings are at one level below a title; it stops at a table of text that ends a file.
            people, peer = (["#+TITLE: Our notes", *blocks, "The end."] for blocks in (people, peer))
        between = "\n" + self.one_of(("", "", "  ")) + "\n"
        texts = {name: between.join(blocks) for name, blocks in files.items()}
        texts = {name: text + "\n" * end for (name, text), end in zip(texts.items(), ends, strict=False)}
        return System(
            {"page.bml": between.join(people) + "\n", **texts},
            {"page.bml": between.join(peer) + "\n"}
            | {name: between.join(blocks) + "\n" for name, blocks in peer_files.items()},
        )

    def blocks(self, most: int) -> _Spellings:
        people: list[str] = []
        peer: list[str] = []
        for _ in self.some(most):
            what = self.one_of(("table", "table", "table", "scopes", "metadata", "text", "cuts"))
            draw = {"table": self.table, "cuts": self.cuts, "text": self.text}.get(what)
            ours, theirs = draw() if draw else self.lines(LINES[what])
            people += ours
            peer += theirs
        return people, peer

    def lines(self, choices: tuple[str, ...]) -> _Spellings:
        # It reads the first of several lines, and drops the others.
        drawn = [self.one_of(choices) for _ in self.some(2)]
        return ["\n".join(drawn)], drawn

    def text(self) -> _Spellings:
        choices = TEXTS["both"] + TEXTS["inline" if self.features.shown else "ours"]
        text = self.one_of(choices).rstrip("\n")
        return [text], [text] * (text not in "\n".join(TEXTS["ours"]))

    def cuts(self) -> _Spellings:
        lines = []
        for _ in self.some(2):
            targets = self.one_of(((), (r"\R",), (r"\R", r"\M")))
            clip = self.keep(self.rows(_Place(depth=2, level=2, targets=targets, kept=True)))
            lines += [f"#CUT {clip.name}", *[""] * self.one_of((0, 1)), *_lines(clip.rows, 0, 2), "#ENDCUT"]
        return ["\n".join(lines)], []

    def keep(self, rows: tuple[Row, ...]) -> Clip:
        clip = Clip(f"clip{len(self.clips)}", rows)
        self.clips[clip.name] = clip
        return clip

    def table(self) -> _Spellings:
        history, items = self.history() if self.one_of((False, True)) else (None, self.openings())
        step, margin = self.one_of((2, 2, 3, 4)), self.one_of((0, 0, 2, 5))
        hidden, comment = (self.one_of((None, None, 0, 1, 2, 3)) for _ in range(2))

        def written(history: Row | None, items: tuple[Item, ...], margin: int, step: int) -> str:
            lines = _lines([history] if history else [], margin, step) + _lines(items, margin, step)
            for at, line in ((comment, "// 7N not for export"), (hidden, "#HIDE")):
                if at is not None:
                    lines.insert(min(at, len(lines) - 1), line)
            return "\n".join(lines)

        peer = self.plain(items)
        above = history and replace(self.plain([history])[0], below=self.plain(history.below))
        mark = "#BIDTABLE\n" * self.rarely()
        # Without the mark it takes four rows for an auction, and rows that begin with a pass for no table.
        return [mark + written(history, items, margin, step)], ["#BIDTABLE\n" + written(above, peer, 0, 2)]

    def plain(self, items: Iterable[Item]) -> tuple[Row, ...]:
        """Return the rows that commands stand for, special calls spelled where need be."""
        rows = [row for item in items for row in ([item] if isinstance(item, Row) else item.written_out)]
        rows = [replace(row, call=_one_letter(row.call)) for row in rows]
        if not self.features.shown:
            rows = _spelled(rows)
        return tuple(
            replace(row, lines=tuple(self.plain_lines(row)), below=self.plain(row.below)) for row in rows
        )

    def plain_lines(self, row: Row) -> Iterator[str]:
        suit = re.fullmatch("[1-7]([CDHS])", row.bare)
        for line in row.lines[: len(row.lines) - (row.lines[-1:] == (".",))]:
            if self.features.shown:
                yield line.replace("#", f"!{suit[1].lower()}") if suit else line
            else:
                above = re.sub(r"\[(.)\]", lambda found: ABOVE[found[1]], line)
                yield re.sub(r"\{\w+\}|#", OWN, above)

    def history(self) -> tuple[Row, tuple[Item, ...]]:
        more = LINES["their variables"] if self.features.their_variables else ()
        text, level = self.one_of(LINES["histories"] + more).split(" ")
        calls = [
            call for call in re.split("[-;]+", text) if call and call.strip("()") not in ACTIONS.values()
        ]
        bound = frozenset(letter for letter in VARIABLES if letter in text)
        place = _Place(0, int(level), bound, "(" in text, calls[-1])
        row = Row(text, self.one_of(((), (), ("as before",))))
        if text.endswith((";", "-")):
            return row, self.items(replace(place, competitive=place.competitive or self.rarely()))
        return replace(row, below=self.items(replace(place, depth=1))), ()

    def openings(self) -> tuple[Item, ...]:
        items = self.items(_Place(competitive=self.rarely()))
        first = items[0]
        if isinstance(first, Clip) or first.bare in ACTIONS.values():
            items = (Row("1C", ("first",) if isinstance(first, Row) else ()), *items)
        return items

    def items(self, place: _Place) -> tuple[Item, ...]:
        """Draw rows, and now and then what is copied or pasted among them."""
        if place.depth >= 2 or not self.rarely():
            return self.rows(place, may_keep=True)
        items = self.rows(replace(place, kept=True), may_keep=True)
        clip: Clip
        if self.one_of((False, True)) and self.clips:
            clip = replace(self.clips[self.one_of(sorted(self.clips))], is_paste=True)
            if "\\" in repr(clip.rows).replace("\\\\n", ""):
                suits = self.one_of("CDHS"), self.one_of("CDHS")
                clip = replace(clip, replacements=((r"\R", suits[0]), (r"\M", suits[1])))
        else:
            clip = self.keep(self.rows(_Place(depth=2, level=place.level, kept=True)))
        # No steps after it: what they may follow is said of one list of rows.
        return (*items, clip, *self.rows(replace(place, depth=3, last=""), may_keep=True))

    def rows(self, place: _Place, *, may_keep: bool = False) -> tuple[Row, ...]:
        """Draw rows, normal bids first: ``test_variables.py`` is about other orders."""
        kinds = sorted((self.one_of(self.kinds(place)) for _ in self.some(4)), key=place.rank)
        rows: list[Row] = []
        for kind in kinds:
            # The calls of steps over a bid of theirs are known only of the first of special rows.
            if kind[:4] != "step" or not rows or rows[-1].is_normal:
                rows.append(self.row(place, kind, may_keep))
        return tuple(rows) or (Row("7N", ("nothing else",)),)

    def kinds(self, place: _Place) -> tuple[str, ...]:
        kinds = [*NORMAL, *NORMAL, *ACTIONS, *place.targets * 3]
        if place.kept:
            return tuple(kinds)
        kinds += [*WORDS, *VARIABLES]
        kinds += [*VARIABLES] * bool(place.depth or place.last) + [*RANKED, *RANKED] * self.features.ranked
        kinds += [f"o{variable}" for variable in "Mm" if variable in place.bound for _ in range(3)]
        # Over special bids of theirs there is no one bid to count from that the peer could be given.
        if place.last and (place.last[0] != "(" or Row(place.last).is_normal):
            kinds += ["step", "steps"]
        return tuple(kinds)

    def row(self, place: _Place, kind: str, may_keep: bool) -> Row:
        level = place.level + self.one_of((0, 0, 0, 1))
        row = Row(f"{min(level, 7)}{kind}")
        if kind in ACTIONS:
            row = Row(ACTIONS[kind])
        elif kind[:4] == "step":
            row = self.steps(place, kind)
        may_be_theirs = kind[:4] != "step" and (
            self.features.their_variables or kind in (*NORMAL, *ACTIONS, *WORDS)
        )
        if place.competitive and may_be_theirs and self.rarely():
            calls = [f"({row.call[0]}{strain})" for strain in WORDS.get(kind, "")]
            row = Row(f"({row.call})", spelled=() if self.features.their_words else tuple(calls))
        row = replace(
            row, lines=self.description(place, kind), gap=self.one_of(("  ", " = ", "  = ", "    "))
        )
        if place.depth >= 3 or level > 4 or not self.one_of((False, True)):
            return row
        below = place.below(row, kind, level + self.one_of((0, 1)))
        return replace(row, below=self.items(below) if may_keep else self.rows(below))

    def steps(self, place: _Place, kind: str) -> Row:
        count = self.one_of((1, 2, 3, 4))
        if place.last[0] != "(":
            return Row(f"{count}{kind}")
        # It counts them from our last bid, or stops.
        bid = bid_above(make_bid(int(place.last[1]), Strain(place.last[2])), count)
        assert bid is not None
        return Row(f"{count}{kind}", spelled=(bid.code,))

    def description(self, place: _Place, kind: str) -> tuple[str, ...]:
        # Kept rows may come in anywhere, so they speak of no variable but their own.
        own = [f"{{{kind}}}"] if kind in (*VARIABLES, *RANKED, "oM", "om") else []
        above = [] if place.targets else [f"[{v}]" for v in sorted(place.bound) if v in "Mm"]
        choices = [*LINES["descriptions"], *(f"with {target} and more" for target in place.targets)]
        choices += [text.replace("{}", v) for v in (*own, *above) for text in LINES["about a variable"]]
        lines = [self.one_of(choices) for _ in range(self.draw(st.integers(0, 3)))]
        return (*lines, ".") if len(lines) > 1 and self.rarely() else tuple(lines)
