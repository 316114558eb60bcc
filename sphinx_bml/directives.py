"""The directives and roles of BML."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StateMachine
from sphinx.util.docutils import SphinxDirective, SphinxRole

from bml_core import Location, parse_hand, parse_inline
from bml_core.document import Diagram, Span
from bml_core.render import hand_pieces
from bml_core.site import (
    BlockOptions,
    DealOffer,
    HandRequest,
    Offer,
    OptionProblem,
    PageFacts,
    Show,
    asks_for_deals,
    asks_for_hands,
    make_deal_offer,
    make_deal_options,
    make_hand_options,
    make_offer,
    make_options,
    parse_header,
)
from sphinx_bml.blocks import BlockWriter
from sphinx_bml.config import read_config
from sphinx_bml.deals import board_nodes, solved
from sphinx_bml.domain import bml_domain
from sphinx_bml.downloads import downloads_node
from sphinx_bml.hands import hands_node
from sphinx_bml.inlines import inline_nodes, piece_nodes
from sphinx_bml.links import PageLinks
from sphinx_bml.nodes import bml_both, bml_figure
from sphinx_bml.reading import PageReader, Places, Reading, note_block
from sphinx_bml.reports import report, warn
from sphinx_bml.words import project_words

LEXER = "bml-source"


class _EveryOption(dict[str, Callable[[str], str]]):
    """Accepts options of any name, so that a wrong one is a warning and does not cost the block."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return directives.unchanged


class BmlDirective(SphinxDirective):
    """A block of BML: bidding tables, deals, auctions and text, inline or from a file."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], str]]] = _EveryOption({"class": directives.unchanged})

    def run(self) -> list[nodes.Node]:
        """Read the block, remember what it exports, and return the nodes that show it."""
        text, places, header = self._parts()
        raw = {**header, **self.options}
        if asks_for_deals(raw):
            return self._deals(raw, text)
        if asks_for_hands(raw):
            return self._hands(raw, text)
        options, problems = make_options(raw)
        for problem in problems:
            warn(str(problem), self._place, "option")
        if options.file and text.strip():
            warn(
                "A block with a file shows the file alone. Delete the text of the block.",
                self._place,
                "option",
            )
        reader = PageReader(self.env)
        reading = self._checked(reader.read(text, places, options, self._place))
        report(reading.document.diagnostics)
        note_block(self.env, reading.document, options, self._place)
        offer = self._offer(options)
        if options.hide:
            return []
        collapse = reader.config.collapse if options.collapse is None else options.collapse
        return list(self._shown(reading, options, collapse, offer))

    def _deals(self, raw: dict[str, str], text: str) -> list[nodes.Node]:
        """The boards of a file."""
        options, problems = make_deal_options(raw)
        reader = PageReader(self.env)
        found = reader.read_deals(options, self._place)
        if text.strip():
            message = "A block with a file shows the file alone. Delete the text of the block."
            problems = (*problems, OptionProblem("file", message))
        for problem in (*problems, *found.problems):
            warn(str(problem), self._place, "option")
        report(found.diagnostics)
        bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True, deals=found.boards))
        writer = self._writer(options.block, reader.config.collapse)
        shown = board_nodes(self.env, found.boards, options, writer, self._place)
        return list(self._framed(shown, options.block, writer))

    def _hands(self, raw: dict[str, str], text: str) -> list[nodes.Node]:
        """Frequencies or example hands, of which only the place is known so far."""
        options, problems = make_hand_options(raw)
        if text.strip():
            message = f"A block with {'examples' if 'examples' in raw else 'frequencies'} shows no text."
            problems = (*problems, OptionProblem("text", message, "Delete the text of the block."))
        for problem in problems:
            warn(str(problem), self._place, "option")
        config = read_config(self.config)
        system = options.block.exported_system(config.default_system)
        node = hands_node(self.env, HandRequest(options, system, self._place))
        self.set_source_info(node)
        return list(self._framed([node], options.block, self._writer(options.block, config.collapse)))

    def _checked(self, reading: Reading) -> Reading:
        """What of the block is shown and exported."""
        return reading

    # ------------------------------------------------------------ source

    @property
    def _place(self) -> Location:
        file, line = self.get_source_info()
        return Location(_file(file), line)

    def _parts(self) -> tuple[str, Places, dict[str, str]]:
        """The text of the block with the places of its lines, and the options beside its name."""
        lines, places = list(self.content), self._places()
        argument = self.arguments[0] if self.arguments else ""
        if "\n" not in argument:
            return "\n".join(lines), places, parse_header(argument)
        # Without an empty line above it the first paragraph of the text arrives as the argument.
        warn("The text begins without an empty line above it. Put one there.", self._place, "option")
        first = argument.split("\n")
        place = self._place
        missed = [(place.file, place.line + number) for number, _ in enumerate([*first, ""], 1)]
        return "\n".join([*first, "", *lines]), [*missed, *places], {}

    def _places(self) -> Places:
        if _is_of_docutils(self.state_machine):
            return [(_file(source), int(line or 0) + 1) for source, line in self.content.items]
        # MyST counts the lines of a fence from its first line of text.
        place = self._place
        first = place.line + 1 + self.content_offset
        return [(place.file, first + number) for number, _ in enumerate(self.content)]

    # ------------------------------------------------------------ result

    def _offer(self, options: BlockOptions) -> Offer | DealOffer | None:
        """The files that the block has links to."""
        if options.deals is not None:
            return self._deal_offer(options)
        default = read_config(self.config).default_system
        offer, problems = make_offer(options, options.exported_system(default), self._place)
        for problem in problems:
            warn(str(problem), self._place, "option")
        if offer is not None and not options.hide:
            bml_domain(self.env).note(self.env.docname, PageFacts(offers=(offer,)))
        return offer

    def _deal_offer(self, options: BlockOptions) -> DealOffer | None:
        offer, problems = make_deal_offer(options, self.env.docname, self._place)
        for problem in problems:
            warn(str(problem), self._place, "option")
        if options.hide or not offer.formats:
            return None
        bml_domain(self.env).note(self.env.docname, PageFacts(offers=(offer,)))
        return offer

    def _writer(self, options: BlockOptions, collapse: int) -> BlockWriter:
        return BlockWriter(
            self.state.document,
            PageLinks(self.env),
            collapse,
            sections=self._may_have_sections,
            style=options.style,
            hcp=options.hcp,
            words=project_words(),
        )

    def _shown(
        self, reading: Reading, options: BlockOptions, collapse: int, offer: Offer | DealOffer | None
    ) -> list[nodes.Element]:
        writer = self._writer(options, collapse)
        shown: list[nodes.Element] = []
        if options.show is not Show.RESULT and reading.source.strip():
            shown.append(self._source(reading.source))
        if options.show is not Show.SOURCE:
            blocks = reading.document.blocks
            if options.dd:
                blocks = solved(self.env, blocks, writer, self._place)
            shown += writer.nodes_for(blocks)
        if options.show is Show.BOTH:
            shown = _beside(shown)
        if offer is not None:
            shown.insert(_first_section(shown), downloads_node(offer))
        return self._framed(shown, options, writer)

    def _source(self, text: str) -> nodes.literal_block:
        text = text.strip("\n")
        node = nodes.literal_block(text, text, language=LEXER)
        self.set_source_info(node)
        return node

    def _framed(
        self, shown: list[nodes.Element], options: BlockOptions, writer: BlockWriter
    ) -> list[nodes.Element]:
        """The nodes in a figure, if one is asked for; sections cannot stand in it and follow it."""
        if not (options.caption or options.name or options.classes):
            return shown
        inside = _first_section(shown)
        figure = bml_figure("", classes=list(options.classes))
        self.set_source_info(figure)
        if options.caption:
            place = self._place
            figure += writer.caption(_reported(options.caption, place), place)
        figure += shown[:inside]
        named = figure if figure.children or not shown else shown[inside]
        self._name(named, options)
        return [figure, *shown[inside:]] if figure.children or not shown else shown

    def _name(self, node: nodes.Element, options: BlockOptions) -> None:
        if not options.name:
            return
        # A section has noted the name of its title already and must not do so again.
        noted = list(node["names"])
        node["names"] = [nodes.fully_normalize_name(options.name)]
        self.state.document.note_explicit_target(node, node)
        node["names"] += noted

    @property
    def _may_have_sections(self) -> bool:
        return isinstance(self.state_machine.node, nodes.document | nodes.section)


def _reported(text: str, place: Location) -> tuple[Span, ...]:
    """The spans of a text at a place, with warnings of what is wrong with it."""
    spans = parse_inline(text, place)
    report(spans.diagnostics)
    return spans.value


def _first_section(shown: list[nodes.Element]) -> int:
    return next((n for n, node in enumerate(shown) if isinstance(node, nodes.section)), len(shown))


def _beside(shown: list[nodes.Element]) -> list[nodes.Element]:
    """The nodes with the source, which comes first, beside the result; sections follow the two."""
    end = _first_section(shown)
    return [bml_both("", *shown[:end]), *shown[end:]] if end > 1 else shown


def _file(source: str) -> str:
    """A source as an absolute path: docutils names included pages from the folder of the shell."""
    path = Path(source).absolute()
    return os.path.normpath(path) if path.exists() else str(source)


def _is_of_docutils(machine: object) -> bool:
    """Whether the page is reStructuredText; MyST runs directives with a machine of its own."""
    return isinstance(machine, StateMachine)


class DealDirective(BmlDirective):
    """One deal diagram and nothing else, or boards of a file; a system gets nothing from it."""

    def _checked(self, reading: Reading) -> Reading:
        blocks = reading.document.blocks
        if len(blocks) == 1 and isinstance(blocks[0], Diagram):
            return reading
        shown = tuple(block for block in blocks if isinstance(block, Diagram))[:1]
        held = "more than a deal" if shown else "no deal"
        warn(
            f"The text of bml:deal holds {held}. Write a line for each hand: N: AKx T9 xxx Q987x.",
            self._place,
            "deal",
        )
        return replace(reading, document=replace(reading.document, blocks=shown, metadata=()))


class DownloadDirective(BmlDirective):
    """Links to the exported files of a system; the argument is the line above them."""

    def _parts(self) -> tuple[str, Places, dict[str, str]]:
        caption = " ".join(" ".join(self.arguments).split())
        header = {"download": "yes", **({"caption": caption} if caption else {})}
        return "\n".join(self.content), self._places(), header


class FrequenciesDirective(BmlDirective):
    """How often each call is made; the argument is the line above."""

    def _parts(self) -> tuple[str, Places, dict[str, str]]:
        caption = " ".join(" ".join(self.arguments).split())
        header = {"frequencies": "", **({"caption": caption} if caption else {})}
        return "\n".join(self.content), self._places(), header


class ExamplesDirective(BmlDirective):
    """Example hands for the auction that is the argument."""

    def _parts(self) -> tuple[str, Places, dict[str, str]]:
        header = {"examples": " ".join(" ".join(self.arguments).split())}
        return "\n".join(self.content), self._places(), header


class BmlRole(SphinxRole):
    """BML inside a line of other markup."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The nodes of the text."""
        file, line = self.get_source_info()
        spans = _reported(self.text, Location(_file(file), line))
        bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True))
        return inline_nodes(spans, PageLinks(self.env)), []


class HandRole(SphinxRole):
    """A hand in a line of other markup, as ``AKx Qxx KJxx xxx``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The hand with its suits; what is no hand stays as it is."""
        file, line = self.get_source_info()
        hand = parse_hand(self.text, Location(_file(str(file)), line), complete=False)
        report(hand.diagnostics)
        if hand.value is None:
            return [nodes.literal(self.text, self.text)], []
        bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True))
        return [nodes.inline("", "", *piece_nodes(hand_pieces(hand.value)), classes=["bml-cards-inline"])], []
