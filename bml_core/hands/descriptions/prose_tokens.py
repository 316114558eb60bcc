"""The words of a description, as far as they are about the hand of the call.

Links and marks are left out, and so is what was agreed in the past, what is said to the opponents, and what
other calls mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from bml_core.bridge import FULL_HAND, Suit
from bml_core.hands.descriptions.call_context import CallContext
from bml_core.hands.descriptions.tokens import SUIT_OF, Abbreviated, SuitsOfRow, Token, tokens_of
from bml_core.hands.descriptions.vocabulary import Vocabulary

LINK = re.compile(r"\[([^\[\]\n]*)\]\([^()\n]*\)")
# "9+, see [slam](slam.md)"
_SEE_LINK = re.compile(
    rf"(?i),?\s*\(?(?:for\s+details\s+)?see\s+(?:(?:the|also)\s+)*(?:\[\[[^\[\]\n]+\]\]"
    rf"|{LINK.pattern}(?:(?:,\s+|\s*/\s*|\s+and\s+){LINK.pattern})*)(?:\s+page)?\)?"
)
# "(was forcing until 2019)", "(we used to play DONT)", "since 2021", "Strong hands dropped in 2016."
_YEAR = r"(?:199\d|20[0-3]\d)"
_PAST = re.compile(
    rf"(?i)\s?\([^()]*\b(?:used\s+to|formerly|(?:in|since|until|till|from|before|changed)\s+{_YEAR})\b[^()]*\)"
    rf"|\s?\( ?{_YEAR} ?\)"
    rf"|(?<=[.;])\s[^.;()\d]*\b(?:in|since|until|till|from|before)\s+{_YEAR}\b[.;]?(?=\s*$)"
    rf"|,?\s?\b(?:since|until|till)\s+{_YEAR}\b"
)
# "5+!s [A]", "[A] 5+!s", "6-9 (ann)", "15+ (!)", "6-9 *A*" in bold: what is said to the opponents at once.
# "(A) 12-14 (B) 18-19" are two alternatives.
_SAID_AT_ONCE = r"(?:A|!{1,3}|(?i:alert(?:ed|able)?|ann?(?:ounced?)?)\.?)"
_IN_BRACKETS = rf"(?:\[{_SAID_AT_ONCE}\]|\({_SAID_AT_ONCE}\))"
_TOLD = re.compile(
    rf"\A{_IN_BRACKETS}\s(?!.*[(\[]B[)\]])|\s?(?P<bold>\*)?(?:{_IN_BRACKETS}|(?<=\*)A(?=\*))"
    r"(?(bold)\*(?=\W|$)|(?=\s*(?:[.,;]|$)))"
)
# "3-3 in the minors = 1C", "5-5 open the higher one": with which bid such hands open, not what this one has.
_OPENED = (
    r"(?<![\w-])[3-6][-=]?[3-6] (?:in )?(?:the )?(?:minors|majors|ms?)? ?(?:=|opens?|we open|start with) ?"
    r"(?:1?(?:[CDHS\u2660-\u2667]|![cdhs])(?!\w)|the (?:higher|lower)(?: one| suit)?)"
)
# "with both majors 2!h", "with 4-4 1D"
_BID_WITH = (
    r"\bwith (?:both (?:the )?(?:majors|minors)|[3-6][-=]?[3-6](?:(?: in)? the (?:majors|minors))?),?"
    r" (?:we open )?[12](?:[CDHS\u2660-\u2667]|![cdhs])(?!\w)"
)
_WHICH_BID = re.compile(rf"(?i)\([^()\d]{{0,40}}{_OPENED}[^()]*\)|{_OPENED}|{_BID_WITH}")
# "new suit: F1" in a line below "12-14, NF": what another call means
_OTHER_CALL = re.compile(
    r"(?i)(?<=\n)[ \t]*(?:(?:any|an?|the|other|lower|higher|cheapest) )*"
    r"(?:new suits?|fourth suit|raises?|cue-?bids?|jumps?(?: shifts?)?)(?: (?!shows)[^\W\d_]+){0,5}:[^\n]*"
)
# "F1 (answers as after 1♥)": how the auction goes on
_GOING_ON = re.compile(
    r"(?i)\s?\((?:all\s+)?(?:the\s+)?"
    r"(?:answers?|responses?|replies|continuations?|rebids?|developments?|system(?:\s+on)?|then)\s+"
    r"(?:(?:is|are|go|much|exactly|just|on)\s+)*(?:as|like|the\s+same)\b[^()]*\)"
)
# "splinter; 3♠ asks where": the next call of partner
_ASKED_NEXT = re.compile(
    r"(?i)[;.]\s+(?:then\s+)?[1-7](?:![cdhs]|[\u2660-\u2667]|(?:[CDHS]|NT?)(?!\w))\s*"
    r"(?:=\s*|is\s+(?:an?\s+)?)?"
    r"(?:asks?|asking|relays?|enquir\w+|inquir\w+)\b(?:(?!\swith\b)[^;.,\d])*(?=$|[;.\n])"
)
# "(over 1♥) – 4♠, 11–17" after 1♣–1♥: the auction in which the row is so.
_OVER = re.compile(r"(?i)\b(?:over|after|opposite)\b")
_IN_AUCTION = re.compile(
    r"(?i)\s*(?P<bracket>\()?(?:over|after|opposite) (?:(?:an?|our|their|the) )?"
    r"\(?(?P<level>[1-7])?(?P<strain>![cdhs]|[\u2660-\u2667]|(?:[CDHS]|NT?)(?!\w))\)?"
    r"(?: (?:opening|overcall|response|rebid|bid))?\s?"
    r"(?:(?(bracket)\))\s*[:=\u2013\u2014-]?|[:,;=\u2013\u2014])(?=\s)"
)
# "† puppet to 2♦"
_ALERTS = ("*", "!", "\u2020", "\u2021", "\u25cf", "\u26a0")
_EMPHASIS = re.compile(r"(?<![\w/:.)])/[^\s/](?:[^/\n]*[^\s/])?/(?![\w/])")
_LETTERS = str.maketrans({suit.symbol: suit.value for suit in Suit})
_STARTS = frozenset((",", ";", ".", ":", "(", ")"))
_VERBS = frozenset(
    ("has", "holds", "shows", "promises", "denies", "guarantees", "accepts", "completes", "does", "doesn't")
)
_SHAPE_WORDS = ("balanced", "unbalanced", "semi-balanced")
_PLAYERS = ("opener", "responder")
WAYS = frozenset(("types", "way", "ways", "variants", "kinds", "possibilities", "options", "meanings"))
# "one of the following:", "either" at the end of a line, "three different types:"
_OF_LABEL = WAYS | {
    "1",
    "2",
    "3",
    "4",
    "any",
    "of",
    "the",
    "these",
    "following",
    "either",
    "different",
    "several",
}
_LABELS = ({"1", "of"}, {"any", "of"}, {"either"}, *({way} for way in WAYS))
# "1.", "a)", "-" before an alternative
_NUMBER = re.compile(r"(?:[1-9]|(?<!\w)[a-eA-E])?[.)]\s|[-*\u2022]\s")


def said_elsewhere(text: str) -> list[re.Match[str]]:
    """Return what a text says of other calls: ``new suit: F1``, ``3-3 in the minors = 1C``."""
    return [*_WHICH_BID.finditer(text), *_OTHER_CALL.finditer(text)]


def prose_tokens(
    text: str,
    suits: SuitsOfRow,
    call: CallContext,
    elsewhere: Iterable[re.Match[str]],
    *,
    abbreviations: Abbreviated,
    vocabulary: Vocabulary,
) -> list[Token]:
    """Return the words of a description, but for those that are said ``elsewhere``."""
    marks = {at for mark in _EMPHASIS.finditer(text) for at in (mark.start(), mark.end() - 1)}
    for link in LINK.finditer(text) if "](" in text else ():
        marks.update((link.start(), *range(link.end(1), link.end())))
    links = chain(_SEE_LINK.finditer(text), _GOING_ON.finditer(text), _ASKED_NEXT.finditer(text))
    for left_out in chain(_PAST.finditer(text), _TOLD.finditer(text), links, elsewhere):
        marks.update(range(*left_out.span()))
    marks.update(range(_end_of_auction(text, call)))
    found = tokens_of(
        text, suits, prose=True, vocabulary=vocabulary, abbreviations=abbreviations, role=call.role
    )
    found = [token._replace(word=".") if _ends_sentence(text, token) else token for token in found]
    said = [token for token in found if token.word not in _ALERTS and token.start not in marks]
    if any(player in text.lower() for player in _PLAYERS) and call.player and call.player in text.lower():
        said = [token for number, token in enumerate(said) if not _is_subject(said, number, call.player)]
    tokens = [token for token, before in zip(said, [None, *said], strict=False) if not _ends(before, token)]
    return _answer(tokens) if call.asked else _with_alternatives(tokens, text)


def _end_of_auction(text: str, call: CallContext) -> int:
    """Return where words at the beginning end that name a bid of the auction: ``(over 1♥) – 4♠, 11–17``."""
    bid = _IN_AUCTION.match(text)
    if bid is None or len(_OVER.findall(text)) > 1:
        return 0
    strain = bid["strain"].strip("!").upper()[0].translate(_LETTERS)
    return bid.end() if re.search(rf"{bid['level'] or '[1-7]'}{strain}[-)]", call.auction) else 0


def _with_alternatives(tokens: list[Token], text: str) -> list[Token]:
    """Return tokens with "or" between alternatives: ``12-14 bal / 18+ any``, ``one of: …``."""
    if label := _label(tokens, text):
        return _labelled(tokens[label:], text)
    words = [token.word for token in tokens]
    divides = [
        n
        for n in range(1, len(tokens) - 1)
        if words[n] == "/" and text[tokens[n].start - 1 : tokens[n].end + 1] == " / "
    ]
    starts = (0, *(n + 1 + (words[n + 1] == "or") for n in divides))
    is_choice = divides and all(_counts_points(tokens[at : at + 2]) for at in starts)
    if not is_choice or not {",", ";", "."}.isdisjoint(words[: divides[-1]]):
        # In "12-14, 5+!c / 18+" the comma may divide as well.
        return tokens
    return [
        token._replace(word="or") if n in divides else token
        for n, token in enumerate(tokens)
        if not (n - 1 in divides and token.word == "or")
    ]


def _label(tokens: Sequence[Token], text: str) -> int:
    """Return how many tokens say that alternatives follow: those of ``three types:``; 0 for none."""
    words = [token.word for token in tokens]
    count = next((n for n, word in enumerate(words) if word not in _OF_LABEL), 0)
    if not any(label <= {*words[:count]} for label in _LABELS):
        return 0
    if words[count] == ":":
        # "One of: 1. 12-14 bal 2. 18+" is divided by its numbers.
        rest = tokens[count + 1 :]
        return count + 1 if rest and ("\n" in text or not _NUMBER.match(text, rest[0].start)) else 0
    return count if "\n" in text[tokens[count - 1].end : tokens[count].start] else 0


def _labelled(tokens: Sequence[Token], text: str) -> list[Token]:
    """Return the tokens of alternatives after a label, "or" between them: ``one of: 6-10, 6!s; 20-21 bal``.

    They are in lines, or have semicolons or slashes between them. Commas part them only if each begins with
    points: in ``one of: weak, 6!s, 20-21 bal`` nobody knows which do, so that none of it is known.
    """
    lines = _divided(tokens, text, "\n")
    pieces = [[token for token in line if token.start >= _end_of_number(line[0], text)] for line in lines]
    sign = next((sign for sign in (";", " / ") if sign in text and len(lines) == 1), "")
    if sign:
        pieces = _divided(tokens, text, sign)
    elif len(lines) == 1:
        pieces = _divided(tokens, text, ",")
        if any(token.word == "or" for token in tokens):
            # "NT-hand 11-13, or 17+ HP any shape"
            return [*tokens]
        if not all(_counts_points(piece[:2]) for piece in pieces):
            return [Token("\u2026", text, tokens[0].start, tokens[-1].end)]
    joined: list[Token] = []
    for piece in filter(None, pieces):
        at = piece[0].start
        joined += [Token(",", "", at, at), Token("or", "", at, at)] if joined else []
        joined += piece[1:] if piece[0].word == "or" else piece
    return joined


def _divided(tokens: Sequence[Token], text: str, sign: str) -> list[list[Token]]:
    """Return the tokens between signs of a text, which are left out."""
    pieces: list[list[Token]] = [[]]
    end = tokens[0].start
    for token in tokens:
        if sign in text[end : token.start] or (
            token.word == sign.strip() and sign in text[end : token.end + 1]
        ):
            pieces.append([])
        pieces[-1] += [token] if token.word != sign.strip() else []
        end = token.start
    return [piece for piece in pieces if piece]


def _end_of_number(first: Token, text: str) -> int:
    """Return where the number or the dash of an alternative ends: that of "a) 12-14"."""
    number = _NUMBER.match(text, first.start)
    return number.end() if number else first.start


def _counts_points(tokens: Sequence[Token]) -> bool:
    """Return whether words begin with points: "15+ clubs" does, "5+ clubs" and "6 cards" do not."""
    amount = tokens[0].amount if tokens else None
    is_length = any(token.word in (*SUIT_OF, "cards", "card", "-") for token in tokens[1:])
    return amount is not None and amount.reads_as_points and (not is_length or amount.low > FULL_HAND)


def _is_subject(tokens: Sequence[Token], number: int, player: str) -> bool:
    """Return True for the opener of ``opener has 4 spades``, where it is the opener who calls."""
    if tokens[number].word != player or number + 1 == len(tokens):
        return False
    before = [token.word for token in tokens[max(number - 2, 0) : number]]
    if before[-1:] == ["the"]:
        before.pop()
    is_first = not before or before[-1] in _STARTS
    return is_first and tokens[number + 1].written.lower().split()[0] in _VERBS


def _answer(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens of an answer to 4NT, with the queen that ``two with`` leaves out."""
    answer = [_of_answer(tokens, number) for number in range(len(tokens))]
    if answer and answer[-1].word in ("with", "no"):
        answer.append(Token("queen", "", answer[-1].end, answer[-1].end))
    return answer


def _of_answer(tokens: Sequence[Token], at: int) -> Token:
    """Return a token of an answer to 4NT: "or" between the numbers of ``1/4``, the queen of ``2 with it``."""
    token = tokens[at]
    if token.word == "q" or (token.word == "it" and at and tokens[at - 1].word in ("with", "no")):
        return token._replace(word="queen")
    sides = [tokens[n].amount for n in (at - 1, at + 1) if 0 <= n < len(tokens)]
    is_between = len(sides) == 2 and all(amount and amount.is_exact for amount in sides)
    return token._replace(word="or") if is_between and token.word in ("/", ",") else token


def _ends_sentence(text: str, token: Token) -> bool:
    """Return True for the last sign of "to play!! not a splinter"."""
    is_last = token.word == "!" and text[token.end : token.end + 1].isspace()
    return is_last and text[: token.end].rstrip("!")[-1:].isalnum()


def _ends(before: Token | None, token: Token) -> bool:
    """Return True for the full stop of ``bal.``; that of ``max. 3!s`` is read."""
    return (
        token.word == "."
        and before is not None
        and before.word in _SHAPE_WORDS
        and before.word != before.written.lower()
    )
