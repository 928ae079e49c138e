"""The words of orders in a mail, in its reader’s language: verbs, cards, what may surround them.

Translations may name several words for one thing, with | between them: all of them are understood,
the first one is what answers show. English is understood by everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override, pgettext_lazy

HELP, BOARD = "help", "board"
"""What can be asked for beside orders."""
DISCARD = "discard"
"""To discard the drawn card is half an order: what is turned over for it is the other half."""

_VERBS: dict[str, str | Promise] = {
    "draw": pgettext_lazy("orders", "draw|draw card|draw a card|draw one"),
    "keep": pgettext_lazy("orders", "keep|place|put"),
    DISCARD: pgettext_lazy("orders", "discard"),
    "reveal": pgettext_lazy("orders", "reveal|turn over|turn up|flip|flip over"),
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
    "the|a|an|of|at|on|onto|to|in|into|from|with|for|and|it|my|card|cards|square|legend|drawn|I"
    "|drew|vs|versus|down",
)
_DISCARDS = pgettext_lazy(
    "words in orders for the Discard", "discard|discards|discarded|discard pile|top"
)
_ONTO = pgettext_lazy("words before the Discard to which a card goes", "on|onto|to|in|into|at|over")
_FROM = pgettext_lazy("words before the Discard from which a card comes", "from|off|of")
_COURTESIES = pgettext_lazy(
    "words around orders that count for nothing",
    "please|pls|plz|thanks|thx|tx|thank you|many thanks|ok|okay|yes|hi|hello|cheers|best|regards"
    "|best regards|kind regards|sorry|I|I think|I guess|I suppose|first",
)
_GREETINGS = pgettext_lazy(
    "words that a line of greeting begins with",
    "hi|hi there|hello|hey|dear|good morning|good day|good evening|good afternoon|greetings",
)
_OPENS = pgettext_lazy(
    "words with which no sentence ends",
    "to|will|would|can|could|shall|should|may|might|must|do|does|did|am|are|is|was|were|have|had"
    "|when|whether|and|because|that|than|so|as|before|after|until|while|either|neither|me|I|we|he"
    "|she|they|he'd|I'd|I'll|we'll|let us|let's|just|rather|likely|if I|want|want me|the|my",
)
_LABELS = pgettext_lazy(
    "words before a colon and orders",
    "order|orders|my order|my orders|my orders are|move|my move|turn|my turn|action|my action",
)
_DOUBTS = pgettext_lazy(
    "words that leave open what is ordered",
    "no|not|never|nope|or|if|unless|else|otherwise|but|wait|stop|instead|rather|maybe|perhaps|don't"
    "|do not|cannot|can't|won't|wouldn't|shouldn't|couldn't|mustn't|didn't|isn't|actually|either"
    "|neither|scratch|forget|undo|cancel|correction|kidding|joking|joke|unsure|hmm",
)
_IDIOMS = pgettext_lazy(
    "beginnings of sentences that are no orders",
    "take a look|take a break|take a while|take a moment|take care|take it easy|take your time"
    "|take my time|take me|take us|take up|take part|keep well|keep up|keep it up|keep in touch"
    "|keep in mind|keep me|keep us|keep at it|keep safe|keep going|keep calm|pass on|pass it on"
    "|put up|claim to|claim your|drew",
)
_WAYS: dict[str, str | Promise] = {
    "draw": _("To draw a card, write “%(order)s”"),
    "keep": _("To place the drawn card on a square, write “%(order)s”"),
    "reveal": _("To discard the drawn card and turn over one of yours, write “%(order)s”"),
    "take": _("To take the Discard and place it on a square, write “%(order)s”"),
    "claim": _("To claim a Legend, write “%(order)s”"),
    "pass": _("To end your turn without a claim, write “%(order)s”"),
    "swap": _("To exchange two of your centre cards before the first turn, write “%(order)s”"),
    "arrange": _("To lay out b2, c2, b3 and c3 before the first turn, write “%(order)s”"),
    "ready": _("When your centre cards lie as you want them, write “%(order)s”"),
    "resign": _("To leave the game (you are asked once more), write “%(order)s”"),
    HELP: _("To be told all that can be written, and all Legends, write “%(order)s”"),
    BOARD: _("To be told how the game stands, write “%(order)s”"),
}
"""The order comes last, so that no line of a mail that is quoted begins with one."""
_ARRANGING = ("swap", "arrange", "ready")
_ALWAYS = ("resign", HELP, BOARD)
_EXAMPLES: dict[str, tuple[str, ...]] = {
    "keep": ("b3",),
    "reveal": ("c1",),
    "take": ("a4",),
    "claim": ("four-tribes",),
    "swap": ("b2", "c3"),
    "arrange": ("H", "E", "D", "G"),
}


_SURROUNDINGS: dict[str, str | Promise] = {
    "joins": _JOINS,
    "fillers": _FILLERS,
    "discards": _DISCARDS,
    "onto": _ONTO,
    "from": _FROM,
    "courtesies": _COURTESIES,
    "greetings": _GREETINGS,
    "opens": _OPENS,
    "labels": _LABELS,
    "doubts": _DOUBTS,
    "idioms": _IDIOMS,
}
Surroundings = Literal[
    "joins",
    "fillers",
    "discards",
    "onto",
    "from",
    "courtesies",
    "greetings",
    "opens",
    "labels",
    "doubts",
    "idioms",
]
_NO_BREAK = "\N{NO-BREAK SPACE}"


def verbs() -> list[tuple[str, str]]:
    """Return words for orders and for HELP and BOARD, each with what it stands for."""
    return _both(_VERBS)


def kinds() -> list[tuple[str, str]]:
    """Return names of kinds of cards in all their forms, each with its letter."""
    return _both(_KINDS)


def surroundings(what: Surroundings) -> list[str]:
    """Return words that may stand around or within orders."""
    return [word for word, _one in _both({"": _SURROUNDINGS[what]})]


def order(verb: str, *what: str) -> str:
    """Return an order as the reader may write it."""
    return " ".join([str(_VERBS[verb]).partition("|")[0], *what])


def example(verb: str) -> str:
    """Return an order with something to stand for what it needs: "keep b3"."""
    return order(verb, *_EXAMPLES.get(verb, ()))


def way(verb: str, written: str = "") -> str:
    """Return a sentence that says how to order something, with an example or with `written`.

    Spaces before and in the order do not break: it never stands on a line of its own.
    """
    whole = (written or example(verb)).replace(" ", _NO_BREAK)
    return (str(_WAYS[verb]) % {"order": whole}).replace(" “", f"{_NO_BREAK}“")


def ways(*, arranging: bool | None = None) -> list[tuple[str, str]]:
    """Return examples of orders with the sentences that explain them, in the order of a game.

    Those of before the first turn, those of after it, or all.
    """
    return [
        (example(verb), way(verb))
        for verb in _WAYS
        if arranging is None or verb in _ALWAYS or (verb in _ARRANGING) == arranging
    ]


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
