"""The peer of the conversions, bridge-markup 2.7.0: from PyPI, once, into a folder of its own."""

from __future__ import annotations

import shutil

from benchmarks.measure import REPOSITORY, python, run_process, say

PEER = "bridge-markup==2.7.0"
#: Its package for .bss files asks for ``pkg_resources``, which later versions do not have.
SETUPTOOLS = "setuptools<81"
PEER_FOLDER = REPOSITORY / "build" / "peers" / "bridge-markup-2.7.0"


def install_peer() -> None:
    """Install the peer into ``PEER_FOLDER``, unless it exists.

    Raises:
        CannotMeasureError: It could not be installed.
    """
    if PEER_FOLDER.is_dir():
        return
    say(f"installing {PEER} into {PEER_FOLDER.relative_to(REPOSITORY)}")
    unfinished = PEER_FOLDER.with_suffix(".part")
    shutil.rmtree(unfinished, ignore_errors=True)
    run_process(python("-m", "pip", "install", "--quiet", "--target", unfinished, PEER, SETUPTOOLS))
    unfinished.rename(PEER_FOLDER)
