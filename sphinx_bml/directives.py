"""What is read: the directives and roles of BML, whole BML files as pages, and translated texts of BML."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StateMachine
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import ReferenceRole, SphinxDirective, SphinxRole
from sphinx.util.i18n import docname_to_domain

from bml_core import Location
from bml_core.language import parse_hand_line, parse_inline
from bml_core.notes import PageBlock, parse_header
from bml_core.site import BlockContent, BlockReader, PageFacts, Solver, compose, linked_spans
from sphinx_bml.config import project_words, read_config
from sphinx_bml.content import (
    BmlText,
    NodeMaker,
    bml_caption,
    bml_later,
    bml_rubric,
    bml_term,
    bml_title,
    filled_link,
    inline_nodes,
    place_of,
)
from sphinx_bml.domain import PageLinks, bml_domain
from sphinx_bml.page_files import FILE_TYPE, bml_pages, contents_node, contents_of
from sphinx_bml.reports import report

_SECTIONS = (nodes.document, nodes.section)
_NO_EMPTY_LINE = ("The text of this block has no empty line above it.", "Add one.")


# ---------------------------------------------------------------- the page that is being read

_READER = "bml_reader"
_CACHE = "bml-double-dummy"


def page_reader(env: BuildEnvironment) -> BlockReader:
    """Return the reader of the page that is being read; all blocks of the page share it."""
    # Under this name all supported versions of Sphinx know what belongs to the page being read.
    reader = env.temp_data.get(_READER)
    if isinstance(reader, BlockReader):
        return reader
    configuration = replace(read_config(env.config), words=project_words())
    file, root = str(env.doc2path(env.docname)), str(env.srcdir)
    solver = Solver(Path(env.doctreedir, _CACHE))
    reader = BlockReader.of_file(file, root, configuration, name=env.docname, solver=solver)
    env.temp_data[_READER] = reader
    return reader


def note_block(env: BuildEnvironment, content: BlockContent) -> None:
    """Remember what is wrong with a block, and what it means for its page and its system."""
    bml_domain(env).note_faults(content.diagnostics)
    for file in content.dependencies:
        env.note_dependency(file)
    if content.may_be_mended:
        env.note_reread()
    bml_domain(env).note(env.docname, content.facts)


# ---------------------------------------------------------------- directives


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
        return list(self._nodes(content))

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
        return PageBlock(place.line, 1, raw, text, 1, 1, problem, place.file, tuple(places), self._above())

    def _above(self) -> tuple[str, ...]:
        """Return the headings that the block is below, as BML writes them, and the paragraph above it."""
        node: nodes.Element | None = self.state_machine.node
        last = node.children[-1] if node is not None and node.children else None
        before = last.astext().split("\n")[-1:] if isinstance(last, nodes.paragraph) else []
        titles: list[str] = []
        while node is not None:
            if isinstance(node, nodes.section) and isinstance(node.next_node(), nodes.title):
                titles.append(node[0].astext())
            node = node.parent
        headings = [f"{'*' * level} {title}" for level, title in enumerate(reversed(titles), 1)]
        return (*headings, *before)

    def _places(self) -> list[tuple[str, int]]:
        machine: object = self.state_machine
        if isinstance(machine, StateMachine):
            return [(_file(source), int(line or 0) + 1) for source, line in self.content.items]
        # MyST, which has a machine of its own, counts the lines of a fence from its first line of text.
        place = self._place
        first = place.line + 1 + self.content_offset
        return [(place.file, first + number) for number, _ in enumerate(self.content)]

    # ------------------------------------------------------------ result

    def _nodes(self, content: BlockContent) -> list[nodes.Element]:
        composed = compose(content)
        document, sections = self.state.document, isinstance(self.state_machine.node, _SECTIONS)
        maker = NodeMaker.of_block(document, PageLinks(self.env), content, sections=sections)
        shown = maker.shown(composed.inside, content.place)
        below = maker.nodes_for(composed.sections)
        for node in shown:
            for later in node.findall(bml_later):
                if "files" not in later:
                    later["page"] = self.env.docname
                    later["number"] = len(bml_domain(self.env).facts[self.env.docname].requests) - 1
        named = below if composed.name else shown
        if named:
            self._name(named[0], content.options.name)
        return [*shown, *below]

    def _name(self, node: nodes.Element, name: str) -> None:
        if not name:
            return
        # A section has noted the name of its title already and must not do so again.
        noted = list(node["names"])
        node["names"] = [nodes.fully_normalize_name(name)]
        self.state.document.note_explicit_target(node, node)
        node["names"] += noted


def _file(source: str) -> str:
    """Return a source as an absolute path: docutils names included pages from the folder of the shell."""
    path = Path(source).absolute()
    return os.path.normpath(path) if path.exists() else str(source)


class DealDirective(BmlDirective):
    """One deal diagram and nothing else, or boards of a file; a system gets nothing from it."""

    one_deal = True


class _OptionDirective(BmlDirective):
    """A block of one kind, which is an option of blocks.

    The argument is the value of the option, or else the line above the block.
    """

    argument_is_text = True
    option: ClassVar[str]
    needs_value: ClassVar[bool] = False

    def _header(self, argument: str) -> dict[str, str]:
        text = " ".join(argument.split())
        if self.needs_value:
            return {self.option: text}
        return {self.option: "", **({"caption": text} if text else {})}


def _directive(option: str, *, needs_value: bool = False) -> type[BmlDirective]:
    members = {"__doc__": f"A block of BML with ``{option}``.", "option": option, "needs_value": needs_value}
    return type(f"{option.capitalize()}Directive", (_OptionDirective,), members)


DIRECTIVES: Mapping[str, type[BmlDirective]] = {
    "deal": DealDirective,
    **{
        name: _directive(name)
        for name in ("download", "frequencies", "auctions", "explore", "health", "quiz")
    },
    **{name: _directive(name, needs_value=True) for name in ("examples", "changes")},
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
        hand = parse_hand_line(self.text, Location(_file(str(file)), line))
        report(hand.diagnostics)
        if not hand.value:
            return [nodes.literal(self.text, self.text)], []
        bml_domain(self.env).note(self.env.docname, PageFacts(shows_bml=True))
        return [nodes.inline("", "", *inline_nodes(hand.value), classes=["bml-cards-inline"])], []


# ---------------------------------------------------------------- BML files as pages


class BmlParser(Parser):
    """Read a BML file as a page, with everything that the directive shows."""

    supported = (FILE_TYPE,)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill the document; the file is read again, in the encoding it has."""
        self.setup_parse(inputstring, document)
        env: BuildEnvironment = document.settings.env
        page, content = page_reader(env).read_bml_page()
        note_block(env, content)
        env.metadata[env.docname].update(page.metadata)
        document += (nodes.meta("", name=name, content=text) for name, text in page.metadata.items())
        shown = NodeMaker.of_block(document, PageLinks(env), content).nodes_for(content.blocks)
        contents, file = contents_of(env, env.docname), content.place.file
        report(contents.diagnostics(file, "the source folder"))
        if contents.pages:
            sections = [node for node in shown if isinstance(node, nodes.section)]
            sections[-1].append(contents_node(env.docname, contents, file))
        document += shown
        self.finish_parse()


def take_author(app: Sphinx, builder: Builder) -> None:
    """Make the author of a first page that is BML that of the book, if conf.py names none.

    This comes after Sphinx has stored the settings, to which it would be a change.
    """
    config = app.config
    root = config.root_doc
    if config.author == Config.config_values["author"].default and root in bml_pages(app.env):
        config.author = app.env.metadata[root].get("author") or config.author


_SPHINX_TRANSLATES = 20


class TranslateBml(SphinxTransform):
    """Replaces the texts of BML nodes by their translations, before Sphinx would read those as its own."""

    default_priority = _SPHINX_TRANSLATES - 5

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Translate the document."""
        messages = self._messages()
        if not messages:
            return
        for node in self.document.findall(nodes.TextElement):
            if isinstance(node, BmlText) and node.rawsource and (translated := messages.get(node.rawsource)):
                self._translate(node, translated)

    def _messages(self) -> dict[str, str]:
        config = self.config
        if not config.language:
            return {}
        domain = docname_to_domain(self.env.docname, config.gettext_compact)
        folders = [self.env.srcdir / folder for folder in config.locale_dirs]
        catalogue, found = locale.init(folders, config.language, domain)
        if not found:
            return {}
        messages: dict[str, str] = {}
        current: object = catalogue
        while current is not None:
            # The catalogue of an earlier folder wins over those after it.
            messages = getattr(current, "_catalog", {}) | messages
            current = getattr(current, "_fallback", None)
        return messages

    def _translate(self, node: nodes.TextElement, text: str) -> None:
        link = PageLinks(self.env)
        place = place_of(node)
        is_name = isinstance(node, bml_title | bml_rubric | bml_term | bml_caption)
        has_links = self.config.bml_link_auctions and not is_name
        node.clear()
        for number, line in enumerate(text.split("\n")):
            if number:
                node += nodes.Text("\n")
            spans = parse_inline(line, place, own_suit=node.get("own"), in_description="own" in node)
            node += inline_nodes(linked_spans(spans.value) if has_links else spans.value, link)
        node["translated"] = True
        node.is_settled = True  # type: ignore[attr-defined]


class ReopenBml(SphinxTransform):
    """Lets translated texts be extracted again, from their source, once Sphinx has translated the rest."""

    default_priority = _SPHINX_TRANSLATES + 1

    def apply(self, **_kwargs: Any) -> None:  # noqa: ANN401
        """Reopen the texts of the document."""
        if not self.config.language:
            return
        for node in self.document.findall(nodes.TextElement):
            if isinstance(node, BmlText) and node.is_settled:
                node.is_settled = False
