"""The files that a site or a command can make of a system: one list for all hosts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bml_core.diagnostics import Diagnostic
from bml_core.formats import bboalert, bss
from bml_core.system import System


class _Writer(Protocol):
    def __call__(self, system: System, *, title: str = "", summary: str = "") -> str: ...


def _nothing(system: System) -> tuple[Diagnostic, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class SystemTexts:
    """What the exported file of a system says where its metadata does not."""

    title: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A kind of exported file.

    ``name`` is what options and commands call it, ``ending`` that of its files, ``title`` what people call
    it. ``write`` makes the text; ``left_out`` tells what of a system this kind of file cannot say.
    """

    name: str
    ending: str
    title: str
    write: _Writer
    left_out: Callable[[System], tuple[Diagnostic, ...]] = _nothing

    def file_name(self, system: str) -> str:
        """The name of the file of a system.

        >>> EXPORTS["bss"].file_name("precision")
        'precision.bss'
        """
        return system + self.ending

    def content(self, system: System, texts: SystemTexts) -> bytes:
        """The whole file; the texts count where the notes have none."""
        text = self.write(system, title=texts.title, summary=texts.summary)
        return text.encode("utf-8", "replace")


EXPORTS = {
    export.name: export
    for export in (
        ExportFormat("bss", ".bss", "Full Disclosure", bss.write),
        ExportFormat("bboalert", ".bboalert.txt", "BBOalert", bboalert.write, bboalert.left_out),
    )
}
"""The formats by name, in the order in which they are offered."""
