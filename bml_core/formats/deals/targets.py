"""The formats that boards are written in, and what is lost in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bml_core.bridge import Board
from bml_core.diagnostics import Diagnostic, Location
from bml_core.formats import bml, lin, pbn
from bml_core.formats.boards import report_losses
from bml_core.formats.deals.reading import Dealt


def _encode_utf8(parts: Iterable[str], _needed: bool) -> Iterator[bytes]:
    return (part.encode("utf-8", "replace") for part in parts)


def _always(_text: str) -> bool:
    return True


def _write_pbn(boards: Iterable[Dealt]) -> Iterator[str]:
    return pbn.write_games(d.source if isinstance(d.source, pbn.Game) else d.board for d in boards)


def _write_lin(boards: Iterable[Dealt]) -> Iterator[str]:
    return lin.write_records(d.source if isinstance(d.source, lin.Record) else d.board for d in boards)


def _write_bml(boards: Iterable[Dealt]) -> Iterator[str]:
    for place, part in enumerate(bml.board_texts(dealt.board for dealt in boards)):
        yield "\n" * bool(place) + part


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format that boards are written in.

    Boards that were read from a file of the same format are written as they were read, unknown tags and
    commands too.

    Attributes:
        name: The name in options and commands.
        ending: The ending of its files.
        title: Its name in sentences.
        write_parts: Yields the text in parts.
        board_losses: Reports what of a board the format cannot hold.
        source: The type of a board that was read from a file of this format.
        encode_parts: Yields the bytes of a file, given its text in parts and whether to write UTF-8.
        needs_utf8: Tells whether a part has to be written as UTF-8.
    """

    name: str
    ending: str
    title: str
    write_parts: Callable[[Iterable[Dealt]], Iterator[str]]
    board_losses: Callable[[Board, Location], tuple[Diagnostic, ...]]
    source: type[pbn.Game] | type[lin.Record] | None
    encode_parts: Callable[[Iterable[str], bool], Iterator[bytes]] = _encode_utf8
    needs_utf8: Callable[[str], bool] = _always

    def write(self, boards: Iterable[Dealt]) -> str:
        """Return the text of a file.

        >>> FORMATS["lin"].write([])
        ''
        """
        return "".join(self.write_parts(boards))

    def encode(self, text: str) -> bytes:
        r"""Return the bytes of a file with this text.

        >>> FORMATS["pbn"].encode("% PBN 2.1\n")
        b'% PBN 2.1\r\n'
        """
        return b"".join(self.encode_parts((text,), self.needs_utf8(text)))

    def losses(self, dealt: Dealt) -> tuple[Diagnostic, ...]:
        """Report what is lost when a board is written in this format; nothing, if it was read from it."""
        if self.source is not None and isinstance(dealt.source, self.source):
            return ()
        own = ", ".join(_source_losses(dealt))
        more = [(f"{self.title} has no place for {own}.", "")] if own else []
        return (*self.board_losses(dealt.board, dealt.place), *report_losses(dealt.board, dealt.place, more))


def _source_losses(dealt: Dealt) -> tuple[str, ...]:
    """Return what is in no board: it stays behind in the file that the board was read from."""
    if isinstance(dealt.source, pbn.Game):
        return pbn.game_losses(dealt.source, dealt.board)
    return lin.record_losses(dealt.source) if dealt.source is not None else ()


FORMATS = {
    form.name: form
    for form in (
        DealFormat("pbn", ".pbn", "PBN", _write_pbn, pbn.losses, pbn.Game, pbn.encode, pbn.needs_utf8),
        DealFormat("lin", ".lin", "LIN", _write_lin, lin.losses, lin.Record),
        DealFormat("bml", ".bml", "BML", _write_bml, bml.losses, None),
    )
}
"""The formats by name."""
