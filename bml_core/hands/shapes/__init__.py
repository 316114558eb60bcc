"""The 560 shapes of a hand, sets of them, and the language of dealer.dpp in which sets are written.

A shape is the lengths of spades, hearts, diamonds and clubs, in this order. The masks are for counting: a
mask of shapes has bit *i* set for ``SHAPES[i]``, a mask of lengths has bit *n* set for *n* cards.
"""

# fmt: off

from bml_core.hands.shapes.shape_language import UnreadableError
from bml_core.hands.shapes.shape_sets import (
    ALL_SHAPES, LONGEST, ShapeSet, Term, parse_shapes, parse_terms,
)
from bml_core.hands.shapes.shape_language import (
    COMPARISONS, ANY_LENGTH, CARDS, EVERY_SHAPE, SHAPE_NUMBERS, SHAPES, Box, Shape, box_mask, suit_mask,
)
