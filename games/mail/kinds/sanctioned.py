"""A moderator has imposed something on the reader."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from accounts.models import Notice, Sanction
from accounts.sanctions import SANCTIONED
from games.mail.kind import Kind, Told, Untrue
from games.play.suspension.fates import fates_of_games
from games.sanction_words import games_follow, imposed


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell what and why, until when, what games do, and how to answer: three queries at most."""
    sanction = Sanction.objects.filter(pk=notice.payload["sanction"], user=notice.user_id).first()
    if sanction is None or sanction.lifted_at is not None:
        return Untrue("it is lifted, or gone")
    shut_out = sanction.kind in Sanction.SHUT_OUT
    line = imposed(sanction)
    fates = fates_of_games(sanction.user_id, now) if shut_out else {}
    return Told(
        line=line,
        link=reverse("suspended" if shut_out else "conduct"),
        context={
            "line": line,
            "sanction": sanction,
            "games": games_follow(fates[sanction.pk]) if shut_out else "",
            "shut_out": shut_out,
            "warning": sanction.kind == Sanction.Kind.WARNING,
        },
    )


KIND = Kind(name=SANCTIONED, look=look, rank=1)
