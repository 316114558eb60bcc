"""``bml quickstart`` for long notes: each chapter is a page, and deeper rows begin closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from zensical.config import DEFAULT_MARKDOWN_EXTENSIONS, parse_config

from tests.bml_core.commands.quickstart.folders import next_commands, paste, put, quickstart, setting, site

Capture = pytest.CaptureFixture[str]


def chapter(opening: str) -> str:
    """Notes after an opening: sixty-three rows, of which five times as many are long."""
    levels = [f"{level}{strain}" for level in "234" for strain in ("C", "D", "H", "S", "N")]
    rows = [f"{call}  {points}--{points + 2} hcp\n  5C  To play\n" for points, call in enumerate(levels)]
    return f"* After {opening}\n\n{opening}---\n{''.join(rows)}" + "".join(
        f"\n{opening}-{call}---\n5D  Slam try\n6D  To play\n6N  To play\n" for call in levels[:11]
    )


CHAPTERS = {
    f"more/{name}.bml": chapter(call).encode()
    for name, call in zip("zyxwv", ("1C", "1D", "1H", "1S", "1N"), strict=True)
}
MAIN = b"#+TITLE: Long notes\n\n" + b"".join(f"#INCLUDE {name}\n".encode() for name in CHAPTERS)


def test_chapters_are_pages_in_the_order_of_the_notes() -> None:
    put(Path("n"), {"main.bml": MAIN, **CHAPTERS})
    quickstart("n", "--host", "sphinx")
    assert setting(Path("n"), "project") == "Long notes"
    assert setting(Path("n"), "bml_collapse") == 2
    assert 'exclude_patterns += ["main.bml"]' in Path("n/conf.py").read_text("utf-8")
    listed = [line.strip() for line in Path("n/index.rst").read_text("utf-8").splitlines()]
    assert listed[-6:] == [*(name.removesuffix(".bml") for name in CHAPTERS), "**"]
    put(Path("m/docs"), {"main.bml": MAIN, **CHAPTERS})
    quickstart("m")
    assert site(Path("m"))["nav"] == ["index.md", *CHAPTERS, "bidding-box.md"]
    assert "collapse" in str(site(Path("m"))["plugins"])


OWN = MAIN.replace(b"#INCLUDE", b"Text of its own.\n\n1C  16+ hcp\n\n#INCLUDE", 1) + b"\n* At the end\n"


@pytest.mark.slow
@pytest.mark.parametrize("host", ["mkdocs", "sphinx", "zensical"])
def test_what_the_long_file_says_itself_is_the_first_page(host: str, capsys: Capture) -> None:
    folder = Path("n") if host == "sphinx" else Path("n/docs")
    put(folder, {"main.bml": OWN, **CHAPTERS})
    quickstart("n", "--host", host)
    report = capsys.readouterr().out
    assert "docs/main.bml is long" in report or host == "sphinx"
    paste(next_commands(report)[-1], Path.cwd(), strict=False, in_shell=host == "zensical")
    built = Path("n/_build/html" if host == "sphinx" else "n/site")
    first = (built / "index.html").read_text("utf-8")
    assert "Text of its own." in first
    assert "At the end" in first
    assert "#INCLUDE" not in first
    assert 'id="1C"' in first
    assert 'id="1C-2C"' not in first
    assert all(
        'class="bml-row"' in (built / name).with_suffix(".html").read_text("utf-8") for name in CHAPTERS
    )
    if host != "zensical":
        system = (built / "system.bss").read_text("utf-8")
        assert system.count("\n001C=") == 1
        assert system.count("\n") > 300


def test_chapters_that_need_what_is_before_them_stay_one_page() -> None:
    need = {**CHAPTERS, "more/z.bml": b"#VUL N0\n" + CHAPTERS["more/z.bml"]}
    put(Path("n"), {"main.bml": MAIN, **need})
    quickstart("n", "--host", "sphinx")
    assert ".. bml:: main.bml" in Path("n/index.rst").read_text("utf-8")


@pytest.mark.slow
def test_the_pages_of_chapters_are_built(capsys: Capture) -> None:
    put(Path("n/docs"), {"main.bml": MAIN, **CHAPTERS})
    quickstart("n")
    (line,) = next_commands(capsys.readouterr().out)
    paste(line, Path.cwd(), strict=False)
    assert not Path("n/site/main.html").exists()
    assert all(Path("n/site", name).with_suffix(".html").stat().st_size < 100_000 for name in CHAPTERS)
    exported = Path("n/site/system.bss").read_text("utf-8")
    assert exported.count("\n") > 300


def test_zensical_keeps_what_it_has_by_itself() -> None:
    quickstart("z", "--host", "zensical")
    listed = parse_config("z/zensical.toml")["markdown_extensions"]
    assert {*DEFAULT_MARKDOWN_EXTENSIONS, "bml"} <= {*listed}
