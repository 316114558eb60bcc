"""``bml quickstart [DIR]``: make a folder of notes a site, or begin one."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

from bml_core.commands import files
from bml_core.commands.programs import OK

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_LANGUAGE = re.compile(r"[a-z]{2,3}([-_][A-Za-z]{2,4})?")
_HOSTS = ("mkdocs", "sphinx")


def register(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to ``bml``."""
    parser = subparsers.add_parser(
        "quickstart",
        help="make a folder of notes a site, or begin one",
        description="Writes what Sphinx or MkDocs needs to make a site of the BML files in a folder, and "
        "says how to build it. In an empty folder it writes an example system as well. What is there "
        "already is left alone.",
    )
    parser.add_argument(
        "folder", metavar="DIR", nargs="?", default=".", help="the folder (default: this one)"
    )
    parser.add_argument("--host", choices=_HOSTS, help="what builds the site")
    parser.add_argument("--title", help="the name of the site")
    parser.add_argument("--author", help="who wrote the notes")
    parser.add_argument(
        "--language", type=_language, help="the language of the pages, such as de (default en)"
    )
    parser.add_argument("--yes", "-y", action="store_true", help="ask nothing, take the defaults")
    parser.add_argument(
        "--dry-run", "-n", action="store_true", help="say what would be written, write nothing"
    )
    parser.set_defaults(run=_run)


def _language(text: str) -> str:
    if not _LANGUAGE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no language; write en, de, fr or nl")
    return text


def _run(options: argparse.Namespace) -> int:
    # What the other commands do not need is not loaded for them.
    from bml_core.commands.quickstart import answers, plan, report, survey, writing

    folder = survey.look(options.folder)
    site = plan.make(folder, answers.collect(options, folder))
    outcome = writing.write(folder.top, site.files, dry_run=options.dry_run)
    files.write(files.STANDARD, report.compose(options.folder, folder, site, outcome))
    return OK
