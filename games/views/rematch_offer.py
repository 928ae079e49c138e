"""What a finished table says of playing once more."""

from __future__ import annotations

from typing import NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat
from games.play.beat import outage_so_far
from games.play.errors import PlayError
from games.play.outlast import deadline_after
from games.play.rematch import others_there
from games.play.seating import apart_at
from games.words import sentence

from .invited import Answers, answers_at, invitations_to
from .moments import instant

OFFER, ANSWER, ACCEPT = "offer", "answer", "accept"


class RematchShown(NamedTuple):
    """What is said, what can be done (""; OFFER, ANSWER, …), and at which table."""

    says: str
    can: str = ""
    table: Game | None = None
    look: bool = False  # a link leads to the table
    begun: bool = False  # the reader plays there
    until: SafeString | str = ""  # it waits so long


def rematch_offer(seats: list[Seat], reader: User, rematch: Game | None) -> RematchShown | None:
    """Return what `reader`, who sits on one of `seats`, can do for a rematch of a finished game.

    `rematch` is the one there is. None where nothing is to be said.
    """
    if rematch is None:
        return _to_offer(seats, reader)
    there = list(rematch.seats.select_related("user"))
    sits = any(seat.user_id == reader.pk for seat in there)
    if rematch.status != Game.Status.OPEN:
        return _begun(rematch, sits)
    answers = answers_at(invitations_to(rematch), there, reader=reader.pk)
    if sits:
        return RematchShown(_waiting(answers), table=rematch, look=True)
    return _asked(rematch, there, answers, reader)


def _to_offer(seats: list[Seat], reader: User) -> RematchShown:
    others = others_there(seats, reader)
    bots = any(seat.bot for seat in seats)
    if others:
        told = {"names": get_text_list([other.name for other in others], _("and"))}
        pattern = _("Play again with %(names)s and the same bots, with the same options.")
        without = _("Play again with %(names)s, with the same options.")
        return RematchShown((pattern if bots else without) % told, OFFER)
    if bots:
        return RematchShown(_("Play again with the same bots and options."), OFFER)
    return RematchShown(sentence(PlayError("rematch-nobody")))


def _begun(rematch: Game, sits: bool) -> RematchShown:
    if not sits:
        says = _("The rematch has begun without you.")
    elif rematch.is_running:
        says = _("The rematch has begun.")
    else:
        says = _("The rematch is over.")
    begun = sits and rematch.is_running
    return RematchShown(says, table=rematch, look=sits or rematch.public, begun=begun)


def _waiting(answers: Answers) -> str:
    waits, declined = {"names": answers.waits_for}, {"names": answers.declined}
    parts = [_("The rematch waits for %(names)s.") % waits] if answers.waits_for else []
    parts += [_("Declined: %(names)s.") % declined] if answers.declined else []
    return " ".join(parts) or _("The rematch waits for players.")


def _asked(rematch: Game, seats: list[Seat], answers: Answers, reader: User) -> RematchShown | None:
    if not answers.asked:
        return None
    if refusal := apart_at(rematch, seats, reader):
        return RematchShown(sentence(refusal))
    if answers.refused:
        return RematchShown(_("You have declined the rematch."), ACCEPT, rematch, True)
    told = {"name": rematch.host.name if rematch.host else ""}
    end = deadline_after(rematch, outage_so_far(timezone.now()))
    until = instant(end) if end else ""
    return RematchShown(
        _("%(name)s asks you for a rematch.") % told, ANSWER, rematch, True, until=until
    )
