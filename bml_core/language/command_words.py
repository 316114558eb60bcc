"""The words after ``#``, and what to say of a word that is none of them."""

from __future__ import annotations

from bml_core.language.reporter import Reporter
from bml_core.language.source import SourceLine

COMMANDS = ("HIDE", "BIDTABLE", "CUT", "ENDCUT", "COPY", "ENDCOPY", "PASTE", "VUL", "SEAT", "INCLUDE")


def report_unknown_command(word: str, line: SourceLine, reporter: Reporter) -> None:
    """Report a command that is not known, or one in small letters."""
    if word.upper() in COMMANDS:
        hint = f"Commands are written in capitals: #{word.upper()}."
    else:
        hint = f"Known are {', '.join(f'#{known}' for known in COMMANDS)}, and #+TITLE: and the like."
    reporter.report("BML111", f"#{word} is no command of BML.", line.at(line.start), hint)
