"""Calls as players write them at the beginning of a line: ``**1♣** – 16+``, ``1NT-2♣-2♦-``, ``(1♦) 1♠``.

Each call is read by the grammar of bid columns; here are only the signs around calls and between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from bml_core.bridge import BIDS, PASS, Bid, Call, Suit
from bml_core.document import Dialect, Label, LiteralCall
from bml_core.language.bids import SUIT_WORDS, BidColumn, parse_bid_column

ENGLISH: Mapping[str, str] = MappingProxyType({letter: letter for letter in "CDHS"})
"""The letters of suits as English has them."""
_ROMANCE = MappingProxyType({"T": "C", "K": "D", "C": "H", "P": "S"})
_SPANISH = MappingProxyType({"T": "C", "D": "D", "C": "H", "P": "S"})
_ITALIAN = MappingProxyType({"F": "C", "Q": "D", "C": "H", "P": "S"})
#: Dutch, and as they are in Sweden, Norway and Denmark.
_DUTCH = MappingProxyType({"K": "C", "R": "D", "H": "H", "S": "S"})

_SIGNS = {"\u2663": "C", "\u2666": "D", "\u2665": "H", "\u2660": "S", "\u2667": "C", "\u2662": "D"}
_SIGNS |= {"\u2661": "H", "\u2664": "S"}
_SIGN = "[\u2660-\u2667][\ufe0e\ufe0f]?"
_NOTRUMP = r"![Nn]|NT|nt|Nt|SA|Sa|sa|BA|ba|S\.A\.|No[- ]?[Tt]rumps?|no[- ]?trumps?|bez[- ]?atu"
_IS_NOTRUMP = re.compile(_NOTRUMP)
_BESIDE_LETTERS = re.compile(r"[!\ufe0e\ufe0f\s]")
#: "1 Cl", "2Ht": short for the names of suits.
_SHORT_SUITS = {
    word: letter
    for letter, words in {
        "C": "Cl Cls CL kl Kl",
        "D": "Di Dia Dmd DI ru Ru",
        "H": "Ht Hts Hrt HT hj Hj ha Ha",
        "S": "Sp Sps Spd SP sp sch Sch",
    }.items()
    for word in words.split()
}
_ONE_SUIT = rf"(?:{_SIGN}|![CDHSKRcdhskr])"
_STRAINS = (
    rf"\s?(?:{_NOTRUMP})(?!\w)|!(?:o?[Mm]|[XxYyZz])(?!\w)"
    rf"|\s?{_ONE_SUIT}(?:[ ]?{_ONE_SUIT}){{0,3}}|(?:[ ]?OM|o[Mm])(?!\w)"
    r"|(?:red|black|RED|BLACK)(?!\w)|[ ]?any(?!\w)|[CDHSN]{1,4}(?!\w)|[MmXxYyZzTKPRFQ](?!\w)|[cdhsn](?!\w)"
    rf"|[ \xa0]?(?:{'|'.join(_SHORT_SUITS)})(?!\w)"
    rf"|[ \xa0-](?i:{'|'.join(SUIT_WORDS)})(?!\w)"
)
_ACTION_OF = {
    word: call
    for call, words in {
        "P": "P p Pass PASS passe pas paso passo",
        "D": "D X x Dbl DBL double DOUBLE kontra ktr ktr. contre contro Ct Ctr Ctra "
        "doublet doblo dubbelt dobler",
        "R": "R XX xx RD Rdbl RDBL redbl redouble rekontra rktr rktr. surcontre surcontro Sct Sctr redoblo "
        "redubbelt redobler",
    }.items()
    for name in words.split()
    for word in ((name, name.capitalize(), name.lower()) if len(name) > 2 else (name,))
}
_ACTION_OF |= {"No Bid": "P", "No bid": "P", "no bid": "P"}
_ACTION = rf"(?:{'|'.join(map(re.escape, sorted(_ACTION_OF, key=len, reverse=True)))})(?!\w)"
_BID = rf"(?P<level>[1-7])(?P<strains>{_STRAINS})"
_STEP = r"\+(?P<step>[1-9])(?!\w)|(?P<ordinal>[1-9])(?:st|nd|rd|th)?[ ]?steps?(?!\w)"
_CORE = re.compile(
    # "!D" are diamonds.
    rf"(?P<alert>!(?![Dd](?!\w)))?(?:{_BID}|(?P<action>{_ACTION})|{_STEP}|(?P<rest>(?:[Oo]thers?|[Aa]ny)(?!\w)))"
)
_CORE_WITHIN = re.compile(rf"(?<![^\W_])(?:{_CORE.pattern})")
_FURTHER_SUIT = re.compile(rf"\s*/\s*(?P<strains>{_NOTRUMP}|[CDHSN](?!\w)|{_ONE_SUIT})(?!\w)")
_OR_WORDS = (
    "or",
    "and",
    "oder",
    "und",
    "ou",
    "et",
    "of",
    "en",
    "lub",
    "i",
    "o",
    "e",
    "y",
    "och",
    "og",
    "eller",
    "&",
)
_OR = re.compile(
    rf"\s*(?:[/,\u2044]|(?<=\s)(?:{'|'.join(_OR_WORDS)})(?=\s)|~|\s(?:t/m|bis|thru|through|tot|to)(?=\s))\s*"
)
# "**2♥** / **2♠**"
_BOLD_OR = re.compile(rf"(\*{{1,2}})(?:{_OR.pattern})\1(?=!?[1-7])")
_OTHER_OF_THEIRS = re.compile(rf"\)(?: (?:{'|'.join(_OR_WORDS)}) |\s?/\s?)\((?=[1-7])")
# Marks, and what no call begins without; nothing is one that is struck out.
_BEGINNING = re.compile(
    r"(?!~~)(?P<marks>[*_`~=\"'\u201c\u201e]*)(?P<theirs>\(?)"
    rf"(?=[!+1-9OoAa{''.join(sorted({word[0] for word in _ACTION_OF}))}])"
)
#: The calls after another one, the last of them apart.
_FOLLOWING = re.compile(r"(?:\s*[-\u2010-\u2015\u2212]\s*\(?([^\s(),;:.\u2010-\u2015-]+)\)?)+")
# "2♦! Multi", "2♦ † Multi", "2♦ (*): Multi"
_ALERT = re.compile(r"!|\*|\s?[\u2020\u2021]|\s?[(\[][!*\u2020\u2021][)\]]")
_MARK = re.compile(r"!|\s?[\u2020\u2021]")
_OF_ALERTS = " !\u2020\u2021()[]"
_CLOSING_MARKS = re.compile(r"[_`~\"'\u201d]*")
# "1NT P 2C P 2D": the passes are theirs.
_BARE_BID = rf"[1-7](?:{_ONE_SUIT}|NT|[CDHSN])"
_WITH_PASSES = re.compile(rf"{_BARE_BID}(?: (?:P|[Pp]ass) {_BARE_BID}){{1,20}}(?: (?:P|[Pp]ass))?(?!\w)")
# "1NT 2♦ 2♥ 3NT   to play", "1♣ 1♦ 1♥ 1♠ - natural", but "2♦ 2♥ 2♠ - weak" may be three openings.
_SPACED = re.compile(
    rf"(?P<first>[1-7])(?:{_ONE_SUIT}|NT|[CDHSN])(?P<more>(?: \(?(?:{_BARE_BID}|X|P|Dbl|XX)\)?){{2,39}})"
    r"(?=\s{2,}|\t|\s\?|\s*[:=]|\s[-\u2013\u2014]+\s|\s*$)"
)
# "3♣ 3♦ 3♥ 3♠": no auction goes on so.
_IN_A_ROW = re.compile(rf"([3-5])(?:{_ONE_SUIT}|[CDHS])(?: \1(?:{_ONE_SUIT}|[CDHS])(?!\w)){{2,3}}")
# "4♣-4♥+" is for several bids after 4♣.
_AND_HIGHER = re.compile(rf"[-\u2010-\u2015]\(?{_BARE_BID}\+")
_BLANK = re.compile(" ")
# Where calls may begin within a text: "Drury (P-1♥-2♣)", "after 1NT"
_CALLS_WITHIN = re.compile(r"(?<![\w+/.!-])(?:(?:P|[Pp]ass) ?[-\u2013\u2014] ?){0,3}\(?(?=!?[1-7])")
_DASH = "[-\u2010-\u2015\u2212]"
_BETWEEN = re.compile(
    rf"(?P<tight>{_DASH}+(?![\s>])|;\s*|:(?=\(?[1-7XP]))|\s*(?:{_DASH}+>?|;|>|\u2192|\u2026|\.\.)\s*|\s*(?=\()|(?<=\))\s*|\s+"
)
_OPEN_END = re.compile(rf"\s*(?:{_DASH}+|;|\.\.+|\u2026)?\s*(?:\?\s*(?=\(|$)|$)")
_GAP = re.compile(
    rf"\s*(?:\u2192|:?=(?!>)|=>|:(?!\S*//)|{_DASH}{{1,3}}>?(?=\s|$)|{_DASH}(?=\S)|,|\||\.{{2,}}"
    r"|\.(?: +\.)+|\u2026)+\s*|\s{2,}|\t|\s*$"
)
# "2H - double negative" goes on with a word, "(1S) D lovar 4 hjärter" with a verb, "(2S) X we play" with a
# player, and "(2H) X or (2S) X" with another auction.
_WORD_BEHIND = re.compile(
    r" (?!(?:shows|is|promises|asks|zeigt|ist|montre|toont|visar|lovar|\u00e4r|mostra|pokazuje) "
    r"|(?:we|partner|opener|responder|advancer) |(?:and|or|und|oder|et|ou|en|of) \()[a-z]"
)
# "2♣ – any GF", "2♣ – any 22+"
_ANY_HAND = re.compile(r"[Aa]ny (?=[A-Z\d])")
# What follows calls where a sentence does not go on: "2C is 6+ clubs".
_IS = re.compile(r"\s+(?:is|=)\s+")
_ABBREVIATED = re.compile(
    r"(?i)\b(?:inv|nat|art|min|max|(?:un)?bal|opt|constr|etc|pts|spl|stop|supp|resp|forc|pen|neg|pos|str|quant)\.\s*\Z"
)
_CARDS_BEHIND = re.compile(r"(?i)\s*(?:cards?|hands?|suits?)\b")
FOLLOWED_BY = r",? (?:and )?(?:then|followed by|dann|puis|daarna|potem|poi) "
"""A pattern for the words between a call and a later one: "2NT then 3♥"."""
_THEN = re.compile(
    rf"{FOLLOWED_BY}"
    r"(?:\(?[1-7]|(?:cue|[Pp]ass|(?:re)?double|raise|(?:a )?new suit)\b)"
)
_FOREIGN = re.compile(r"(?<![\w/])[1-7](?:([TKPRFQ])|!([KRkr]))(?![\w+])")
_MOST_CALLS, _SEVERAL = 40, 3
_SHORTEST_WORD = 4
#: How far the end of calls within a sentence is looked for.
_LONGEST = 400
# "2 ♥" may be two hearts, "2d" the second.
_UNCERTAIN = re.compile(r"[1-7] (?!any|SA|NT|BA)|[1-7][cdhsn]$")
_SECOND_CALL = re.compile(
    # "4♥s" are four hearts.
    r"\(?[1-7](?:[\u2660-\u2667](?![\ufe0e\ufe0f]?'?s\b)|[CDHSN](?!\w)|NT|BA|SA)"
    r"|\((?:X|[Dd]bl|DBL|ktr|P|[Pp]ass?)\)"
)


class WrittenCalls(NamedTuple):
    """Calls at the beginning of a text.

    Attributes:
        columns: The calls, one after the other; several alternatives are one column.
        end: Where the calls end.
        offset: Where what is said of the last one begins.
        is_apart: Whether something is between the two, such as a colon, or nothing follows.
        is_sure: Whether no other reading of the text is as likely.
        is_open: Whether a dash after the last call says that more follow.
        is_word: Whether it is a word that a sentence may begin with, too, as in "Pass with less".
    """

    columns: tuple[BidColumn, ...]
    end: int
    offset: int
    is_apart: bool
    is_sure: bool
    is_open: bool
    is_word: bool = False


def foreign_letters(text: str) -> Mapping[str, str]:
    """Return what the letters of suits mean in a text, by those that English does not have.

    >>> foreign_letters("1T 1K 1C 1P")["C"], foreign_letters("1K, 1R, 1H")["K"], foreign_letters("2R")["C"]
    ('H', 'C', 'C')
    """
    letters = {(one or other).upper() for one, other in _FOREIGN.findall(text)}
    if letters >= {"F", "Q"}:
        return _ITALIAN
    if letters & {"T", "P"} and "K" in letters:
        return _ROMANCE
    if letters >= {"T", "P"}:
        return _SPANISH
    return _DUTCH if letters >= {"K", "R"} else ENGLISH


def with_suit_signs(text: str, letters: Mapping[str, str] | None = None) -> str:
    """Return a text with the signs of suits after numbers, where it has letters that English does not.

    ``letters`` are those of the whole page, if the text is a part of one.

    >>> with_suit_signs("1F-1C: 4C, 1F-1Q/1P: 5+Q, 1SA"), with_suit_signs("1C-1H: 4H, 1F")
    ('1♣-1♥: 4♥, 1♣-1♦/1♠: 5+♦, 1SA', '1C-1H: 4H, 1F')
    """
    letters = foreign_letters(text) if letters is None else letters
    if letters is ENGLISH:
        return text
    signs = {letter: Suit(code).symbol for letter, code in letters.items()}
    some = "".join(signs)
    return re.sub(
        # "4C+4P", but not "4P+"
        rf"(?<![\w#&=])([1-7]\+?)([{some}](?:/[{some}])*)(?!\w|\+(?!\d))",
        lambda found: found[1] + "/".join(signs[letter] for letter in found[2].split("/")),
        text,
    )


def read_calls(
    text: str,
    letters: Mapping[str, str] = ENGLISH,
    begin: int = 0,
    *,
    takes_words: bool = False,
    is_dashed: bool = False,
) -> WrittenCalls | None:
    """Return the calls that a text begins with; None if it begins with none.

    A word such as Pass, with no sign after it, is one where the caller ``takes_words``. Where notes are
    ``is_dashed``, a dash between spaces stands before what a call means: "2♥ – 5♥ and a minor".

    >>> [column.text for column in read_calls("1NT - 2\u2663: Stayman").columns]
    ['1N', '2C']
    >>> [column.text for column in read_calls("2C -> 4S, longer clubs").columns]
    ['2C']
    >>> read_calls("2/1 game force"), read_calls("4 spades, 6 diamonds"), read_calls("3rd hand")
    (None, None, None)
    """
    read = _one_column(text, begin, letters)
    if read is None or text[begin : read[1]] == "p":
        # "1SA - p - 2♣", but "p" alone is a letter.
        return None
    columns, at = [read[0]], read[1]
    open_stars = len(text[begin:at]) - len(text[begin:at].lstrip("*")) if text[at - 1] != "*" else 0
    passed_end = passed.end() if (passed := _WITH_PASSES.match(text, begin)) else 0
    spaced_end = _spaced_end(text, begin)
    is_sure = True
    spaced = 0
    while len(columns) < _MOST_CALLS and (between := _BETWEEN.match(text, at)):
        start = between.end()
        read = _one_column(text, start, letters, open_stars=open_stars)
        # In "1♣ - 1♥ - 4♦" the dashes are alike.
        if read is None or not _goes_on(text, between, read, is_dashed=is_dashed and not spaced):
            break
        if between[0].isspace():
            # "1N    2C    Stayman" is in columns, but "1C 1D" may be an auction or two calls.
            # Two columns of calls alone are the auction of a hand.
            is_column = len(between[0]) > 1 and _GAP.match(text, read[1]) is not None
            # "2♥  4♥, perhaps spades"
            is_column = is_column and text[read[1] : read[1] + 1] != ","
            is_column = is_column and text[read[1] :].strip(" .") != ""
            is_column = is_column or read[1] <= max(passed_end, spaced_end)
            if passed_end >= read[1] and read[0].text == str(PASS):
                read = parse_bid_column(f"({PASS})", Dialect.V2_0), read[1]
            if text[start] != "(" and text[at - 1] != ")" and not is_column:
                break
        elif not between["tight"] and between[0].strip(" "):
            spaced += 1
        is_action = not read[0].text[0].isdecimal() and not read[0].theirs
        is_tight = between["tight"] and text[start : read[1]].isupper()
        # "1NT - (X) - XX punitive"
        is_answer = columns[-1].theirs and between[0].strip() and read[1] - start < _SHORTEST_WORD
        has_word = _WORD_BEHIND.match(text, read[1]) or _ANY_HAND.match(text, start)
        if is_action and not (is_tight or is_answer) and has_word:
            # "2H - double negative" goes on with words, "(2H) X then 2NT" perhaps.
            is_sure = is_sure and text[start - 1 : start] == " " and text[at - 1] != ")"
            break
        column, at = read
        columns.append(column)
    end = at
    verb = _IS.match(text, end)
    gap = _GAP.match(text, end) or verb
    # "1NT - 2♦; 2♥ - 2♠; ?"
    is_asked = text.startswith(";", end) and _OPEN_END.match(text, end) is not None
    if (gap is None and not is_asked and text[end : end + 1] not in (" ", "(", "[")) or (
        gap and _counts_cards(text, gap.end())
    ):
        return None
    is_apart = gap is not None
    offset = gap.end() if gap else end + (text[end : end + 1] in (" ", ";"))
    word = text[begin:end].strip("*_`~ !")
    # "Pass, 2♠ to play" has a bid as well.
    has_bid = re.search(r"/[1-7]", columns[0].text) is not None
    is_word = not (is_apart or has_bid or word[0].isdecimal() or columns[0].theirs) and len(columns) == 1
    if is_word and not takes_words:
        # "Pass with less" and "Any (5332)" are words of a sentence.
        return None
    is_sure = is_sure and not (
        (not is_apart and _UNCERTAIN.match(word) is not None)
        or _may_be_of_a_sentence(text, end, offset, verb)
        or _AND_HIGHER.match(text, end) is not None
        or (spaced > 0 and len(columns) < _SEVERAL and _may_be_a_raise(text, end, verb, is_apart=is_apart))
    )
    is_open = _OPEN_END.match(text, end) is not None and text[end:].strip() != ""
    return WrittenCalls(tuple(columns), end, offset, is_apart, is_sure, is_open, is_word)


def _spaced_end(text: str, begin: int) -> int:
    """Return where an auction of three calls or more with single spaces between them ends; 0 for none."""
    found = _SPACED.match(text, begin)
    # Bids of one level may be openings beside each other.
    return found.end() if found and set(re.findall(r"[1-7]", found["more"])) - {found["first"]} else 0


def _may_be_of_a_sentence(text: str, end: int, offset: int, verb: re.Match[str] | None) -> bool:
    """Return whether what follows calls may be another call, or make them part of a sentence."""
    # In "**2♥** † 4♠ and 5+♥" the marks part the call from what it means.
    has_blank = set(text[end:offset]) <= {" "} and text[:end].rstrip(_OF_ALERTS)[-1:] not in "*_`"
    # "2♥ 2♠" may be an auction, or two bids beside each other.
    is_beside = has_blank and _SECOND_CALL.match(text, offset) is not None
    # "3♠ is forcing, so 4NT asks." is a sentence; "2C then 2D is waiting" may be of one player, or of both.
    is_sentence = verb is not None and text.rstrip().endswith((".", ";"))
    # "3♣ = 6+♣, inv." ends with an abbreviation.
    is_sentence = is_sentence and _ABBREVIATED.search(text) is None
    return is_beside or is_sentence or _THEN.match(text, end) is not None


def _may_be_a_raise(text: str, end: int, verb: re.Match[str] | None, *, is_apart: bool) -> bool:
    """Return whether "2♦ - 3♦ is a raise" may be a description that begins with a call, no auction."""
    has_verb = verb is not None and "=" not in verb[0]
    return (has_verb or not is_apart) and not re.match(r"\s*[\d(]", text[end:])


def _goes_on(text: str, between: re.Match[str], read: tuple[BidColumn, int], *, is_dashed: bool) -> bool:
    """Return whether calls go on, not with a length: ``2C -> 4S, longer clubs``, ``2♦ – 6♥``."""
    column, end = read
    sign = between[0].strip()
    if sign.endswith((">", "\u2192")):
        # "2♥ → 5S-4H" has two lengths.
        lower = re.match(rf"{_DASH}([1-7])", text[end:])
        return not (re.match(r",| ?\+", text[end:]) or (lower and lower[1] < column.text[:1]))
    if _falls(column) and sign != between[0]:
        # "2H -- 5H, 4S" are lengths: nobody lists calls from above.
        return False
    is_parted = is_dashed and sign != between[0] and re.fullmatch(rf"{_DASH}{{1,2}}", sign) is not None
    is_long = column.text[:1] in "4567" and not text[end:].strip()
    return not is_parted or not (is_long or re.match(r"\s*[,+]|\s+(?:and|or|with)\b", text[end:]))


def _falls(column: BidColumn) -> bool:
    """Return whether a column lists a higher bid before a lower one."""
    calls = [each.call for each in column.patterns if isinstance(each, LiteralCall)]
    return any(isinstance(a, Bid) and isinstance(b, Bid) and a.rank > b.rank for a, b in pairwise(calls))


def _counts_cards(text: str, offset: int) -> bool:
    """Return whether "4S, 6D" and "5H-4S" are lengths of suits by the words after them."""
    return _CARDS_BEHIND.match(text, offset) is not None


def _one_column(
    text: str, at: int, letters: Mapping[str, str], *, open_stars: int = 0
) -> tuple[BidColumn, int] | None:
    """Return the column at this offset with its alternatives, and its end; None for what is struck out.

    ``open_stars`` are those before it that are still to be closed: ``**1♥–2♦** GF``.
    """
    begin = _BEGINNING.match(text, at)
    if begin is None:
        return None
    marks, theirs = begin["marks"], begin["theirs"] != ""
    # A star after the call is an alert, unless it closes one before it.
    stars = marks.count("*") + open_stars
    read = _alternatives(text, begin.end(), letters, has_stars=stars > 0)
    while theirs and read is not None and (other := _OTHER_OF_THEIRS.match(text, read.end)):
        # "(2♥) and (2♠)"
        further = _alternatives(text, other.end(), letters, has_stars=False)
        read = further and further._replace(words=(*read.words, *further.words))
    if read is None or (theirs and not text.startswith(")", read.end)):
        return None
    alert, end = read.alert, read.end + theirs
    for _ in range(stars):
        end += text.startswith("*", end)
    closing = _CLOSING_MARKS.match(text, end)
    assert closing is not None
    end = closing.end()
    following = text[end : end + 1]
    if (following.isalnum() and not theirs) or following in ("+", "%", "\u00b0"):
        return None
    # "**2♦**\\* transfer" has a star after the marks.
    while (alerted := _ALERT.match(text, end)) and (stars or alerted[0] != "*"):
        alert, end = True, alerted.end()
    # "X, double" names one call in two ways, "4♥, 4♥" has a slip.
    words = (word for n, word in enumerate(read.words) if word[0].isdecimal() or word not in read.words[:n])
    name = "/".join(words)
    column = parse_bid_column(f"({name})" if theirs else name, Dialect.V2_0)
    if not column.is_call or any(isinstance(pattern, Label) for pattern in column.patterns):
        return None
    return _alerted(column, alert), end


class _Alternatives(NamedTuple):
    words: tuple[str, ...]
    alert: bool
    end: int


def _alternatives(text: str, at: int, letters: Mapping[str, str], *, has_stars: bool) -> _Alternatives | None:
    """Return the calls that share a column: ``3♣, 3♦``, ``2C/D``, ``2♦~2♠``."""
    words: list[str] = []
    alert, last = False, at
    is_range = is_last = False
    begin = at
    while found := _CORE.match(text, at):
        word = _word(found, letters)
        if not word or _counts_cards(text, found.end()):
            break
        if words and not is_range and _is_next_auction(words[0], word, text, found.end(), letters):
            break
        if words and found["rest"] and text[found.end() :][1:2].islower():
            # "1NT, any strength"
            break
        words += _range(words.pop(), word) if is_range else [word]
        alert, end = alert or bool(found["alert"]), found.end()
        while words and word[0].isdecimal() and (further := _FURTHER_SUIT.match(text, end)):
            words.append(word[0] + _letters(further["strains"], letters))
            end = further.end()
        while mark := _MARK.match(text, end):
            alert, end = True, mark.end()
        if text.startswith("*", end) and not has_stars and not re.match(r"\*+\w", text[end:]):
            alert, end = True, end + 1
        last = end
        separator = (_BOLD_OR.match(text, end) if has_stars else None) or _OR.match(text, end)
        if separator is None and (row := _IN_A_ROW.match(text, begin)) and end < row.end():
            separator = _BLANK.match(text, end)
        if separator is None or not words:
            break
        sign = separator[0].strip("* ")
        if sign == "," and is_last:
            # "After 2♥ or 2♠, 2NT asks"
            break
        is_last = is_last or sign in _OR_WORDS
        is_range = sign not in ("", "/", ",", "\u2044", *_OR_WORDS)
        at = separator.end()
    return _Alternatives(tuple(words), alert, last) if words else None


def _is_next_auction(first: str, word: str, text: str, end: int, letters: Mapping[str, str]) -> bool:
    """Return whether a call after "and" begins another auction: ``1♣-1♥-1NT and 1♣-1♠-1NT``."""
    if (following := _FOLLOWING.match(text, end)) is None or not (word == "P" or word[:1].isdecimal()):
        return False
    if word == "P":
        # "P-1♥ or P-1♠"
        return following[1][:1].isdecimal() and first[:1].isdecimal()
    # "2♥-2NT and 2♠-2NT" end alike.
    last = _CORE.match(following[1])
    return word < first or (last is not None and _word(last, letters) == first)


def _alerted(column: BidColumn, alert: bool) -> BidColumn:
    return column if column.alert == alert else BidColumn(column.text, column.patterns, column.theirs, alert)


def _range(first: str, last: str) -> list[str]:
    """Return the bids from one to another: ``2D~2S``."""
    try:
        low, high = Call.parse(first), Call.parse(last)
    except ValueError:
        return []
    if not (isinstance(low, Bid) and isinstance(high, Bid)):
        return []
    return [bid.code for bid in BIDS[low.rank : high.rank + 1]]


def _word(found: re.Match[str], letters: Mapping[str, str]) -> str:
    """Return a call as BML has it, "" for what is none in this language."""
    if found["action"]:
        return _ACTION_OF[found["action"]]
    if found["rest"]:
        return "other"
    if step := found["step"] or found["ordinal"]:
        return f"{step}step"
    strains = _letters(found["strains"], letters)
    return f"{found['level']}{strains}" if strains else ""


def _letters(strains: str, letters: Mapping[str, str]) -> str:
    """Return the strains of a bid as BML has them, "" if a letter is none in this language."""
    bare = re.sub("!(?=[MmoXxYyZz])", "", strains.strip()).replace("OM", "oM")
    if _IS_NOTRUMP.fullmatch(bare):
        return "N"
    if bare in ("red", "RED", "black", "BLACK", "oM", "om", "M", "m", "Y", "Z"):
        return bare.lower() if len(bare) > 2 else bare
    if bare in ("X", "x", "any"):
        return "X"
    if bare in ("y", "z"):
        return bare.upper()
    if bare in _SHORT_SUITS:
        return _SHORT_SUITS[bare]
    if bare.lower() in SUIT_WORDS:
        return SUIT_WORDS[bare.lower()]
    if bare == "R" and letters is ENGLISH:
        return "red"
    written = _BESIDE_LETTERS.sub("", bare)
    result = ""
    for sign in written:
        letter = _SIGNS.get(sign) or ("N" if sign in "Nn" else letters.get(sign.upper(), ""))
        if "!" in strains and sign.upper() in "CDHS":
            letter = sign.upper()
        if not letter:
            return ""
        result += letter
    return result


def is_dashed(text: str, letters: Mapping[str, str]) -> bool | None:
    """Return whether a dash between spaces parts a call from what it means; None if nothing tells.

    >>> is_dashed("2\u2663 \u2013 GF relay", ENGLISH), is_dashed("1NT - 2\u2663: Stayman", ENGLISH)
    (True, False)
    """
    first = _one_column(text, 0, letters)
    if first is None or re.match(rf"\s+{_DASH}{{1,2}}\s+\S", text[first[1] :]) is None:
        return None
    read, likewise = read_calls(text, letters), read_calls(text, letters, is_dashed=True)
    return len(read.columns) == 1 if read is not None and read == likewise else None


def may_have_calls(text: str) -> bool:
    """Return whether anything in a text may be a call, which is soon found out.

    >>> may_have_calls("Then a double is for takeout."), may_have_calls("Opener has a minimum.")
    (True, False)
    """
    return _CORE_WITHIN.search(text) is not None


def find_calls(text: str, letters: Mapping[str, str] = ENGLISH) -> list[tuple[int, WrittenCalls]]:
    """Return every sequence of calls in a text, with its offset; single letters and words are none.

    >>> [offset for offset, _ in find_calls("Stayman (1NT-2\u2663) and 2NT")]
    [8, 21]
    """
    found: list[tuple[int, WrittenCalls]] = []
    at = 0
    for place in _CALLS_WITHIN.finditer(text):
        if place.start() < at:
            continue
        read = read_calls(text, letters, place.start()) or _inside(text, letters, place)
        if read is not None and any(column.text[0].isdecimal() for column in read.columns):
            found.append((place.start(), read))
            at = read.end
    return found


def _inside(text: str, letters: Mapping[str, str], place: re.Match[str]) -> WrittenCalls | None:
    """Return the calls after a parenthesis that is not one of the opponents' calls: ``(1NT-2♣)``."""
    start, depth = place.end(), 0
    # Signs of a sentence or marks of bold letters follow the calls.
    ends = ")" if place[0].endswith("(") else ".;:]?!,*"
    for end in range(start, min(start + _LONGEST, len(text))):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth < 0 or (depth == 0 and text[end] in ends and text[end] != ")"):
            return read_calls(text[:end], letters, start)
    return read_calls(text, letters, start)
