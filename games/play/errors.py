"""What the play layer says when it refuses."""

from __future__ import annotations


class PlayError(Exception):
    """A refusal with a stable `code` and parameters; `games/words.py` makes the sentence."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class StaleMove(PlayError):
    """The table has changed since the page was made that this move came from."""

    def __init__(self) -> None:
        super().__init__("stale")
