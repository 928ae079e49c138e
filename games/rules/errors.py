"""What the rules say when they refuse."""

from __future__ import annotations


class RulesError(Exception):
    """A refusal with a stable `code` and the parameters its sentence needs.

    The sentence itself is made in `games/words.py`, in the reader's language.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({told})" if told else self.code
