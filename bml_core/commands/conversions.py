"""Conversions of notes: ``bml NAME FILE``, and its drop-in for older scripts.

A new format is one more :class:`Conversion`, and its name in the list of ``bml_core.commands``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple

from bml_core.commands import COMMANDS, as_sentence, outputs, reports
from bml_core.commands.inputs import (
    BML,
    STDIN_NAME,
    SYSTEM,
    Read,
    Reader,
    has_nothing,
    is_descriptor,
    is_unread,
    piped,
)
from bml_core.commands.outputs import STANDARD
from bml_core.commands.terminal import ERRORS, OK, HelpFormatter, add_version, guarded, say
from bml_core.diagnostics import Diagnostic, Result, counted, has_errors
from bml_core.document import Document
from bml_core.files import is_folder
from bml_core.system import System, expand

if TYPE_CHECKING:
    from bml_core.render import Ways, Words
    from bml_core.site import Site


_NAMED = 5


class Output(NamedTuple):
    """The result of a conversion: the text of the file, and what is wrong with it besides its source.

    ``amount`` says how much was written, such as "12 agreements"; ``notice`` is printed with it. ``beside``
    are texts of files by their names that the output needs in its folder; they are written if there is none
    of that name yet.
    """

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()
    amount: str = ""
    beside: Mapping[str, str] = MappingProxyType({})
    notice: str = ""


def no_options(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


class Conversion(NamedTuple, Generic[Read]):
    """A way from one kind of file to another.

    ``name`` is the subcommand, ``ending`` that of the file it writes if no name is given ("" if it goes to
    standard output then). ``drop_in`` is the program of bridge-markup
    with the same arguments, "" if there is none. ``write`` gets what ``reader`` read and the options of
    the command; ``add_options`` adds those that only this conversion has, ``add_drop_in_options`` those that
    only the drop-in has. Where ``fails_on_errors`` is not set, errors in the input are reported, but the exit
    status is 0 all the same.
    With ``keeps_older`` the subcommand writes over a file only where ``-o`` names it.
    """

    name: str
    ending: str
    reader: Reader[Read]
    write: Callable[[Read, argparse.Namespace], Output]
    add_options: Callable[[argparse.ArgumentParser], None] = no_options
    drop_in: str = ""
    add_drop_in_options: Callable[[argparse.ArgumentParser], None] = no_options
    fails_on_errors: bool = True
    keeps_older: bool = False

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""
        self._add_options(parser, "--output")
        parser.set_defaults(run=partial(self.run, keeps_older=self.keeps_older))

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Run the drop-in; returns the exit status: 0 clean or warnings, 1 errors, 2 wrong usage."""
        _, purpose = COMMANDS[self.name]
        parser = argparse.ArgumentParser(
            prog=self.drop_in, description=as_sentence(purpose), formatter_class=HelpFormatter
        )
        add_version(parser)
        self._add_options(parser, "--outputfile")
        self.add_drop_in_options(parser)
        return guarded(self.drop_in, lambda: self.run(parser.parse_args(arguments)))

    def _add_options(self, parser: argparse.ArgumentParser, long_name: str) -> None:
        parser.add_argument(
            "file", metavar="FILE", help=f"the {self.reader.noun} file (- for standard input)"
        )
        parser.add_argument(
            "-o",
            long_name,
            dest="output",
            metavar="OUT",
            help="the file or folder to write to (- for standard output; default: "
            + (f"FILE with the ending {self.ending})" if self.ending else "standard output)"),
        )
        parser.add_argument(
            "-v",
            "--verbose",
            action="count",
            default=0,
            help="also show what was written and left out; -vv lists every occurrence",
        )
        parser.add_argument("--strict", action="store_true", help="write nothing if there are errors")
        self.reader.add_options(parser)
        self.add_options(parser)

    def run(self, options: argparse.Namespace, *, keeps_older: bool = False) -> int:
        """Convert the file that the options name; returns the exit status.

        Raises:
            UsageError: the output cannot be written, or exists already and was not named.
        """
        source = self.reader.read(options.file, options)
        if is_unread(source) or has_nothing(source):
            reports.report(source.diagnostics)
            return ERRORS
        asked = options.output if self.ending or options.output else outputs.STANDARD
        target = outputs.choose_target(options.file, asked, self.ending or Path(options.file).suffix)
        outputs.check_target(target, source.dependencies)
        if keeps_older and options.output is None:
            outputs.check_absent(target)
        output = self.write(source, options)
        diagnostics = (*source.diagnostics, *output.diagnostics)
        failed = has_errors(diagnostics) and (options.strict or self.fails_on_errors)
        # Where nothing could be read, an empty file would hide that.
        is_empty = has_errors(diagnostics) and not output.text.strip()
        withheld = failed and (options.strict or is_empty)
        kept: list[Path] = []
        if not withheld:
            outputs.write(target, output.text)
            if target != outputs.STANDARD:
                kept = outputs.write_new(Path(target).parent, output.beside)
        shown = reports.EVERYTHING if options.verbose else reports.SHOWN_ALWAYS
        reports.report(diagnostics, show=shown, each=options.verbose > 1, each_option="-vv")
        if output.notice and not withheld:
            say(output.notice)
        reports.say_outcome(
            target, output.amount, failed=failed, is_withheld=withheld, is_verbose=options.verbose > 0
        )
        if options.verbose:
            for name in kept:
                say(f"Kept {name} (already exists); delete it to get a new one.")
        return ERRORS if failed else OK


def add_indentation(parser: argparse.ArgumentParser) -> None:
    """Add the option that older scripts give for BML with another indentation than two."""
    parser.add_argument(
        "-i",
        "--indentation",
        type=int,
        choices=range(1, 10),
        metavar="1-9",
        help="ignored; any indentation is read",
    )


def _write_bss(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.formats import bss

    system = expand([document])
    amount = counted(len(system.agreements), "agreement")
    return Output(bss.dumps(system), system.diagnostics, amount, notice=_contradictions(system, options))


def _contradictions(system: System, options: argparse.Namespace) -> str:
    """Return what the files of a folder describe differently, which may be several systems."""
    pairs = [
        (row, used)
        for row, used in system.repeats
        if row.location.file != used.location.file and row.text != used.text
    ]
    if not (pairs and is_folder(options.file)):
        return ""
    files = ({Path(pair[side].location.file).name for pair in pairs} for side in (0, 1))
    rows, used = (", ".join(sorted(names)[:_NAMED]) for names in files)
    return (
        f"Left out {counted(len(pairs), 'agreement')} of {rows}, since {used} describes the same auctions "
        "differently. If these are several systems, convert their files one by one."
    )


BSS = Conversion(
    name="bss",
    ending=".bss",
    reader=SYSTEM,
    write=_write_bss,
    drop_in="bml2bss",
    add_drop_in_options=add_indentation,
)
configure_bss = BSS.configure


def _write_bboalert(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.formats import bboalert

    system = expand([document])
    diagnostics = (*system.diagnostics, *bboalert.losses(system))
    amount = counted(len(system.agreements), "agreement")
    return Output(bboalert.dumps(system), diagnostics, amount, notice=_contradictions(system, options))


BBOALERT = Conversion(name="bboalert", ending=".bboalert.txt", reader=SYSTEM, write=_write_bboalert)
configure_bboalert = BBOALERT.configure


class _Disclosure(NamedTuple):
    """A Full Disclosure file that was read."""

    system: System
    diagnostics: tuple[Diagnostic, ...]
    dependencies: tuple[str, ...]


def _read_disclosure(name: str, options: argparse.Namespace) -> _Disclosure:
    from bml_core.formats import bss

    data = piped(name)
    if data is not None:
        system = bss.loads(data, file=STDIN_NAME if name == STANDARD else name)
        return _Disclosure(system, system.diagnostics, ())
    system = bss.load(name)
    return _Disclosure(system, system.diagnostics, (name,) if system.agreements else ())


def _write_bml(source: _Disclosure, options: argparse.Namespace) -> Output:
    from bml_core.formats import bml

    written = bml.dumps(source.system)
    amount = counted(len(source.system.agreements), "agreement")
    return Output(written.value, written.diagnostics, amount)


IMPORT = Conversion(
    name="import",
    ending=".bml",
    reader=Reader("Full Disclosure", _read_disclosure, no_options),
    write=_write_bml,
    drop_in="bss2bml",
    # The notes that the file was once written from may well have the same name.
    keeps_older=True,
)
configure_import = IMPORT.configure


def _add_page_options(parser: argparse.ArgumentParser) -> None:
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
    add_words_and_colours(parser)


def add_words_and_colours(parser: argparse.ArgumentParser) -> None:
    """Add the language of the words on a page, and the number of its suit colours."""
    # Other conversions do not wait for it.
    from bml_core.render import LANGUAGES, SuitColors

    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="the language of words such as Pass (default: en)"
    )
    parser.add_argument(
        "--suit-colors",
        choices=[colors.value for colors in SuitColors],
        default=SuitColors.FOUR.value,
        help="the number of suit colours (default: four)",
    )


def _output(text: str, style_files: Callable[[], Mapping[str, str]], options: argparse.Namespace) -> Output:
    """Return the page with the files of its style, unless it has the style inside."""
    return Output(text, beside={} if options.include_external_files else style_files())


# ---------------------------------------------------------------------------------------------- html


def _add_html_options(parser: argparse.ArgumentParser) -> None:
    _add_page_options(parser)
    parser.add_argument("--collapse", type=int, choices=range(100), default=0, metavar="DEPTH")


def _write_html(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.render import SuitColors, read_language
    from bml_core.render.html import DEFAULT_PAGE, PageOptions, page_files, write_page

    colors = SuitColors(options.suit_colors)
    has_no_name = options.file == STANDARD or is_descriptor(options.file)
    name = DEFAULT_PAGE.name if has_no_name else Path(options.file).stem
    linked = _LinkedPage(document)
    page = write_page(
        linked.document,
        tree=options.tree,
        self_contained=options.include_external_files,
        options=PageOptions(options.language, name, colors, options.collapse),
        ways=linked.ways,
    )
    page, wrong = linked.filled(page, read_language(options.language))
    written = _output(page, lambda: page_files(colors), options)
    return written._replace(diagnostics=(*written.diagnostics, *wrong))


class _LinkedPage:
    """A page as a site of its own, with the links between its tables and those to its rows."""

    def __init__(self, document: Document) -> None:
        from bml_core.render import NO_WAYS
        from bml_core.site import SiteWays, with_auction_links

        self.document = replace(document, blocks=with_auction_links(document.blocks))
        # Most files need no system for their page.
        has_tables_below = any(table.history for table in document.tables)
        self.ways: Ways = SiteWays(self._site.navigation, _to_row) if has_tables_below else NO_WAYS

    @cached_property
    def _site(self) -> Site:
        from bml_core.render.html import page_rows
        from bml_core.site import DEFAULT_SYSTEM, PageFacts, Site, SystemPart, auction_links

        parts = (SystemPart(DEFAULT_SYSTEM, self.document),)
        links = tuple(auction_links(self.document))
        facts = PageFacts(parts=parts, rows=page_rows(self.document), auction_links=links)
        return Site([("", facts)])

    def filled(self, page: str, words: Words) -> Result[str]:
        """Return the page with its links to auctions led to its rows."""
        from bml_core.site import fill_links, has_links

        if not has_links(page):
            return Result(page)
        faults = tuple(fault for _, fault in self._site.faults_of_links())
        return Result(fill_links(page, self._site, "", _to_row, words=words), faults)


def _to_row(page: str, row: str) -> str:
    return f"#{row}"


HTML = Conversion(
    name="html",
    ending=".htm",
    reader=BML,
    write=_write_html,
    add_options=_add_html_options,
    drop_in="bml2html",
    add_drop_in_options=add_indentation,
)
configure_html = HTML.configure


# ---------------------------------------------------------------------------------------------- latex


def _add_latex_options(parser: argparse.ArgumentParser) -> None:
    _add_page_options(parser)
    parser.add_argument(
        "--paper", choices=("a4", "a5", "letter"), default="a4", help="the paper size (default: a4)"
    )


def _write_latex(document: Document, options: argparse.Namespace) -> Output:
    from bml_core.render import SuitColors, read_language
    from bml_core.render.latex import LatexOptions, document_files, write_document

    text = write_document(
        document,
        tree=options.tree,
        self_contained=options.include_external_files,
        options=LatexOptions(
            paper=f"{options.paper}paper",
            suit_colors=SuitColors(options.suit_colors),
            words=read_language(options.language),
        ),
    )
    return _output(text, document_files, options)


LATEX = Conversion(
    name="latex",
    ending=".tex",
    reader=BML,
    write=_write_latex,
    add_options=_add_latex_options,
    drop_in="bml2latex",
    add_drop_in_options=add_indentation,
)
configure_latex = LATEX.configure
