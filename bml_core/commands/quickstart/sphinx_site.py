"""A folder of notes as a Sphinx project: ``conf.py`` beside them, and a first page."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

from bml_core.commands.quickstart.answers import Answers
from bml_core.commands.quickstart.hosts import Build, Host, LeftOut, Theme
from bml_core.commands.quickstart.survey import Folder
from bml_core.commands.quickstart.templates import fill, literal
from bml_core.commands.quickstart.writing import NewFile

_CONFIGURATION = "conf.py"
_OUTPUT = "_build"
_MARKDOWN = ".md"
_FIRST_PAGES = tuple(f"index{suffix}" for suffix in (".rst", _MARKDOWN, ".bml"))
#: Pages about the repository, which are no notes.
_README = "README.md"
_ABOUT = (_README, "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE.md")


def _build(folder: Folder) -> Build:
    source = PurePosixPath(folder.configuration("sphinx") or _CONFIGURATION).parent
    output = (source / _OUTPUT / "html").as_posix()
    return Build(("-b", "html"), (source.as_posix(), output), output)


def _requirements(folder: Folder) -> list[str]:
    return ["myst-parser>=5"] if _has_markdown(folder) else []


def _own_files(folder: Folder, chosen: Answers, theme: Theme) -> list[NewFile]:
    """The configuration, and the first page unless there is one."""
    if any(folder.has(name) for name in _FIRST_PAGES):
        return [NewFile(_CONFIGURATION, _configuration(folder, chosen, theme))]
    return [
        NewFile(_CONFIGURATION, _configuration(folder, chosen, theme)),
        NewFile("index.rst", _index(folder, chosen, folder.main)),
    ]


def _has_markdown(folder: Folder) -> bool:
    return any(name.endswith(_MARKDOWN) for name in folder.documents)


def _left_out(folder: Folder) -> LeftOut:
    """The page that may be about the repository, or the first of the notes: only its writer knows."""
    if not (_has_markdown(folder) and folder.has(_README)):
        return LeftOut()
    return LeftOut((_README,), f"If it is a page, take it out of exclude_patterns in {_CONFIGURATION}")


def _configuration(folder: Folder, chosen: Answers, theme: Theme) -> str:
    has_markdown = _has_markdown(folder)
    suffixes = {".rst": "restructuredtext", ".bml": "bml"} | ({_MARKDOWN: "markdown"} if has_markdown else {})
    about = [name for name in _ABOUT if folder.has(name)] if has_markdown else []
    more = [
        'myst_fence_as_directive = ["bml"]' if has_markdown else "",
        f"bml_include_roots = {literal(folder.outside)}" if folder.outside else "",
    ]
    return fill(
        "sphinx/conf.py.in",
        title=literal(chosen.title),
        author=literal(chosen.author),
        copyright=f"copyright = {literal(f'%Y, {chosen.author}')}"
        if chosen.author
        else "html_show_copyright = False",
        language=literal(chosen.language),
        extensions=literal(["myst_parser", "sphinx_bml"] if has_markdown else ["sphinx_bml"]),
        suffixes=literal(suffixes),
        excluded=literal([_OUTPUT, *folder.environments, *about]),
        more="".join(f"{line}\n" for line in more if line),
        theme=literal(theme.name),
    )


def _copyright(author: str) -> str:
    return f"copyright = {literal(f'%Y, {author}')}" if author else "html_show_copyright = False"


def _index(folder: Folder, chosen: Answers, home: str | None) -> str:
    others = [name for name in (*folder.pages, *folder.documents) if name != home]
    names = dict.fromkeys(PurePosixPath(name).with_suffix("").as_posix() for name in others)
    contents = [".. toctree::", "   :maxdepth: 2", "", *(f"   {name}" for name in names)] if names else []
    return fill(
        "sphinx/index.rst.in",
        heading=_heading(chosen.title),
        home=f".. bml:: {home}\n" if home else "",
        contents="\n".join(contents),
    )


def _heading(title: str) -> str:
    """A heading of reStructuredText; its line is as wide as the letters are on a screen."""
    escaped = re.sub(r"([\\*`|_<>:])", r"\\\1", title)
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in escaped)
    return f"{'=' * width}\n{escaped}\n{'=' * width}"


SPHINX = Host(
    name="sphinx",
    program="sphinx-build",
    module="sphinx",
    configuration=_CONFIGURATION,
    uses_bml=re.compile(r"\bsphinx_bml\b"),
    lines=('extensions = ["sphinx_bml"]', 'source_suffix = {".rst": "restructuredtext", ".bml": "bml"}'),
    themes=(Theme("furo", "furo", "furo>=2024.8"), Theme("sphinx", "alabaster")),
    example_folder="",
    build=_build,
    own_files=_own_files,
    requirements=_requirements,
    left_out=_left_out,
)
