"""The programs of bridge-markup by their names; each loads where Ctrl-C already ends it in one line."""

from __future__ import annotations

from importlib import import_module

from bml_core.commands.terminal import guarded


def _run(program: str, module: str) -> int:
    def run() -> int:
        conversion = getattr(import_module(f"bml_core.commands.{module}"), _CONVERSIONS[module])
        return int(conversion.main())

    return guarded(program, run)


_CONVERSIONS = {"bss": "BSS", "html": "HTML", "latex": "LATEX", "depends": "DEPENDS", "importing": "IMPORT"}


def bml2bss() -> int:
    """Run ``bml2bss`` and return its exit status."""
    return _run("bml2bss", "bss")


def bml2html() -> int:
    """Run ``bml2html`` and return its exit status."""
    return _run("bml2html", "html")


def bml2latex() -> int:
    """Run ``bml2latex`` and return its exit status."""
    return _run("bml2latex", "latex")


def bml_makedepend() -> int:
    """Run ``bml_makedepend`` and return its exit status."""
    return _run("bml_makedepend", "depends")


def bss2bml() -> int:
    """Run ``bss2bml`` and return its exit status."""
    return _run("bss2bml", "importing")
