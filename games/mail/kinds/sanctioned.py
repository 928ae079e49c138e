"""A moderator has imposed something on the reader."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from accounts.models import Notice, Sanction
from accounts.sanctions import SANCTIONED
from games.mail.kind import Kind, Told, Untrue
from games.sanction_words import games_follow, imposed


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell what and why, until when, what games do, and how to answer: one query."""
    sanction = Sanction.objects.filter(pk=notice.payload["sanction"], user=notice.user_id).first()
    if sanction is None or sanction.lifted_at is not None:
        return Untrue("it is lifted, or gone")
    shut_out = sanction.kind in Sanction.SHUT_OUT
    line = imposed(sanction)
    return Told(
        line=line,
        link=reverse("suspended" if shut_out else "conduct"),
        context={
            "line": line,
            "sanction": sanction,
            "games": games_follow(sanction),
            "shut_out": shut_out,
            "warning": sanction.kind == Sanction.Kind.WARNING,
        },
    )


KIND = Kind(name=SANCTIONED, look=look, rank=1)
