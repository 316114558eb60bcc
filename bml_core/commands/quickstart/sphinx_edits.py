"""What a Sphinx project lacks for BML: lines at the end of its ``conf.py``, and a place in its contents.

Nothing of ``conf.py`` is run: its text tells what is certain, and the lines suit what is not.
"""

from __future__ import annotations

import ast
import json
import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from bml_core.commands.quickstart.edits import Edit, appended, read_text
from bml_core.commands.quickstart.folders import Folder
from bml_core.commands.terminal import UsageError
from bml_core.site import listed_pages

_EXTENSION = "sphinx_bml"
_MYST = "myst_parser"
_REST = "restructuredtext"
_MARKDOWN = (".md", ".markdown", ".myst")
_UNKNOWN = object()
_ANY_SUFFIX = """\
if isinstance(source_suffix, str):
    source_suffix = [source_suffix]
if not isinstance(source_suffix, dict):
    source_suffix = dict.fromkeys(source_suffix, "restructuredtext")"""


@dataclass(frozen=True, slots=True)
class _Assigned:
    """What a ``conf.py`` says about a name: its value, and whether it may be without one.

    ``value`` is ``_UNKNOWN`` if the program works it out, None if the name has no value.
    """

    value: object
    may_lack: bool = False

    @property
    def is_unknown(self) -> bool:
        """Return whether the value is only known when the program runs."""
        return self.value is _UNKNOWN


class Conf:
    """The text of a ``conf.py``.

    Raises:
        UsageError: it is not a Python program.
    """

    def __init__(self, text: str, name: str) -> None:
        try:
            self._tree = ast.parse(text.removeprefix("\ufeff").encode("utf-8", "surrogateescape"))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            at = f"line {line}: " if line else ""
            raise UsageError(
                f"{name} is not Python: {at}{getattr(error, 'msg', error)}; correct it first"
            ) from error
        self._statements = list(_outside_functions(self._tree))

    @property
    def has_bml(self) -> bool:
        """Return whether the extension is on."""
        return self.names(_EXTENSION)

    def names(self, text: str) -> bool:
        """Return whether a text of the program is this one, or a part of a module of this name."""
        texts = (node.value for node in ast.walk(self._tree) if isinstance(node, ast.Constant))
        return any(isinstance(value, str) and f"{value}.".startswith(f"{text}.") for value in texts)

    def assigned(self, name: str) -> _Assigned:
        """Return what is known of a name at the end of the program."""
        stores = [node for node in self._statements if isinstance(node, ast.Name) and node.id == name]
        written = [node for node in stores if isinstance(node.ctx, ast.Store)]
        if not written:
            imports = any(
                isinstance(node, ast.ImportFrom | ast.Import) and _imports(node, name)
                for node in self._statements
            )
            return _Assigned(_UNKNOWN, may_lack=True) if imports or self._is_dynamic else _Assigned(None)
        plain = [node for node in self._tree.body if _assigns(node, name)]
        if not plain:
            return _Assigned(_UNKNOWN, may_lack=True)
        value = getattr(plain[0], "value", None)
        if len(stores) > 1 or value is None:
            return _Assigned(_UNKNOWN)
        try:
            return _Assigned(ast.literal_eval(value))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return _Assigned(_UNKNOWN)

    @property
    def _is_dynamic(self) -> bool:
        called = {
            node.func.id
            for node in self._statements
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        return bool(called & {"exec", "globals", "locals", "vars", "setattr"})


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


def _assigns(node: ast.stmt, name: str) -> bool:
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _imports(node: ast.ImportFrom | ast.Import, name: str) -> bool:
    return any(alias.name == "*" or (alias.asname or alias.name) == name for alias in node.names)


# ---------------------------------------------------------------- lines of conf.py


def _python(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _list_line(conf: Conf, name: str, item: str) -> list[str]:
    """Return the line that adds an item to a list, whatever that is now."""
    known = conf.assigned(name)
    if known.value is None:
        return [f"{name} = [{_python(item)}]"]
    if known.may_lack:
        return [f'{name} = [*globals().get("{name}", ()), {_python(item)}]']
    if isinstance(known.value, list | tuple) and item in known.value:
        return []
    return [f"{name} = [*{name}, {_python(item)}]"]


def _suffix_lines(conf: Conf) -> list[str]:
    known = conf.assigned("source_suffix")
    value = ".rst" if known.value is None else known.value
    markdown = {".md": "markdown"} if conf.names(_MYST) else {}
    if isinstance(value, str):
        value = [value]
    if isinstance(value, list | tuple) and all(isinstance(suffix, str) for suffix in value):
        kinds = {suffix: "markdown" if markdown and suffix in _MARKDOWN else _REST for suffix in value}
        return [f"source_suffix = {_python({**kinds, **markdown, '.bml': 'bml'})}"]
    if isinstance(value, dict):
        added = {suffix: kind for suffix, kind in {**markdown, ".bml": "bml"}.items() if suffix not in value}
        return [f"source_suffix = {{**source_suffix, {_python(added)[1:-1]}}}"] if added else []
    begin = ['source_suffix = globals().get("source_suffix", ".rst")'] if known.may_lack else []
    return [*begin, *_ANY_SUFFIX.splitlines(), 'source_suffix = {**source_suffix, ".bml": "bml"}']


def _conf_lines(conf: Conf, system_lines: Sequence[str], roots: Sequence[str]) -> list[str]:
    lines = ["# Bridge notes: blocks of BML on pages, and BML files as pages."]
    lines += _list_line(conf, "extensions", _EXTENSION)
    lines += _suffix_lines(conf)
    if conf.names(_MYST):
        lines += _list_line(conf, "myst_fence_as_directive", "bml")
    if system_lines:
        lines += ["bml_systems = {", *(f"    {line}," for line in system_lines), "}"]
    if roots:
        lines.append(f"bml_include_roots = {_python(list(roots))}")
    return lines


# ---------------------------------------------------------------- the project


def sphinx_edits(
    folder: Folder, configuration: str, source: str, systems: Sequence[str]
) -> tuple[list[Edit], list[str]]:
    """Return what a project lacks, as changes and as advice; nothing if it has the extension.

    Raises:
        UsageError: a file cannot be read.
    """
    text = read_text(folder.top, configuration)
    conf = Conf(text, str(folder.top / configuration))
    if conf.has_bml:
        return [], []
    pages = [name for name in _below(folder.pages, source) if not _is_excluded(conf, name)]
    lines = _conf_lines(conf, systems, folder.roots_from(source))
    edits = [Edit(configuration, text, appended(text, lines))]
    return _with_contents(folder, conf, source, pages, edits)


def _below(names: Sequence[str], source: str) -> list[str]:
    begin = f"{source}/" if source else ""
    return [name.removeprefix(begin) for name in names if name.startswith(begin)]


def _is_excluded(conf: Conf, name: str) -> bool:
    value = conf.assigned("exclude_patterns").value
    patterns = (
        [pattern for pattern in value if isinstance(pattern, str)] if isinstance(value, list | tuple) else []
    )
    wanted = [spelled for pattern in patterns for spelled in (pattern, f"{pattern}/**")]
    return bool(listed_pages(wanted, "", [name]).pages)


def _with_contents(
    folder: Folder, conf: Conf, source: str, pages: Sequence[str], edits: list[Edit]
) -> tuple[list[Edit], list[str]]:
    """Add the change of the first page that gives other pages a place in the contents, if they need one."""
    names = [_address(page) for page in pages if not _is_listed(folder, source, page)]
    roots = [conf.assigned(name).value for name in ("root_doc", "master_doc")]
    root = next((value for value in roots if isinstance(value, str)), "index")
    files = [posixpath.join(source, f"{root}{suffix}") for suffix in (".rst", ".md", ".bml")]
    first = next((name for name in files if (folder.top / name).is_file()), "")
    if not names or first.endswith(".bml"):
        return edits, []
    if first.endswith(".rst"):
        lines = [".. toctree::", "   :maxdepth: 2", "", *(f"   /{name}" for name in names)]
    elif first and conf.names(_MYST):
        lines = ["```{toctree}", ":maxdepth: 2", "", *(f"/{name}" for name in names), "```"]
    else:
        return edits, [f"Name these pages in a toctree: {', '.join(names)}"]
    text = read_text(folder.top, first)
    return [*edits, Edit(first, text, appended(text, lines))], []


def _address(page: str) -> str:
    return str(PurePosixPath(page).with_suffix(""))


def _is_listed(folder: Folder, source: str, page: str) -> bool:
    """Return whether a pattern in a list of contents has a page."""
    for document in _below(folder.documents, source):
        text = read_text(folder.top, posixpath.join(source, document))
        patterns = (
            re.findall(r"(?m)^\s*([^\s:`.][^\s`]*[*?]\S*|[*?]\S*)\s*$", text) if ":glob:" in text else []
        )
        if listed_pages(patterns, _address(document), [_address(page)]).pages:
            return True
    return False
