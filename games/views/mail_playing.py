"""What playing from the mail comes to with the mails that somebody has chosen, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from games.mail.kind import Way
from games.mail.kinds import KINDS
from games.play.queries import seats_waiting_for

TURN = "turn"
_ALSO_PLAYED_FROM = ("started", "reminder")


def no_turn_mails(chosen: Mapping[str, str]) -> str:
    """Return that no mails about turns come, by the ways `chosen`, by kind; "" if they do."""
    if KINDS[TURN].way_of(chosen) != Way.OFF:
        return ""
    told = _("“%(kind)s” is set to “%(way)s”, so no such mail comes that you could play from.")
    others = [
        f"“{KINDS[name].label}”"
        for name in _ALSO_PLAYED_FROM
        if KINDS[name].way_of(chosen) != Way.OFF
    ]
    if others:
        told += " " + _("You can play from these alone: %(others)s.")
    return told % {"kind": KINDS[TURN].label, "way": Way.OFF.label, "others": ", ".join(others)}


def together(chosen: Mapping[str, str]) -> str:
    """Return what is else where games that wait come in one mail; "" if each comes alone."""
    way = KINDS[TURN].way_of(chosen)
    if way not in (Way.BUNDLED, Way.DIGEST):
        return ""
    told = {"kind": KINDS[TURN].label, "way": Way(way).label}
    if settings.REPLY_ADDRESS:
        pattern = _(
            "“%(kind)s” comes %(way)s: several games may stand in one mail then, each with its own"
            " link and its own address for orders. Answer such a mail itself only if one game"
            " stands in it."
        )
    else:
        pattern = _(
            "“%(kind)s” comes %(way)s: several games may stand in one mail then, each with its own"
            " link."
        )
    return pattern % told


def only_from_now_on(user: User) -> str:
    """Return what of games that wait already, just switched on; "" if none does: one query."""
    if not seats_waiting_for(user).exists():
        return ""
    return _(
        "You can play from the next mail about a turn on; what waits for you now is under “Your"
        " games”."
    )
