"""Prose that goes on in the line below it, as programs and people break it."""

from __future__ import annotations

import re

from .vocabulary import Vocabulary, words_of

_WRAPPED = 40  # characters; a line of so many may have been broken by a program
_MOST_NAMED = 3  # words behind those that greet: "Hello Mr. Bo Lee,"
_ENDED = re.compile(r"(?:[.!?:…。！？：]|[;:]-?[()DPp|/])[\s\"'”’»]*$")
_IN_A_LIST = re.compile(r"[|:»\s]*[-*•·‣]\s")  # and behind signs of quotes


def prose_above(above: str, line: str) -> str:
    """Return what the line below a line of prose that went on may go on from."""
    return above if _IN_A_LIST.match(above) else line


def goes_on(above: str, line: str, known: Vocabulary, *, went_on: bool) -> bool:
    """Return whether a line directly below one of prose is the rest of its sentence.

    `went_on`: the one above was such a rest itself.
    """
    if _IN_A_LIST.match(above):
        return not _IN_A_LIST.match(line)
    if _ENDED.search(above):
        return False
    if went_on:
        return True
    if _greets(above, known):
        return False
    return is_long(above) or above.endswith((",", ";")) or _is_open(above, known)


def is_long(line: str) -> bool:
    """Return whether a program may have broken the line there."""
    return len(line) >= _WRAPPED


def _greets(line: str, known: Vocabulary) -> bool:
    """Return whether a short line is no more than a greeting, or the name of who is greeted."""
    words = words_of(line)
    if is_long(line) or known.is_doubtful(words) or words[-1:] in known.opens:
        return False
    greeting = max((len(each) for each in known.greetings if words[: len(each)] == each), default=0)
    return len(words) - greeting <= (_MOST_NAMED if greeting else 1) and line.endswith(",")


def _is_open(line: str, known: Vocabulary) -> bool:
    """Return whether a line says no to something, or ends with a word that asks for more."""
    words = words_of(line)
    ends = any(words[-length:] in known.opens for length in (1, 2, 3))
    return ends or known.is_doubtful(words)
