"""The options that pages and printed documents share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from bml_core.commands.conversions import Output
from bml_core.render import LANGUAGES, SuitColors


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Add what says how tables look, where the style is, and which words and colours there are."""
    parser.add_argument(
        "--tree",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="show bidding tables as trees (default), or in columns",
    )
    parser.add_argument(
        "--include-external-files",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="put the style into the output (default), or into files beside it",
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="the language of words such as Pass (default: en)"
    )
    parser.add_argument(
        "--suit-colors",
        choices=[colors.value for colors in SuitColors],
        default=SuitColors.FOUR.value,
        help="the number of suit colours (default: four)",
    )


def output(text: str, style_files: Callable[[], Mapping[str, str]], options: argparse.Namespace) -> Output:
    """Return the page with the files of its style, unless it has the style inside."""
    return Output(text, beside={} if options.include_external_files else style_files())
