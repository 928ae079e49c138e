"""An open table has expired."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.at_table import AtTable, news_of, seated
from games.mail.kind import Kind, Told, Untrue, Way
from games.models import Game


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell those who waited there."""
    at = seated(notice, Game.Status.EXPIRED)
    if not isinstance(at, AtTable):
        return at
    table = at.table or gettext("the table")
    line = gettext("Too few players came to %(table)s: it has expired.") % {"table": table}
    return news_of(at, line, table=table)


KIND = Kind(
    name="table-expired",
    look=look,
    label=_("A table where you sit has expired"),
    way=Way.BUNDLED,
    rank=75,
)
