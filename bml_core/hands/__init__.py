"""What hands are, what notes say of them, and what follows from it.

From the ground up:

- ``shapes``: the 560 shapes, sets of them, and the language in which such sets are written
- ``conditions``: conditions on a hand as formulas, with an algebra
- ``counting``: how many hands fit, to the last hand
- ``sampling``: hands and deals drawn from all that fit
- ``descriptions``: conditions in words, and what the descriptions of players say of a hand
- ``bidding``: what the calls of an auction say, which call a hand makes next, and how often each is made
"""
