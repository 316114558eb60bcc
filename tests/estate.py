"""A small estate of BML files, as partnerships have them: one main file, others in folders, old encodings."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "index.bml": """\
#+TITLE: Lighthouse Precision
#+AUTHOR: Anna & Bert
#+DESCRIPTION: Strong !c, five-card majors

What we play. The answers to [one club](answers/one-club.bml) have a page of their own.

* Openings

#INCLUDE parts/openings.bml

*** In short

See [the relay](answers/one-club.bml#1C-1D) and [interference](answers/one-club.bml#interference).
""",
    "parts/openings.bml": "1C  16+ hcp\n1D  11--15 hcp, 2+!d\n1M  5+ cards\n\n#INCLUDE deeper/two.bml\n",
    "parts/deeper/two.bml": "2C  11--15 hcp, 6+!c\n",
    "answers/one-club.bml": """\
#+TITLE: After one club
#+COLLAPSE: 1

1C---
1D  0--7 hcp
\t1N  18--19 hcp
1M  8+ hcp

** Interference

1C-(1S)-
D  Negative
""",
    "answers/two_clubs.bml": "* Two clubs\n\n2C--\n2D  Relay\n\n* When they double\n\n2C-(D)-\nR  To play\n",
    "defence.bml": "#+TITLE: Défense\n\n(1N)\n  D  Punitif, à partir de 15\n  2C  Les deux majeures\n",
}

LATIN_1 = frozenset({"defence.bml"})
CRLF = frozenset({"answers/one-club.bml"})

SYSTEM = """\
*00{Lighthouse Precision}=NYYYYYYStrong !c, five-card majors
001C=NYYYYYY00816+ hcp
001D=NYYYYYY00811--15 hcp, 2+!d
001H=NYYYYYY0085+ cards
001S=NYYYYYY0085+ cards
002C=NYYYYYY00811--15 hcp, 6+!c
*001N=NYYYYYY0
*001ND=NYYYYYYPunitif, à partir de 15
*001N2C=NYYYYYY008Les deux majeures
001CP1D=NYYYYYY0080--7 hcp
001CP1DP1N=NYYYYYY018--19 hcp
001CP1H=NYYYYYY0088+ hcp
001CP1S=NYYYYYY0088+ hcp
001C1S=NYYYYYY008
001C1SD=NYYYYYYNegative
002CP2D=NYYYYYY008Relay
002CD=NYYYYYY
002CDR=NYYYYYYTo play
"""
"""What the estate agrees on, pages in the order of their folders."""


def write_estate(folder: Path) -> None:
    """Write the files, each in the form it has."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.replace("\n", "\r\n") if name in CRLF else text
        path.write_bytes(data.encode("latin-1" if name in LATIN_1 else "utf-8"))
