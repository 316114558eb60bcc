"""PBN files for everyday use, and PBN inside another document.

There it stands between the delimiters ``<PBN>`` and ``</PBN>`` (PBN 2.1, 6.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location
from bml_core.files import Source, decode_source
from bml_core.formats.board_files import Boards, File, check_boards, check_text, dump_bytes, load_boards
from bml_core.formats.pbn.boards import parse_board
from bml_core.formats.pbn.checking import check
from bml_core.formats.pbn.games import Game, read_games
from bml_core.formats.pbn.writing import encode, needs_utf8, write_games


def loads(text: str | bytes, *, file: str = "") -> Boards:
    r"""Return the boards of a PBN file, and what the standard forbids in it.

    For very large files see :func:`~bml_core.formats.pbn.read_games`, which holds one game at a time.

    Args:
        text: The text of the file, or its bytes.
        file: Its name for diagnostics.

    Raises:
        TypeError: ``text`` is neither str nor bytes.

    >>> boards = loads('[Board "7"]\n[Dealer "Q"]\n', file="evening.pbn")
    >>> [board.number for board in boards]
    [7]
    >>> print(*boards.diagnostics)
    evening.pbn:2:1: error BML705: Game 1, PBN 3.4.9: Q is no dealer. Write N, E, S or W.
    """
    check_text(text)
    return Boards(tuple(map(parse_board, read_games(text, file))), tuple(check(text, file)))


def load(file: File) -> Boards:
    """Return the boards of a PBN file, given its path or as an open binary file.

    Raises:
        TypeError: ``file`` is neither a path nor an open binary file.

    >>> print(*load("missing.pbn").diagnostics)
    missing.pbn:1:1: error BML101: The file missing.pbn is not there.
    """
    return load_boards(file, loads)


def dumps(boards: Iterable[Board | Game]) -> str:
    """Return boards as the text of a PBN file in export format; games keep what only PBN knows.

    Raises:
        TypeError: ``boards`` holds anything else.

    >>> print(dumps([Board(number=7)])[19:62])
    [Event ""]
    [Site ""]
    [Date ""]
    [Board "7"]
    """
    return "".join(write_games(check_boards(boards, Board, Game)))


def dump(boards: Iterable[Board | Game], file: File) -> None:
    """Write boards as a PBN file, to a path or to an open binary file.

    Raises:
        OSError: The file cannot be written.
        TypeError: ``boards`` holds anything else, or ``file`` is neither a path nor an open binary file.
    """
    text = dumps(boards)
    dump_bytes(encode((text,), needs_utf8(text)), file)


# ---------------------------------------------------------------- PBN inside another document

_DELIMITER = re.compile(r"</?PBN>", re.IGNORECASE)
_BEGIN = re.compile(r"<PBN>\s*[%\[{;]", re.IGNORECASE)
_TAG_LINE = re.compile(r'^\[[A-Z]\w*[ \t]+"', re.MULTILINE)
_SIGN = re.compile(r"[^\n]")


def is_embedded(text: str) -> bool:
    """Tell whether a text has PBN between delimiters.

    >>> is_embedded('<p>Try this:</p> <PBN>[Board "1"]</PBN>'), is_embedded("the tag <PBN>")
    (True, False)
    """
    return _BEGIN.search(text) is not None


def embedded_text(source: Source, file: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    r"""Return the PBN of a document, and what of it looks like PBN and stands outside.

    The rest is blank, so that every game stays at its place.

    >>> embedded_text('Look:\n<PBN>[Board "1"]</PBN> Nice')
    ('     \n     [Board "1"]           ', ())
    """
    parts = list(_parts(decode_source(source)))
    kept = "".join(part if inside else _SIGN.sub(" ", part) for part, inside in parts)
    outside = "".join(_SIGN.sub(" ", part) if inside else part for part, inside in parts)
    stray = _TAG_LINE.search(outside)
    if stray is None:
        return kept, ()
    sentence = "PBN 6.2: A tag pair stands outside of <PBN> and </PBN>, and is not read."
    return kept, (
        Diagnostic("BML713", sentence, _place(outside, stray.start(), file), "Move it between them."),
    )


def without_delimiters(source: Source, file: str = "") -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the text of a PBN file without delimiters, and that they do not belong there.

    >>> text, errors = without_delimiters('<PBN>[Board "1"]', "hands.pbn")
    >>> text, errors[0].code
    ('     [Board "1"]', 'BML713')
    """
    text = decode_source(source)
    first = _DELIMITER.search(text)
    if first is None:
        return text, ()
    place = _place(text, first.start(), file)
    sentence = f"PBN 6.2: The delimiter {first[0]} stands in a PBN file."
    hint = "Take it out; it says where PBN begins and ends in other documents."
    without = _DELIMITER.sub(lambda match: " " * len(match[0]), text)
    return without, (Diagnostic("BML713", sentence, place, hint),)


def _place(text: str, at: int, file: str) -> Location:
    start = text.rfind("\n", 0, at) + 1
    return Location(file, text.count("\n", 0, start) + 1, at - start + 1)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the text in parts, and whether each is PBN."""
    at, inside = 0, False
    for delimiter in _DELIMITER.finditer(text):
        yield text[at : delimiter.start()], inside
        yield delimiter[0], False
        at, inside = delimiter.end(), not delimiter[0].startswith("</")
    yield text[at:], inside
