"""The workbench in a real browser without a network: notes are mended, bid and saved, and run nothing."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from bml_core.commands.serving import _Handler
from bml_core.commands.workbench import answer
from tests.browser.test_looks import run_axe
from tests.programs import TOP, run_here
from tests.shared import made_once, run_folder
from tests.system_tools import require_tool, run_make

#: Loading Python takes its time on a machine that does other things as well.
PATIENCE = 120_000
INCLUDED = "1N  15-17 hcp, balanced\n  2C  Stayman\n1S  5+!s, 11-21 hcp\n"
FIXED = "#INCLUDE parts.bml\n\n1N-2C  Stayman, 8+ hcp\n"
NOTES = FIXED.replace("1N-2C", "1N - 2C")
#: What all checks say of notes takes minutes: a run compares it for a few, and the rest for every third file,
#: of the many whole systems of players for every ninth.
CHECKED = {"sayc.bml", "club_notes.bml", "notes.bml", "prose.bml", "faults.bml", "polish_notes.bml"}
CHECK_ALL = bool(os.environ.get("BML_CHECK_ALL"))
FIXTURES = [
    path
    for number, path in enumerate(sorted((TOP / "tests").glob("**/fixtures/**/*.bml")))
    if CHECK_ALL or path.name in CHECKED or number % (9 if path.parent.name == "trials" else 3) == 0
]
HOSTILE = """#+TITLE: <script>document.title = "run"</script>
* <img src=x onerror="top.document.title='run'"> [see](javascript:document.title='run')
1N  <svg onload="top.document.title='run'">15-17</svg> [x](javascript:document.title='run')
  2C  </script><script>parent.document.title='run'</script> "onclick=document.title='run'
"""
VIEWS = ["notes", "box", "page", "findings", "bid", "often", "sample", "unread"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built once in a run, or before it in the folder that BML_WORKBENCH names."""
    if before := os.environ.get("BML_WORKBENCH"):
        return Path(before)
    require_tool("node")
    require_tool("npm")

    def build(folder: Path) -> None:
        made = run_make(TOP, "workbench", f"BUILD={folder}", "SYSTEM=no", seconds=600)
        assert made.returncode == 0, made.stdout + made.stderr

    return made_once(run_folder(tmp_path_factory) / "workbench", build) / "workbench"


@pytest.fixture(scope="module")
def requests() -> list[str]:
    """The addresses that were asked for."""
    return []


@pytest.fixture(scope="module")
def page(browser: Browser, built: Path, requests: list[str]) -> Iterator[Page]:
    """The page, opened once from a server that is gone by now, and again without any network."""
    handler = partial(_Handler, directory=str(built))
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True, locale="en")
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE / 4)

    def hear(request: Request) -> None:
        requests.append(request.url)

    context.on("request", hear)
    page = context.new_page()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_selector("body[data-begun]", state="attached")
        server.shutdown()
    context.set_offline(True)
    page.goto("about:blank")
    page.goto(address)
    is_idle(page)
    yield page
    expect.set_options(timeout=5_000)
    assert [each for each in requests if not each.startswith((address, "blob:", "data:", "about:"))] == []
    context.close()


def is_idle(page: Page) -> None:
    """Wait until every question is answered."""
    page.wait_for_selector("body[data-begun]", state="attached")
    # A change waits for the next one before it is looked at.
    page.wait_for_timeout(400)
    page.wait_for_selector('#status[data-say="ready"]')


def open_files(page: Page, **texts: str | bytes) -> None:
    """Forget what is there, and open files; two lines below stand for the dot of an ending."""
    page.click("#forget")
    page.click("#dialog .main")
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#files")).to_have_text("notes.bml✕")
    data = {name.replace("__", "."): text for name, text in texts.items()}
    files = [
        {"name": name, "mimeType": "", "buffer": text.encode() if isinstance(text, str) else text}
        for name, text in data.items()
    ]
    page.set_input_files("#chooser", files)  # type: ignore[arg-type]
    page.wait_for_selector('#status[data-say="ready"]')


def show(page: Page, view: str) -> None:
    page.click(f"#tab-{view}")


def test_all_files_have_at_most_16_megabytes_packed(built: Path) -> None:
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in built.iterdir()) <= 16_000_000


def test_notes_are_opened_mended_bid_and_saved_as_the_command_saves_them(page: Page, tmp_path: Path) -> None:
    open_files(page, ours__bml=NOTES, parts__bml=INCLUDED)
    page.click("#files >> text=ours.bml")
    is_idle(page)
    show(page, "findings")
    expect(page.locator("#panel-findings")).to_contain_text("ours.bml:3")
    expect(page.locator("#editor .cm-lintRange").first).to_be_visible()
    page.locator("#panel-findings li", has_text="ours.bml:3").get_by_role("button", name="Fix").first.click()
    expect(page.locator("#editor .cm-content")).to_contain_text("1N-2C")
    is_idle(page)
    expect(page.locator("#panel-findings")).not_to_contain_text("without spaces")

    show(page, "bid")
    page.fill("#bid-form [name=hand]", "AK843 Q5 KJ4 982")
    page.press("#bid-form [name=hand]", "Enter")
    expect(page.locator("#panel-bid .call")).to_have_text("1♠", timeout=PATIENCE)

    with page.expect_download() as saved:
        page.click("#save-menu summary")
        page.click("[data-save=bss]")
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in (("ours.bml", FIXED), ("parts.bml", INCLUDED)):
        (folder / name).write_text(text, "utf-8")
    run_here("bml", "bss", ".", "-o", "../by-command.bss", folder=folder)
    assert Path(saved.value.path()).read_bytes() == (tmp_path / "by-command.bss").read_bytes()


def test_answers_are_those_of_the_commands(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"{path.parent.name}-{path.name}": path for path in FIXTURES}
    run = [
        words
        for name, path in files.items()
        for words in (
            [
                "check",
                "--format",
                "json",
                *([] if CHECK_ALL or path.name in CHECKED else ["--no-checks"]),
                name,
            ],
            ["html", name, "-o", f"{name}.htm"],
            ["bss", name, "-o", f"{name}.bss"],
        )
    ]
    wanted = [f"{name}.{ending}" for name in files for ending in ("htm", "bss")]
    texts = {name: path.read_text("utf-8", "replace") for name, path in files.items()}
    question = {"files": texts, "run": run, "wanted": wanted}
    said = page.evaluate(
        """(question) => new Promise((resolve, reject) => {
            const worker = new Worker("./worker.js", { type: "module" });
            worker.onmessage = ({ data }) => {
                if (data.id === 1) { worker.terminate(); resolve(data.answer ?? data.failed); }
                else if (data.failed) reject(data.failed);
            };
            worker.postMessage({ id: 1, question });
        })""",
        question,
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    here = json.loads(answer(json.dumps(question)))
    there = json.loads(said)
    assert len(here["files"]) == len(wanted) == 2 * len(FIXTURES)
    assert there["files"] == here["files"]
    assert there["ran"] == here["ran"]


def test_a_note_runs_no_script_by_page_box_name_or_link(page: Page) -> None:
    open_files(page, **{"<img src=x onerror=document.title='run'>__bml": HOSTILE})
    for view in VIEWS[1:]:
        show(page, view)
        is_idle(page)
    show(page, "page")
    inside = page.frame_locator("#panel-page iframe")
    expect(inside.locator("main")).to_contain_text("15-17")
    for link in inside.locator("main a").all():
        link.click()
    title = page.evaluate("document.title")
    assert (title, page.locator("main img, main svg:not(.cm-editor svg)").count()) == ("BML workbench", 0)
    files = [["a.bml", HOSTILE]]
    fragment = page.evaluate(
        """async (files) => {
            const packing = new CompressionStream("deflate-raw");
            const packed = new Blob([JSON.stringify(files)]).stream().pipeThrough(packing);
            const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
            return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
        }""",
        files,
    )
    page.evaluate("(fragment) => { location.hash = `notes=${fragment}`; }", fragment)
    expect(page.locator("#files")).to_contain_text("a.bml")
    is_idle(page)
    assert page.evaluate("document.title") == "BML workbench"
    page.evaluate("location.hash = 'notes=AAAA'")
    expect(page.locator("#messages")).to_contain_text("cannot be read")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("large.bml", b"1N  15-17\n" * 500_000, "5.0 MB"),
        ("picture.bml", b"\x89PNG\x00\x00\x1a", "not text"),
        ("notes.docx", b"PK\x03\x04\x00\x00", "This file is damaged."),
        ("nothing.bss", b"nothing\n", "could be read"),
    ],
)
def test_what_cannot_be_opened_is_named(
    name: str, data: bytes, said: str, page: Page, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    open_files(page, kept__bml=INCLUDED)
    page.set_input_files("#chooser", tmp_path / name)
    expect(page.locator("#messages")).to_contain_text(said, timeout=PATIENCE)
    expect(page.locator("#messages")).to_contain_text(name)
    expect(page.locator("#files")).to_have_text("kept.bml✕")
    while page.locator("#messages button").count():
        page.locator("#messages button").first.click()


def test_other_formats_come_in_as_bml(page: Page) -> None:
    deal = b'[Deal "N:AK843.Q5.KJ4.982 - - -"]\n'
    open_files(page, page__txt=INCLUDED, deals__pbn=deal, words__md="# Ours\n\n```bml\n1C  16+\n```\n")
    expect(page.locator("#files")).to_contain_text("deals.bml")
    names = page.locator("#files span button:first-child").all_text_contents()
    assert names == ["page.txt", "deals.bml", "words.md"]
    page.click("#files >> text=deals.bml")
    expect(page.locator("#editor .cm-content")).to_contain_text("AK843")


def type_row(page: Page, text: str) -> None:
    page.click("#editor .cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def test_usual_meanings_are_completed_while_findings_come(page: Page) -> None:
    open_files(page, ours__bml=INCLUDED)
    type_row(page, "2D  stay")
    page.keyboard.press("Control+Space")
    is_idle(page)
    expect(page.locator(".cm-tooltip-autocomplete li").first).to_have_text("Stayman")
    page.keyboard.press("Enter")
    expect(page.locator("#editor .cm-content")).to_contain_text("2D  Stayman")


def test_what_was_closed_on_the_page_stays_closed(page: Page) -> None:
    open_files(page, ours__bml=INCLUDED)
    show(page, "page")
    inside = page.frame_locator("#panel-page iframe")
    inside.locator("[id='1N'] summary").first.click()
    type_row(page, "2C  22+ hcp")
    expect(inside.locator("[id='2C']")).to_contain_text("22+ hcp")
    expect(inside.locator("[id='1N-2C']")).to_be_hidden()


def test_the_search_has_the_language_of_the_page_and_fits_its_pane(page: Page) -> None:
    open_files(page, ours__bml=INCLUDED)
    page.select_option("#language", "de")
    page.click("#editor .cm-content")
    page.keyboard.press("Control+f")
    panel = page.locator(".cm-search")
    expect(panel).to_contain_text("ganze Wörter")
    assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
    page.keyboard.press("Escape")
    page.select_option("#language", "en")


def test_notes_and_their_undo_stay_until_they_are_forgotten(page: Page) -> None:
    open_files(page, kept__bml=INCLUDED)
    type_row(page, "2C  22+ hcp")
    page.wait_for_timeout(800)
    page.reload()
    page.wait_for_selector("body[data-begun]", state="attached")
    content = page.locator("#editor .cm-content")
    expect(content).to_contain_text("2C  22+ hcp")
    page.click("#editor .cm-content")
    for _ in range(5):
        page.keyboard.press("Control+z")
    expect(content).not_to_contain_text("2C  22+")
    expect(content).to_contain_text("11-21 hcp")
    page.click("#forget")
    page.click("#dialog .main")
    page.wait_for_timeout(800)
    page.reload()
    page.wait_for_selector("body[data-begun]", state="attached")
    expect(page.locator("#files")).to_have_text("notes.bml✕")


def test_a_second_tab_says_that_it_keeps_nothing(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#messages")).to_contain_text("another tab")
    other.close()


def without(context: BrowserContext, address: str, script: str) -> str:
    """Return what the page says in a browser that lacks something."""
    page = context.new_page()
    page.add_init_script(script)
    page.goto(address)
    page.wait_for_selector("#messages p")
    page.click("#editor .cm-content")
    page.keyboard.type("1D")
    expect(page.locator("#editor .cm-content")).to_contain_text("1D")
    said = page.locator("#messages").inner_text()
    page.close()
    return said


def test_a_browser_that_lacks_something_still_holds_notes(page: Page) -> None:
    assert "WebAssembly" in without(page.context, page.url, "delete globalThis.WebAssembly")
    lost = "Object.defineProperty(globalThis, 'indexedDB', { get() { throw new Error('no'); } })"
    assert "keeps nothing" in without(page.context, page.url, lost)


def faults(page: Page, **rules: object) -> list[tuple[str, str]]:
    found = run_axe(page, "html", iframes=False, **rules)
    return [(rule["id"], node["html"][:120]) for rule in found["violations"] for node in rule["nodes"]]


@pytest.mark.parametrize(("mode", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_and_nothing_leaves_the_window(mode: str, width: int, page: Page) -> None:
    open_files(page, ours__bml=NOTES, parts__bml=INCLUDED + "2D  Wobbly\n")
    page.emulate_media(color_scheme="dark" if mode == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 800})
    # Of what axe looks at, the contrasts alone are others in the dark.
    rules = {"runOnly": ["color-contrast"]} if mode == "dark" else {}
    found = {}
    for view in VIEWS if width < 800 else VIEWS[1:]:
        show(page, view)
        is_idle(page)
        if view in ("often", "bid"):
            page.click(f"#{view}-form button:first-child") if view == "often" else page.click("#random")
            is_idle(page)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        found[view] = (faults(page, **rules), wide)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light")
    assert found == {view: ([], False) for view in found}


def test_every_language_has_every_word(page: Page) -> None:
    for language in ("de", "fr", "nl", "en"):
        page.select_option("#language", language)
        words = page.locator("#tabs button").all_text_contents()
        assert len(set(words)) == len(VIEWS)
        assert page.locator("html").get_attribute("lang") == language
    assert "undefined" not in page.locator("body").inner_text()
