"""What staff did at a table, in the words that its seats are told it with."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Act
from games.play.moderation.telling import OPERATOR

from .time_words import span

_BY_MODERATOR: dict[str, str | Promise] = {
    Act.What.FREE: gettext_lazy("A moderator has looked after the game, which did not go on."),
    Act.What.GIVE_TIME: gettext_lazy("A moderator has given the running turn %(span)s more."),
    Act.What.REMOVE: gettext_lazy("A moderator has removed %(name)s from the table."),
    Act.What.CALL_OFF: gettext_lazy("A moderator has called the game off. It has no result."),
    Act.What.VOID: gettext_lazy(
        "A moderator has taken the result of the game back: nobody keeps a place or points of it."
    ),
}
_BY_OPERATOR: dict[str, str | Promise] = {
    Act.What.FREE: gettext_lazy(
        "The operators of the site have looked after the game, which did not go on."
    ),
    Act.What.GIVE_TIME: gettext_lazy(
        "The operators of the site have given the running turn %(span)s more."
    ),
}
_IN_SHORT: dict[str, str | Promise] = {
    Act.What.FREE: gettext_lazy("Looked after"),
    Act.What.GIVE_TIME: gettext_lazy("More time"),
    Act.What.REMOVE: gettext_lazy("A player is removed"),
    Act.What.CALL_OFF: gettext_lazy("Called off"),
    Act.What.VOID: gettext_lazy("Result taken back"),
}


def what_staff_did(act: Act, *, reader: int | None) -> str:
    """Return an act on a game as a sentence for a user; never who did it."""
    pattern = _BY_MODERATOR[act.what]
    if act.detail.get("as") == OPERATOR:
        pattern = _BY_OPERATOR.get(act.what, pattern)
    if act.what == Act.What.REMOVE and act.person_id is not None and act.person_id == reader:
        return _("A moderator has removed you from the table.")
    name = act.person.name if act.person is not None else _("a player")
    return str(pattern) % {"name": name, "span": span(act.detail.get("seconds", 0))}


def in_short(act: Act, *, reader: int) -> str:
    """Return the same in a word or two, as subjects begin."""
    if act.what == Act.What.REMOVE and act.person_id == reader:
        return _("You are removed")
    return str(_IN_SHORT[act.what])
