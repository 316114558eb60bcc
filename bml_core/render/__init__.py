"""Documents as HTML, LaTeX and text: what the formats share; each format has a room of its own.

Words and their translations, calls and suits in pieces that every format writes in its way, abbreviations,
and tables of shares. Names are loaded when they are first used: files of other programs need next to none.
"""

# fmt: off

from typing import TYPE_CHECKING

from bml_core._package import lazy

if TYPE_CHECKING:
    from bml_core.render.appearance import (
        Abbreviations, Style, SuitColors, read_suit_colors,
    )
    from bml_core.render.ui_texts import (
        CATALOGUE, ENGLISH, LANGUAGES, UiTexts, filled, page_language,
        read_catalogue, read_language, script_words, translated,
    )
    from bml_core.render.calls import (
        COLUMNS, CallText, Piece, arrange_auction, arrange_auctions, call_pieces, call_text, contract_pieces,
        history_texts, letters, scope_words, seat_letter, seat_word, sign_text,
        signs, suit_pieces, symbol_pieces,
    )
    from bml_core.render.links import (
        NO_LINKS, Anchors, Inline, RowLink, RowLinks, anchor_key, heading_anchor,
    )
    from bml_core.render.shown import (
        Deferred, Download, DownloadList, Frame, FrameKind, PlayLink, Printed, ShareRow, ShareTable,
        Shown, SkippedCall, SourceText, odds_text, percent_text, title_pieces,
    )
    from bml_core.render.lexer import BmlLexer
else:
    __getattr__ = lazy(__name__)
