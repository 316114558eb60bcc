"""What the ``mkdocs.yml`` of a site says. Nothing is run."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bml_core.commands.terminal import UsageError

if TYPE_CHECKING:
    from yaml import MappingNode, Node

_DEEPEST_INHERITANCE = 10
EXTENSION_NAMES = ("bml", "mkdocs_bml", "mkdocs_bml.extension", "mkdocs_bml.extension:BmlExtension")
"""How settings of MkDocs and Zensical may name the extension."""


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
        self.name = name
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

    def names(self, node: Node | None) -> list[str]:
        """Return the names in a list of words and mappings, or in a mapping."""
        if self.is_map(node):
            return [str(key.value) for key, _ in node.value]  # type: ignore[union-attr]
        items = node.value if self.is_list(node) else []  # type: ignore[union-attr]
        keys = (item.value[0][0] if self.is_map(item) and item.value else item for item in items)
        return [str(key.value) for key in keys if isinstance(key, self._yaml.ScalarNode)]

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


# ---------------------------------------------------------------- the site


def read_text(top: Path, path: str) -> str:
    """Return the text of a file; what is not UTF-8 in it is kept.

    Raises:
        UsageError: it cannot be read.
    """
    file = top / path
    if not file.is_file():
        raise UsageError(f"{file} is not a file; rename it, or name another folder")
    try:
        return file.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from error


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
