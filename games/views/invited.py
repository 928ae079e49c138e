"""Who was asked to a table, and what came of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.models import Game, Invitation, Seat

from .people import set_apart


class Answers(NamedTuple):
    """Names of those who were asked and do not sit there; "" for nobody. And how the reader is."""

    waits_for: str
    declined: str
    asked: bool  # the reader was, and does not sit there
    refused: bool  # the reader has declined


def answers_at(
    invitations: Collection[Invitation], seats: Collection[Seat], *, reader: int | None
) -> Answers:
    """Return what became of the `invitations` to the table with these `seats`."""
    there = {seat.user_id for seat in seats}
    out = [each for each in invitations if each.user_id not in there]
    mine = [each for each in out if each.user_id == reader]
    return Answers(
        waits_for=_names(each for each in out if each.declined_at is None),
        declined=_names(each for each in out if each.declined_at is not None),
        asked=bool(mine),
        refused=any(each.declined_at is not None for each in mine),
    )


def invitations_to(game: Game) -> list[Invitation]:
    """Return who was asked to a table, with the people: one query, none where nobody can be."""
    if not game.by_invitation and game.rematch_of_id is None:
        return []
    return list(game.invitations.select_related("user").order_by("pk"))


def game_before(game: Game, invitations: Collection[Invitation], *, reader: int | None) -> str:
    """Return the address of the game that `game` is the rematch of, for those who were asked.

    Empty for others, and where there is none: one query at most.
    """
    if game.rematch_of_id is None or all(each.user_id != reader for each in invitations):
        return ""
    before = Game.objects.only("code").get(pk=game.rematch_of_id)
    return before.get_absolute_url()


def _names(invitations: Iterable[Invitation]) -> str:
    return get_text_list([set_apart(each.user.name) for each in invitations], _("and"))
