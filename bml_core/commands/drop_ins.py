"""The programs of bridge-markup by their names; each loads where Ctrl-C already ends it in one line."""

from __future__ import annotations

from importlib import import_module

from bml_core.commands.terminal import guarded


def _run(program: str, module: str, conversion: str) -> int:
    def run() -> int:
        return int(getattr(import_module(f"bml_core.commands.{module}"), conversion).main())

    return guarded(program, run)


def bml2bss() -> int:
    """Run ``bml2bss`` and return its exit status."""
    return _run("bml2bss", "conversions", "BSS")


def bml2html() -> int:
    """Run ``bml2html`` and return its exit status."""
    return _run("bml2html", "conversions", "HTML")


def bml2latex() -> int:
    """Run ``bml2latex`` and return its exit status."""
    return _run("bml2latex", "conversions", "LATEX")


def bml_makedepend() -> int:
    """Run ``bml_makedepend`` and return its exit status."""
    return _run("bml_makedepend", "depends", "DEPENDS")


def bss2bml() -> int:
    """Run ``bss2bml`` and return its exit status."""
    return _run("bss2bml", "conversions", "IMPORT")
