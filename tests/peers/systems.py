"""Hypothesis strategies for whole systems, from all of the language that its description tells of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.peers.model import (
    Block,
    Copy,
    Cuts,
    Included,
    Item,
    Lines,
    Paste,
    Replacements,
    Row,
    System,
    Table,
    Text,
    write,
)

T = TypeVar("T")

NORMAL = ("C", "D", "H", "S", "N", "NT")
#: Told apart from the strains, which have the same letters.
ACTIONS = {"pass": "P", "double": "D", "redouble": "R"}
WORDS = ("HS", "CD", "CS", "SH", "CDHS", "HSN", "red", "black", "RED", "Black")
VARIABLES = ("M", "m", "X")
RANKED = ("X", "Y", "Z")
HISTORIES = (
    ("1N-2C;", 2),
    ("1NT-2C", 2),
    ("1C-1D-", 1),
    ("1C--1H;", 1),
    ("1H-", 2),
    ("1N---", 2),
    ("1M-2N;", 3),
    ("1m---", 1),
    ("1X-2N;", 3),
    ("1red-1S-", 1),
    ("(1N)---", 2),
    ("(1NT)---", 2),
    ("(1H)-P-(P)---", 1),
    ("1D-(1S)-", 2),
    ("1C-(1D)-", 1),
    ("1N-(P)-2red-(D)-", 2),
    ("(1D)-1H-(P)-", 1),
    ("1N-(2D)-D-(P)-", 2),
)
THEIR_VARIABLES = (("1m-(1X)-", 2), ("(1M)---", 1), ("1H-(2m)-", 2), ("(2X)-P-(P)-", 2))
TEXTS = (
    ("* Openings",),
    ("** After 1!h",),
    ("We bid up the line, and jump with a fit.",),
    (
        "  Set in like this,",
        "  on two lines: https://example.org//notes",
    ),
    ("- weak", "- not strong"),
    ("1. first", "2. second"),
    ("- 1NT :: balanced", "- 2!c :: strong"),
    ("| hand | bid |", "|------+-----|", "| 4333 | 1NT |"),
    ("1C P 1H P", "1N P P P"),
    (
        "N None 7 4SXW hK",
        "N Kxx T9 xxx Q987x",
        "E Jx AJxxx AJx KTx",
        "S A987x - Q9xx AKxx",
        "W QT KQxxxx KTx Jx",
    ),
)
# What bridge-markup cannot read of it, but README 2.0.3 has.
PARTIAL_DEALS = (("N: AQx Kxx QJx T9xx",), ("35 P", "E: Axx Kxx Qxx Jxxx", "W: x KQJxxx AKx Qxx"))
UNDOUBLED_DEAL = (
    "Dealer N, #7, 3NS",
    "N: Kxx T9 xxx Q987x",
    "E: Jx AJxxx AJx KTx",
    "S: A98 - Q9x AK",
    "W: QT K KT Jx",
)
BOLD_PARAGRAPH = ("*Never* on a bad suit.",)
INLINE_TEXTS = (
    ("*** Their 4SFG and our 3CD",),
    ("**** The last level, 1N",),
    ("We play *15--17* or =1N= --- never 2D & /2!h/.",),
    ("Then 4SFG is on; 3D printing is not, nor is 44(32).", "<b>1NT</b> is no bold text."),
    ("*bold* first",),
    ("/slow/ first, then =2C=",),
    ("- *one*, with 1H", "- /two/, with !s", "- see https://example.org/a/b"),
    ("1. 1NT", "2. 2NT", "3. with", "   two lines"),
)
ORDINAL_PARAGRAPH = ("3rd seat openings are light.",)
SCOPES = ("#VUL Y0", "#VUL NN", "#VUL 00", "#VUL 0Y", "#VUL YN", "#SEAT 12", "#SEAT 3", "#SEAT 0", "#SEAT 34")
METADATA = (
    "#+TITLE: {Old} club & = more",
    "#+TITLE: Second title",
    "#+DESCRIPTION: 4=4=4=1 & more",
    "#+AUTHOR: A. Player",
)
DESCRIPTIONS = (
    "natural",
    "5+ cards",
    "15--17, 4!h",
    "&amp; <b>",
    "4=4=4=1 or 5=5",
    "/slow/, see https://example.org//a",
    "7+#",
)
#: With a variable; alone and behind numbers.
ABOUT_VARIABLE = ("raise of {}", "6+3{} and 4{}", "{} suit")


def thorough(examples: int) -> settings:
    """So many examples, the same ones in every run, shrunk where one fails."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


@dataclass(frozen=True, slots=True)
class Features:
    """What of the language a system may use; everything but Y and Z by default."""

    ranked: bool = False
    """Variables Y and Z, which only dialect 2.7 has."""
    their_variables: bool = True
    """Calls of the opponents that bind a variable."""
    files: bool = True
    """Files to include."""
    inline_texts: bool = False
    """More of texts: fonts, suits and bids in them."""


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

    def below(self, row: Row, kind: str, level: int) -> _Place:
        bound = self.bound | {kind} if kind in (*VARIABLES, *RANKED) else self.bound
        last = self.last if row.bare in ACTIONS.values() else row.call
        return replace(self, depth=self.depth + 1, level=level, bound=bound, last=last)


@st.composite
def systems(draw: DrawFn, features: Features) -> System:
    """A system of a few blocks, with files to include."""
    clips: dict[str, tuple[Row, ...]] = {}
    blocks = draw(_some_blocks(features, clips, 5))
    if features.files and draw(_rarely()):
        outer = draw(_some_blocks(features, clips, 1))
        if draw(st.booleans()):
            inner = draw(_some_blocks(features, clips, 2))
            outer = (*outer, Included("inner.bml", inner, draw(st.booleans())))
        blocks = (
            *blocks,
            Included("outer.bml", outer, draw(st.booleans())),
            Table(None, (Row("7N", ("last",)),)),
        )
    return System(blocks, draw(st.sampled_from(("", "", "  "))))


def pages() -> SearchStrategy[str]:
    """The BML of a system that is one page."""
    return systems(Features(files=False)).map(lambda system: write(system)["page.bml"])


def _rarely() -> SearchStrategy[bool]:
    return st.sampled_from((False, False, False, True))


@st.composite
def _some_blocks(
    draw: DrawFn, features: Features, clips: dict[str, tuple[Row, ...]], most: int
) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for _ in range(draw(st.integers(1, most))):
        what = draw(st.sampled_from(("table", "table", "table", "scope", "metadata", "text", "cut")))
        if what == "table":
            blocks.append(draw(_tables(features, clips)))
        elif what == "cut":
            blocks.append(draw(_cuts(features, clips)))
        elif what == "text":
            texts = (*TEXTS, *PARTIAL_DEALS, UNDOUBLED_DEAL, BOLD_PARAGRAPH, ORDINAL_PARAGRAPH)
            blocks.append(
                Text(draw(st.sampled_from(texts + INLINE_TEXTS if features.inline_texts else texts)))
            )
        else:
            choices = SCOPES if what == "scope" else METADATA
            blocks.append(Lines(tuple(draw(st.lists(st.sampled_from(choices), min_size=1, max_size=2)))))
    return tuple(blocks)


@st.composite
def _cuts(draw: DrawFn, features: Features, clips: dict[str, tuple[Row, ...]]) -> Cuts:
    names = []
    for _ in range(draw(st.integers(1, 2))):
        name = f"clip{len(clips)}"
        targets = draw(st.sampled_from(((), (r"\R",), (r"\R", r"\M"))))
        clips[name] = draw(_only_rows(features, _Place(depth=2, level=2, targets=targets)))
        names.append(name)
    return Cuts(tuple((name, clips[name]) for name in names), draw(st.booleans()))


@st.composite
def _tables(draw: DrawFn, features: Features, clips: dict[str, tuple[Row, ...]]) -> Table:
    history, place = None, _Place(competitive=draw(_rarely()))
    if draw(st.booleans()):
        choices = HISTORIES + (THEIR_VARIABLES if features.their_variables else ())
        text, level = draw(st.sampled_from(choices))
        bound = frozenset(letter for letter in VARIABLES if letter in text)
        calls = [call for call in text.replace(";", "-").split("-") if call]
        bids = [call for call in calls if call.strip("()") not in ACTIONS.values()]
        place = _Place(0, level, bound, "(" in text, bids[-1])
        history = Row(text, draw(st.sampled_from(((), (), ("as before",)))))
        if not text.endswith((";", "-")):
            items = draw(_items(features, replace(place, depth=1), clips))
            return replace(draw(_layout(history, ())), history=replace(history, children=items))
    items = draw(_items(features, place, clips))
    if history is None and isinstance(items[0], Row) and items[0].bare in ACTIONS.values():
        items = (Row("1C", ("first",)), *items)
    elif history is None and not isinstance(items[0], Row):
        items = (Row("1C"), *items)
    return draw(_layout(history, items))


@st.composite
def _layout(draw: DrawFn, history: Row | None, items: tuple[Item, ...]) -> Table:
    place = st.one_of(st.none(), st.none(), st.integers(0, 3))
    return Table(
        history,
        items,
        hidden_at=draw(place),
        comment_at=draw(place),
        named=draw(_rarely()),
        step=draw(st.sampled_from((2, 2, 3, 4))),
        margin=draw(st.sampled_from((0, 0, 2, 5))),
    )


@st.composite
def _items(
    draw: DrawFn, features: Features, place: _Place, clips: dict[str, tuple[Row, ...]]
) -> tuple[Item, ...]:
    """Rows, and now and then what is copied or pasted among them."""
    items: list[Item] = list(draw(_only_rows(features, place, clips)))
    if place.depth < 2 and draw(_rarely()):
        is_paste: bool = draw(st.booleans())
        if clips and is_paste:
            name = draw(st.sampled_from(sorted(clips)))
            replacements = draw(_replacements()) if has_targets(clips[name]) else ()
            items.append(Paste(name, replacements, clips[name]))
        else:
            rows = draw(_only_rows(features, replace(place, depth=2, bound=frozenset(), last="")))
            name = f"clip{len(clips)}"
            items.append(Copy(name, rows))
            clips[name] = rows
        # No steps here: what they may follow is said of one list of rows.
        items += draw(_only_rows(features, replace(place, depth=3, last="")))
    return tuple(items)


def has_targets(rows: tuple[Row, ...]) -> bool:
    """Whether kept rows hold something that is to be replaced."""
    return "\\" in repr(rows).replace("\\\\n", "")


def _replacements() -> SearchStrategy[Replacements]:
    suits = st.sampled_from(("C", "D", "H", "S"))
    return st.tuples(suits, suits).map(lambda two: ((r"\R", two[0]), (r"\M", two[1])))


@st.composite
def _only_rows(
    draw: DrawFn,
    features: Features,
    place: _Place,
    clips: dict[str, tuple[Row, ...]] | None = None,
) -> tuple[Row, ...]:
    is_mixed = draw(_rarely())
    kinds = draw(st.lists(_kinds(features, place), min_size=1, max_size=4))
    if is_mixed:
        # Passes stand for auctions of other rows as well; which of those came first is the order of rows.
        kinds = [kind for kind in kinds if kind != "pass"] or ["C"]
    else:
        kinds.sort(key=lambda kind: (kind not in (*NORMAL, *ACTIONS, *place.targets), kind[:4] != "step"))
    rows: list[Row] = []
    for kind in kinds:
        # Steps over a bid are told apart from what the peer reads only as the first of special rows.
        if kind[:4] == "step" and (is_mixed or (rows and not rows[-1].is_normal)):
            continue
        rows.append(draw(_row(features, place, kind, clips)))
    return tuple(rows) or (Row("7N", ("nothing else",)),)


def _kinds(features: Features, place: _Place) -> SearchStrategy[str]:
    kinds: list[str] = [*NORMAL, *NORMAL, *ACTIONS, *place.targets * 3]
    if place.depth or place.last:
        kinds += [*WORDS, *VARIABLES, *VARIABLES]
    else:
        kinds += [*WORDS, *VARIABLES]
    if features.ranked:
        kinds += [*RANKED, *RANKED]
    kinds += [f"o{variable}" for variable in "Mm" if variable in place.bound for _ in range(3)]
    # Over special bids of theirs there is no one bid to count from that the peer could be given.
    if place.last and (place.last[0] != "(" or Row(place.last).is_normal):
        kinds += ["step", "steps"]
    return st.sampled_from(kinds)


@st.composite
def _row(
    draw: DrawFn, features: Features, place: _Place, kind: str, clips: dict[str, tuple[Row, ...]] | None
) -> Row:
    level = place.level + draw(st.sampled_from((0, 0, 0, 1)))
    if kind in ACTIONS:
        call = ACTIONS[kind]
    elif kind in ("step", "steps"):
        call = f"{draw(st.integers(1, 4))}{kind}"
    else:
        call = f"{min(level, 7)}{kind}"
    binds = kind in (*VARIABLES, *RANKED, "oM", "om")
    may_be_theirs = kind[:4] != "step" and (features.their_variables or not binds)
    if place.competitive and may_be_theirs and draw(_rarely()):
        call = f"({call})"
    row = Row(call, draw(_lines(place, kind)), draw(st.sampled_from(("  ", " = ", "  = ", "    "))))
    if place.depth >= 3 or level > 4 or not draw(st.booleans()):
        return row
    below = place.below(row, kind, level + draw(st.integers(0, 1)))
    if clips is None:
        return replace(row, children=draw(_only_rows(features, below)))
    return replace(row, children=draw(_items(features, below, clips)))


@st.composite
def _lines(draw: DrawFn, place: _Place, kind: str) -> tuple[str, ...]:
    choices = list(DESCRIPTIONS)
    # Kept rows may come in anywhere, so they speak of no variable but their own.
    own = [kind] if kind in (*VARIABLES, *RANKED, "oM", "om") else []
    above = [] if place.targets else [v for v in sorted(place.bound) if v in "Mm"]
    choices += [text.replace("{}", variable) for variable in (*own, *above) for text in ABOUT_VARIABLE]
    choices += [f"with {target} and more" for target in place.targets]
    lines = draw(st.lists(st.sampled_from(choices), max_size=3))
    if len(lines) > 1 and draw(_rarely()):
        lines.append(".")
    return tuple(lines)
