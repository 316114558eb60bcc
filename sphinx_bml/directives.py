"""The directives and roles of BML."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StateMachine
from sphinx.util.docutils import ReferenceRole, SphinxDirective, SphinxRole

from bml_core import Location
from bml_core.bridge import parse_hand
from bml_core.language import parse_inline
from bml_core.notes import BlockOptions, Kind, PageBlock, Show, parse_header
from bml_core.render import hand_pieces
from bml_core.site import BlockContent, PageFacts, ShownBoard
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.domain import bml_domain
from sphinx_bml.exports import downloads_node
from sphinx_bml.hands import hands_node
from sphinx_bml.inlines import PageLinks, filled_link, inline_nodes, piece_nodes
from sphinx_bml.nodes import bml_answer, bml_board, bml_both, bml_figure
from sphinx_bml.reading import note_block, page_reader
from sphinx_bml.reports import report

LEXER = "bml-source"

_SECTIONS = (nodes.document, nodes.section)
_NO_EMPTY_LINE = ("The text of this block has no empty line above it.", "Add one.")


class _EveryOption(dict[str, Callable[[str], str]]):
    """Accept options of any name, so that a wrong one is a warning and does not cost the block."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return directives.unchanged


class BmlDirective(SphinxDirective):
    """A block of BML: bidding tables, deals, auctions and text, inline or from a file."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], str]]] = _EveryOption({"class": directives.unchanged})
    one_deal: ClassVar[bool] = False
    argument_is_text: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Read the block, remember what it means, and return the nodes that show it."""
        content = page_reader(self.env).read(self._block(), one_deal=self.one_deal)
        note_block(self.env, content)
        if content.options.hide:
            return []
        document, sections = self.state.document, isinstance(self.state_machine.node, _SECTIONS)
        writer = BlockWriter.of_block(document, PageLinks(self.env), content, sections=sections)
        return list(self._framed(self._nodes(content, writer), content, writer))

    # ------------------------------------------------------------ source

    @property
    def _place(self) -> Location:
        file, line = self.get_source_info()
        return Location(_file(file), line)

    def _header(self, argument: str) -> dict[str, str]:
        """Return the options that come after the name of the directive."""
        return parse_header(argument)

    def _block(self) -> PageBlock:
        lines, places, problem = list(self.content), self._places(), ("", "")
        place = self._place
        argument = self.arguments[0] if self.arguments else ""
        if "\n" in argument and not self.argument_is_text:
            # Without an empty line above it the first paragraph of the text arrives as the argument.
            problem = _NO_EMPTY_LINE
            first = [*argument.split("\n"), ""]
            lines = [*first, *lines]
            places = [*((place.file, place.line + n) for n, _ in enumerate(first, 1)), *places]
            argument = ""
        raw = {**self._header(argument), **self.options}
        text = "\n".join(lines)
        return PageBlock(place.line, 1, raw, text, 1, 1, problem, place.file, tuple(places))

    def _places(self) -> list[tuple[str, int]]:
        machine: object = self.state_machine
        if isinstance(machine, StateMachine):
            return [(_file(source), int(line or 0) + 1) for source, line in self.content.items]
        # MyST, which has a machine of its own, counts the lines of a fence from its first line of text.
        place = self._place
        first = place.line + 1 + self.content_offset
        return [(place.file, first + number) for number, _ in enumerate(self.content)]

    # ------------------------------------------------------------ result

    def _nodes(self, content: BlockContent, writer: BlockWriter) -> list[nodes.Element]:
        if content.request is not None:
            node = hands_node(self.env)
            self.set_source_info(node)
            return [node]
        if content.options.kind is Kind.DEALS:
            return [_board_node(board, content.options, writer) for board in content.boards]
        shown: list[nodes.Element] = []
        if source := content.shown_source:
            shown.append(nodes.literal_block(source, source, language=LEXER))
            self.set_source_info(shown[0])
        shown += writer.nodes_for(content.blocks)
        if content.options.show is Show.BOTH:
            shown = _beside(shown)
        if content.offer is not None:
            shown.insert(_first_section(shown), downloads_node(content.offer))
        return shown

    def _framed(
        self, shown: list[nodes.Element], content: BlockContent, writer: BlockWriter
    ) -> list[nodes.Element]:
        """Put the nodes in a figure if one is asked for; sections cannot be in it and follow it."""
        options = content.options
        if not (options.caption or options.name or options.classes):
            return shown
        inside = _first_section(shown)
        figure = bml_figure("", classes=list(options.classes))
        self.set_source_info(figure)
        if options.caption:
            figure += writer.caption(content.caption, content.place)
        figure += shown[:inside]
        named = figure if figure.children or not shown else shown[inside]
        self._name(named, options.name)
        return [figure, *shown[inside:]] if figure.children or not shown else shown

    def _name(self, node: nodes.Element, name: str) -> None:
        if not name:
            return
        # A section has noted the name of its title already and must not do so again.
        noted = list(node["names"])
        node["names"] = [nodes.fully_normalize_name(name)]
        self.state.document.note_explicit_target(node, node)
        node["names"] += noted


def _first_section(shown: list[nodes.Element]) -> int:
    return next((n for n, node in enumerate(shown) if isinstance(node, nodes.section)), len(shown))


def _beside(shown: list[nodes.Element]) -> list[nodes.Element]:
    """Put the source, which comes first, beside the result; sections follow the two."""
    end = _first_section(shown)
    return [bml_both("", *shown[:end]), *shown[end:]] if end > 1 else shown


def _file(source: str) -> str:
    """Return a source as an absolute path: docutils names included pages from the folder of the shell."""
    path = Path(source).absolute()
    return os.path.normpath(path) if path.exists() else str(source)


def _board_node(shown: ShownBoard, options: BlockOptions, writer: BlockWriter) -> bml_board:
    """Return the node of a board that a block shows."""
    node = bml_board("", *writer.nodes_for(shown.blocks))
    last: nodes.Element = node
    if shown.answer:
        title = writer.words.answer
        head = nodes.paragraph("", "", nodes.strong("", title), translatable=False)
        last = bml_answer("", head, *writer.nodes_for(shown.answer), left_out=not options.answers)
        node += last
    if shown.viewer_url:
        link = nodes.reference("", writer.words.play_on_bbo, refuri=shown.viewer_url, internal=False)
        last += nodes.paragraph("", "", link, classes=["bml-play"], translatable=False)
    return node


class DealDirective(BmlDirective):
    """One deal diagram and nothing else, or boards of a file; a system gets nothing from it."""

    one_deal = True


class _OptionDirective(BmlDirective):
    """A block of one kind, which is an option of blocks; the argument is its value."""

    argument_is_text = True
    option: ClassVar[str]

    def _header(self, argument: str) -> dict[str, str]:
        return {self.option: " ".join(argument.split())}


class ExamplesDirective(_OptionDirective):
    """Example hands for the auction that is the argument."""

    option = "examples"


class ChangesDirective(_OptionDirective):
    """What has changed since the revision, date or file that is the argument."""

    option = "changes"


class _FlagDirective(_OptionDirective):
    """A block of one kind, which needs no value; the argument is the line above it."""

    def _header(self, argument: str) -> dict[str, str]:
        caption = " ".join(argument.split())
        return {self.option: "", **({"caption": caption} if caption else {})}


class DownloadDirective(_FlagDirective):
    """Links to the exported files of a system."""

    option = "download"


class FrequenciesDirective(_FlagDirective):
    """How often each call is made."""

    option = "frequencies"


class AuctionsDirective(_FlagDirective):
    """The index of the auctions of a system."""

    option = "auctions"


class ExploreDirective(_FlagDirective):
    """The auctions of a system as a bidding box."""

    option = "explore"


class HealthDirective(_FlagDirective):
    """The state of the notes of a system."""

    option = "health"


DIRECTIVES: Mapping[str, type[BmlDirective]] = {
    "deal": DealDirective,
    "download": DownloadDirective,
    "frequencies": FrequenciesDirective,
    "auctions": AuctionsDirective,
    "explore": ExploreDirective,
    "health": HealthDirective,
    "examples": ExamplesDirective,
    "changes": ChangesDirective,
}
"""The directives of the domain by name."""


class BmlRole(ReferenceRole):
    """BML inside a line of other markup, and as ``text <1N-2C>`` a link to an auction."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes of the text."""
        file, line = self.get_source_info()
        place = Location(_file(file), line)
        is_link = self.has_explicit_title and bool(self.target.strip())
        spans = parse_inline(self.title if is_link else self.text, place)
        report(spans.diagnostics)
        bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True))
        links = PageLinks(self.env)
        if not is_link:
            return inline_nodes(spans.value, links), []
        content = inline_nodes(spans.value, lambda _target, _place: nodes.inline())
        return [filled_link(links.to_auction(self.target.strip(), place), content)], []


class HandRole(SphinxRole):
    """A hand in a line of other markup, as ``AKx Qxx KJxx xxx``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the hand with its suits; what is not a hand stays as it is."""
        file, line = self.get_source_info()
        hand = parse_hand(self.text, Location(_file(str(file)), line), complete=False)
        report(hand.diagnostics)
        if hand.value is None:
            return [nodes.literal(self.text, self.text)], []
        bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True))
        return [nodes.inline("", "", *piece_nodes(hand_pieces(hand.value)), classes=["bml-cards-inline"])], []
