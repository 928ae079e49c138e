"""Staff did something at the reader's table."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Act, Notice
from games.act_words import in_short, what_staff_did
from games.mail.at_table import AtTable, at_table, game_of, news_of, seats_of
from games.mail.kind import Kind, Told, Untrue
from games.models import Game
from games.play.moderation.telling import MODERATED


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell what was done and why, by what the log says; never who did it."""
    act = Act.objects.select_related("person").filter(pk=notice.payload["act"]).first()
    game = game_of(notice)
    if act is None or game is None:
        return Untrue("the log does not tell of it any more")
    reader = notice.user_id or 0
    at = at_table(notice, game, seats_of(game))
    if at is None and act.person_id != reader:
        return Untrue("the seat is somebody else's")
    about = _about(game, at)
    told = {
        "short": in_short(act, reader=reader),
        "about": about,
        "title": at.title if at and game.started_at else about,
        "why": " ".join(act.why.split()),
    }
    line = what_staff_did(act, reader=reader)
    if at is not None:
        return news_of(at, line, **told)
    context = {"game": game, "line": line, "away": True, **told}
    return Told(line=line, link=reverse("lobby"), context=context, game_id=game.pk)


def _about(game: Game, at: AtTable | None) -> str:
    """Return what the act was about, as the reader calls it, who may not sit there any more."""
    if at is not None and game.started_at is not None:
        return _("your game against %(title)s") % {"title": at.title}
    if at is not None and at.table:
        return at.table
    return _("%(name)s’s table") % {"name": game.host.name} if game.host else _("a table")


KIND = Kind(name=MODERATED, look=look, rank=85)
