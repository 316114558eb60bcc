"""Texts that want to take a program's time: the same few signs without end.

Each is a kind of file, a beginning that gives the signs a meaning, and what is repeated after it.
"""

from __future__ import annotations

from bml_core.formats import deals

PLAY = '[Deal "N:AK... - - -"][Declarer "S"][Contract "NT"][Play "W"] '
AUCTION = '[Dealer "N"][Auction "N"] '
LINK = "https://www.bridgebase.com/tools/handviewer.html?"
TEXTS = [
    *(("pbn", "", token) for token in ("[", '"', "{", "{\n\n", "%x\n", "\n \n", "N:AK... - - -\n")),
    *(("pbn", "", token) for token in ('[A "', '["', '[A "b"]', '[A "b"]\n\n', '[X "##a"]\n\n', "1C 2C\n")),
    ("pbn", '[A "x\\"', '\\"'),
    ("pbn", "", '[Deal "N:A... - - -"]\n[Deal "N:K... - - -"]\n'),
    *(("pbn", AUCTION, token) for token in ("- ", "^S ", "^I ", "+ ", "AP ", "1C X XX ", "=1= ", "$1 ")),
    ("pbn", f"{AUCTION}1C =1= AP", '[Note "1:a"]'),
    *(("pbn", PLAY, token) for token in ("SK SA ", "- ", "+ ", "^L ", "^R SA ", "! ")),
    ("pbn", '[Deal "N:', "A"),
    ("pbn", '[ScoreRubberHistory "NS 0/', "1 "),
    ("pbn", '[ScoreTable "A;B"] ', "1 {"),
    ("pbn", '[OwnTable "', "a;"),
    ("pbn", '[Board "1"] {', "x"),
    ("pbn", '% EXPORT\n[Board "1"] ', "\x01\t"),
    *(("lin", "", token) for token in ("|", "|\n", "md|", "pn|", "qx|o1|", "oops ", "oops mb|p|", "x|\n")),
    *(("lin", "md|1S,H,D|mb|1C|", token) for token in ("an|x|", "an|!|", "mb|-|", "mb|z|", "pc|z|", "nt|a|")),
    *(("lin", "md|1S,H,D|pg|", token) for token in ("\n", "\n|", "\nmd|", " ")),
    *(("lin", "vg|a|", token) for token in ("qx|o1|", "pn|a,b,c,d,e,f,g,h|", "rs|1,2|")),
    *(("text", "see ", token) for token in ("http://", LINK, f"{LINK}lin=md|1|", "<PBN>", "md|", "<x>md|1|")),
    *(("text", "see\n", token) for token in ('\n[A "b"]\n', "N:AK... - - -\n", "{", "; \n")),
    *(("text", f"{LINK}a=", token) for token in ("1C", "(", "{", "&a=", "%7C")),
]


def text(beginning: str, token: str, length: int) -> str:
    """A text of this many characters."""
    return beginning + token * (length // len(token))


def work(kind: str, text: str) -> None:
    """All that can be done with a file: tell its kind, read it, check it, write it in every format."""
    file = f"hands.{'txt' if kind == 'text' else kind}"
    deals.recognise(text, file)
    found = list(deals.read(text, file, kind))
    list(deals.check(text, file, kind))
    for form in deals.FORMATS.values():
        form.encode(form.write(found))
        for dealt in found:
            form.losses(dealt)
