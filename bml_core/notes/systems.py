"""Which systems a file, several files, a folder or a site holds: one answer for every command.

The settings of a site that exists are read from its configuration, which is not run: what a configuration
works out when it runs is not known.
"""

from __future__ import annotations

import ast
import os
import posixpath
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from bml_core.diagnostics import Diagnostic
from bml_core.document import Document
from bml_core.files import ask, is_file, is_folder, real_path, repository
from bml_core.notes.loading import NotesBlock, NoteSettings, NotesFile, read_systems_setting
from bml_core.notes.options import DEFAULT_SYSTEM, NOT_EXPORTED, page_options, parse_options
from bml_core.system import System, expand

EXTENSION_NAMES = ("bml", "mkdocs_bml", "mkdocs_bml.extension", "mkdocs_bml.extension:BmlExtension")
"""How settings of MkDocs and Zensical may name the extension."""

_CONFIGURATIONS = ("mkdocs.yml", "mkdocs.yaml", "conf.py", "zensical.toml")
_SPHINX, _ZENSICAL = "conf.py", ".toml"
_SPHINX_EXTENSION = "sphinx_bml"
_DEEPEST_INHERITANCE = 10

_STANDING = ("tables", "lists")

_OFTEN = 5
_ALIKE = 0.5
_LONGEST_NAME = 60


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
    tables, lists = (options[name] is True if name in options else None for name in _STANDING)
    settings = NoteSettings(systems=systems, prefix=prefix, tables=tables, lists=lists)
    return SiteSettings(Path(real_path(pages)), settings)


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
        found = (named.get(name) for name in EXTENSION_NAMES)
        options = next((each for each in found if isinstance(each, Mapping)), None)
        return configuration.parent / posixpath.normpath(str(project.get("docs_dir", "docs"))), options
    return _mkdocs_pages_and_options(configuration)


def _text_of(path: Path) -> str:
    """Return the text of a file; what is not UTF-8 in it is kept.

    Raises:
        ValueError: It cannot be read.
    """
    if not is_file(path):
        raise ValueError(f"{path} is not a file; rename it, or name another folder")
    try:
        return str(ask("text", path), "utf-8", "surrogateescape").removeprefix("\ufeff")
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
        begin, mark = (getattr(error, f"{kind}_mark", None) for kind in ("context", "problem"))
        why = getattr(error, "problem", None) or "a character that YAML cannot hold"
        if begin and mark and begin.index < len(text.rstrip()) <= mark.index:
            mark, why = begin, "what begins here has no end"
        at = f"line {mark.line + 1}: " if mark else ""
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
    standing = ((name, assigned(tree, f"bml_{name}")[1]) for name in _STANDING)
    return {"systems": value, **{name: value for name, value in standing if value is not None}}


def assigned(tree: ast.Module, name: str) -> tuple[bool, object]:
    """Return whether the value of a name at the end of a program is known, and the value, None for none.

    >>> assigned(ast.parse("a = [1]"), "a"), assigned(ast.parse("a = f()"), "a"), assigned(ast.parse(""), "a")
    ((True, [1]), (False, None), (True, None))
    """
    statements = list(_outside_functions(tree))
    named = [node for node in statements if isinstance(node, ast.Name) and node.id == name]
    if not any(isinstance(node.ctx, ast.Store) for node in named):
        imports = (node.names for node in statements if isinstance(node, ast.ImportFrom | ast.Import))
        aliases = [alias for names in imports for alias in names]
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


# ---------------------------------------------------------------- the systems of files


@dataclass(frozen=True, slots=True)
class SystemPlan:
    """Which system the blocks of files belong to that name none; files are known by their real paths.

    Attributes:
        defaults: The system of each file that is not in ``system``.
        sites: What the sites of files say of their systems.
        rivals: Files that contradict each other so often that each is a system of its own.
        unread: Why the settings of sites are not known, each without a full stop.
        divides: Whether blocks belong to the systems that they name; those of a file alone are one system.
        shared: The name of a system that several sites have in their settings, "" for none.
    """

    defaults: Mapping[str, str] = field(default_factory=dict)
    sites: Mapping[str, SiteSettings] = field(default_factory=dict)
    rivals: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()
    divides: bool = False
    shared: str = ""

    def default_system(self, file: str | Path) -> str:
        """Return the system of what names none in a file."""
        return self.defaults.get(real_path(file), DEFAULT_SYSTEM)

    @property
    def as_one(self) -> SystemPlan:
        """Return the plan with its rivals as one system."""
        rivals = {*map(real_path, self.rivals)}
        defaults = {file: name for file, name in self.defaults.items() if file not in rivals}
        return replace(self, defaults=defaults, rivals=frozenset())

    def placed(self, file: NotesFile) -> NotesFile:
        """Return a file of notes with its blocks in their systems, and with what builds report of these."""
        if not self.divides:
            return file
        placed = file.within(self.default_system(file.name))
        site = self.sites.get(real_path(file.name))
        if site is None:
            return placed
        faults = (each for block in placed.blocks for each in _misplaced(block, site, site.page(file.name)))
        return placed._replace(file_diagnostics=(*file.file_diagnostics, *faults))


def _misplaced(block: NotesBlock, site: SiteSettings, page: str) -> tuple[Diagnostic, ...]:
    """Return what builds report of a block in no system, or in one that the settings lack."""
    if block.system is not None:
        return site.settings.check_system(block.system, block.place)
    is_lost = bool(block.document.tables) and not block.named
    return site.settings.check_page(page, block.place) if is_lost else ()


def plan_systems(
    files: Sequence[NotesFile], named: Iterable[str | Path], *, together: bool = False
) -> SystemPlan:
    """Return which systems files hold, as far as their blocks name none.

    The settings of the nearest site decide; systems of several sites are called by the folders of these. The
    BML files of a folder without a site are one system, unless they contradict each other often. A file alone
    is one system, and so is everything ``together``.

    Args:
        files: The files, with all their blocks.
        named: The files and folders that somebody named: beside these, configurations are looked for.
        together: Make one system of everything.
    """
    named = list(named)
    if together or (len(files) < 2 and not any(map(is_folder, named))):
        return SystemPlan()
    finder = SiteFinder(named)
    found = {real_path(file.name): finder.site(file.name) for file in files}
    sites = {path: site for path, site in found.items() if site is not None}
    names = _names_of_sites({site.pages for site in sites.values()})
    defaults = {}
    for path, site in sites.items():
        name = site.settings.default_system(site.page(path))
        defaults[path] = names.get(site.pages, name) if name == DEFAULT_SYSTEM else name
    alone = {
        file.name: file.blocks[0].document
        for file in files
        if file.markup == "bml" and not file.blocks[0].named and real_path(file.name) not in sites
    }
    rivals: list[str] = []
    is_choice = len(alone) > 1 and any(map(is_folder, named))
    if is_choice and files_that_differ(expand(alone.values())) and are_rivals(alone):
        rivals = sorted(alone)
        taken: set[str] = set()
        for file in rivals:
            name = system_name(Path(file).as_posix(), taken)
            taken.add(name.casefold())
            defaults[real_path(file)] = name
    named_by = {(name, site.pages) for path, site in sites.items() if (name := defaults[path])}
    shared = next((name for name, times in Counter(name for name, _ in named_by).items() if times > 1), "")
    return SystemPlan(defaults, sites, frozenset(rivals), tuple(finder.unread), divides=True, shared=shared)


def _names_of_sites(pages: set[Path]) -> dict[Path, str]:
    """Return the names of the systems of sites by the folders of their pages, if there are several sites."""
    if len(pages) < 2:
        return {}
    common = os.path.commonpath(pages)
    parts = {page: page.relative_to(common).parts for page in pages}
    tops = Counter(each[:1] for each in parts.values())
    # "club/a" and "club/b" are two systems.
    return {page: each[0] if tops[each[:1]] == 1 else "-".join(each) for page, each in parts.items() if each}


class SiteFinder:
    """Finds the site of a page, by the nearest configuration whose pages it is among.

    Configurations are looked for up to the top of the repository; without one, beside what is named.
    """

    def __init__(self, named: Iterable[str | Path]) -> None:
        paths = [Path(real_path(name)) for name in named]
        self._beside = {path.parent if is_folder(path) else path.parent.parent for path in paths}
        self._sites: dict[Path, SiteSettings | None] = {}
        self.unread: list[str] = []

    def site(self, file: str | Path) -> SiteSettings | None:
        """Return the site of a page; None where there is none, or what it says of systems is not known."""
        folder = Path(real_path(file)).parent
        if folder not in self._sites:
            self._sites[folder] = self._near(folder)
        return self._sites[folder]

    def _near(self, folder: Path) -> SiteSettings | None:
        last = {*repository(folder)} or self._beside
        for above in (folder, *folder.parents):
            for configuration in configurations(above):
                try:
                    site = read_site(configuration)
                except ValueError as error:
                    self.unread.append(str(error))
                    return None
                if site is not None and folder.is_relative_to(site.pages):
                    return site
            if above in last:
                break
        return None


# ---------------------------------------------------------------- files that are systems of their own


def files_that_differ(system: System) -> tuple[str, str] | None:
    """Return the two files that most often say different things of an auction, if five times or more."""
    rows = {
        (second.location, first.location.file)
        for second, first in system.repeats
        if second.says_more_than(first)
        and second.location.file != first.location.file
        and not _have_same_numbers(second.text, first.text)
    }
    often = Counter((file, location.file) for location, file in rows).most_common(1)
    return next((pair for pair, count in often if count >= _OFTEN), None)


def _have_same_numbers(one: str, other: str) -> bool:
    """Return whether all numbers of a text are in the other one: "16-17, quantitative" beside "16-17"."""
    first, second = ({*re.findall(r"\d+", text)} for text in (one, other))
    return bool(first and second) and (first <= second or second <= first)


def are_rivals(documents: Mapping[str, Document]) -> bool:
    """Return whether files, by their paths, cannot be parts of one system.

    They cannot if two of them include rows of the same file, which one system would hold twice, or if the
    file with most opening bids has half of them or more in common with another one.
    """
    unnamed = {
        file: document for file, document in documents.items() if not page_options(document).value.system
    }
    systems = {file: expand([document]) for file, document in unnamed.items()}
    included = Counter(
        part
        for file, system in systems.items()
        for part in {*map(real_path, {row.location.file for row in system.agreements})} - {real_path(file)}
    )
    if any(count > 1 for count in included.values()):
        return True
    openings = sorted((_openings(system) for system in systems.values()), key=len, reverse=True)
    return any(
        len(openings[0] & other) >= _ALIKE * len(openings[0] | other) for other in openings[1:] if other
    )


def _openings(system: System) -> set[str]:
    """Return the bids that open an auction."""
    auctions = (agreement.auction for agreement in system.agreements if agreement.auction.we_deal)
    return {str(auction) for auction in auctions if len(auction.calls) == 1 and str(auction) != "P"}


def system_name(page: str, taken: Set[str]) -> str:
    """Return a name for the system of a page: that of its file, with those of its folders if needed.

    Names that are taken are given in small letters, since some disks know no difference.

    >>> system_name("notes/Two clubs.bml", set()), system_name("b/Acol.bml", {"acol"})
    ('Two-clubs', 'b-Acol')
    """
    parts = [part for part in PurePosixPath(page).with_suffix("").parts if part != "/"]
    names = ["-".join(map(_part_of_name, parts[begin:])) for begin in range(len(parts) - 1, -1, -1)]
    numbered = (f"{names[-1]}-{number}" for number in range(2, len(taken) + 3))
    usable = (name for name in (*names, *numbered) if name != NOT_EXPORTED)
    return next(
        name
        for name in usable
        if parse_options({"system": name}).value.system == name and name.casefold() not in taken
    )


def _part_of_name(text: str) -> str:
    return re.sub(r"[^\w.]+", "-", text).strip("-.")[:_LONGEST_NAME].rstrip("-.") or "system"
