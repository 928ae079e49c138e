"""The host has sent you away before the game."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Notice
from games.mail.at_table import game_of
from games.mail.kind import Kind, Told, Untrue


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell whoever may not come back; there is nothing for them at the table any more."""
    game = game_of(notice)
    if game is None or notice.user_id not in game.barred:
        return Untrue("nobody sent the reader away")
    if game.host is None:
        line = gettext("The host of a table has given your seat away.")
    else:
        told = {"host": game.host.name}
        line = gettext("%(host)s has given your seat at their table away.") % told
    return Told(
        line=line,
        link=reverse("lobby"),
        context={"game": game, "line": line},
        game_id=game.pk,
    )


KIND = Kind(name="removed", look=look, label=_("The host of a table sends you away"), rank=80)
