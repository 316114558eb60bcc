"""What hands are, what notes say of them, and what follows from it.

From the ground up:

- ``shapes``: the 560 shapes, sets of them, and the language in which such sets are written
- ``conditions``: what a hand must be like, as values with an algebra
- ``counting``: how many hands fit, to the last hand
- ``sampling``: hands and deals drawn from all that fit
- ``words``: conditions in words, read strictly
- ``phrases``: descriptions as players write them, and what of them is left
- ``readings``, ``explanations``: what each row of the notes says of a hand, and how well it is understood
- ``auctions``: what the calls of an auction say, and which call a hand makes next
- ``frequencies``: how often each call is made
- ``hand_words``: a hand as a player writes it
"""
