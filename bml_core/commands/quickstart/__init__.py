"""``bml quickstart [DIR]``: turn a folder of notes into a website, or start a new one."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Sequence

from bml_core._package import installation, packages_of, program, shell
from bml_core.commands import streams
from bml_core.commands.quickstart.sites import HOSTS, Addition, Folder, Host, SitePlan, fill, is_installed
from bml_core.commands.quickstart.sites import left_out_by, path_in, plan, survey, top_folder
from bml_core.commands.streams import STANDARD
from bml_core.commands.terminal import OK, UsageError
from bml_core.diagnostics import counted
from bml_core.language import read_source

_UNTITLED = "Our system"
_NAMED = 5


def _run(options: argparse.Namespace) -> int:
    asks = not options.yes and all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    is_named, options.folder = options.folder is not None, options.folder or "."
    folder = survey(options.folder)
    if not (is_named or asks or options.yes) and (spread := folder.spread()):
        raise UsageError(f"notes lie in {_named(spread)}; name one of these folders, or . for a site of all")
    if alone := folder.only_site():
        raise UsageError(f"{path_in(options.folder, alone)} has the notes and their site; name that folder")
    question, names = "Program for the site: mkdocs, sphinx or zensical", [*HOSTS]
    host = HOSTS[options.host or _answer(question, _suitable_host(folder), asks, names)]
    several = options.systems or ("each" if folder.are_rivals else "one")
    if asks and options.systems is None and folder.are_rivals:
        several = _answer("Systems: one, or each file its own", several, asks, ["one", "each"])
    folder = folder.with_systems(several=several == "each")
    # The title of a configuration that exists stays.
    asks = asks and options.title is None and not folder.has(*host.configurations)
    title = _answer("Title", _title(folder) if options.title is None else options.title, asks)
    author = folder.author if options.author is None else options.author
    site = plan(folder, host, _line(title) or _UNTITLED, _line(author), options.language)
    text = _report(options, folder, site)
    if not options.dry_run:
        try:
            streams.write_new(folder.top, site.files)
        except UsageError as error:
            raise UsageError(f"{error}; nothing was changed") from error
    streams.write(STANDARD, text)
    return OK


def _answer(question: str, default: str, asks: bool, choices: list[str] | None = None) -> str:
    while asks:
        try:
            answer = input(f"{question} [{default}]: ").strip() or default
        except EOFError:
            raise UsageError("the questions were not answered, so nothing was written") from None
        if choices is None or answer in choices:
            return answer
        streams.write(STANDARD, f"{answer} is not one of {', '.join(choices)}.\n")
    return default


def _suitable_host(folder: Folder) -> str:
    """Return the host that is configured already, or the one that reads the pages where they are."""
    configured = [name for name, host in HOSTS.items() if folder.has(*host.configurations)]
    pages = (*folder.pages, *folder.documents)
    names = [*HOSTS] if not pages or top_folder(pages) else ["sphinx", *HOSTS]
    installed = [name for name in names if is_installed(name)]
    able = [name for name in installed if name == names[0] or not left_out_by(HOSTS[name], folder)]
    return (configured or able or names)[0]


def _because(host: Host, folder: Folder) -> str:
    """Say why a site is for a host that is not installed where another one is, and how to get that one."""
    others = [name for name in HOSTS if is_installed(name)]
    lost = left_out_by(HOSTS[others[0]], folder) if others and not is_installed(host.name) else []
    if not lost or folder.has(*host.configurations):
        return ""
    other = HOSTS[others[0]]
    return (
        f"The site is for {host.title}: {other.title}, which is installed, reads pages only below one "
        f"folder, and would not have {_named(lost)}. To use {other.title}, move such pages into "
        f"{path_in(str(folder.top), other.docs)}, and run this again with --host {other.name}."
    )


def _title(folder: Folder) -> str:
    name = re.sub("[-_]", " ", folder.top.resolve().name)
    return _line(folder.title or ("" if folder.is_empty else name[:1].upper() + name[1:])) or _UNTITLED


def _line(text: str) -> str:
    """Return a text on one line, without what no configuration can hold."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


_COMMANDS = ("build", "check", "publishing")


def _report(options: argparse.Namespace, folder: Folder, site: SitePlan) -> str:
    """Return what to print, from before the files are written."""
    host, name = site.host, options.folder
    kept = filter(folder.has, dict.fromkeys([site.configuration, *site.files]))
    needs_origin = not (site.is_public or folder.has("requirements.txt"))
    verb = "would write" if options.dry_run else "wrote"
    # Its builds look at each page alone.
    checks = host.name == "zensical"
    is_new = not site.present or bool(site.additions)
    lacks = {addition.about for addition in site.additions}
    calls = _named([f"{counted(number, 'call')} in {page}" for page, number in site.calls.items()])
    required = read_source(folder.top / "requirements.txt") if folder.has("requirements.txt") else "bml-docs"
    address = "" if site.is_public else " @ git+https://github.com/NAME/bml-docs"
    line = f"{site.requirement}{address}" if site.requirement and "bml-docs" not in required else ""
    values = {
        "name": name,
        "example": "yes" if folder.is_empty and not site.present else "",
        "notes": counted(len(folder.pages) + len(folder.parts), "BML file"),
        "main": f"; the main one is {folder.main}" if folder.main and len(folder.pages) > 1 else "",
        "systems": _named([system.name for system in folder.own_systems]) if is_new else "",
        "because": _because(host, folder) if options.host is None else "",
        "how_many": _how_many(folder),
        "by_content": _named([f"{file} ({line})" for file, line in folder.by_content.items()]),
        "chapters": folder.whole if not site.present else "",
        "documents": f"; {counted(len(folder.documents), 'other page')}" if folder.documents else "",
        "written": [f"{verb}  {path_in(name, path)}" for path in site.files if not folder.has(path)],
        "kept": [f"kept  {path_in(name, path)} (already exists)" for path in kept],
        "additions": _lines_to_paste(name, site.additions),
        "calls": calls if not site.present or "" in lacks else "",
        "unused": calls if "calls" in lacks else "",
        "watch": "yes" if "watch" in lacks and "" not in lacks else "",
        "not_set_up": "yes" if "" in lacks else "",
        "menu": "yes" if "menu" in lacks and "" not in lacks else "",
        "unlisted": line,
        "unlisted_address": line if not site.is_public else "",
        "own_workflows": _named(site.own_workflows),
        "publishing": shell([host.program, *host.command(site.configuration)]),
        "exports": [f"    {_exported(line, name)}" for line in site.exports],
        "left_out": _named(site.left_out),
        "unreadable": _named(folder.unreadable),
        "circles": _named(folder.circles),
        "separate": _named(folder.separate),
        "importable": _named(folder.importable),
        "advice": site.advice,
        "unusable": ", ".join(path_in(name, path) for path in folder.unusable),
        "repository": str(folder.repository or ""),
        "requirements": path_in(name, "requirements.txt") if needs_origin else "",
        "install": _installation(site),
        "build": shell([*program(host.program, "-m", host.name), *host.command(site.configuration, name)]),
        "check": shell([*program("bml", "-m", "bml_core"), "check", path_in(name, ".")]) if checks else "",
        "home": host.path(f"{host.output}/index.html", site.configuration, name),
    }
    # A name may have line breaks, which a command to copy needs, and a report does not.
    shown = {key: value if key in _COMMANDS else _on_a_line(value) for key, value in values.items()}
    return fill("report.txt.in", shown).encode(errors="replace").decode()


def _on_a_line(value: str | list[str]) -> str | list[str]:
    if isinstance(value, str):
        return re.sub(r"[\x00-\x1f\x7f]", "\ufffd", value)
    return [re.sub(r"[\x00-\x1f\x7f]", "\ufffd", line) for line in value]


def _how_many(folder: Folder) -> str:
    """Return how many of the files are systems, and what the others are."""
    systems, parts = len(folder.own_systems), len(folder.parts)
    if not parts:
        return "Each file is a separate system"
    are = "is a system" if systems == 1 else "are systems"
    others = "the other is included in them" if parts == 1 else "the others are included in them"
    return f"{systems} of the {systems + parts} files {are}, {others}"


def _exported(line: str, top: str) -> str:
    """Return a command that writes a file of a system, as the shell finds the files from here."""
    _, kind, docs, dash, target = shlex.split(line)
    words = program("bml", "-m", "bml_core")
    return shell([*words, kind, path_in(top, docs), dash, path_in(top, target)])


def _lines_to_paste(name: str, additions: Sequence[Addition]) -> list[str]:
    places: dict[str, list[str]] = {}
    for addition in additions:
        place = f"Write into {path_in(name, addition.path)}, {addition.where}:"
        places.setdefault(place, []).extend(f"    {line}".rstrip() for line in addition.lines)
    return [line for place, lines in places.items() for line in (place, *lines, "")]


def _named(names: Sequence[str]) -> str:
    """Return names in a row; of many the first ones."""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _installation(site: SitePlan) -> str:
    """Return the command that installs what is missing."""
    missing = [] if is_installed(site.host.name) else packages_of(site.host.name)
    missing += [package for module, package in site.packages.items() if not is_installed(module)]
    return installation(missing) if missing else ""


COMMANDS = {"quickstart": _run}
