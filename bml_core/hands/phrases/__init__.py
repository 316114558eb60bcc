"""The phrases that players use of a hand: one grammar for conditions and for descriptions."""
