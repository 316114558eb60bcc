"""The 560 shapes of a hand, sets of them, and the language of dealer.dpp in which sets are written."""

from bml_core.hands.shapes.expressions import ShapeReading, read_shapes
from bml_core.hands.shapes.sets import (
    ALL_SHAPES,
    CARDS,
    EVERY_SHAPE,
    NO_SHAPES,
    SHAPES,
    Shape,
    ShapeSet,
    suit_mask,
)

__all__ = [
    "ALL_SHAPES",
    "CARDS",
    "EVERY_SHAPE",
    "NO_SHAPES",
    "SHAPES",
    "Shape",
    "ShapeReading",
    "ShapeSet",
    "read_shapes",
    "suit_mask",
]
