"""Try inputs of a target, the same ones for the same number, and make the first that fails smaller."""

from __future__ import annotations

import time
from random import Random

from tests.fuzz.targets import Target

SECONDS = 2.5
"""Processor time that an input may take."""
_PATIENCE = 5.0
_SHOWN = 400


def run(target: Target, number: int, amount: int, *, seconds: float = SECONDS) -> float:
    """Try as many inputs of a target, and return the most processor time that one needed.

    Raises:
        AssertionError: one failed; the message has it, as small as a few seconds could make it.
    """
    random = Random(number)
    slowest = 0.0
    for _ in range(amount):
        text = target.make(random)
        try:
            slowest = max(slowest, target.try_one(text, seconds))
        except Exception as error:
            small = _smaller(target, text, type(error), seconds)
            raise AssertionError(f"{type(error).__name__} for {_shown(small)}: {str(error)[:300]}") from error
    return slowest


def _shown(text: str) -> str:
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r} and so on, {len(text)} characters"


def _smaller(target: Target, text: str, kind: type[Exception], seconds: float) -> str:
    end = time.monotonic() + _PATIENCE
    length = len(text) // 2
    while length and time.monotonic() < end:
        begin = 0
        while begin < len(text) and time.monotonic() < end:
            shorter = text[:begin] + text[begin + length :]
            if _fails(target, shorter, kind, seconds):
                text = shorter
            else:
                begin += length
        length //= 2
    return text


def _fails(target: Target, text: str, kind: type[Exception], seconds: float) -> bool:
    try:
        target.try_one(text, seconds)
    except Exception as error:
        return isinstance(error, kind)
    return False
