"""The words of orders in a mail, in its reader’s language: verbs, cards, what may surround them.

Translations may name several words for one thing, with | between them: all of them are understood,
the first one is what answers show. English is understood by everybody.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

HELP, BOARD = "help", "board"
"""What can be asked for beside orders."""

_VERBS: dict[str, str | Promise] = {
    "draw": pgettext_lazy("orders", "draw|draw card|draw a card|draw one"),
    "keep": pgettext_lazy("orders", "keep|place|put"),
    "reveal": pgettext_lazy("orders", "reveal|turn over|turn up|flip"),
    "take": pgettext_lazy("orders", "take"),
    "claim": pgettext_lazy("orders", "claim"),
    "pass": pgettext_lazy("orders", "pass"),
    "ready": pgettext_lazy("orders", "ready"),
    "arrange": pgettext_lazy("orders", "arrange|lay out"),
    "swap": pgettext_lazy("orders", "swap|exchange"),
    "resign": pgettext_lazy("orders", "resign"),
    HELP: pgettext_lazy("orders", "help|orders"),
    BOARD: pgettext_lazy("orders", "board|position"),
}
_KINDS: dict[str, str | Promise] = {
    "P": pgettext_lazy("cards in orders", "Plain|Plains"),
    "F": pgettext_lazy("cards in orders", "Forest|Forests"),
    "M": pgettext_lazy("cards in orders", "Mountain|Mountains"),
    "S": pgettext_lazy("cards in orders", "Marsh|Marshes"),
    "H": pgettext_lazy("cards in orders", "Human|Humans"),
    "E": pgettext_lazy("cards in orders", "Elf|Elves"),
    "D": pgettext_lazy("cards in orders", "Dwarf|Dwarves"),
    "G": pgettext_lazy("cards in orders", "Goblin|Goblins"),
    "O": pgettext_lazy("cards in orders", "Portal|Portals"),
    "R": pgettext_lazy("cards in orders", "Dragon|Dragons"),
}
_JOINS = pgettext_lazy("words between two orders", "and|then")
_FILLERS = pgettext_lazy(
    "words in orders that count for nothing",
    "the|a|an|of|at|on|onto|to|in|into|from|with|for|and|it|my|card|cards|square|discard|legend",
)
_COURTESIES = pgettext_lazy(
    "words around orders that count for nothing",
    "please|thanks|thank you|ok|okay|hi|hello|cheers",
)
_MEANINGS: dict[str, str | Promise] = {
    "draw": _("draw a card"),
    "keep": _("place the drawn card on b3"),
    "reveal": _("discard the drawn card and turn over c1"),
    "take": _("place the Discard on a4"),
    "claim": _("claim a Legend, by its name or by the word that stands for it"),
    "pass": _("end your turn without a claim"),
    "swap": _("exchange two of your four centre cards"),
    "arrange": _("lay out the centre: what is to lie on b2, c2, b3, c3"),
    "ready": _("say that your centre cards lie as you want them"),
    "resign": _("leave the game; you are asked once more"),
    HELP: _("be sent these orders"),
    BOARD: _("be sent the position"),
}
_EXAMPLES: dict[str, tuple[str, ...]] = {
    "keep": ("b3",),
    "reveal": ("c1",),
    "take": ("a4",),
    "claim": ("four-tribes",),
    "swap": ("b2", "c3"),
    "arrange": ("H", "E", "D", "G"),
}


def verbs() -> list[tuple[str, str]]:
    """Return words for orders and for HELP and BOARD, each with what it stands for."""
    return _both(_VERBS)


def kinds() -> list[tuple[str, str]]:
    """Return names of kinds of cards in all their forms, each with its letter."""
    return _both(_KINDS)


def joins() -> list[str]:
    """Return words that may stand between two orders."""
    return [word for word, _one in _both({"": _JOINS})]


def fillers() -> list[str]:
    """Return words within orders that count for nothing."""
    return [word for word, _one in _both({"": _FILLERS})]


def courtesies() -> list[str]:
    """Return words before and behind orders that count for nothing."""
    return [word for word, _one in _both({"": _COURTESIES})]


def order(verb: str, *what: str) -> str:
    """Return an order as the reader may write it."""
    return " ".join([str(_VERBS[verb]).partition("|")[0], *what])


def example(verb: str) -> str:
    """Return an order with something to stand for what it needs: "keep b3"."""
    return order(verb, *_EXAMPLES.get(verb, ()))


def meanings() -> list[tuple[str, str]]:
    """Return every order as an example with what it does, in the order of a game."""
    return [(example(verb), str(meaning)) for verb, meaning in _MEANINGS.items()]


def _both(words: Mapping[str, str | Promise]) -> list[tuple[str, str]]:
    """Return all forms with what they stand for: English ones first, the reader's own last."""
    with override("en"):
        found = _forms(words)
    return found + _forms(words)


def _forms(words: Mapping[str, str | Promise]) -> list[tuple[str, str]]:
    return [
        (form.strip(), key)
        for key, forms in words.items()
        for form in str(forms).split("|")
        if form
    ]
