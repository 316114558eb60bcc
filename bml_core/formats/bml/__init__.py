"""BML out of a System or out of boards: text that a person reads and goes on with."""

from bml_core.formats.bml.boards import board_texts, boards, losses
from bml_core.formats.bml.texts import carding_lines, carding_topics, in_words
from bml_core.formats.bml.writer import dump, dumps

__all__ = ["board_texts", "boards", "carding_lines", "carding_topics", "dump", "dumps", "in_words", "losses"]
