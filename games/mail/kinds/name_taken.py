"""A moderator has taken the reader's name away."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Act, Notice
from accounts.renaming import NAME_TAKEN, next_rename
from games.mail.kind import Kind, Told, Untrue


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell why, what they are called now, and where they choose another name: one query."""
    acts = Act.objects.select_related("person").filter(what=Act.What.RENAME)
    act = acts.filter(pk=notice.payload["act"], person=notice.user_id).first()
    if act is None or act.person is None:
        return Untrue("the act is gone, or the person")
    again, shut_out = next_rename(act.person), act.person.is_suspended(now)
    free = not shut_out and (again is None or again <= now)
    line = gettext("A moderator has taken your name away")
    return Told(
        line=line,
        link=reverse("account_name" if free else "conduct"),
        context={
            "line": line,
            "why": act.why,
            "name": act.person.name,
            "free": free,
            "shut_out": shut_out,
        },
    )


KIND = Kind(name=NAME_TAKEN, look=look, rank=1)
