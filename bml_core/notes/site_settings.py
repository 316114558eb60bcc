"""What settings say of notes: how they are read, and which systems a site of any host has.

The settings of a site that exists are read from its configuration, which is not run: what a configuration
works out when it runs is not known.
"""

from __future__ import annotations

import ast
import posixpath
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from bml_core.diagnostics import Diagnostic, Location
from bml_core.document import DEFAULT_LIMITS, Dialect, Document, Limits, RowOrder
from bml_core.files import is_file, real_path
from bml_core.formats import SystemTexts
from bml_core.language import DEFAULT_ABBREVIATIONS, Page
from bml_core.notes.note_files import listed_pages
from bml_core.notes.options import DEFAULT_SYSTEM, NOT_EXPORTED, BlockOptions, parse_options
from bml_core.render import Abbreviations
from bml_core.system import System, expand

EXTENSION_NAMES = ("bml", "mkdocs_bml", "mkdocs_bml.extension", "mkdocs_bml.extension:BmlExtension")
"""How settings of MkDocs and Zensical may name the extension."""

_CONFIGURATIONS = ("mkdocs.yml", "mkdocs.yaml", "conf.py", "zensical.toml")
_SPHINX, _ZENSICAL = "conf.py", ".toml"
_SPHINX_EXTENSION = "sphinx_bml"
_DEEPEST_INHERITANCE = 10
_IN_SYSTEM = "pages, title and summary"


# ---------------------------------------------------------------- settings


@dataclass(frozen=True, slots=True)
class SystemSetting(SystemTexts):
    """Hold what the settings say about a system.

    Attributes:
        pages: The pages whose blocks belong to it if they name no system, written as after ``#+PAGES:``.
    """

    pages: tuple[str, ...] = ()

    def has(self, page: str) -> bool:
        """Return whether a page is one of its own.

        >>> SystemSetting(pages=("acol.bml", "weak/*")).has("weak/twos")
        True
        """
        return bool(self.pages and page and listed_pages(self.pages, "", [page]).pages)


@dataclass(frozen=True, slots=True)
class NoteSettings:
    """Hold the settings of a documentation that say how notes are read.

    Attributes:
        dialect: The dialect of blocks that name none.
        systems: The exported systems by name; if the mapping is empty, every name will do.
        include_roots: Folders, beside the documentation, that files may come from.
        limits: Upper bounds for one page.
        abbreviations: What abbreviations stand for.
        language: The language of descriptions that name none.
        choice: The order of rows that fit the same hand, where tables and systems name none.
        prefix: What the host writes before the names of settings.
    """

    dialect: Dialect = Dialect.V2_0
    systems: Mapping[str, SystemSetting] = field(default_factory=dict, hash=False)
    include_roots: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS
    abbreviations: Abbreviations = field(
        default_factory=partial(Abbreviations, DEFAULT_ABBREVIATIONS), hash=False
    )
    language: str = "en"
    choice: RowOrder = RowOrder.AUTO
    prefix: str = ""

    def default_system(self, page: str = "") -> str:
        """Return the system of blocks on a page that name none.

        It is the system with this page, or else the first one without pages. Where every system has its
        pages, the blocks of other pages are not exported.

        >>> systems = {"acol": SystemSetting(pages=("acol",)), "club": SystemSetting(pages=("club/**",))}
        >>> [NoteSettings(systems=systems).default_system(page) for page in ("acol", "club/a", "index")]
        ['acol', 'club', 'none']
        """
        if not self.systems:
            return DEFAULT_SYSTEM
        own = (name for name, setting in self.systems.items() if setting.has(page))
        without_pages = (name for name, setting in self.systems.items() if not setting.pages)
        return next(own, next(without_pages, NOT_EXPORTED))

    def exported_system(self, options: BlockOptions, page: str = "") -> str | None:
        """Return the system that a block of a page with these options is exported to, or None."""
        return options.exported_system(self.default_system(page))

    def check_system(self, system: str, location: Location) -> tuple[Diagnostic, ...]:
        """Report a system that the settings do not list.

        >>> settings = NoteSettings(systems={"acol": SystemSetting()})
        >>> settings.check_system("acoll", Location("a.md", 1))[0].sentence
        'The setting systems does not list the system acoll. It has acol.'
        """
        if system in self.systems or not self.systems:
            return ()
        message = f"The setting {self.prefix}systems does not list the system {system}."
        return (Diagnostic("BML134", message, location, f"It has {', '.join(self.systems)}."),)

    def check_page(self, page: str, location: Location) -> tuple[Diagnostic, ...]:
        """Report a page that belongs to no system, so that its bidding tables are in no exported file.

        >>> settings = NoteSettings(systems={"acol": SystemSetting(pages=("acol",))})
        >>> settings.check_page("weak", Location("a.md", 1))[0].message
        'No system in the setting systems has the page weak.'
        """
        if not self.systems or self.default_system(page) != NOT_EXPORTED:
            return ()
        message = f"No system in the setting {self.prefix}systems has the page {page or '(unknown)'}."
        hint = f"Add it to the pages of {', '.join(self.systems)}, or give it a system."
        return (Diagnostic("BML134", message, location, hint),)

    def page(self, file: str, root: str | Path) -> Page:
        """Return the page that a file is, below the folder of the documentation, ``root``."""
        roots = (root, *self.include_roots)
        return Page(file, dialect=self.dialect, include_roots=roots, limits=self.limits)

    def expand(self, documents: Iterable[Document]) -> System:
        """Return the system that documents make."""
        meanings = tuple(self.abbreviations.meanings.items())
        return expand(documents, limits=self.limits, abbreviations=meanings, language=self.language)


def read_systems_setting(value: object) -> Mapping[str, SystemSetting]:
    """Return what the setting ``systems`` says.

    Raises:
        ValueError: It cannot be used; says what to write.
    """
    if not isinstance(value, Mapping):
        raise ValueError(
            "Write names with their settings, in Python such as "
            '{"precision": {"title": "Precision"}}, in YAML such as precision: {title: Precision}.'
        )
    return {_system_name(name): _system_setting(name, texts) for name, texts in value.items()}


def _system_name(name: object) -> str:
    options = parse_options({"system": str(name)})
    if options.diagnostics:
        raise ValueError(options.diagnostics[0].sentence)
    if options.value.system == NOT_EXPORTED:
        raise ValueError(f"A system cannot be called {NOT_EXPORTED}: it marks blocks that are not exported.")
    return options.value.system


def _system_setting(name: object, raw: object) -> SystemSetting:
    known = [entry.name for entry in fields(SystemSetting)]
    if raw is not None and not isinstance(raw, Mapping):
        raise ValueError(f'System "{name}" can have {_IN_SYSTEM}.')
    values = dict(raw or {})
    for key, value in values.items():
        if key not in known:
            raise ValueError(f'System "{name}" cannot have "{key}", only {_IN_SYSTEM}.')
        if key == "pages":
            pages = [value] if isinstance(value, str) else value
            if not isinstance(pages, Sequence) or not all(isinstance(p, str) and p.strip() for p in pages):
                raise ValueError(f'Write the pages of system "{name}" as a list, such as ["{name}.bml"].')
            values[key] = tuple(pages)
        elif not isinstance(value, str):
            raise ValueError(f'The {key} of system "{name}" is not a text.')
    return SystemSetting(**values)


# ---------------------------------------------------------------- the configuration of a site


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """What a site says of its notes: the folder of its pages, and its settings as far as they are read."""

    pages: Path
    settings: NoteSettings

    def page(self, file: str | Path) -> str:
        """Return how the settings call a page."""
        return Path(real_path(file)).relative_to(self.pages).with_suffix("").as_posix()


def configurations(folder: Path) -> list[Path]:
    """Return the configurations of sites in a folder."""
    return [folder / name for name in _CONFIGURATIONS if is_file(folder / name)]


def read_site(configuration: Path) -> SiteSettings | None:
    """Return what a configuration says; None if it is of a site without BML.

    Raises:
        ValueError: It cannot be read without running it; says why, without a full stop.
    """
    pages, options = _pages_and_options(configuration)
    if options is None:
        return None
    prefix = "bml_" if configuration.name == _SPHINX else ""
    value = options.get("systems") or {}
    try:
        systems = read_systems_setting(value)
    except ValueError as hint:
        message = f"The setting {prefix}systems cannot be {value!r}. {hint}"
        raise ValueError(f"{configuration.name}: {message.rstrip('.')}") from None
    return SiteSettings(Path(real_path(pages)), NoteSettings(systems=systems, prefix=prefix))


def pages_folder(configuration: Path) -> Path:
    """Return the folder of the pages of a site.

    Raises:
        ValueError: The configuration cannot be read.
    """
    return _pages_and_options(configuration)[0]


def _pages_and_options(configuration: Path) -> tuple[Path, Mapping[str, object] | None]:
    if configuration.name == _SPHINX:
        return configuration.parent, _sphinx_options(configuration)
    if configuration.suffix == _ZENSICAL:
        try:
            project = tomllib.loads(_text_of(configuration)).get("project")
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{configuration.name} cannot be read: {error}") from error
        project = project if isinstance(project, dict) else {}
        extensions = project.get("markdown_extensions")
        named = extensions if isinstance(extensions, Mapping) else {}
        options = next(
            (each for name in EXTENSION_NAMES if isinstance(each := named.get(name), Mapping)), None
        )
        return configuration.parent / posixpath.normpath(str(project.get("docs_dir", "docs"))), options
    return _mkdocs_pages_and_options(configuration)


def _text_of(path: Path) -> str:
    """Return the text of a file; what is not UTF-8 in it is kept.

    Raises:
        ValueError: It cannot be read.
    """
    if not path.is_file():
        raise ValueError(f"{path} is not a file; rename it, or name another folder")
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error


# ---------------------------------------------------------------- mkdocs.yml


def _mkdocs_pages_and_options(configuration: Path) -> tuple[Path, Mapping[str, object] | None]:
    """Return the folder of the pages, and the options of the plugin or the extension; None without these."""
    chain = [_yaml_settings(configuration)]
    path = configuration
    while len(chain) < _DEEPEST_INHERITANCE and (parent := _word(chain[-1].get("INHERIT"))):
        path = Path(posixpath.normpath(path.parent / parent))
        chain.append(_yaml_settings(path))
    docs = next((word for settings in chain if (word := _word(settings.get("docs_dir")))), "docs")
    pages = configuration.parent / posixpath.normpath(docs)
    for key in ("plugins", "markdown_extensions"):
        for settings in chain:
            node = settings.get(key)
            entries = dict(_entries(node))
            if name := next((name for name in entries if name in EXTENSION_NAMES), ""):
                return pages, _constructed(entries[name], configuration)
            # A list takes the place of what it inherits, a mapping adds to it.
            if node is not None and node.id == "sequence":
                break
    return pages, None


def _yaml_settings(path: Path) -> dict[str, Any]:
    """Return the nodes of a file by the names of its settings; tags such as ``!ENV`` are not run."""
    try:
        import yaml  # noqa: PLC0415 - comes with MkDocs
    except ImportError as error:
        raise ValueError(f"{path} cannot be read without PyYAML, which comes with MkDocs") from error
    text = _text_of(path)
    try:
        root: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        at = f"line {mark.line + 1}: " if mark else ""
        why = getattr(error, "problem", None) or "a character that YAML cannot hold"
        raise ValueError(f"{path} is not YAML: {at}{why}; correct it first") from error
    if root is None:
        return {}
    if root.id != "mapping":
        raise ValueError(f"{path} holds no settings; begin it with site_name: and a name")
    return {str(name.value): value for name, value in reversed(root.value)}


def _word(node: Any) -> str:  # noqa: ANN401 - a node of YAML
    return str(node.value) if node is not None and node.id == "scalar" else ""


def _entries(node: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - a node of YAML
    """Yield the names in a list of words and mappings, or in a mapping, with what follows each."""
    for item in node.value if node is not None and node.id == "sequence" else [node]:
        if item is not None and item.id == "mapping":
            yield from ((str(name.value), value) for name, value in item.value)
        elif item is not None and item is not node:
            yield str(item.value), None


def _constructed(node: Any, path: Path) -> Mapping[str, object]:  # noqa: ANN401 - a node of YAML
    import yaml  # noqa: PLC0415 - comes with MkDocs

    try:
        value = yaml.SafeLoader("").construct_document(node) if node is not None else None
    except yaml.YAMLError as error:
        raise ValueError(f"{path} works out the options of bml when it is read") from error
    return value if isinstance(value, Mapping) else {}


# ---------------------------------------------------------------- conf.py


def _sphinx_options(conf: Path) -> Mapping[str, object] | None:
    """Return what a ``conf.py`` says of the systems; None if nothing in it names the extension."""
    text = _text_of(conf)
    try:
        tree = ast.parse(text.encode("utf-8", "surrogateescape"))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        at = f"line {line}: " if line else ""
        raise ValueError(
            f"{conf} is not Python: {at}{getattr(error, 'msg', error)}; correct it first"
        ) from error
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    if not any(isinstance(text, str) and f"{text}.".startswith(f"{_SPHINX_EXTENSION}.") for text in texts):
        return None
    known, value = assigned(tree, "bml_systems")
    if not known:
        raise ValueError("conf.py works out bml_systems when it runs")
    return {"systems": value}


def assigned(tree: ast.Module, name: str) -> tuple[bool, object]:
    """Return whether the value of a name at the end of a program is known, and the value, None for none.

    >>> assigned(ast.parse("a = [1]"), "a"), assigned(ast.parse("a = f()"), "a"), assigned(ast.parse(""), "a")
    ((True, [1]), (False, None), (True, None))
    """
    statements = list(_outside_functions(tree))
    named = [node for node in statements if isinstance(node, ast.Name) and node.id == name]
    if not any(isinstance(node.ctx, ast.Store) for node in named):
        aliases = [
            alias
            for node in statements
            if isinstance(node, ast.ImportFrom | ast.Import)
            for alias in node.names
        ]
        is_imported = any(alias.name == "*" or (alias.asname or alias.name) == name for alias in aliases)
        calls = [node.func for node in statements if isinstance(node, ast.Call)]
        called = {function.id for function in calls if isinstance(function, ast.Name)}
        return not (is_imported or called & {"exec", "globals", "locals", "vars", "setattr"}), None
    values = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id == name
    ]
    if len(named) > 1 or not values or values[0] is None:
        return False, None
    try:
        return True, ast.literal_eval(values[0])
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False, None


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))
