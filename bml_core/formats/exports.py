"""The files that a site or a command can make of a system: one list for all hosts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bml_core.diagnostics import Diagnostic
from bml_core.formats import bboalert, bss
from bml_core.system import System


class _Dumps(Protocol):
    def __call__(self, system: System, *, title: str = "", summary: str = "") -> str: ...


@dataclass(frozen=True, slots=True)
class SystemTexts:
    """Title and summary of a system for exported files, where its metadata has none."""

    title: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A kind of exported file.

    ``name`` is what options and commands call it, ``ending`` that of its files, ``title`` what people call
    it. ``dumps`` returns the text, ``losses`` what of a system this kind of file cannot hold.
    """

    name: str
    ending: str
    title: str
    dumps: _Dumps
    losses: Callable[[System], tuple[Diagnostic, ...]] = lambda system: ()

    def file_name(self, system: str) -> str:
        """Return the name of the file of a system.

        >>> EXPORTS["bss"].file_name("precision")
        'precision.bss'
        """
        return system + self.ending

    def content(self, system: System, texts: SystemTexts) -> bytes:
        """Return the whole file; the texts count where the notes have none."""
        text = self.dumps(system, title=texts.title, summary=texts.summary)
        return text.encode("utf-8", "replace")


EXPORTS = {
    export.name: export
    for export in (
        ExportFormat("bss", ".bss", "Full Disclosure", bss.dumps),
        ExportFormat("bboalert", ".bboalert.txt", "BBOalert", bboalert.dumps, bboalert.losses),
    )
}
"""The formats by name, in the order in which they are offered."""
