"""What the manual says is true: examples, diagnostics, options, limits."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

import pytest
import yaml

from bml_core import (
    Diagnostic,
    Dialect,
    Document,
    Limits,
    Location,
    Severity,
    System,
    expand,
    parse,
    parse_file,
)
from bml_core.bridge import Auction, parse_auction, parse_hand
from bml_core.checks import all_codes
from bml_core.diagnostics import CODES, Result
from bml_core.formats import EXPORTS, ExportFormat, bboalert, bml, bss, deals, lin, pbn
from bml_core.formats.dealer import preprocess
from bml_core.hands.bidding import frequencies, meaning_of
from bml_core.hands.descriptions import check_conditions, parse_condition
from bml_core.language import Page
from bml_core.notes import (
    DEFAULT_SYSTEM,
    NOT_EXPORTED,
    QUERIES,
    BlockOptions,
    Kind,
    Markup,
    PageBlock,
    find_blocks,
    kind_of,
    listed_pages,
    loads,
    parse_options,
    read_block,
    read_page_list,
    split_option_lines,
)
from bml_core.practice import practice_deals, questions, read_topics
from bml_core.render.html import RowIds, walk_paths
from bml_core.site import (
    AuctionLink,
    BlockReader,
    PageFacts,
    Site,
    Solver,
    SystemOffer,
    answer,
    check_names,
    read_configuration,
)
from mkdocs_bml.plugin import BmlConfig
from mkdocs_bml.sites import Inventories
from sphinx_bml.config import add_config_values
from tests import tables
from tests.manual_pages import (
    MANUAL,
    PAGES,
    PLAYERS,
    SCRIPT_LEAD,
    TABLES,
    TOP,
    Fence,
    fences,
    run_bml,
    section,
    terms,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

EXPORT_LEADS = {"In the `.bss` file:": "bss", "In the BBOalert data:": "bboalert"}
SYSTEM_FILES = {"In a file `notes.bss`:": bss, "In BBOalert data `notes.txt`:": bboalert}
CONDITION_LEAD = "In a condition:"
HAND_LEAD = "In a hand:"
AUCTION_LEAD = re.compile(r"In an auction, with the notes `(.*)`:")
FREQUENCIES_LEAD = re.compile(r"With `bml (frequencies notes\.bml.*)`, and the file `notes\.bml`:")
README = TOP / "README.md"
DEALS = MANUAL / "deals-on-pages.md"


def blocks(*paths: Path) -> list[object]:
    return [
        pytest.param(path, fence, id=f"{path.stem}:{fence.line}")
        for path in paths
        for fence in fences(path)
        if fence.language == "bml" and not (is_about_deals(fence) or is_about_hands(fence))
    ]


def is_about_deals(fence: Fence) -> bool:
    raw, _, _ = split_option_lines(fence.text)
    return kind_of(raw) is Kind.DEALS or "deals" in raw


def is_about_hands(fence: Fence) -> bool:
    return kind_of(split_option_lines(fence.text)[0]) in QUERIES


def read(path: Path, fence: Fence) -> tuple[BlockOptions, Document, System]:
    raw, text, taken = split_option_lines(fence.text)
    parsed = parse_options(raw)
    assert not parsed.diagnostics
    options = parsed.value
    page = Page(str(path), dialect=options.dialect or Dialect.V2_0)
    document = page.parse(text, line=fence.line + taken)
    return options, document, expand([document])


# ---------------------------------------------------------------- length


def words(*paths: Path) -> int:
    """How many words there are, as ``wc -w`` counts them: marks of Markdown between spaces are words, too."""
    return sum(len(path.read_text("utf-8").split()) for path in paths)


def test_the_manual_is_read_in_an_hour_and_the_reference_is_no_book() -> None:
    assert words(*PLAYERS.glob("*.md")) <= 9_000
    assert words(README, *PAGES) <= 38_000


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize(("path", "fence"), blocks(README, *PAGES))
def test_example_has_nothing_wrong_with_it(path: Path, fence: Fence) -> None:
    _, document, system = read(path, fence)
    findings = (*document.diagnostics, *system.diagnostics)
    assert [str(found) for found in findings if found.severity is not Severity.INFO] == []
    assert document.blocks


@pytest.mark.parametrize(("path", "fence"), blocks(*PAGES))
def test_example_is_not_exported_with_the_demonstration_system(path: Path, fence: Fence) -> None:
    assert read(path, fence)[0].system == NOT_EXPORTED


@pytest.mark.parametrize("fence", [f for f in fences(DEALS) if f.language == "bml" and is_about_deals(f)])
def test_example_of_deals_has_nothing_wrong_with_it(fence: Fence) -> None:
    raw, _, _ = split_option_lines(fence.text)
    read = read_block(
        Page(str(DEALS)), PageBlock(fence.line, 1, raw, "", fence.line, 1), lambda name: MANUAL / name
    )
    assert read.diagnostics == ()
    assert bool(read.deals) is (read.options.kind is Kind.DEALS)


@pytest.mark.parametrize("name", ["evening.pbn", "quiz.lin"])
def test_files_of_deals_are_as_they_should_be(name: str) -> None:
    assert list(deals.check((MANUAL / "deals" / name).read_bytes())) == []


def shown_exports() -> list[object]:
    found: list[object] = []
    for path in PAGES:
        page = fences(path)
        for before, after in pairwise(page):
            if after.lead in EXPORT_LEADS:
                shown = (path, before, after, EXPORTS[EXPORT_LEADS[after.lead]])
                found.append(pytest.param(*shown, id=f"{path.stem}:{after.line}"))
    return found


@pytest.mark.parametrize(("path", "example", "shown", "export"), shown_exports())
def test_example_exports_what_is_shown(
    path: Path, example: Fence, shown: Fence, export: ExportFormat
) -> None:
    text = export.dumps(read(path, example)[2])
    assert shown.text in (text, text.split("\n", 1)[1])


@pytest.mark.parametrize(("page", "format_"), [("full-disclosure.md", bss), ("bboalert.md", bboalert)])
def test_the_example_of_an_import_is_what_comes_out(page: str, format_: ModuleType) -> None:
    examples = fences(MANUAL / page)
    file = next(fence.text for fence in examples if fence.lead.endswith("From this file:"))
    shown = next(fence.text for fence in examples if fence.lead == "comes this BML:")
    assert bml.dumps(format_.loads(file)) == Result(shown)


# ---------------------------------------------------------------- diagnostics

# What the pages of diagnostics are made of: an example of each, what it is, and what is said of it.
EXAMPLES = tables.DIAGNOSTICS
NEIGHBOUR = "openings.bml"


def test_every_code_has_its_section_in_order() -> None:
    headings = re.findall(r"^### (?!bml\.)(.*)", EXAMPLES.read_text("utf-8"), re.M)
    assert sorted(headings) == sorted(CODES)


def test_the_groups_of_codes_are_listed_with_their_pages() -> None:
    rows = terms(section(MANUAL / "diagnostics.md", "Pages"))
    listed = {re.findall(r"\(../tables/(.*)\)", page)[0]: codes for codes, page in rows}
    groups = {
        name: sorted(re.findall(r"^BML\d+", "\n".join(sections), re.M))
        for name, (_, sections) in tables.diagnostic_groups().items()
    }
    assert listed == {
        name: codes[0] if len(codes) == 1 else f"{codes[0]}–{codes[-1][3:]}" for name, codes in groups.items()
    }


def test_every_warning_of_sphinx_without_a_code_has_its_section() -> None:
    headings = re.findall(r"^### bml\.(.*)", EXAMPLES.read_text("utf-8"), re.M)
    trees = [ast.parse(path.read_text("utf-8")) for path in (TOP / "sphinx_bml").glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    warned = [call.args[2] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "warn"]
    assert {word.value for word in warned if isinstance(word, ast.Constant)} == set(headings)


LOST_IN_WRITING = "BML725"
PBN_CODES = [code for code in CODES if "BML701" <= code < "BML750"]
DEALS_CODES = [code for code in CODES if "BML801" <= code < "BML850"]
CHECK_CODES = [code for code in CODES if code > "BML900"]
PAGE_CODES = ["BML131", "BML132", "BML133"]
SITE_CODES = [
    "BML134",
    "BML135",
    "BML136",
    "BML137",
    "BML138",
    "BML139",
    "BML141",
    "BML142",
    "BML143",
    "BML144",
    "BML145",
]
LINK_CODES = ["BML322", "BML323"]
# Questions are shown by the tests of their room.
PRACTICE_CODES = [code for code in CODES if "BML650" < code < "BML660"]
# BML645 takes many draws: tests of frequencies show it with a lower limit.
OF_OTHER_TESTS = {
    *(*PBN_CODES, *DEALS_CODES, *PAGE_CODES, *SITE_CODES, *LINK_CODES, *CHECK_CODES, *PRACTICE_CODES),
    *("BML101", "BML645", "BML151", "BML152", "BML153"),
}
OTHER_CODES = [code for code in CODES if code not in OF_OTHER_TESTS]


@pytest.mark.parametrize("code", PAGE_CODES)
def test_example_of_a_page_produces_its_diagnostic_and_nothing_else(code: str, tmp_path: Path) -> None:
    example, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    assert example.lead == "In a page `notes.md`:"
    (tmp_path / "notes.md").write_text(example.text, "utf-8")
    told, summary = run_bml("check", "notes.md", folder=tmp_path).stderr.splitlines(keepends=True)
    assert told == said.text
    assert summary.startswith("1 file, ")


@pytest.mark.parametrize("code", CHECK_CODES)
def test_example_of_a_check_produces_its_diagnostic_and_nothing_else(code: str, tmp_path: Path) -> None:
    *examples, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    files = {
        (re.findall(r"`([\w/]+\.\w+)`", fence.lead) or ["notes.bml"])[-1]: fence.text for fence in examples
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    files.pop("mkdocs.yml", None)
    checks = code if code in all_codes() else "default"
    *told, summary = run_bml("check", "--checks", checks, *files, folder=tmp_path).stderr.splitlines(
        keepends=True
    )
    # How many calls of a page are read is said first.
    found = [line for line in told if not line.startswith("Read tables and lists of ")]
    assert "".join(found) == said.text
    assert set(re.findall(r" (BML\d+): ", said.text)) == {code}
    assert summary.startswith(f"{len(files)} file")


@pytest.mark.parametrize("code", SITE_CODES)
def test_example_of_a_site_produces_its_diagnostic_and_nothing_else(code: str) -> None:
    example, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    findings = tuple(site_findings(example))
    assert "".join(f"{found}\n" for found in findings) == said.text
    assert [found.code for found in findings] == [code]


@pytest.mark.parametrize("code", PRACTICE_CODES)
def test_example_of_practice_produces_its_diagnostic_and_nothing_else(code: str) -> None:
    example, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    notes, text = re.findall(r"`(1.*)`", example.lead) or [example.text], example.text.strip()
    topics = read_topics(text, "bml-topics.toml").diagnostics
    asked = questions(loads(notes[0]), "" if notes[0] == example.text else text).diagnostics
    found = topics if code == "BML652" else asked
    if code == "BML654":
        found = practice_deals(loads(text, "notes.bml"), "1N", n=1).diagnostics
    assert "".join(f"{each}\n" for each in found) == said.text


@pytest.mark.parametrize("code", LINK_CODES)
def test_example_of_a_link_to_an_auction_produces_its_diagnostic_and_nothing_else(code: str) -> None:
    example, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    assert example.lead == "On a page `notes.md`:"
    facts = PageFacts()
    reader, ids = BlockReader(Page("notes.md"), Path), RowIds()
    for block in find_blocks(example.text, Markup.MARKDOWN):
        content = reader.read(block)
        facts += content.facts
        for each in content.document.tables:
            for _, row, path in walk_paths(each):
                ids(path, row.call.location)
    links = tuple(
        AuctionLink(found[1], Location("notes.md", number))
        for number, line in enumerate(example.text.splitlines(), 1)
        for found in re.finditer(r"\]\((auction:[^)]*)\)", line)
    )
    facts += PageFacts(rows=ids.places, auction_links=links)
    assert "".join(f"{found}\n" for found in Site([("notes", facts)]).wrong_links()) == said.text
    assert code in said.text


def site_findings(example: Fence) -> Iterator[Diagnostic]:
    """What is wrong with settings, or with a block of a page."""
    if example.language == "yaml":
        raw, place = yaml.safe_load(example.text), Location("mkdocs.yml", 1)
        inventories = Inventories(raw.pop("inventories", {}), MANUAL)
        inventories.find("club:1N")
        yield from inventories.faults()
        settings = read_configuration(raw, place=place)
        yield from (*settings.diagnostics, *settings.value.check_roots(place), *check_names(raw, place=place))
        return
    if written := read_page_list(example.text):
        listed = listed_pages(written.names, "notes", ["notes", "openings"], written.line)
        yield from listed.diagnostics("notes.bml", "the folder of all pages")
        return
    configuration = read_configuration({"systems": {"acol": {}}}).value
    text = example.text.replace("{bml:deal}", "bml")
    (block,) = find_blocks(text, Markup.MARKDOWN)
    reader = BlockReader(Page("notes.md"), Path, configuration, solver=Solver())
    content = reader.read(block, one_deal=text != example.text)
    yield from content.diagnostics
    if isinstance(content.offer, SystemOffer) and (fault := content.offer.emptiness([])):
        yield fault
    if content.request is not None:
        yield from answer(content.request, None).diagnostics


@pytest.mark.parametrize("code", PBN_CODES)
def test_example_of_a_pbn_file_produces_its_diagnostic_and_nothing_else(code: str) -> None:
    example, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    if code == LOST_IN_WRITING:
        (game,) = pbn.read_games(example.text)
        findings = pbn.losses(pbn.parse_board(game), Location("hands.pbn", 1))
    else:
        findings = tuple(pbn.check(example.text, "hands.pbn"))
    assert "".join(f"{found}\n" for found in findings) == said.text
    assert [found.code for found in findings] == [code]


@pytest.mark.parametrize("code", DEALS_CODES)
def test_example_of_a_file_of_deals_produces_its_diagnostic_and_nothing_else(
    code: str, tmp_path: Path
) -> None:
    example, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    command = re.match(r"`bml (deals (\S+).*)` with a file", example.lead)
    if command is None:
        findings = list(lin.check(example.text, "hands.lin"))
        assert "".join(f"{found}\n" for found in findings) == said.text
        assert [found.code for found in findings] == [code]
    else:
        (tmp_path / command[2]).write_text(example.text, "utf-8")
        told = run_bml(*command[1].split(), folder=tmp_path).stderr
        assert told.startswith(said.text)
        assert re.findall(r"BML\d+", told) == [code]


@pytest.mark.parametrize("code", OTHER_CODES)
def test_example_produces_its_diagnostic_and_nothing_else(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example, said = (fence for fence in fences(EXAMPLES) if fence.heading == code)
    monkeypatch.chdir(tmp_path)
    Path(NEIGHBOUR).write_text("1N  15--17\n", "utf-8")
    Path("answers.bml").write_text("* Answers\n\n2C  Majors\n", "utf-8")
    encoding = "cp1252" if "Windows Latin" in example.lead else "utf-8"
    Path("notes.bml").write_text(example.text, encoding)
    findings = findings_in(example)
    assert "".join(f"{found}\n" for found in findings) == said.text
    assert [found.code for found in findings] == [code]


def findings_in(example: Fence) -> tuple[Diagnostic, ...]:
    """What is wrong with an example, whose lead says what it is."""
    if example.lead == SCRIPT_LEAD:
        return preprocess(example.text, "hands.dl").diagnostics
    if example.lead in SYSTEM_FILES:
        return system_file_findings(example.text, example.lead)
    if example.lead == CONDITION_LEAD:
        return parse_condition(example.text.rstrip("\n")).diagnostics
    if notes := AUCTION_LEAD.match(example.lead):
        system = expand([parse(notes[1], file="notes.bml")])
        written = parse_auction(example.text)
        if written.value is None:
            return written.diagnostics
        meaning = meaning_of(system, written.value)
        return (*meaning.diagnostics, *meaning.warnings)
    if example.lead == HAND_LEAD:
        return parse_hand(example.text).diagnostics
    if command := FREQUENCIES_LEAD.match(example.lead):
        return frequencies_findings(shlex.split(command[1]))
    return bml_findings(example.lead)


def frequencies_findings(words: list[str]) -> tuple[Diagnostic, ...]:
    """What is wrong with the question how often calls are made."""
    asked = dict(zip(words[2::2], words[3::2], strict=True))
    system = expand([parse_file("notes.bml")])
    if "--after" not in asked:
        return frequencies(system).diagnostics
    hand = parse_hand(asked["--hand"]) if "--hand" in asked else Result(None)
    found = frequencies(system, Auction.parse(asked["--after"]), hand=hand.value)
    return (*hand.diagnostics, *found.diagnostics)


def bml_findings(lead: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the file ``notes.bml``, and what of it other files cannot say."""
    limits = lowered_limits(lead)
    document = Page("notes.bml", limits=limits).parse_file("notes.bml")
    system = expand([document], limits=limits)
    left_out = [found for export in EXPORTS.values() for found in export.losses(system)]
    return (*document.diagnostics, *system.diagnostics, *check_conditions(system), *left_out)


def system_file_findings(text: str, lead: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a file of another program, and what of it BML cannot say."""
    system = SYSTEM_FILES[lead].loads(text, file=lead.split("`")[1])
    return (*system.diagnostics, *bml.dumps(system).diagnostics)


def lowered_limits(lead: str) -> Limits:
    found = re.match(r"With the limit `(\w+)` set to (\d+):", lead)
    return Limits(**{found[1]: int(found[2])}) if found else Limits()


def test_a_missing_file_is_reported_by_the_command(tmp_path: Path) -> None:
    command, said = (fence for fence in fences(EXAMPLES) if fence.heading == "BML101")
    assert command.text == "bml check nowhere.bml\n"
    result = run_bml("check", "nowhere.bml", folder=tmp_path)
    assert result.stderr.startswith(said.text)
    assert result.returncode == 1


@pytest.mark.parametrize("code", CODES)
def test_section_has_an_example_and_says_little_more(code: str) -> None:
    assert any(fence.heading == code for fence in fences(EXAMPLES))
    assert len(section(EXAMPLES, code).partition("\n## ")[0].rpartition("```\n")[2].split()) <= 40


# ---------------------------------------------------------------- settings


class RecordingApp:
    """Takes the place of Sphinx where an extension registers its values."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}

    def add_config_value(self, name: str, default: object, *_: object, **__: object) -> None:
        self.values[name] = default


def test_values_of_conf_py_are_those_that_exist() -> None:
    app = RecordingApp()
    add_config_values(cast("Sphinx", app))
    rows = {f"bml_{name}": default for name, default, host in settings() if not host}
    assert {name: as_written(name, value) for name, value in app.values.items()} == rows


def test_options_of_the_plugin_are_those_that_exist() -> None:
    rows = {name: default for name, default, _ in settings()}
    defaults = BmlConfig()
    assert defaults.validate() == ([], [])
    assert {name: as_written(name, value) for name, value in defaults.items()} == rows


def settings() -> list[tuple[str, str, str]]:
    """The settings of the manual: the name of each, its default, and its host if not all have it."""
    written = section(TABLES / "options.md", "Settings")
    return re.findall(r"^- `(\w+)`, .*?`(.*?)`(?:, (MkDocs))?: ", written, re.M)


YAML = {"True": "true", "False": "false"}


def as_written(name: str, value: object) -> str:
    # A site that names no system has one all the same; the table says its name alone.
    if name.endswith("systems") and value in ({}, {DEFAULT_SYSTEM: {}}):
        return DEFAULT_SYSTEM
    written = repr(value).replace("'", '"')
    return YAML.get(written, written)
