"""What players can do to end a game without a result, as the table shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.play.answers import SHUT_OUT_DAYS, asked, time_to_answer
from games.play.ending import may_call_off
from games.time_words import span

from .moments import instant


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposal that stands, for one reader."""

    says: SafeString
    told: str  # to those who listen, when it is new
    agreed: str  # names
    silent: str  # names
    can_agree: bool
    refusal: str  # label of the button that ends it; empty: no button


@dataclass(frozen=True, slots=True)
class WayOut:
    """How a player may end the game now."""

    act: str  # name of the address; empty: not now
    says: str
    label: str = ""


def proposal_of(game: Game, seats: Sequence[Seat], *, mine: int | None) -> Proposal | None:
    """Return the proposal that stands, for seat `mine` (None: who only watches); None without."""
    if game.proposed_by is None or game.proposal_deadline is None:
        return None
    reader = None if mine is None else seats[mine]
    name = seats[game.proposed_by].shown_name
    if mine == game.proposed_by:
        told = _("You propose to end this game without a result.")
    else:
        told = _("%(name)s proposes to end this game without a result.") % {"name": name}
    silence = _(
        "Whoever has not answered by {at}, or runs out of time in a turn before, agrees; whoever is"
        " on vacation or cannot play meanwhile gets more time."
    )
    people = asked(seats)
    return Proposal(
        says=format_html("{} {}", told, format_html(silence, at=instant(game.proposal_deadline))),
        told=told,
        agreed=", ".join(seat.shown_name for seat in people if seat.agreed),
        silent=", ".join(seat.shown_name for seat in people if not seat.agreed),
        can_agree=reader is not None and not reader.agreed,
        refusal=_refusal(game, reader),
    )


def way_out(game: Game, seats: Sequence[Seat], *, mine: int | None) -> WayOut | None:
    """Return how the player in seat `mine` may end the game; None while a proposal stands."""
    if mine is None or not game.is_running or game.proposed_by is not None:
        return None
    if may_call_off(seats):
        told = _(
            "Somebody has not had a first turn yet, so you can call the game off. It ends at once"
            " for everybody, without a result."
        )
        return WayOut("call-off", told, _("Call the game off"))
    if len(asked(seats)) == 1:
        told = _("You play against bots alone: the game ends at once, without a result.")
        return WayOut("propose", told, _("End the game"))
    if seats[mine].proposed_turn == seats[mine].turns:
        return WayOut(
            "", _("You have proposed to end this game; after your next turn you can again.")
        )
    others = [seat for seat in asked(seats) if seat.number != mine]
    return WayOut("propose", _proposing(game, others), _("Propose to end the game"))


def _proposing(game: Game, others: Sequence[Seat]) -> str:
    """What comes of a proposal."""
    return _(
        "You can propose to end the game without a result. It ends when all agree; whoever has not"
        " answered after %(time)s, or runs out of time in a turn before, agrees. Whoever is on"
        " vacation or cannot play meanwhile has that time once they are back; nobody who cannot"
        " play is waited for longer than %(days)d days before."
    ) % {"time": span(time_to_answer(game, others)), "days": SHUT_OUT_DAYS}


def _refusal(game: Game, reader: Seat | None) -> str:
    if reader is None:
        return ""
    if reader.number == game.proposed_by:
        return _("Take it back")
    return _("Refuse after all") if reader.agreed else _("Refuse")
