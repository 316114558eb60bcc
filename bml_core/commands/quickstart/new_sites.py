"""A site to be: the files of a host and those that publish it, filled with what is known of a folder."""

from __future__ import annotations

import html
import json
import posixpath
import re
import shlex
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import PurePosixPath

from bml_core.commands.quickstart.existing_sites import Lacking, lacking, pages_folder
from bml_core.commands.quickstart.folders import Folder, TopSystem, top_folder
from bml_core.commands.quickstart.hosts import Host, fill
from bml_core.commands.terminal import UsageError
from bml_core.render import LANGUAGES
from bml_core.render.html import site_files
from bml_core.site import file_title

_EXAMPLES = tuple(f"{name}.bml" for name in ("openings", "notrump", "majors", "minors", "competition"))
_Values = dict[str, str | Sequence[str]]


@dataclass(frozen=True, slots=True)
class Site:
    """A site to be: its configuration, texts of files by their paths, and pages that are not in it.

    ``advice`` says what to do about ``left_out``, without a full stop. ``packages`` are needed besides the
    host: what pip gets, by module. ``is_public`` says whether other computers can get bml-docs.
    ``present`` is a configuration that exists, and ``lacking`` what it lacks.
    """

    host: Host
    configuration: str
    files: Mapping[str, str]
    left_out: Sequence[str]
    advice: str
    packages: Mapping[str, str]
    is_public: bool
    present: str | None = None
    lacking: Lacking | None = None

    @property
    def changed(self) -> list[str]:
        """Return the files that lack something."""
        return [edit.path for edit in self.lacking.edits] if self.lacking else []


def plan(folder: Folder, host: Host, title: str, author: str, language: str) -> Site:
    """Return the site for a folder; the texts are single lines.

    Raises:
        UsageError: the folder holds pages, but the site would have none of them.
    """
    present = folder.has(*host.configurations)
    example: dict[str, str] = {}
    if folder.is_empty and not present:
        folder, example = _with_example(folder, host, title)
    markdown = [name for name in folder.documents if name.endswith(".md")]
    docs = host.docs and (top_folder((*folder.pages, *folder.parts) or markdown) or host.docs)
    if present:
        docs = pages_folder(folder.top, host.name, present)
        folder = _with_systems_below(folder, docs)
    left_out = _left_out(folder, docs, markdown)
    advice = host.left_out.format(docs=docs)
    if not (present or folder.pages) and left_out == [*folder.documents]:
        raise UsageError(advice)
    packages = host.markdown if markdown else {}
    configuration = present or host.configurations[0]
    values = _site_values(folder, host, docs, configuration, packages)
    values |= {**_titles(title), "author": author, "language": language, "markdown": markdown}
    values["page_language"] = language if language in LANGUAGES and language != "en" else ""
    files = example | ({} if present else _own_files(folder, host, docs, values))
    if not host.shows_bml:
        files |= {posixpath.join(docs, "assets", name): text for name, text in site_files().items()}
    files |= _common_files(folder, values)
    missing = lacking(folder, host, present, docs, _system_lines(folder, host, docs)) if present else None
    if missing is not None:
        left_out, advice = [*missing.left_out], f"The pages of this site are in {docs}; move such files there"
    is_public = bool(values["is_public"])
    return Site(host, configuration, files, left_out, advice, packages, is_public, present, missing)


def _with_example(folder: Folder, host: Host, title: str) -> tuple[Folder, dict[str, str]]:
    """Return an empty folder with the example system in it, and the files of that."""
    example = {posixpath.join(host.docs, n): fill(f"example/{n}", {"title": title}) for n in _EXAMPLES}
    main, *others = example
    return replace(folder, pages=tuple(example), main=main, headed=frozenset(others)), example


def _with_systems_below(folder: Folder, docs: str) -> Folder:
    """Return the folder with those of its systems alone whose pages are in ``docs``."""
    systems = (system for system in folder.systems if system.page.startswith(f"{docs}/" if docs else ""))
    return replace(folder, systems=tuple(systems))


def _left_out(folder: Folder, docs: str, markdown: Sequence[str]) -> list[str]:
    """Return the pages that a site with its pages in ``docs`` does not have."""
    if docs:
        shown = {name for name in markdown if name.startswith(f"{docs}/")}
        return [name for name in folder.documents if name not in shown]
    return ["README.md"] if markdown and folder.has("README.md") else []


def _site_values(
    folder: Folder, host: Host, docs: str, configuration: str, packages: Mapping[str, str]
) -> _Values:
    """Return what the templates say of the host, of how it is built, and of the systems."""
    theme, systems = host.theme(), _system_lines(folder, host, docs)
    line, is_public = requirement(host.name)
    return {
        "docs": docs,
        "theme": theme,
        theme: theme,
        "host": host.name,
        "configuration": configuration,
        "build": shlex.join([host.program, *host.command(configuration)]),
        "check": shlex.join(["bml", "check", docs or "."]),
        "output": host.path(host.output, configuration),
        "requirement": line,
        "is_public": line if is_public else "",
        "systems": systems,
        "python_systems": [f"    {line}," for line in systems],
        "yaml_systems": [f"        {line}" for line in systems],
        "toml_systems": _toml_tables(_systems(folder, host, docs)),
        "zensical": "yes" if host.name == "zensical" else "",
        "packages": [*packages.values(), *filter(None, [host.themes[theme]])],
    }


def _titles(title: str) -> dict[str, str]:
    """Return a title for each markup; the line of a heading is as wide as its letters are on a screen."""
    rst = re.sub(r"([\\*`|_<>:])", r"\\\1", title)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in rst)
    markdown = html.escape(re.sub(r"([\\`*_{}\[\]#|!])", r"\\\1", title), quote=False)
    return {"title": title, "rst_title": rst, "rst_line": "=" * width, "markdown_title": markdown}


def _address(name: str, host: Host, docs: str) -> str:
    """Return the page that shows a BML file: itself, or the page that quickstart writes for it."""
    inside = name.removeprefix(f"{docs}/") if docs else name
    is_page = host.shows_bml and (not docs or inside != name)
    return inside if is_page else str(PurePosixPath(inside).with_suffix(".md"))


def _systems(folder: Folder, host: Host, docs: str) -> dict[str, dict[str, str | list[str]]]:
    """Return the settings of systems by name."""
    settings: dict[str, dict[str, str | list[str]]] = {}
    for system in folder.own_systems:
        setting = settings.setdefault(system.name, {} if system.is_titled else {"title": system.title})
        setting["pages"] = [*setting.get("pages", []), _address(system.page, host, docs)]
    return settings


def _system_lines(folder: Folder, host: Host, docs: str) -> list[str]:
    """Return the settings of systems as entries that Python and YAML read alike."""
    return [f"{_json(name)}: {_json(setting)}" for name, setting in _systems(folder, host, docs).items()]


def _toml_tables(systems: Mapping[str, Mapping[str, str | list[str]]]) -> list[str]:
    return [
        f"{_json(name)} = {{ {', '.join(f'{key} = {_json(value)}' for key, value in setting.items())} }}"
        for name, setting in systems.items()
    ]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _own_files(folder: Folder, host: Host, docs: str, values: _Values) -> dict[str, str]:
    """Return the configuration, a first page unless there is one, and pages for notes out of reach."""
    configuration, index = host.configurations[0], host.first_pages[0]
    has_home = folder.has(*(posixpath.join(docs, name) for name in host.first_pages))
    main = "" if has_home else folder.main
    outside = [name for name in folder.pages if docs and not name.startswith(f"{docs}/")]
    stubbed = outside if host.shows_bml else folder.pages
    others = [PurePosixPath(name) for name in (*folder.pages, *folder.documents) if name != main]
    roots = [*["."] * bool(outside), *folder.include_roots]
    values |= {"roots": roots, "options": roots or values["systems"] or values["page_language"]}
    values["hidden"] = "yes" if folder.own_systems and not folder.documents else ""
    values["contents"] = [line for system in folder.own_systems for line in _contents(system, host, docs)]
    values["others"] = [*dict.fromkeys(f"   {path.with_suffix('')}" for path in others)]
    files = {configuration: fill(f"{host.name}/{configuration}.in", values)}
    shown = {} if has_home else {posixpath.join(docs, index): main}
    shown |= {posixpath.join(docs, _address(name, host, docs)): name for name in stubbed if name != main}
    for path, name in shown.items():
        if files.keys() - {configuration} or has_home:
            values |= _titles(folder.titles.get(name) or file_title(path))
        values["contents"] = [] if name else values["contents"]
        # A file that begins with a heading has its title in it.
        values["titled"] = "" if name in folder.headed else "yes"
        values["main"] = posixpath.relpath(name, posixpath.dirname(path) or ".") if name else ""
        files[path] = fill(f"{host.name}/{index}.in", values)
    return files


def _contents(system: TopSystem, host: Host, docs: str) -> list[str]:
    """Return what the first page says of a system: a link to its page, and its files."""
    address, title = _address(system.page, host, docs), _titles(system.title)
    values: _Values = {**title, "address": address, "document": str(PurePosixPath(address).with_suffix(""))}
    return [*fill(f"{host.name}/system.in", {**values, "system": system.name}).splitlines(), ""]


def _common_files(folder: Folder, values: _Values) -> dict[str, str]:
    """Return the files that every host needs: requirements, and what publishes the site."""
    names = {"requirements.txt": "requirements.txt", ".gitignore": "gitignore"}
    if folder.repository is None:
        # Read the Docs takes either name.
        names[folder.has(".readthedocs.yml") or ".readthedocs.yaml"] = "readthedocs.yaml"
        names[".github/workflows/bridge-notes.yml"] = "pages.yml"
    return {name: fill(f"common/{template}.in", values) for name, template in names.items()}


def requirement(extra: str) -> tuple[str, bool]:
    """Return how pip gets bml-docs, by its note on this copy (PEP 610), and whether others get it so, too."""
    line = f"bml-docs[{extra}]"
    try:
        note = distribution("bml-docs").read_text("direct_url.json")
        origin = json.loads(note or "{}")
    except (PackageNotFoundError, ValueError):
        return line, False
    address, version = origin.get("url", ""), origin.get("vcs_info")
    if version and address.startswith("https://"):
        return f"{line} @ {version['vcs']}+{address}@{version['commit_id']}", True
    return line, note is None


def packages_of(extra: str) -> list[str]:
    """Return what pip gets with an extra of bml-docs."""
    required = (line.partition(";") for line in requires("bml-docs") or [])
    return [name.strip() for name, _, marker in required if re.search(rf"\b{extra}\b", marker)]
