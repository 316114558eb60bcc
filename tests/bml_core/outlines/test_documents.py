"""Documents of Word and LibreOffice, made here, and what cannot be read."""

from __future__ import annotations

import shlex
import subprocess
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import docx
import pytest
from docx.shared import Pt

from bml_core import expand
from bml_core.document import walk_rows
from bml_core.outlines import (
    OutlineHeading,
    OutlineItem,
    OutlineNotes,
    OutlineTable,
    OutlineText,
    TablePart,
    TextPart,
    read_outline,
    read_pages,
)

_ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>
<text:h text:outline-level="1">1NT</text:h><text:list><text:list-item>
<text:p>2♣ Stayman</text:p>
<text:list><text:list-item><text:p>2♦ no major</text:p></text:list-item></text:list>
</text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>1NT-2♦-</text:p></table:table-cell><table:table-cell>
<text:p>hearts</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>2♥</text:p>
</table:table-cell><table:table-cell><text:p>always</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document-content>"""


def agreed(data: bytes, name: str) -> list[str]:
    read = read_pages(data, name).value
    assert read is not None
    notes: OutlineNotes = read_outline(read.outline, name)
    return [f"{a.auction} {' '.join(a.description)}".strip() for a in expand([notes.document]).agreements]


def packed(parts: dict[str, str]) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as whole:
        for name, text in parts.items():
            whole.writestr(name, text)
    return data.getvalue()


def test_headings_lists_tabs_indentation_and_tables_of_word() -> None:
    document = docx.Document()
    document.add_heading("1NT", 1)
    document.add_paragraph("2♣ = Stayman", "List Bullet")
    document.add_paragraph("2♦ = no major", "List Bullet 2")
    document.add_heading("1♣", 1)
    negative = document.add_paragraph()
    negative.add_run("1♦").bold = True
    negative.add_run("\tnegative")
    rebid = document.add_paragraph("1♥\tfive hearts")
    rebid.paragraph_format.left_indent = Pt(36)
    symbol = document.add_paragraph("2")
    run = symbol.add_run("\uf0a7")
    run.font.name = "Symbol"
    symbol.add_run("\tpositive")
    document.add_heading("Transfers", 1)
    table = document.add_table(2, 2)
    for cell, text in zip(table._cells, ("1NT-2♦-", "hearts", "2♥", "always"), strict=True):
        cell.text = text
    data = BytesIO()
    document.save(data)
    assert agreed(data.getvalue(), "notes.docx") == [
        "1NT",
        "1NT-2C Stayman",
        "1NT-2C-2D no major",
        "1C",
        "1C-1D negative",
        "1C-1D-1H five hearts",
        "1C-2C positive",
        "1NT-2D hearts",
        "1NT-2D-2H always",
    ]


_WORD = """<w:document xmlns:w="{space}" xmlns:mc="urn:mc"><w:body>
<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>
<w:sdtContent><w:p><w:r><w:t>1NT 3</w:t></w:r></w:p></w:sdtContent></w:sdt>
<w:sdt><w:sdtContent><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>1NT</w:t></w:r></w:p>
</w:sdtContent></w:sdt>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>2♣</w:t></w:r></w:p></w:tc><w:tc><w:p><w:ins><w:r><w:t>Stayman</w:t></w:r></w:ins>
<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:del><w:r><w:t>deleted</w:t></w:r></w:del></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>2♦</w:t></w:r></w:p></w:tc><w:tc><w:tbl><w:tr><w:tc><w:p><w:hyperlink><w:r><w:t>hearts
</w:t></w:r></w:hyperlink></w:p></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr></w:tbl>
<w:p><w:r><mc:AlternateContent>
<mc:Choice><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></mc:Choice>
<mc:Fallback><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></mc:Fallback>
</mc:AlternateContent></w:r></w:p>
</w:body></w:document>"""


@pytest.mark.parametrize(
    "space",
    [
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    ],
)
def test_what_stands_in_controls_boxes_changes_and_inner_tables_of_word_is_there_once(space: str) -> None:
    data = packed({"word/document.xml": _WORD.replace("{space}", space)})
    assert agreed(data, "notes.docx") == ["1NT", "1NT-2C Stayman", "1NT-2D hearts"]
    read = read_pages(data, "notes.docx").value
    assert read is not None
    found = everything(read_outline(read.outline, "notes.docx"))
    assert [found.count(text) for text in ("in a box", "moved", "deleted", "1NT 3")] == [1, 0, 0, 0]


def everything(notes: OutlineNotes) -> str:
    """All that became of a document: the words of its rows and of its text."""
    words = [
        span
        for table in notes.tables
        for _, row in walk_rows(table.rows)
        for span in (row.call.text, *(line.text for line in row.description))
    ]
    words += [call.text for table in notes.tables if table.history for call in table.history.calls]
    words += [line.text for table in notes.tables if table.history for line in table.history.description]
    for part in notes.parts:
        match part:
            case TextPart(OutlineTable(header=header, rows=rows)):
                words += [cell for row in (header, *rows) if row for cell in row.cells]
            case TextPart(OutlineItem(text=text, description=description)):
                words += [text, description]
            case TextPart(OutlineHeading(text=text) | OutlineText(text=text)):
                words.append(text)
            case TablePart(doubtful=doubtful):
                words += doubtful
    return " ".join(words)


def test_every_paragraph_and_cell_of_word_is_a_row_or_text() -> None:
    document = docx.Document()
    document.add_heading("1NT", 1)
    document.add_paragraph("Weak in third seat, says Ann.")
    for text, style in (
        ("2♣ = Stayman", "List Bullet"),
        ("unless passed", "List Bullet 2"),
        ("2Z what", "List Bullet"),
    ):
        document.add_paragraph(text, style)
    table = document.add_table(4, 2)
    cells = ("First of all", "", "Bid", "Meaning", "2♥", "spades", "never", "again")
    for cell, text in zip(table._cells, cells, strict=True):
        cell.text = text
    table._cells[0].merge(table._cells[1])
    data = BytesIO()
    document.save(data)
    read = read_pages(data.getvalue(), "notes.docx").value
    assert read is not None
    found = everything(read_outline(read.outline, "notes.docx"))
    missing = [
        text
        for text in ("1NT", "says Ann", "Stayman", "unless passed", "2Z what", *cells)
        if text not in found
    ]
    # Words of a header that say what its columns are need not stay.
    assert missing in ([], ["Bid", "Meaning", "2♥"])


def test_every_paragraph_and_cell_of_libreoffice_is_a_row_or_text() -> None:
    odd = _ODT.replace("<text:p>2♣ Stayman</text:p>", "<text:p>2♣ Stayman</text:p><text:p>or so</text:p>")
    odd = odd.replace("</office:text>", "<text:p>Last words.</text:p><text:p>3♣ 3♦</text:p></office:text>")
    read = read_pages(packed({"content.xml": odd}), "notes.odt").value
    assert read is not None
    found = everything(read_outline(read.outline, "notes.odt"))
    assert [
        text
        for text in ("Stayman", "or so", "no major", "hearts", "always", "Last words.", "3♣ 3♦")
        if text not in found
    ] == []


def test_a_bold_level_and_a_coloured_suit_are_one_bid() -> None:
    odd = _ODT.replace("<text:p>2♣ Stayman", '<text:p><text:span text:style-name="B">2</text:span>♣: Stayman')
    style = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
        'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">'
        '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/>'
        "</style:style></office:automatic-styles><office:body>"
    )
    found = agreed(packed({"content.xml": odd.replace("<office:body>", style)}), "notes.odt")
    assert "1NT-2C Stayman" in found


def test_a_document_of_word_with_macros_is_read_and_they_are_not_run() -> None:
    document = docx.Document()
    document.add_paragraph("1NT-2♣ = Stayman", "List Bullet")
    plain, data = BytesIO(), BytesIO()
    document.save(plain)
    kind = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    with ZipFile(plain) as whole, ZipFile(data, "w") as copy:
        for name in whole.namelist():
            part = whole.read(name)
            copy.writestr(name, part.replace(kind, b"application/vnd.ms-word.document.macroEnabled.main+xml"))
        copy.writestr("word/vbaProject.bin", b"\0" * 100)
    assert agreed(data.getvalue(), "notes.docm") == ["1NT", "1NT-2C Stayman"]


def test_headings_lists_and_tables_of_libreoffice() -> None:
    assert agreed(packed({"content.xml": _ODT}), "notes.odt") == [
        "1NT",
        "1NT-2C Stayman",
        "1NT-2C-2D no major",
        "1NT-2D hearts",
        "1NT-2D-2H always",
    ]


# Names that stand for ten others each, and boxes of text in boxes without end.
_LAUGHS = (
    "<!DOCTYPE x [<!ENTITY a0 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9))
    + "]><document><body><p><r><t>&a9;</t></r></p></body></document>"
)
_NESTED = f"<document><body>{'<p><r>' * 5000}{'</r></p>' * 5000}</body></document>"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"\xd0\xcf\x11\xe0" + b"\0" * 600,
            "This is an old document of Word or Excel, or one with a password.",
        ),
        (b"PK\x03\x04junk", "This file is damaged."),
        (packed({"word/document.xml": "<x/>"}), "This Word file is damaged."),
        (packed({"word/document.xml": "<x>"}), "This Word file is damaged."),
        (packed({"word/document.xml": _LAUGHS}), "This Word file is damaged."),
        (packed({"word/document.xml": _NESTED}), "This Word file is damaged."),
        (packed({"content.xml": "<x>"}), "This OpenDocument file is damaged."),
        (packed({"xl/workbook.xml": ""}), "This is a spreadsheet or a presentation."),
        (packed({"readme": ""}), "This is a packed file, and no document."),
        (b"%PDF-1.7", "This is a PDF."),
        (b"{\\rtf1", "This is a rich text file."),
        (b"\x89PNG\r\n", "This is a picture, and no text is looked for in it."),
    ],
)
def test_what_cannot_be_read_is_one_sentence_with_a_way_on(data: bytes, sentence: str) -> None:
    read = read_pages(data, "notes.docx")
    assert read.value is None
    assert [found.message for found in read.diagnostics] == [sentence]
    assert read.diagnostics[0].hint


def test_a_document_that_is_huge_when_it_is_unpacked_is_not_read() -> None:
    huge = packed({"word/document.xml": "\0" * 70_000_000})
    test_what_cannot_be_read_is_one_sentence_with_a_way_on(
        huge, "This file is too large when it is unpacked."
    )


@pytest.mark.parametrize("depth", [300, 10_000])
def test_lists_in_lists_without_end_are_read_in_part(depth: int) -> None:
    read = read_pages(f"{'<ul><li>' * depth}2C: x".encode(), "deep.html")
    assert [found.code for found in read.diagnostics] == ["BML105"]


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("bml_core.outlines.sources.import_module", missing)
    read = read_pages(b"# 1NT", "notes.md")
    assert str(read.diagnostics[0]).startswith(
        "notes.md: error BML101: Reading Markdown needs markdown-it-py, which is not installed. Run "
    )
    command = shlex.split(read.diagnostics[0].hint)
    assert command[2:5] == ["-m", "pip", "install"]
    assert "markdown-it-py>=3.0" in command
    assert subprocess.run([command[1], "-c", "import bml_core"], check=False).returncode == 0
