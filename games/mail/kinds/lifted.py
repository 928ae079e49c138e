"""What was imposed on the reader is lifted before its time."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from accounts.models import Notice, Sanction
from accounts.sanctions import LIFTED
from games.mail.kind import Kind, Told, Untrue
from games.play.suspension.fates import Fate, fates_of_games
from games.sanction_words import ended


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell what and why, and whether something else still shuts out: three queries at most."""
    sanctions = Sanction.objects.select_related("user").filter(user=notice.user_id)
    sanction = sanctions.filter(pk=notice.payload["sanction"]).first()
    if sanction is None or sanction.lifted_at is None:
        return Untrue("it is not lifted, or gone")
    shut_out = sanction.kind in Sanction.SHUT_OUT
    fate = fates_of_games(sanction.user_id, now)[sanction.pk] if shut_out else None
    still = sanction.user.is_suspended(now)
    line = ended(sanction)
    return Told(
        line=line,
        link=reverse("suspended" if still else "my-games"),
        context={
            "line": line,
            "sanction": sanction,
            "shut_out": shut_out,
            "paused": fate == Fate.WAIT,
            "still": still,
        },
    )


KIND = Kind(name=LIFTED, look=look, rank=1)
