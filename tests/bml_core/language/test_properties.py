"""What holds for every text, however broken."""

from __future__ import annotations

import pickle

from hypothesis import example, given
from hypothesis import strategies as st

from bml_core import Dialect, Document, expand, parse
from bml_core.diagnostics import CODES
from bml_core.document import RowCall, Span
from bml_core.language import Page
from tests.bml_core.outline import agreements, findings, outline
from tests.bml_core.texts import all_calls, all_spans, any_texts, first_characters, located, split

CONTROLS = (*range(9), 11, 12, *range(14, 32), *range(127, 160))
UNSHOWABLE = dict.fromkeys((*CONTROLS, *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd")
SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
dialects = st.sampled_from(Dialect)


def everything(document: Document) -> list[list[str]]:
    system = expand([document])
    return [outline(document), findings(document, system), agreements(system)]


@given(st.text(), dialects)
def test_random_characters_never_raise(text: str, dialect: Dialect) -> None:
    expand([parse(text, dialect=dialect)])


@given(any_texts, dialects)
def test_random_lines_of_bml_never_raise(text: str, dialect: Dialect) -> None:
    expand([parse(text, dialect=dialect)])


@given(st.binary(max_size=200))
@example(b"\xff\xfe1")
@example(b"\xfe\xff\x00")
@example(b"\xef\xbb\xbf\xef\xbb")
@example(bytes(range(256)))
def test_random_bytes_never_raise(data: bytes) -> None:
    expand([Page("page.bml").parse_bytes(data)])


@given(any_texts, dialects)
def test_diagnostics_have_a_known_code_and_say_something(text: str, dialect: Dialect) -> None:
    document = parse(text, dialect=dialect)
    for found in (*document.diagnostics, *expand([document]).diagnostics):
        assert found.code in CODES
        assert found.message.endswith(".")
        assert "\n" not in str(found)


@given(any_texts)
@example("1C\ta\tb [x](javascript:1)")
@example("\t\t1C\tx\n\t\t\t\t8D\ty")
@example("#CUT a\n\t1C  x\n\t\tzoo\n#ENDCUT\n\t#PASTE a")
def test_every_place_lies_inside_the_text(text: str) -> None:
    document = parse(text)
    source = split(text)
    places = [*located(document), *(found.location for found in expand([document]).diagnostics)]
    for place in [*places, *(place.origin for place in places if place.origin)]:
        assert 1 <= place.line <= len(source)
        assert 1 <= place.column <= len(source[place.line - 1]) + 1


@given(any_texts.filter(lambda text: "\t" not in text))
@example("1N-2C;\n\ufffe\n")
@example("1C\n♠\n")
def test_every_place_is_where_the_text_is(text: str) -> None:
    document = parse(text)
    source = split(text.translate(UNSHOWABLE))

    def at(written: RowCall | Span) -> str:
        place = written.location.origin or written.location
        return source[place.line - 1][place.column - 1 :]

    for call in all_calls(document):
        first = call.text[:1]
        assert at(call)[:1] in f"{first}{SIGNS.get(first, '')}(!", call
    for block in document.blocks:
        for span in all_spans(block):
            assert at(span)[:1] in first_characters(span) or first_characters(span) == "\n", span


@given(any_texts, dialects)
def test_parsing_twice_gives_the_same(text: str, dialect: Dialect) -> None:
    assert parse(text, dialect=dialect) == parse(text, dialect=dialect)


@given(any_texts)
def test_documents_and_systems_can_be_pickled(text: str) -> None:
    document = parse(text)
    copy = pickle.loads(pickle.dumps(document))
    assert copy == document
    assert hash(copy) == hash(document)
    assert expand([copy]) == expand([document])
    assert pickle.loads(pickle.dumps(expand([copy]))) == expand([document])


@given(st.lists(any_texts, max_size=4))
def test_a_page_in_pieces_reads_like_one_text(pieces: list[str]) -> None:
    """State goes from block to block of a page: blocks apart by blank lines agree on the same."""
    pieces = [f"#+KEY{number}:\n{piece}" for number, piece in enumerate(pieces) if "#+BML" not in piece]
    pieces = [
        piece for piece in pieces if "CUT" not in piece and "COPY" not in piece and "PASTE" not in piece
    ]
    page = Page()
    apart = expand([page.parse(piece) for piece in pieces])
    together = expand([parse("\n\n".join(pieces))])
    assert agreements(apart) == agreements(together)
