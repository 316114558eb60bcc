"""The known mistakes of bridge-markup's pages: what they show otherwise than ours, and why.

Each function puts one right in the outline of its page.
"""

from __future__ import annotations

import re

from tests.peers.outlines import BAR, Outline

_LETTERS = str.maketrans("♣♦♥♠", "CDHS")
_HISTORY_CALLS = {"P": "Pass", "D": "Dbl", "R": "Rdbl"}


def without_empty_roots(outline: Outline) -> Outline:
    """It sets the openings of a table below a row of their own, which says nothing."""
    new: Outline = []
    is_below = False
    for kind, text in outline:
        if (kind, text) == ("row 0", f"∅{BAR}"):
            is_below = True
            continue
        if not kind.startswith("row ") or kind == "row 0":
            is_below = False
        new.append((f"row {int(kind[4:]) - 1}" if is_below else kind, text))
    return new


def with_paragraphs_in_bold(outline: Outline) -> Outline:
    """It makes a heading of a paragraph that begins in bold."""
    return [
        ("paragraph", f"*{text}") if kind == "heading 1" and text.count("*") % 2 else (kind, text)
        for kind, text in outline
    ]


def with_calls_in_words(outline: Outline) -> Outline:
    """It writes ``Dbl`` for our double, but ``D`` for theirs, and letters in histories."""

    def words(calls: str) -> str:
        parts = re.split(r"[-–—;]+", calls)
        return "–".join(re.sub("^(.?)([PDR])(.?)$", _in_words, part) for part in parts if part)

    return [
        (kind, words(text.partition(BAR)[0]) + BAR + text.partition(BAR)[2])
        if kind[:4] == "row "
        else (kind, text)
        for kind, text in outline
    ]


def _in_words(found: re.Match[str]) -> str:
    return f"{found[1]}{_HISTORY_CALLS[found[2]]}{found[3]}"


def with_whole_words(outline: Outline) -> Outline:
    """It makes symbols of letters within a word, as in ``4SFG``."""
    return [(kind, re.sub(r"4♠FG|3♦printing", _as_letters, text)) for kind, text in outline]


def with_letters_in_monospace(outline: Outline) -> Outline:
    """It makes symbols of bids in text that is to be shown as it is."""
    return [(kind, re.sub(r"=[^=]+=", _as_letters, text)) for kind, text in outline]


def _as_letters(found: re.Match[str]) -> str:
    return found[0].translate(_LETTERS).replace("NT", "N")


def with_own_suits(outline: Outline) -> Outline:
    """It knows no ``#`` for the suit of the bid."""

    def own(text: str) -> str:
        found = re.match(rf"\(?[1-7]([♣♦♥♠])\)?\{BAR}", text)
        return text.replace("7+#", f"7+{found[1]}") if found else text

    return [(kind, own(text)) for kind, text in outline]


def without_last_dots(outline: Outline) -> Outline:
    """2.0.3 shows the dot that makes an empty line."""
    return [(kind, text.removesuffix(".") if kind[:4] == "row " else text) for kind, text in outline]


# ---------------------------------------------------------------- LaTeX alone


def with_bids_as_symbols(tex: str) -> str:
    """It leaves bids in texts as letters."""
    return re.sub(r"\\texttt\{[^{}]*\}|(?<![\w\\!])[1-7](?:[CDHS]+|N)(?!\w)", _as_symbols, tex)


def _as_symbols(found: re.Match[str]) -> str:
    if found[0].startswith("\\"):
        return found[0]
    level, strains = found[0][0], found[0][1:]
    return level + ("NT" if strains == "N" else "".join(f"\\B{strain} " for strain in strains))


def with_notrump_apart(tex: str) -> str:
    """It writes a command that LaTeX does not know where notrump stands behind suits, as in ``2HSN``."""
    return re.sub(r"\\(B[CDHS])NT", r"\\\1 NT", tex)


def with_facts_in_words(outline: Outline) -> Outline:
    """It abbreviates what is known of a deal; dealer and vulnerability stand on one line, without a word."""
    words = {"X": "doubled", "XX": "redoubled"}
    return [
        (kind, re.sub("(XX?)by", lambda found: f"{words[found[1]]}by", text) if kind == "fact" else text)
        for kind, text in outline
        if kind != "fact" or re.match("Board|Lead|[1-7]", text)
    ]


PAGE_DEFECTS = {
    "A row above the openings": without_empty_roots,
    "Paragraphs that begin in bold": with_paragraphs_in_bold,
    "Calls in words": with_calls_in_words,
    "Bids as whole words": with_whole_words,
    "Monospace as written": with_letters_in_monospace,
    "Variables and own suits in descriptions": with_own_suits,
    "A dot for an empty line": without_last_dots,
}


def as_it_should_show(outline: Outline) -> Outline:
    """The outline of a peer's page, its mistakes put right."""
    for mend in PAGE_DEFECTS.values():
        outline = mend(outline)
    return outline


DOCUMENT_DEFECTS = {
    "Bids in texts": with_bids_as_symbols,
    "Suits and notrump in one bid": with_notrump_apart,
    "Facts of a deal in words": with_facts_in_words,
}
