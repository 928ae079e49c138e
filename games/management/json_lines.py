"""Commands that answer each line of standard input, a JSON value, with one line of JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import BinaryIO, TextIO

from django.core.management.base import OutputWrapper

from games.rules.errors import RulesError
from games.rules.notation.checking import IllegalTurn
from games.rules.notation.json_text import read_json
from games.words import sentence

Answer = Callable[[object], dict[str, object]]


def answer_lines(answer: Answer, *, source: BinaryIO, out: TextIO | OutputWrapper) -> bool:
    """Answer every line at once, in order; whether none was an error.

    A line that `answer` refuses gets `{"code": …, "error": a sentence}`, with the `turn` where one
    is to blame. A blank line is a line: it is not JSON.
    """
    flawless = True
    try:
        for line in source:
            try:
                told = answer(read_json(line))
            except IllegalTurn as illegal:
                told = {"turn": illegal.number, **_refused(illegal.why)}
            except RulesError as refusal:
                told = _refused(refusal)
            flawless &= "error" not in told
            out.write(json.dumps(told) + "\n")
            out.flush()
    except BrokenPipeError:
        # The reader has enough, like `head`. Python would complain once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return flawless


def _refused(error: RulesError) -> dict[str, object]:
    return {"code": error.code, "error": sentence(error)}
