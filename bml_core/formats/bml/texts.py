"""Notes in BML: descriptions and coded fields in words, headings, leads and signals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from bml_core.bridge import STRAINS, Bid, Scope
from bml_core.diagnostics import listed
from bml_core.files import UNSHOWABLE
from bml_core.formats.bss import LINE_BREAK, join_lines, one_line
from bml_core.system import (
    NOTHING_CODED,
    NOTRUMP_HOLDINGS,
    PRIORITIES,
    SIGNAL_OCCASIONS,
    SUIT_HOLDINGS,
    Agreement,
    Carding,
    Coding,
    Disposition,
    Signal,
    System,
    with_suits,
)

_SHORT_FORMS = {
    Disposition.GAME_FORCING: ("game forc", "forcing to game", "gf"),
    Disposition.SIGNOFF: ("sign off", "sign-off", "to play"),
    Disposition.PREEMPTIVE: ("pre-empt", "preempt"),
    Disposition.INVITATIONAL: ("invit",),
    Disposition.NON_FORCING: ("nonforcing", "nf"),
}
_TELLS_OF_ARTIFICE = {Disposition.TRANSFER, Disposition.PUPPET, Disposition.RELAY, Disposition.ASKING_BID}


def description(agreement: Agreement) -> tuple[tuple[str, ...], bool]:
    """Return the lines to write for an agreement, and whether BML reads the same text back.

    The lines belong in one column, the first one after the call.
    """
    text = join_lines(agreement.description)
    said = _with_coding(text, agreement)
    lines, is_kept = protected(said)
    is_kept = is_kept and with_suits(lines, agreement.call, None, {}) == lines
    return _with_condition(lines, agreement.wording.condition_text if agreement.wording else ""), is_kept


def _with_condition(lines: tuple[str, ...], condition: str) -> tuple[str, ...]:
    """Return the lines with the condition in braces; empty braces keep those of the text from being one.

    >>> _with_condition(("Strong",), "16+ hcp"), _with_condition(("Strong {very}",), "")
    (('Strong {16+ hcp}',), ('Strong {very} {}',))
    """
    last = lines[-1] if lines else ""
    behind_braces = "\n".join(lines).rpartition("}")[2]
    if not condition and not last.endswith("}") and "{" not in behind_braces:
        return lines
    return (*lines[:-1], f"{last} {{{condition}}}".lstrip())


def protected(text: str) -> tuple[tuple[str, ...], bool]:
    r"""Return a text with ``\n`` between its lines as lines of a row, and whether it reads back as it is.

    A line that would be read as a command, a comment, a row or nothing at all goes on after ``\n`` in the
    line above: on a page it looks odd, but files get what they had.

    >>> protected(r"12--14\nor 18--19")
    (('12--14', 'or 18--19'), True)
    >>> protected(r"5+!c\n#CUT")
    (('5+!c\\n#CUT',), True)
    """
    if text.isprintable() and LINE_BREAK not in text and text == text.strip():
        return ((text,) if text else ()), True
    clean = UNSHOWABLE.sub("\ufffd", one_line(text)).replace("\t", " ").strip()
    is_kept = clean == one_line(text)
    if not clean:
        return (), is_kept
    first, *rest = clean.split(LINE_BREAK)
    # Each line as the pieces that are in it, so that many pieces need no more time than one long text.
    lines = [[first]]
    for number, piece in enumerate(rest):
        is_last = number == len(rest) - 1
        above = lines[-1]
        is_whole = above != [""] and above[-1] == above[-1].rstrip()
        if is_whole and _stands_alone(piece, is_last):
            lines.append([piece])
        else:
            above.append(piece)
    return tuple(LINE_BREAK.join(pieces) for pieces in lines), is_kept


# A call, and then nothing or what is apart from it.
_LIKE_A_ROW = re.compile(r"!?\(?!?(?:[1-7]|[PDRXpdrx]|all\b)\S*(?:\s{2}|\s?=|$)")


def _stands_alone(line: str, is_last: bool) -> bool:
    """Return True if a line can be one of its own, below another."""
    if not line or line != line.strip() or line.startswith(("#", "//")) or _LIKE_A_ROW.match(line):
        return False
    return not (is_last and line == ".")


# ---------------------------------------------------------------- coded fields


def _with_coding(text: str, agreement: Agreement) -> str:
    if agreement.coding is None or agreement.coding == NOTHING_CODED:
        return text
    words = ", ".join(coded_words(agreement.coding, text, isinstance(agreement.call, Bid)))
    if not words:
        return text
    return f"{text}, {words}" if text else f"{words[0].upper()}{words[1:]}"


def in_words(system: System) -> System:
    """Return a Full Disclosure system with its coded fields in words, in brackets after descriptions."""
    return replace(system, agreements=tuple(map(_in_words, system.agreements)))


def _in_words(agreement: Agreement) -> Agreement:
    if agreement.coding is None or agreement.coding == NOTHING_CODED:
        return replace(agreement, coding=None)
    words = ", ".join(coded_words(agreement.coding, "", isinstance(agreement.call, Bid)))
    lines = agreement.description
    return replace(agreement, coding=None, description=(*lines, f"[{words}]") if words else lines)


def coded_words(coding: Coding, text: str, is_bid: bool) -> list[str]:
    """Return the coded fields that matter, in words; what the text says already is left out.

    >>> coded_words(Coding(least=5, disposition=Disposition.FORCING), "Natural", True)
    ['5+ cards', 'forcing']
    """
    said = text.lower()
    words = []
    is_transfer = coding.disposition in _TELLS_OF_ARTIFICE
    if coding.artificial and not is_transfer and "artificial" not in said:
        words.append("artificial")
    if is_bid and coding.length and not _says_length(coding.length, said):
        words.append(f"{coding.length} card{'' if coding.length == '1' else 's'}")
    if is_bid and not _says_disposition(coding.disposition, said):
        words.append(coding.disposition.value)
    if coding.strains != STRAINS:
        words.append(_strains_in_words(coding))
    if not coding.defends:
        words.append("they may not play undoubled")
    return words


def _says_length(length: str, said: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(length).replace('--', '-{1,2}')}(?![\w-])", said) is not None


def _says_disposition(disposition: Disposition, said: str) -> bool:
    if disposition is Disposition.UNDEFINED:
        return True
    forms = (disposition.value, *_SHORT_FORMS.get(disposition, ()))
    return any(re.search(rf"\b{form}", said) for form in forms)


def _strains_in_words(coding: Coding) -> str:
    names = [f"!{s.value.lower()}" if s.suit else "notrump" for s in coding.strains]
    if not names:
        return "we do not play"
    return f"we play in {listed(names)}"


# ---------------------------------------------------------------- headings, leads and signals

_SIGNAL_TITLE = "Signals"
_LEADS = ("No agreement", "Top", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")


def scope_commands(scope: Scope, before: Scope) -> list[str]:
    """Return the commands that lead from one scope to another."""
    commands = []
    if scope.position is not before.position:
        commands.append(f"#SEAT {scope.position.value}")
    if scope.vulnerability != before.vulnerability:
        commands.append(f"#VUL {scope.vulnerability}")
    return commands


def heading_text(text: str) -> str:
    """Return a text for a heading, a title or a comment: one line, without white space around it."""
    return " ".join(" ".join(protected(text)[0]).split())


def carding_lines(carding: Carding) -> Iterator[str]:
    """Yield leads and signals as headings and lists; what nothing is agreed on is left out."""
    yield "* Leads and signals"
    yield ""
    for title, topics in groupby(carding_topics(carding), key=lambda topic: topic[0][0]):
        if title:
            yield from (f"** {title}", "")
            if title != _SIGNAL_TITLE:
                yield from ("Counted from the top of the cards to choose from:", "")
            yield from (f"- {topic} :: {text}" for (_, topic), text in topics)
        else:
            # A word first, so that the text cannot be taken for anything but a paragraph.
            yield from (f"{topic}: {text}" for (_, topic), text in topics)
        yield ""


def carding_topics(carding: Carding) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield what is agreed on leads and signals: title, topic and text; the title of other texts is ""."""
    for title, holdings, leads in (
        ("Leads against notrump", NOTRUMP_HOLDINGS, carding.notrump_leads),
        ("Leads against suit contracts", SUIT_HOLDINGS, carding.suit_leads),
    ):
        for lead in sorted({*leads} - {0}):
            chosen = [name for name, led in zip(holdings, leads, strict=True) if led == lead]
            yield (title, _lead(lead)), ", ".join(chosen)
    for number, occasion in enumerate(SIGNAL_OCCASIONS):
        signals = carding.signals[number * PRIORITIES : (number + 1) * PRIORITIES]
        words = [signal.value for signal in signals if signal is not Signal.NONE]
        if words:
            yield (_SIGNAL_TITLE, occasion), "; then ".join(words)
    if text := heading_text(carding.text):
        yield ("", "Also"), text


def _lead(lead: int) -> str:
    return _LEADS[lead] if lead < len(_LEADS) else f"Number {lead}"
