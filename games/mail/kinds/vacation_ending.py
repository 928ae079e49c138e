"""A vacation ends soon."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice, Vacation
from accounts.vacations import end_told_at
from games.mail.kind import AT_ONCE_OR_NOT, Kind, Later, Told, Untrue
from games.mail.time_left import TimeLeft
from games.time_words import span


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Tell of the end that the notice was posted for, if it is still the end: one query."""
    vacation = Vacation.objects.filter(pk=notice.payload["vacation"], over=False).first()
    if vacation is None or vacation.ends <= now:
        return Untrue("the vacation is over, or was called off")
    if vacation.ends != datetime.fromisoformat(notice.payload["ends"]):
        return Untrue("it ends at another time")
    if now < end_told_at(vacation):
        return Later(end_told_at(vacation))
    left = span((vacation.ends - now).total_seconds())
    line = gettext("Your vacation ends in %(left)s.") % {"left": left}
    ends = TimeLeft(now=now, deadline=vacation.ends, stopped=None, bank=0)
    return Told(line=line, link=reverse("vacation"), context={"line": line, "ends": ends})


KIND = Kind(
    name="vacation-ending",
    look=look,
    label=_("Your vacation ends soon"),
    ways=AT_ONCE_OR_NOT,
    rank=90,
)
