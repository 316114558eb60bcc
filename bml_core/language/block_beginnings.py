"""What a block is by its first lines: a heading, a list, an auction, a deal diagram, and how far these go."""

from __future__ import annotations

import re

from bml_core.language.row_parts import ACTIONS
from bml_core.language.source_lines import SourceLine

#: Several asterisks need no blank unless they close something bold.
HEADING = re.compile(r"(\*+)\s+(\S.*)|(\*{2,})([^\s*][^*]*)$")
BULLET = re.compile(r"\s*-(?!-)\s*(?=\S)")
NUMBER = re.compile(r"\s*(\d{1,6})\.\s+(?=\S)")
TABLE_ROW = re.compile(r"\s*\|")

_CALL = re.compile(
    rf"!?\(?!?(?:[1-7](?:NT|!?[CDHSNcdhs\u2660\u2663\u2665\u2666])|{'|'.join(ACTIONS)})!*\)?[!*]*"
)
_MARK = re.compile(r"-+|[\u2013\u2014]|\?+|\.\.\.|\u2026|AP|/|=")
NOTE = re.compile(r"\s*\[([0-9A-Za-z]{1,3})\]\s+(?=\S)")
NOTE_MARK = re.compile(r"(?<=.)\[([0-9A-Za-z]{1,3})\]$")
ALL_PASSES = re.compile(r"\b[Aa]ll [Pp]ass\b(\[[0-9A-Za-z]{1,3}\])?")
ROW_LENGTH = 4
_CLOCKWISE = "NESWNESW"
_SEAT_WORDS = {"n", "e", "s", "w", "north", "east", "south", "west"}

_HOLDING = r"(?:(?:10|[2-9AKQJTx])+|-|\u2013|\u2014)"
HAND = rf"\s*([NESW])(?::\s*{_HOLDING}(?:\s+{_HOLDING})*|\s+{_HOLDING}(?:\s+{_HOLDING}){{2,}})\s*$"

#: One line above the hands may say anything.
_FREE_HEADERS = 1
_HEADER_WORD = (
    r"(?i:[nesw]|ns|ew|none|all|both|north|east|south|west|board|contract|deal|dealer|lead|vul|vulnerable)"
    r"|#?\d{1,6}|[1-7](?:NT|[CDHSN])X{0,2}[NESW]|P|PASS|!?[cdhs](?:10|[2-9AKQJT])"
)


# ---------------------------------------------------------------- auctions that titles name

_NAMED_BID = r"\(?[1-7](?:NT|!?[CDHSNMm\u2660\u2663\u2665\u2666])\)?"
_NAMED_CALL = rf"(?:{_NAMED_BID}|\(?(?:[PpDXR]|XX|[Pp]ass|[Dd]bl|[Dd]ouble)\)?)(?!\w)"
_BETWEEN_CALLS = r"\s*[-\u2010-\u2014;,/]+\s*|\s+"
_TITLE = (
    rf"(?P<lead>.*?)(?<!\w)(?P<calls>{_NAMED_BID}(?!\w)(?:(?:{_BETWEEN_CALLS}){_NAMED_CALL})*)"
    r"(?P<tail>(?:[\s*:;?.\u2026>\u2192\u2010-\u2014-]|\b(?:then|openings?|overcalls?|responses?|answers?|replies"
    r"|rebids?|structure|continuations?|developments?|bidding|auctions?|sequences?|opener'?s?|responder'?s?)\b)*)"
)
_LEAD = (
    r"(?i)(?:(?P<first>)|.*\b)(?:(?P<theirs>defen[cs]es?|against|versus|vs)|after|over|opposite|following|facing|responses?"
    r"|answers?|replies|rebids?|continuations?|developments?|bidding|auctions?|sequences?|nach|antworten|apr\u00e8s|r\u00e9ponses?)\b.*"
)
_OPEN_ENDS = (*":;?\u2026>\u2192\u2013\u2014-", "...", "then")
_ARTICLES = r"(?i)\W*(?:(?:the|our)\b)?\W*"
_SIGN_LETTERS = str.maketrans("\u2663\u2666\u2665\u2660", "CDHS")
_PASSES = ("P", "p", "Pass", "pass")
_LONGEST_TITLE = 100


def auction_named(text: str) -> str:
    """Return the auction that a heading or the last line of a text names for what follows, "" if none.

    >>> auction_named("After 1N:"), auction_named("1C - 1H - ?"), auction_named("* Responses to 1H/1S")
    ('1N', '1C-1H', '1H/1S')
    >>> auction_named("We open 1C:"), auction_named("1N  15-17"), auction_named("Defence to 1N:")
    ('', '', '(1N)')
    """
    found = _title(text)
    if found is None:
        return ""
    lead, tail = re.fullmatch(_LEAD, found["lead"]), found["tail"].strip(" *")
    is_title = HEADING.match(text) is not None or text.startswith("#") or tail.endswith(_OPEN_ENDS)
    is_short = not tail and ("-" in found["calls"] if lead is None else lead["first"] is not None)
    if not (is_title or is_short) or (lead is None and not re.fullmatch(_ARTICLES, found["lead"])):
        return ""
    written = re.sub(rf"\s*[/,]\s*(?={_NAMED_BID})", "/", found["calls"])
    calls = [call for call in re.split(r"[\s\u2010-\u2014;-]+", written) if call.strip("()") not in _PASSES]
    is_theirs = lead is not None and lead["theirs"] and len(calls) == 1 and not calls[0].startswith("(")
    return f"({calls[0]})" if is_theirs else "-".join(calls)


def _title(text: str) -> re.Match[str] | None:
    return re.fullmatch(_TITLE, text.strip().lstrip("*# ")) if 0 < len(text) <= _LONGEST_TITLE else None


def names_responses(heading: str) -> bool:
    """Return whether a heading says that what is below it follows the auction that it names."""
    found = _title(heading)
    return found is not None and re.fullmatch(_LEAD, found["lead"]) is not None


def continues(auction: str, word: str) -> bool:
    """Return whether a table that begins with this call may continue an auction without beginning it.

    >>> continues("1N", "2C"), continues("1C-1H", "1C"), continues("2N", "1C")
    (True, False, False)
    """
    calls = [call.strip("()!;") for call in re.split("[-/]+", auction)]
    heights = [height for call in calls if (height := _height(call))]
    bid = word.strip("()!")
    return not (_height(bid) and heights and _height(bid) <= max(heights)) and bid != calls[0]


def _height(call: str) -> tuple[int, ...]:
    """Return level and strain of a bid for comparison, () for other calls; a variable may be any suit."""
    # Not isdigit, which takes the ² of "1C-²-" that is no number.
    if not call[:1].isdecimal():
        return ()
    strain = call[1:].replace("!", "").translate(_SIGN_LETTERS).upper()[:1]
    return int(call[0]), "CDHSN".find(strain) % 6


# ---------------------------------------------------------------- auctions


def is_auction(lines: list[SourceLine]) -> bool:
    """Return True if the first row of a block, below an optional line of seats, has four calls."""
    seats = seat_letters(lines[0].text)
    rows = lines[1:] if seats else lines
    if not rows:
        return False
    words = [without_mark(word) for word in ALL_PASSES.sub(r"AP\1", rows[0].text).split()]
    if not all(map(is_entry, words)):
        return False
    has_call = any(_CALL.fullmatch(word) for word in words)
    return has_call and (bool(seats) or len(words) >= ROW_LENGTH)


def auction_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of an auction at the beginning of a block, its notes included."""
    begin = 1 if seat_letters(lines[0].text) else 0
    is_part = [_is_row(line.text) or NOTE.match(line.text) for line in lines[begin:]]
    return next((begin + n for n, part in enumerate(is_part) if not part), len(lines))


def _is_row(text: str) -> bool:
    """Return True if a line has entries of an auction alone, or is short and has a slip."""
    words = [without_mark(word) for word in ALL_PASSES.sub(r"AP\1", text).split()]
    entries = sum(map(is_entry, words))
    has_slip = len(words) == 1 or 0 < entries < len(words) <= ROW_LENGTH
    return entries == len(words) or has_slip


def is_entry(word: str) -> bool:
    """Return True for a call, or a mark that takes the place of one."""
    return (_CALL.fullmatch(word) or _MARK.fullmatch(word)) is not None


def without_mark(word: str) -> str:
    """Return an entry of an auction without the mark of its note."""
    return NOTE_MARK.sub("", word)


def seat_letters(text: str) -> tuple[str, ...]:
    """Return the letters of a line that names a seat for each column, such as ``West North East South``."""
    words = [word[:1].upper() if word.lower() in _SEAT_WORDS else "" for word in text.split()]
    is_header = len(words) == ROW_LENGTH and all(words) and "".join(words) in _CLOCKWISE
    return tuple(words) if is_header else ()


# ---------------------------------------------------------------- deal diagrams


def diagram_start(lines: list[SourceLine]) -> int:
    """Return the number of the first line of a deal diagram in a block: its headers, or its first hand.

    The line above the hands is a header whatever it says, as long as the block begins with it; other lines
    above the hands are headers if most of their words are about the board.
    """
    first = first_hand(lines)
    if first is None or first < _FREE_HEADERS + 1:
        return 0
    start = first
    while start and _is_header(lines[start - 1].text):
        start -= 1
    return start


def diagram_length(lines: list[SourceLine]) -> int:
    """Return the number of lines of a block that begins with a deal diagram, up to its last hand; 0 if none.

    Other lines among the hands are errors, not a reason to read the block as prose.
    """
    if first_hand(lines) is None or diagram_start(lines):
        return 0
    return max(number for number, line in enumerate(lines) if re.match(HAND, line.text)) + 1


def first_hand(lines: list[SourceLine]) -> int | None:
    """Return the number of the first line that is a hand, or None."""
    return next((number for number, line in enumerate(lines) if re.match(HAND, line.text)), None)


def _is_header(text: str) -> bool:
    words = header_words(text)
    return 2 * sum(re.fullmatch(_HEADER_WORD, word) is not None for word in words) > len(words)


def header_words(text: str) -> list[str]:
    """Return the words of a header, without the marks between them."""
    return [word for word in re.split(r"[\s,;:.]+", text) if word]
