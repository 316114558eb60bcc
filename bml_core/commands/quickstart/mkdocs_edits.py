"""What a MkDocs site lacks for BML: the plugin, and its pages in the ``nav``.

``mkdocs.yml`` is read for the places of what it says, and lines are put between the existing ones. Nothing is
run, and tags such as ``!!python/name`` stay as they are.
"""

from __future__ import annotations

import json
import posixpath
import re
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bml_core.commands.quickstart.edits import Edit, read_text
from bml_core.commands.quickstart.folders import Folder
from bml_core.commands.quickstart.hosts import EXTENSION_NAMES
from bml_core.commands.terminal import UsageError

if TYPE_CHECKING:
    from yaml import MappingNode, Node

_DEEPEST_INHERITANCE = 10
_ELSEWHERE = "the list is written elsewhere"


class Settings:
    """A ``mkdocs.yml`` with the places of what it says.

    Raises:
        UsageError: it is not YAML, or there is nothing to read YAML with.
    """

    def __init__(self, text: str, name: str) -> None:
        try:
            import yaml
        except ImportError as error:
            raise UsageError(f"{name} cannot be read without PyYAML, which comes with MkDocs") from error
        self.text, self.name = text, name
        try:
            root = yaml.compose(text.removeprefix("\ufeff"), Loader=yaml.SafeLoader)
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            mark = getattr(error, "problem_mark", None)
            at = f"line {mark.line + 1}: " if mark else ""
            problem = getattr(error, "problem", None) or "a character that YAML cannot hold"
            raise UsageError(f"{name} is not YAML: {at}{problem}; correct it first") from error
        if root is not None and not isinstance(root, yaml.MappingNode):
            raise UsageError(f"{name} holds no settings; begin it with site_name: and a name")
        self.root: MappingNode | None = root
        self._shift = len(text) - len(text.removeprefix("\ufeff"))
        self._yaml = yaml

    def get(self, name: str) -> Node | None:
        """Return the value of a setting."""
        return next((value for key, value in self.pairs if key.value == name), None)

    @property
    def pairs(self) -> list[tuple[Node, Node]]:
        """Return names and values of all settings."""
        return [] if self.root is None else self.root.value

    def word(self, name: str) -> str:
        """Return a setting that is a text; "" for another."""
        node = self.get(name)
        return str(node.value) if isinstance(node, self._yaml.ScalarNode) else ""

    def is_list(self, node: Node | None) -> bool:
        """Return whether a value is a list."""
        return isinstance(node, self._yaml.SequenceNode)

    def is_map(self, node: Node | None) -> bool:
        """Return whether a value is a mapping."""
        return isinstance(node, self._yaml.MappingNode)

    def is_shared(self, node: Node) -> bool:
        """Return whether a value is written elsewhere, under an anchor."""
        key = next(key for key, value in self.pairs if value is node)
        return bool(
            node.start_mark.index < key.start_mark.index or self.text[self.begin(node) :][:1] in "*&!"
        )

    def names(self, node: Node | None) -> list[str]:
        """Return the names in a list of words and mappings, or in a mapping."""
        if self.is_map(node):
            return [str(key.value) for key, _ in node.value]  # type: ignore[union-attr]
        items = node.value if self.is_list(node) else []  # type: ignore[union-attr]
        keys = (item.value[0][0] if self.is_map(item) and item.value else item for item in items)
        return [str(key.value) for key in keys if isinstance(key, self._yaml.ScalarNode)]

    def texts(self, node: Node | None) -> Iterator[str]:
        """Yield all words in a value."""
        if isinstance(node, self._yaml.ScalarNode):
            yield str(node.value)
        elif self.is_map(node):
            for _, value in node.value:  # type: ignore[union-attr]
                yield from self.texts(value)
        elif self.is_list(node):
            for item in node.value:  # type: ignore[union-attr]
                yield from self.texts(item)

    def options(self, node: Node | None, names: Collection[str]) -> Mapping[str, object]:
        """Return what one of these names is followed by in a list or a mapping.

        Raises:
            UsageError: a tag in it stands for a program.
        """
        items: list[Any] = node.value if node is not None and self.is_list(node) else [node]
        pairs = [pair for item in items if self.is_map(item) for pair in item.value]
        found = next((value for key, value in pairs if key.value in names), None)
        try:
            value = self._yaml.SafeLoader("").construct_document(found) if found is not None else None
        except self._yaml.YAMLError as error:
            raise UsageError(f"{self.name} works out the options of bml when it is read") from error
        return value if isinstance(value, Mapping) else {}

    def begin(self, node: Node) -> int:
        """Return where a value begins in the text."""
        return int(node.start_mark.index) + self._shift

    def end(self, node: Node) -> int:
        """Return where the last thing in a value ends, without the comments and empty lines after it."""
        inner = [node.value[-1]] if self.is_list(node) and node.value else []
        if self.is_map(node) and node.value:
            inner = [node.value[-1][1]]
        if not inner or node.flow_style:  # type: ignore[attr-defined]
            return int(node.end_mark.index) + self._shift
        # The value of a key without one is where the next thing is.
        key_end = int(node.value[-1][0].end_mark.index) + self._shift if self.is_map(node) else 0
        return max(self.end(inner[0]), key_end) if self._has_text(inner[0]) else key_end or self.end(inner[0])

    def _has_text(self, node: Node) -> bool:
        return int(node.end_mark.index) > int(node.start_mark.index)

    def with_setting(self, lines: str) -> str:
        """Return the text with another setting at its end."""
        if self.root is None:
            return _inserted(self.text, len(self.text), lines)
        return self.with_item(self.root, lines)

    def with_item(self, node: Node, item: str) -> str:
        """Return the text with an item, which may have several lines, at the end of a list or a mapping."""
        if node.flow_style:  # type: ignore[attr-defined]
            return self._with_flow_item(node, item)
        end = self.end(node)
        if end < self.begin(node):
            raise UsageError(_ELSEWHERE)
        at = _line_end(self.text, end)
        pad = " " * int(node.start_mark.column)
        return _inserted(self.text, at, textwrap.indent(item, pad))

    def _with_flow_item(self, node: Node, item: str) -> str:
        words = " ".join(line.strip() for line in item.removeprefix("- ").splitlines())
        if node.value:
            last = node.value[-1][1] if self.is_map(node) else node.value[-1]
            at, words = int(last.end_mark.index) + self._shift, f", {words}"
        else:
            at = self.begin(node) + 1
        return self.text[:at] + words + self.text[at:]


def _line_end(text: str, at: int) -> int:
    """Return where the line ends that a place is in, or the one before it that has just ended."""
    if at and text[at - 1] == "\n":
        return at
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _inserted(text: str, at: int, lines: str) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    before = text[:at] if not at or text[at - 1] == "\n" else text[:at] + end
    return before + "".join(f"{line}{end}" for line in lines.splitlines()) + text[at:]


# ---------------------------------------------------------------- the site


def mkdocs_edits(
    folder: Folder, configuration: str, docs: str, systems: Sequence[str]
) -> tuple[list[Edit], list[str]]:
    """Return what a site lacks, as changes and as advice; nothing if it has the plugin or the extension.

    Raises:
        UsageError: a file cannot be read.
    """
    text = read_text(folder.top, configuration)
    chain = _inheritance(folder.top, configuration, text)
    keys = ("plugins", "markdown_extensions")
    listed = (settings.names(settings.get(key)) for _, settings in chain for key in keys)
    if any(set(EXTENSION_NAMES) & set(names) for names in listed):
        return [], []
    item = _plugin(systems, folder.roots_from(docs, posixpath.dirname(configuration)))
    try:
        new = _with_plugin(chain, item)
        advice, changed = _with_nav(folder, docs, chain, Settings(new, configuration))
        _check(chain[0][1], Settings(changed, configuration))
    except UsageError:
        return [], [
            f"Add {' '.join(item.removeprefix('- ').split())} to the list of plugins of {configuration}"
        ]
    return [Edit(configuration, text, changed)], advice


def docs_folder(top: Path, configuration: str) -> str:
    """Return the folder of the pages, as the site says."""
    chain = _inheritance(top, configuration, read_text(top, configuration))
    docs = next((word for _, settings in chain if (word := settings.word("docs_dir"))), "docs")
    return posixpath.normpath(posixpath.join(posixpath.dirname(configuration), docs))


def bml_options(top: Path, configuration: str) -> Mapping[str, object] | None:
    """Return the options of the plugin, or of the extension; None where the site has neither.

    Raises:
        UsageError: the site cannot be read, or its options are worked out by a program.
    """
    chain = _inheritance(top, configuration, read_text(top, configuration))
    for key in ("plugins", "markdown_extensions"):
        for _, settings in chain:
            node = settings.get(key)
            if set(EXTENSION_NAMES) & set(settings.names(node)):
                return settings.options(node, EXTENSION_NAMES)
            # A list takes the place of what it inherits, a mapping adds to it.
            if settings.is_list(node):
                break
    return None


def _inheritance(top: Path, name: str, text: str) -> list[tuple[str, Settings]]:
    """Return the settings of a site, then those of the files that it inherits from."""
    chain = [(name, Settings(text, str(top / name)))]
    while len(chain) < _DEEPEST_INHERITANCE and (parent := chain[-1][1].word("INHERIT")):
        name = posixpath.normpath(posixpath.join(posixpath.dirname(chain[-1][0]), parent))
        chain.append((name, Settings(read_text(top, name), str(top / name))))
    return chain


def _plugin(system_lines: Sequence[str], roots: Sequence[str]) -> str:
    """Return the entry of the plugin in a list."""
    options = ["    systems:", *(f"      {line}" for line in system_lines)] if system_lines else []
    options += [f"    include_roots: {json.dumps(list(roots), ensure_ascii=False)}"] if roots else []
    return "\n".join(["- bml:", *options]) if options else "- bml"


def _with_plugin(chain: list[tuple[str, Settings]], item: str) -> str:
    """Return the text of the site with the plugin.

    Raises:
        UsageError: its list cannot be changed where it is.
    """
    own = chain[0][1]
    node = own.get("plugins")
    as_key = item.removeprefix("- ") + ("" if ":" in item else ": {}")
    if node is None:
        for _, settings in chain[1:]:
            if (inherited := settings.get("plugins")) is not None:
                if settings.is_map(inherited):
                    return own.with_setting(f"plugins:\n{textwrap.indent(as_key, '  ')}")
                return _with_copy(own, settings, inherited, item)
        return own.with_setting(f"plugins:\n  - search\n{textwrap.indent(item, '  ')}")
    if own.is_list(node) or own.is_map(node):
        if own.is_shared(node):
            raise UsageError(_ELSEWHERE)
        return own.with_item(node, _flow(item) if node.flow_style else item if own.is_list(node) else as_key)  # type: ignore[attr-defined]
    if str(node.value) not in ("", "~", "null"):
        raise UsageError(_ELSEWHERE)
    key = next(key for key, value in own.pairs if value is node)
    at = _line_end(own.text, own.end(key))
    return _inserted(own.text, at, f"  - search\n{textwrap.indent(item, '  ')}")


def _flow(item: str) -> str:
    """Return the entry of the plugin for a list in brackets or a mapping in braces."""
    lines = item.splitlines()
    if len(lines) == 1:
        return item
    systems = ", ".join(line.strip() for line in lines if line.startswith("      "))
    roots = next((line.strip() for line in lines if "include_roots" in line), "")
    return f"- bml: {{{', '.join(filter(None, [f'systems: {{{systems}}}' if systems else '', roots]))}}}"


def _with_copy(own: Settings, parent: Settings, node: Node, item: str) -> str:
    """Return the text with the list of plugins that it inherits, and the plugin: a list replaces another."""
    if not parent.is_list(node) or parent.is_shared(node):
        raise UsageError(_ELSEWHERE)
    if node.flow_style:  # type: ignore[attr-defined]
        copied = Settings(f"plugins: {parent.text[parent.begin(node) : parent.end(node)]}\n", "plugins")
        entry = copied.with_item(copied.get("plugins"), _flow(item))  # type: ignore[arg-type]
        return own.with_setting(entry.rstrip())
    begin = parent.text.rfind("\n", 0, parent.begin(node)) + 1
    lines = textwrap.dedent(parent.text[begin : _line_end(parent.text, parent.end(node))]).rstrip()
    return own.with_setting(textwrap.indent(f"{lines}\n{item}", "  ").replace("  ", "plugins:\n  ", 1))


def _with_nav(
    folder: Folder, docs: str, chain: list[tuple[str, Settings]], settings: Settings
) -> tuple[list[str], str]:
    """Return advice about the ``nav``, and the text with the BML pages in it."""
    begin = f"{docs}/"
    pages = [name.removeprefix(begin) for name in folder.pages if name.startswith(begin)]
    hidden = "".join(s.word("exclude_docs") for _, s in chain)
    name, holder = next(
        ((name, s) for name, s in [("", settings), *chain[1:]] if s.get("nav") is not None), ("", settings)
    )
    nav = holder.get("nav")
    listed = set(holder.texts(nav))
    missing = [page for page in pages if page not in listed]
    if nav is None or not missing or re.search(r"(?m)^\s*\*+(/\*)?\.bml\s*$", hidden):
        return [], settings.text
    if holder is not settings or not settings.is_list(nav) or settings.is_shared(nav):
        return [f"Add to the nav{f' in {name}' if name else ''}: {', '.join(missing)}"], settings.text
    entries = [
        page if re.fullmatch(r"[\w./-]+", page) else json.dumps(page, ensure_ascii=False) for page in missing
    ]
    if nav.flow_style:  # type: ignore[attr-defined]
        return [], settings.with_item(nav, f"- {', '.join(entries)}")
    return [], settings.with_item(nav, "\n".join(f"- {entry}" for entry in entries))


def _check(old: Settings, new: Settings) -> None:
    """Make sure that nothing else has changed."""
    import yaml

    def others(settings: Settings) -> dict[str, str]:
        pairs = ((str(key.value), value) for key, value in settings.pairs)
        return {key: yaml.serialize(value) for key, value in pairs if key not in ("plugins", "nav")}

    kept = [name for name in old.names(old.get("plugins")) if name not in new.names(new.get("plugins"))]
    if kept or "bml" not in new.names(new.get("plugins")) or others(old) != others(new):
        raise UsageError(_ELSEWHERE)
