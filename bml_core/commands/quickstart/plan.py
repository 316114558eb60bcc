"""What the command is about to write: the files of the host, and those that publish the site."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from bml_core.commands.programs import UsageError
from bml_core.commands.quickstart import requirement, templates
from bml_core.commands.quickstart.answers import Answers
from bml_core.commands.quickstart.hosts import Build, Host, LeftOut
from bml_core.commands.quickstart.mkdocs_site import MKDOCS
from bml_core.commands.quickstart.requirement import Requirement
from bml_core.commands.quickstart.sphinx_site import SPHINX
from bml_core.commands.quickstart.survey import Folder
from bml_core.commands.quickstart.writing import NewFile

_HOSTS = {host.name: host for host in (MKDOCS, SPHINX)}


@dataclass(frozen=True, slots=True)
class Site:
    """A site to be: its files, how it is built, and what ``requirements.txt`` says of bml-docs.

    ``packages`` are what it needs besides, ``left_out`` the pages that will not be in it.
    """

    host: Host
    files: tuple[NewFile, ...]
    build: Build
    needs: Requirement
    packages: tuple[str, ...]
    left_out: LeftOut


def make(folder: Folder, chosen: Answers) -> Site:
    """The site for a folder.

    Raises:
        UsageError: the folder holds notes, but only in files that the site would not read.
    """
    if folder.is_bare and folder.misnamed:
        name = folder.misnamed[0]
        raise UsageError(
            f"{name} holds BML, but only files that end in .bml become pages. Rename it to "
            f"{PurePosixPath(name).with_suffix('.bml')}, and run this again"
        )
    host = _HOSTS[chosen.host]
    left_out = LeftOut() if folder.configuration(host.name) else host.left_out(folder)
    if left_out.pages and left_out.pages == folder.documents and not folder.pages:
        raise UsageError(left_out.advice)
    example: list[NewFile] = []
    if folder.is_bare:
        example = [
            NewFile(host.example_folder + name, templates.fill(f"example/{name}", title=chosen.title))
            for name in templates.EXAMPLE
        ]
        folder = replace(folder, pages=tuple(file.path for file in example), main=example[0].path)
    own = [] if folder.configuration(host.name) else host.own_files(folder, chosen, host.theme())
    build, needs = host.build(folder), requirement.find(host.name)
    files = (*example, *own, *_common(folder, host, build, needs))
    return Site(host, files, build, needs, tuple(host.requirements(folder)), left_out)


def _common(folder: Folder, host: Host, build: Build, needs: Requirement) -> list[NewFile]:
    """What both hosts need alike: requirements, and how the site is published."""
    required = [needs.text, *host.requirements(folder), host.theme().requirement]
    made = [
        NewFile(
            "requirements.txt",
            templates.fill(
                "common/requirements.txt.in", requirements="\n".join(line for line in required if line)
            ),
        ),
        NewFile(".gitignore", templates.fill("common/gitignore.in", output=build.output)),
    ]
    if folder.repository is not None:
        return made
    publishing = {
        "host": host.name,
        "configuration": folder.configuration(host.name) or host.configuration,
        "build": shlex.join([host.program, *build.options, *build.paths]),
        "output": build.output,
    }
    # Read the Docs takes either name.
    short = ".readthedocs.yml"
    return [
        *made,
        NewFile(
            short if folder.has(short) else ".readthedocs.yaml",
            templates.fill("common/readthedocs.yaml.in", **publishing),
        ),
        NewFile(".github/workflows/bridge-notes.yml", templates.fill("common/pages.yml.in", **publishing)),
    ]
