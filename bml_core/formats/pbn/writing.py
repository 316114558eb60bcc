"""Games and boards in the export format of PBN 2.1, and what it cannot hold."""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from bml_core._package import checked
from bml_core.bridge import CARDS, Bid, Board, Card, Contract, MadeCall, Seat, Strain, is_over, seats_of_play
from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import SUIT_LETTER
from bml_core.files import decode_block
from bml_core.formats.board_files import CALLS, excerpt, named, report_losses, unnamed_cards
from bml_core.formats.pbn.boards import (
    ALERT,
    ALL_PASS,
    NO_ANNOTATION,
    PLAYED_CARDS,
    PLAYERS,
    SEATS,
    SUFFIXES,
    TOKEN,
    VULNERABILITIES,
    WRITTEN_CALLS,
    AnnotatedWord,
    GameSection,
    comment_text,
    comments_of,
    deal_errors,
    is_table,
    leading_dashes,
    parse_contract,
    parse_deal,
    parse_declarer,
    parse_result,
    read_section,
    write_contract,
    write_deal,
)
from bml_core.formats.pbn.games import MANDATORY, NO_FACT, SECTIONS, STRING, TABLES, Game, Tag

# ---------------------------------------------------------------- tables

_CLOSED = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"')
_ELEMENT = re.compile(rf'{STRING}|\{{[^}}]*+\}}?|;[^\n]*+|(?<=\n)%[^\n]*+|[^\s"{{;]+')
# Characters that an element may have only between quotes.
_NOT_IN_ELEMENT = re.compile(r"[\[\]{};%]|[^!-~]")
_COLUMN = re.compile(r"[+-]?.*?(?:\\(\d{1,3})([LR]?))?")


def _table_lines(tag: Tag, value: str) -> Iterator[str]:
    r"""Yield the lines of a table (5.2): comments, then a row a line, the columns as wide as they say.

    >>> list(_table_lines(Tag("OwnTable", "", "N 9 S {total}\n10"), r"Declarer;Result\2R"))[1:]
    ['{total}', 'N  9', 'S 10']
    """
    # The backslash before the width of a column is single, in the standard as in every program.
    names = re.sub(r"\\\\(?=\d)", r"\\", _escape(value))
    yield f'[{tag.name} "{names}"]'
    elements: list[str] = []
    for match in _ELEMENT.finditer(tag.body):
        if match[0][0] in "{;":
            yield _comment(comment_text(match[0]))
        elif not (match[0].startswith("%") and tag.body[match.start() - 1] == "\n"):
            elements.append(_one_line(match[0]))
    columns = [_COLUMN.fullmatch(column) for column in value.split(";")]
    shape = [(int(column[1] or 0), column[2]) for column in columns if column is not None]
    for start in range(0, len(elements), len(shape)):
        row = zip(elements[start : start + len(shape)], shape, strict=False)
        yield " ".join(_padded(element, width, side) for element, (width, side) in row).rstrip()


def _padded(element: str, width: int, side: str | None) -> str:
    if element.startswith('"') and not _CLOSED.fullmatch(element):
        # What follows a lone quote, up to the end of its line.
        element = '"' + element[1:].rstrip("\\") + '"'
    elif _NOT_IN_ELEMENT.search(element) and not element.startswith('"'):
        element = f'"{element}"'
    return element.rjust(width) if side == "R" else element.ljust(width)


# ---------------------------------------------------------------- export format

_HEADER = "% PBN 2.1\n% EXPORT\n"
#: Characters of a line of export format, to which a carriage return and a line feed are added.
_LONGEST_EXPORTED = 253
_WIDTH = 79
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_UNSAFE_IN_COMMENT = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")
# What is written again for each file: its version, its format, its characters.
_HEADER_LINE = re.compile(r"^%[ \t]*(?:(?:PBN[ \t]+[\d.]+|EXPORT)[ \t]*$|Content-type:)", re.IGNORECASE)


@checked
def write_games(items: Iterable[Board | Game]) -> Iterator[str]:
    r"""Yield the text of a PBN file in export format: the header, then a part for each board or game.

    Lines end with a newline character; :func:`encode` makes the bytes of the file.

    >>> "".join(write_games([Board(number=1)]))[:22]
    '% PBN 2.1\n% EXPORT\n[Ev'
    """
    yield _HEADER
    for item in items:
        lines = _game_lines(item) if isinstance(item, Game) else _board_lines(item)
        # Some programs see the end of a game only in the empty line after it.
        yield "\n".join((*lines, "", ""))


@checked
def encode(parts: Iterable[str], utf8: bool) -> Iterator[bytes]:
    r"""Yield the bytes of a PBN file: lines end with CR and LF; the characters are ISO 8859-1.

    With ``utf8``, for a file of which a part :func:`needs_utf8`, they are UTF-8, and the first line says so.

    >>> list(encode(["caf\u00e9\n", "bar\n"], False))
    [b'caf\xe9\r\n', b'bar\r\n']
    """
    if utf8:
        yield b"%Content-type: text/x-pbn; charset=UTF-8\r\n"
    charset = "utf-8" if utf8 else "iso8859-1"
    for part in parts:
        yield part.replace("\n", "\r\n").encode(charset, "replace")


@checked
def needs_utf8(text: str) -> bool:
    r"""Return whether ISO 8859-1 does not hold whole games, or holds them so that they look like UTF-8.

    >>> needs_utf8("caf\u00e9"), needs_utf8("\u2660")
    (False, True)
    """
    if text.isascii():
        return False
    try:
        pieces = text.encode("iso8859-1").split(b"\n\n")
    except UnicodeEncodeError:
        return True
    return any(decode_block(piece) != piece.decode("iso8859-1") for piece in pieces)


def _game_lines(game: Game) -> Iterator[str]:
    """Yield the lines of a game in export format.

    Anything that the standard has no place for is left out: tags that it had already, calls after the
    end, signs without meaning. Values that cannot be read stay as they are.

    >>> from bml_core.formats.pbn import read_games
    >>> game = next(read_games('[Vulnerable "both"][Dealer "s"][Auction "S"] 1c!! 1NT=1= ap'))
    >>> lines = list(_game_lines(game))
    >>> lines[8:10], lines[15:]
    (['[Dealer "S"]', '[Vulnerable "All"]'], ['[Auction "S"]', '1C $3 1NT =1= AP'])
    """
    head = f"\n{game.head}"
    for text in (head, *(tag.body for tag in game.tags)):
        for match in TOKEN.finditer(text) if "%" in text else ():
            if match.lastgroup == "escaped" and not _HEADER_LINE.match(match[0]):
                yield _one_line(match[0])
    comments = defaultdict[str, list[str]](list)
    for tag in game.tags:
        comments[tag.name] += comments_of(tag.body)
    values = {name: _export_value(name, game.values) for name in game.values}
    table_names = {tag.name for tag in game.tags if is_table(tag)}
    tables = {tag.name: tag for tag in reversed(game.tags) if tag.name in table_names}
    sections = [section for name in SECTIONS if (section := read_section(game, name)) is not None]
    for section in sections:
        dashes = leading_dashes(section.entries) if section.tag.name == "Auction" else 0
        section.entries = section.entries[dashes:]
        if section.seat is not None:
            section.tag = section.tag._replace(value=section.seat.after(dashes).value)
    yield from _export_lines(values, comments_of(head), comments, sections, [*reversed(tables.values())])


def _export_lines(
    values: Mapping[str, str],
    head: Iterable[str],
    comments: Mapping[str, Sequence[str]],
    sections: Iterable[GameSection],
    tables: Sequence[Tag],
) -> Iterator[str]:
    """Yield the lines of a game: comments before its tags, tags with the comments after them, sections."""
    yield from map(_comment, head)
    names = {*MANDATORY, *SECTIONS, "Note", "", *(tag.name for tag in tables)}
    for name in (*MANDATORY, *sorted(values.keys() - names)):
        yield f'[{name} "{_escape(values.get(name, "?"))}"]'
        yield from map(_comment, comments.get(name, ()))
    for section in sections:
        yield from _section_lines(section)
    for tag in sorted(tables, key=lambda tag: tag.name):
        yield from _table_lines(tag, values[tag.name])


def _section_lines(section: GameSection) -> Iterator[str]:
    name = section.tag.name
    yield f'[{name} "{_escape(section.tag.value)}"]'
    yield from map(_comment, section.before)
    # Four entries a line, fewer where annotations make it long; the sign of the end comes last.
    for start in range(0, len(section.entries), PLAYERS):
        row = section.entries[start : start + PLAYERS]
        line = ""
        for word in (word for entry in row for word in _entry_words(entry, name)):
            # A word may be a comment of several lines, or one that reaches to the end of its line.
            last = line.rpartition("\n")[2]
            is_full = len(last) + 1 + len(word.partition("\n")[0]) > _WIDTH
            if line and (is_full or " ; " in last or last.startswith("; ")):
                yield line
                line = word
            else:
                line += f" {word}" if line else word
        yield line
    if section.end:
        yield section.end
    for tag in section.note_tags:
        yield f'[Note "{_escape(tag.value)}"]'
        yield from map(_comment, comments_of(tag.body))


def _entry_words(entry: AnnotatedWord, section: str) -> Iterator[str]:
    """Yield the words of a call or a card; one that cannot be read stays as it is."""
    word = entry.word.upper()
    if entry.mark:
        yield f"^{entry.mark.upper()}"
    if section == "Play" and word in PLAYED_CARDS:
        yield PLAYED_CARDS[word].text
    elif section == "Auction" and word == ALL_PASS:
        yield ALL_PASS
    elif section == "Auction" and word in CALLS:
        yield WRITTEN_CALLS[CALLS[word]]
    elif word:
        yield entry.word
    yield from (f"={number}=" for number in entry.notes[:1])
    first_nag = 1 if section == "Auction" else 7
    nags = {*entry.nags, *(SUFFIXES.index(suffix) + first_nag for suffix in entry.suffixes)}
    yield from (f"${nag}" for nag in sorted(nags))
    yield from map(_comment, entry.comments)


def _one_line(text: str) -> str:
    return _UNSAFE.sub(" ", text)


def _escape(text: str) -> str:
    r"""Return a text as the value of a tag may hold it: one line, quotes and backslashes escaped.

    >>> _escape('the "Big" one\n[Deal')
    'the \\"Big\\" one [Deal'
    """
    return _one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    r"""Return a text as a comment; one with a closing brace in it becomes a comment to the end of the line.

    >>> _comment("well led"), _comment("a } b"), _comment("a }\nb")
    ('{well led}', '; a } b', '{\na )\nb\n}')
    """
    # Where a control character was, there may be white space at an end that reading takes away.
    text = comment_text("{" + _UNSAFE_IN_COMMENT.sub(" ", text) + "}")
    lines: list[str] = []
    for line in text.split("\n"):
        longest = _LONGEST_EXPORTED - 3
        lines += textwrap.wrap(line, longest) if len(line) > longest else (line.rstrip(),)
    text = "\n".join(lines)
    if "\n" in text:
        text = f"\n{text}\n"
    elif "}" in text:
        return f"; {text}"
    return "{" + text.replace("}", ")") + "}"


def _export_value(name: str, values: Mapping[str, str]) -> str:
    """Return the value of a tag as export format wants it; one that cannot be read stays.

    >>> _export_value("Vulnerable", {"Vulnerable": "both"}), _export_value("Result", {"Result": "NS 9"})
    ('All', 'NS 9')
    """
    value = values[name]
    if name == "Dealer":
        return value.strip().upper() if value.strip() in SEATS else value
    if name == "Vulnerable":
        vulnerability = VULNERABILITIES.get(value.strip().lower())
        return value if vulnerability is None else vulnerability.value
    if name == "Deal":
        # The colon is followed by the first hand, so that no seat is part of a ten.
        value = value.replace("10", "T")
        tag = parse_deal(value)
        dealer = SEATS.get(values.get("Dealer", "").strip()) or tag.first or Seat.NORTH
        return value if any(deal_errors(value, tag)) else write_deal(tag.deal, dealer)
    if name == "Declarer":
        return value.strip().upper() if parse_declarer(value) else value
    if name == "Contract":
        bid, doubling, strain = parse_contract(value)
        if bid is None:
            return value if strain is None else str(strain)
        return write_contract(Contract(bid, doubling) if isinstance(bid, Bid) else Contract())
    if name == "Result":
        tricks = parse_result(value, parse_declarer(values.get("Declarer", "")))
        return value if tricks is None else "^" * value.strip().startswith("^") + str(tricks)
    return value


# ---------------------------------------------------------------- boards in export format

_MOST_NOTES = 32
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_SUIT = re.compile(rf"!({SUIT_LETTER})(?![A-Za-z])")
_INHERITING = re.compile(r"\A(?:##)*(?:#\Z)?")

#: Texts by section and by how many calls or cards they come after.
_Comments = Mapping[tuple[str, int], Sequence[str]]


def _board_lines(board: Board) -> Iterator[str]:
    """Yield the lines of a board in export format."""
    play = _play_in_columns(board)
    comments = _placed_comments(board, len(play))
    values = _values(board)
    sections = []
    if board.auction or (board.to_be_continued and board.dealer and not _has_play(board)):
        sections.append(_auction_section(board, comments))
    if board.opening_leader is not None and _has_play(board):
        sections.append(_play_section(board, board.opening_leader, play, comments))
    tables = [Tag(name, value) for name, value in values.items() if name in TABLES]
    yield from _export_lines(values, comments["", 0], {}, sections, tables)


def _has_play(board: Board) -> bool:
    return bool(board.play.cards) or board.play.leader is not None


def _placed_comments(board: Board, cards: int) -> _Comments:
    comments = defaultdict[tuple[str, int], list[str]](list)
    for comment in board.texts.comments:
        if comment.cards and cards:
            key = ("Play", min(comment.cards, cards))
        elif (comment.calls or comment.cards) and board.auction:
            key = ("Auction", min(comment.calls or len(board.auction), len(board.auction)))
        else:
            key = ("", 0)
        if _UNSAFE_IN_COMMENT.sub(" ", comment.text).strip():
            comments[key].append(_with_suits(comment.text))
    return comments


def _with_suits(text: str) -> str:
    return _SUIT.sub(lambda match: "\\" + match[1].upper(), text)


def _values(board: Board) -> dict[str, str]:
    """Return the tags of a board; an unknown value is ``?`` if there was a call, else "" (not asked for)."""
    # Play without a leader is not written, so that a reader sees none.
    play = board.opening_leader is not None and _has_play(board)
    unknown = "?" if board.auction or play or board.contract else ""
    contract = board.contract
    # A Deal tag without cards is an error (3.4.11); an empty one says the same.
    deal = write_deal(board.deal, board.dealer or Seat.NORTH)
    values = {
        **dict.fromkeys(MANDATORY, ""),
        **{seat.name.title(): board.texts.players.name(seat) for seat in Seat},
        "Board": _one_line(board.texts.label).strip() if board.number is None else str(board.number),
        "Dealer": board.dealer.value if board.dealer else "",
        "Vulnerable": board.vulnerability.value if board.vulnerability else "",
        "Deal": "" if deal.endswith(":- - - -") else deal,
        "Declarer": unknown,
        "Contract": unknown if board.play.strain is None else str(board.play.strain),
        "Result": unknown if board.play.result is None else str(board.play.result),
    }
    if contract is not None:
        values["Contract"] = write_contract(contract)
        is_passed_out = contract.bid is None
        values["Declarer"] = contract.declarer.value if contract.declarer else "" if is_passed_out else "?"
        values["Result"] = "" if is_passed_out else values["Result"]
    values |= {name: text for name, text in board.texts.facts if _is_tag_name(name)}
    # A reader would take the value of an earlier game for such a sign.
    return {name: _INHERITING.sub("", _one_line(text)) for name, text in values.items()}


def _is_tag_name(name: str) -> bool:
    """Return whether a fact can be a tag of this name.

    >>> _is_tag_name("Event"), _is_tag_name("two words"), _is_tag_name("Dealer")
    (True, False, False)
    """
    return name not in NO_FACT and _TAG_NAME.fullmatch(name) is not None


def _auction_section(board: Board, comments: _Comments) -> GameSection:
    # The different notes with their numbers, as many as PBN has.
    texts = dict.fromkeys(note for made in board.auction if (note := _note_of(made)))
    notes = {text: number for number, text in enumerate(islice(texts, _MOST_NOTES), 1)}
    entries: list[AnnotatedWord] = []
    for number, made in enumerate(board.auction, 1):
        after = tuple(comments.get(("Auction", number), ()))
        if made.call is None:
            entries.append(AnnotatedWord("", mark="S", comments=after))
            continue
        entry = AnnotatedWord(WRITTEN_CALLS[made.call], mark="I" * made.irregular, comments=after)
        note = _note_of(made)
        if note in notes:
            entry.notes = (notes[note],)
        elif note:
            entry.comments = (_with_suits(note), *after)
        entries.append(entry)
    end = ""
    if not is_over([made.call for made in board.auction]):
        end = "+" if board.to_be_continued and not _has_play(board) else "*"
    dealer = board.dealer.value if board.dealer else "?"
    tags = (Tag("Note", f"{number}:{text}") for text, number in notes.items())
    return GameSection(Tag("Auction", dealer), tuple(tags), entries, end)


def _note_of(made: MadeCall) -> str:
    return _with_suits(made.note) or ALERT * made.alert


def _play_in_columns(board: Board) -> list[tuple[int, Card]]:
    """Return each card that can be written, in the order played, with its index in rows of four columns.

    Without a strain nobody can tell who won the first trick, and without a leader whose cards these are.
    """
    leader = board.opening_leader
    if leader is None:
        return []
    play = board.play.cards if board.trumps is not None else board.play.cards[:PLAYERS]
    seats = seats_of_play(play, leader, board.trumps or Strain.NOTRUMP)
    return [
        (turn - turn % PLAYERS + _column(seat, leader), card)
        for turn, (seat, card) in enumerate(zip(seats, play, strict=False))
    ]


def _column(seat: Seat, leader: Seat) -> int:
    return next(steps for steps in range(PLAYERS) if leader.after(steps) is seat)


def _play_section(
    board: Board, leader: Seat, play: Sequence[tuple[int, Card]], comments: _Comments
) -> GameSection:
    cells = {
        index: AnnotatedWord(card.text, comments=tuple(comments.get(("Play", turn), ())))
        for turn, (index, card) in enumerate(play, 1)
    }
    end = "*" if len(play) < len(CARDS) else ""
    if board.to_be_continued and len(play) == len(board.play.cards):
        turn = seats_of_play(board.play.cards, leader, board.trumps or Strain.NOTRUMP)[-1]
        column = _column(turn, leader)
        # The sign after the last card is the end.
        end = "+" if column == PLAYERS - 1 else ""
        cells[len(play) - len(play) % PLAYERS + column] = AnnotatedWord("+")
    length = max(cells, default=-1) + 1
    length += -length % PLAYERS
    entries = [cells.get(index) or AnnotatedWord("-") for index in range(length)]
    if end == "+":
        entries.pop()
    return GameSection(Tag("Play", leader.value), (), entries, end)


# ---------------------------------------------------------------- what is lost

_MARKS = {"R": "^R before a revoke", "L": "^L before a lead out of turn"}


@checked
def losses(board: Board, location: Location) -> tuple[Diagnostic, ...]:
    """Report what of a board PBN cannot hold, or holds so that it is read as something else.

    >>> from bml_core.bridge import Deal, Hand
    >>> lost = losses(Board(Deal(north=Hand("Axx", "", "", ""))), Location("a.bml", 1))
    >>> [loss.code for loss in lost]
    ['BML725']
    """
    return report_losses(board, location, _losses(board))


def _losses(board: Board) -> Iterator[tuple[str, str]]:
    yield from unnamed_cards(board, "PBN")
    if any(made.note and not made.alert for made in board.auction):
        yield "PBN marks every call with an explanation as alerted.", ""
    if len({note for made in board.auction if (note := _note_of(made))}) > _MOST_NOTES:
        yield f"PBN has {_MOST_NOTES} notes; the explanations after them are written as comments.", ""
    if board.auction and board.dealer is None:
        yield "The auction has no dealer, so it is not known who made each call.", "Name the dealer."
    if len(_play_in_columns(board)) < len(board.play.cards):
        yield "Cards of the play are left out where it is not known who played them.", "Write the contract."
    if any("}" in comment.text and "\n" in comment.text for comment in board.texts.comments):
        yield "A closing brace in a comment of several lines is written as ).", ""
    unnamed = [name for name, _ in board.texts.facts if not _is_tag_name(name)]
    if unnamed:
        yield f"PBN cannot hold {', '.join(unnamed)}.", ""
    texts = [*(made.note for made in board.auction), *(text for _, text in board.texts.facts)]
    if any(len(_escape(text)) + len('[Note "32:"]') > _LONGEST_EXPORTED for text in texts):
        yield "A text is longer than a line of PBN may be; programs may cut it.", ""


@checked
def game_losses(game: Game, board: Board) -> Iterator[str]:
    """Yield what of a game is not in its board, in words that end a sentence.

    >>> from bml_core.formats.pbn import parse_board, read_games
    >>> game = next(read_games('[Dealer "N"][Declarer "^N"][Contract "1C"][Auction "N"] 1C! $15 AP'))
    >>> list(game_losses(game, parse_board(game)))
    ['the signs ! and $15', 'the ^ before the declarer']
    """
    sections = [read_section(game, name) for name in SECTIONS]
    entries = [entry for section in sections if section is not None for entry in section.entries]
    nags = ([f"${nag}" for nag in entry.nags if nag != NO_ANNOTATION] for entry in entries)
    signs = [sign for entry, more in zip(entries, nags, strict=True) for sign in (*entry.suffixes, *more)]
    yield from named("the sign", signs)
    marks = {entry.mark.upper() for entry in entries}
    yield from (words for mark, words in _MARKS.items() if mark in marks)
    declarer = game.values.get("Declarer", "")
    seat = parse_declarer(declarer)
    if declarer.strip().startswith("^"):
        yield "the ^ before the declarer"
    elif seat is not None and (board.contract is None or board.contract.declarer is not seat):
        yield "a declarer without a contract"
    if game.values.get("Result", "").strip().startswith("^"):
        yield "the ^ before the result"
    yield from named("the table", [excerpt(tag.name) for tag in game.tags if is_table(tag)])
