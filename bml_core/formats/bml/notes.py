"""What is no bidding table: headings, leads and signals."""

from __future__ import annotations

from collections.abc import Iterator

from bml_core.bridge import Scope
from bml_core.formats.bml.text import protected
from bml_core.system import NOTRUMP_HOLDINGS, PRIORITIES, SIGNAL_OCCASIONS, SUIT_HOLDINGS, Carding, Signal

_LEADS = ("No agreement", "Top", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")


def scope_commands(scope: Scope, before: Scope) -> list[str]:
    """Return the commands that lead from one scope to another."""
    commands = []
    if scope.position is not before.position:
        commands.append(f"#SEAT {scope.position.value}")
    if scope.vulnerability != before.vulnerability:
        commands.append(f"#VUL {scope.vulnerability}")
    return commands


def one_line(text: str) -> str:
    """Return a text for a heading, a title or a comment: one line, without white space around it."""
    return " ".join(" ".join(protected(text)[0]).split())


def carding_lines(carding: Carding) -> Iterator[str]:
    """Leads and signals as headings and lists; what nothing is agreed on is left out."""
    yield "* Leads and signals"
    yield ""
    for title, holdings, leads in (
        ("Leads against notrump", NOTRUMP_HOLDINGS, carding.notrump_leads),
        ("Leads against suit contracts", SUIT_HOLDINGS, carding.suit_leads),
    ):
        if any(leads):
            yield from (f"** {title}", "", "Counted from the top of the cards to choose from:", "")
            for lead in sorted({*leads} - {0}):
                chosen = [name for name, led in zip(holdings, leads, strict=True) if led == lead]
                yield f"- {_lead(lead)} :: {', '.join(chosen)}"
            yield ""
    signals = list(_signals(carding))
    if signals:
        yield from ("** Signals", "", *signals, "")
    if text := one_line(carding.text):
        # A word first, so that the text cannot be taken for anything but a paragraph.
        yield from (f"Besides: {text}", "")


def _lead(lead: int) -> str:
    return _LEADS[lead] if lead < len(_LEADS) else f"Number {lead}"


def _signals(carding: Carding) -> Iterator[str]:
    for number, occasion in enumerate(SIGNAL_OCCASIONS):
        signals = carding.signals[number * PRIORITIES : (number + 1) * PRIORITIES]
        words = [signal.value for signal in signals if signal is not Signal.NONE]
        if words:
            yield f"- {occasion} :: {'; then '.join(words)}"
