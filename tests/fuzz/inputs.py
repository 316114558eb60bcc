"""Inputs: pieces of a language in any order, changed here and there, at times repeated up to 20 KB."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from bml_core.hands.descriptions.phrases import FIGURES
from tests.bml_core.formats.deals.test_properties import LIN_TOKENS, PBN_TOKENS
from tests.bml_core.texts import CALLS, COMMANDS, DESCRIPTIONS, HISTORIES, TEXTS

Make = Callable[[Random], str]

LARGEST = 20_000
_WHOLE, _REPEATED = 0.5, 0.01
# Digits to str.isdigit that int does not take, digits of other scripts, and more of them than int takes.
_DIGITS = [*"²①⑴❶٣३𝟛Ⅷ½", "9" * 4400]
_SIGNS = list("\n\n  \t-–|/*=#!?.,:;()[]{}<>&%$\\\"'^~@_0123579+CDHSNPXMmoé♠\x00\r\u2028\ud800\U0001f0a1")


def words(text: str) -> list[str]:
    """The pieces that a sample of a language is made of."""
    return re.findall(r"\s+|[\w♠♥♦♣]+|[^\w\s]+", text)


def texts(pieces: list[str], *whole: str) -> Make:
    """Make texts of ``pieces``, or of a ``whole`` one, with changes."""
    changes = [*pieces, *_SIGNS, *_DIGITS, "", ""]

    def make(random: Random) -> str:
        text = random.choice(whole) if whole and random.random() < _WHOLE else ""
        text = text or "".join(random.choices(pieces, k=random.randint(0, 30)))
        for _ in range(random.randint(0, 3)):
            begin = random.randint(0, len(text))
            text = text[:begin] + random.choice(changes) + text[begin + random.randint(0, 9) :]
        if random.random() < _REPEATED:
            begin = random.randint(0, len(text))
            part = text[begin : begin + random.randint(1, 60)] or "x"
            text = text[:begin] + part * ((LARGEST - len(text)) // len(part)) + text[begin:]
        return text[:LARGEST]

    return make


_ROWS = [
    f"{indent}{call}{text}\n" for indent in ("", "  ", "    ") for call in CALLS for text in DESCRIPTIONS[:4]
]
_BML = [*_ROWS, *(f"{line}\n" for line in (*HISTORIES, *COMMANDS, *TEXTS)), "any\n", "\n\n", "  any y\n"]
_BML += ["#PASTE a x=xxxxxxxxxx\n", "1C-(any)-any-(any)-any-\n", "1CDHSN\n  any\n    any\n", "// no\n"]
_BML += ["One club  16+\n", "1SA  15-17\n", "1K | 4+\n", "1N then:\n", "| 1C | 16+ |\n", "1) 1C  16+\n"]
_BML += ["* Responses to 1N\n", "- [ ] 1C: 16+\n", "\u200b1C  16+\n", "2D  transfer to hearts\n"]
_COMMENTS = ["1C  x // bml: allow BML924 y\n", "// bml: allow\n", "  2C  15+ hcp // bml: allow BML999\n"]
bml = texts([*_BML, *_COMMENTS])

_RECORDS = "*00{Notes}=NYYYYYY text\n001NP2C=NYYYYYY008Stayman\n*1SD=0=\n$SAYC\n+RKCB\n%AB\n"
_LINES = [f"{line}\n" for line in _RECORDS.split("\n")] * 3
bss = texts(words(_RECORDS) + _LINES, _RECORDS)
pbn = texts(PBN_TOKENS)
lin = texts(LIN_TOKENS)

_SHAPES = "5332 4-4-3-2 (5431) 5M(332) x x x 5+ 3-5 any - + any 4333 - 5m s>h h+d>=9 2- (54)xx !"
shapes = texts(words(_SHAPES), "5332", "5M(332)", "(54)xx + 4441 - 4144", "x+y", "s5+h4-")

_CONDITION = """12-14 hcp, 5+ spades, 4-card major or 6+ !c, balanced and no singleton, not (5332 or 4=4=4=1),
2 of top 3 honours in hearts, ace of spades, 3 keycards, losers 5-7, longer hearts than spades, any 6-card
suit, at least 9 cards
in the majors, exactly 2 aces, quick tricks 2+, semi-balanced, void in !d, shape 5M(332), K or Q of
hearts, 16+ """
conditions = texts(words(_CONDITION), *_CONDITION.split(","))

_PROSE = """Strong, artificial, 16+ hcp. 5+!h and 4+!s; game forcing. Balanced 15--17, may have a 5-card
major, denies 4M.
Transfer to !h. Weak with both majors, at least 5-4. 11-13 bal or any 18+. Splinter, 4+ support, 0-1
!c. To play.
Asks for aces: 1 or 4 keycards, 0/3. Raise of M, limit or better {10+ hcp, 3+ spades} forcing one
round, no 4-card major """
descriptions = texts(words(_PROSE), *_PROSE.split(". "))

_AMOUNTS = """0 1 9 38 99 ~40 314 40+ ~99+ 314-400 9-3 5-400 10000000000000000000000 ≥314 max_99 -5 14+ 0-0
13- exactly_14 10-12_or_99 37ish"""
_IN_SLOTS = {
    "SUIT": "hearts !s",
    "SUITS": "hearts/spades",
    "QUALITY": "good",
    "UNBOUND": "M m",
    "KIND": "major",
    "PAIR": "minors",
    "RANK": "ace ten",
    "RANKS": "AK",
    "UNNAMED": "any",
    "SHORT": "void",
    "SHAPE": "4432 9-9-0-0 99-0-0-0",
    "SHAPES": "4432_or_5332",
    "SIGN": "> <=",
    "GAME": "GF",
    "SHAPELY": "balanced",
    "NT": "bal",
    "BID": "2H 3!c",
    "TRICKS": "8.5 99+",
    "SIDES": "5-4 9-9",
    "EXACT_SIDES": "exactly_99",
}


def figures(random: Random) -> str:
    """Return a phrase that is known, with any amounts, shapes and suits in it."""
    pattern, _ = random.choice(FIGURES)
    said = []
    for element in pattern.split():
        if element.endswith("?") and random.random() < _WHOLE:
            continue
        name = element.removesuffix("?")
        filled = _AMOUNTS if name in ("AMOUNT", "NUMBER", "BOUNDED") else _IN_SLOTS.get(name)
        said.append(random.choice(filled.split() if filled else name.split("|")).replace("_", " "))
    return " ".join(said)


_WORDS = """strong 12-14 Stayman Jacoby transfer splinter weak two limit raise Bergen 4-8 balanced natural
game forcing 5-card major support Michaels Drury negative preempt to play 16+ minimum maximum hcp 5+"""
_CALLS_OF_ROWS = "1C 1D 1H 1S 1N 2C 2D 2H 2S 2N 3C 3H 4H P any (1H) (D) D"
_OWN = """#+MEANING: bergen = 7-9, 4+ support
#+MEANINGS: none
#+MEANINGS: weak two = 5-10
#+MEANING: x = {
#+MEANING: =
#+MEANINGS: x = y = 1-

1N-2C-
(1H)---
1C-(P)-
""".splitlines(keepends=True)
_STARTS = [f"{indent}{call}  " for indent in ("", "  ") for call in _CALLS_OF_ROWS.split()]
_SAID = [f"{text}\n" for text in words(_WORDS)[::2]]
notes = texts(
    [start + said for start in _STARTS for said in _SAID] + _OWN * 40 + words(_WORDS) * 4 + words(_PROSE)
)
"""Notes with words on hands, and meanings of their own."""

_SCRIPT = """produce 10\ncondition shape{north, 5s(431) + 4M333 - any 5332} and hcp(south)>=12 // shape{
 action printall # x
/* comment */ "string shape{" shape(east, any 4333) average "x" hcp(north) frequency(hcp(west),0,37)
vulnerable EW }{ """
scripts = texts(words(_SCRIPT), _SCRIPT)

_CALLS = [*(f"{level}{strain}" for level in "123" for strain in "CHN"), "P", "D", "R", "X", "pass", "?"]
_TURNS = [f"{call}-" for call in _CALLS] + [f"({call})-" for call in _CALLS] + [" ", "(", "7NT "]
auctions = texts(_TURNS)

_OPTIONS = """collapse: 2|file: x.bml|system: a|hide: yes|colapse: 1|download: yes|caption: *x*|boards: x.pbn
|examples: 1N-2C|frequencies:|after: 1C-(P)-(P)-(D)|show: both|dialect: 2.7""".replace("\n", "").split("|")
_FENCES = "```bml|```|~~~bml system=a|~~~|   ```bml|> ```bml|- ```bml|````bml|# T"
_FENCES_AS_LINES = [f"{fence}\n" for fence in _FENCES.split("|")]
_HEADS = [*(f"{option}\n" for option in _OPTIONS), "---\n", *_ROWS[:40], "* h\n", "text\n\n", "```bml show\n"]
markdown = texts(_FENCES_AS_LINES * 8 + _HEADS)
_DIRECTIVES = [".. bml::\n", ".. bml:frequencies::\n", ".. bml:examples:: 1N-2C\n", ".. bml:deal::\n", "\n"]
_DIRECTIVES += ["Title\n=====\n"]
_BODY = [f"   {line}" for line in (*(f":{option}\n" for option in _OPTIONS), *_ROWS[:40])]
restructuredtext = texts(_DIRECTIVES * 8 + _BODY + ["text\n\n", "..\n", "- .. bml::\n"])

_OUTLINES = """# 1NT
## 1♥-2♣
## Responses to 1♥
## Openings
# 1NT Rebid
After 1NT-2♣:
Opener's rebids:
1♣ - 1♦ -
- 2♣: Stayman
    - 2♦ no major
  - **3♣** – weak, 7+#
* 2NT asks:
10. X takeout
- 1♥ (2♣)
  - X 5-8
1NT - 2C - x
      2D - y
|---|---|
| - | |
| 1NT-2♦- | hearts |
| Bid | Points | Meaning |
| 2 | ♦ ♥ | 6-11 |
| 1♣/1♦ | |
| 3♠!, 4♣♦! | SPL |
2♦~2♠: weak
2♣ is forcing.
1♦: 4!H
(1♦) — 1♠ — (Pass) — 2♦:
4 spades, 6 diamonds
== 1C
** 1D x
term:: said
|===
<ul><li>1C: x
<table><tr><td>1NT-2C-<td>y
```bml
```
=====
Followed by 3C relay
1T 1K 1C 1P
.. list-table::
:   said
<dl>
<dt>1♦</dt><dd>0-7</dd>
<tr><td>2♣</td><td>x</td></tr>
</table>
> - 1♥: 6+
"""
_OUTLINE_LINES = [f"{line}\n" for line in _OUTLINES.split("\n")]

outlines = texts([*_OUTLINE_LINES, *_TURNS, "|", "\n\n", "    ", "- "], _OUTLINES)
