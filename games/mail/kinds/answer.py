"""The answer to a mail with orders: what came of them, and how the game stands now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Notice
from games.mail.answer_head import headers, own_subject
from games.mail.answered import answered, no_more, summary
from games.mail.at_table import AtTable, at_table, game_of, news_of, seats_of
from games.mail.by_mail import reply_address, ways_for
from games.mail.doable import all_legends, all_orders, doable
from games.mail.kind import Kind, Told, Untrue
from games.mail.position import Position, position_of
from games.mail.result import result_in
from games.mail.time_left import time_left
from games.models import Game, ReceivedMail
from games.play.by_mail.answering import ANSWER
from games.play.due import people_due
from games.play.storage import Table, read
from games.time_words import moment

_Why = ReceivedMail.Why


def look(notice: Notice, now: datetime) -> Told | Untrue:
    """Tell what came of each order, and the game as it stands now: ten queries at most.

    Whoever is suspended is told that alone.
    """
    mails = ReceivedMail.objects.select_related("user").filter(user=notice.user_id)
    received = mails.filter(pk=notice.payload["received"]).first()
    game = game_of(notice)
    if received is None or game is None:
        return Untrue("the mail that it answers, or its game, is gone")
    table = read(game) if game.is_running or game.status == Game.Status.OVER else None
    at = at_table(notice, game, table.seats if table else seats_of(game))
    if at is None or at.mine.pk != received.seat_id:
        return Untrue("the seat is somebody else's")
    suspended = received.user.is_suspended(now)
    if suspended or received.why == _Why.SUSPENDED:
        told = _to_suspended(at, received)
    else:
        told = _to_player(at, received, table, now)
    return replace(told, headers={**headers(at.game, received), **told.headers})


def _to_suspended(at: AtTable, received: ReceivedMail) -> Told:
    line = _("You are suspended: nothing of your mail was done.")
    if received.why != _Why.SUSPENDED:
        line = _("You are suspended: your mail cannot be answered for now.")
    told = news_of(at, line, suspended=True, **_for_subject(received))
    return replace(told, link=reverse("suspended"))


def _to_player(at: AtTable, received: ReceivedMail, table: Table | None, now: datetime) -> Told:
    user = received.user
    reply_to = ""
    if user.plays_by_mail_since is not None:
        reply_to = reply_address(at.mine, user, received.turn)
    line = summary(received)
    only_asks = not received.why and not received.orders
    context: dict[str, Any] = {**_for_subject(received), "results": answered(received, at)}
    if table is None:
        ended = _("The game has ended without a result.")
        line, context["stands"] = (ended, "") if only_asks else (line, ended)
    elif at.game.status == Game.Status.OVER:
        line = _("The game is over.") if only_asks else line
        context["result"] = result_in(at, table.state)
    else:
        context |= _running(at, received, table, now)
        ways = context.get("ways")
        reply_to = ways.reply_to if ways else reply_to
    context["no_more"] = no_more(received, due=bool(context.get("due")))
    to = {"Reply-To": reply_to} if reply_to else {}
    return replace(news_of(at, line, **context), headers=to)


def _running(at: AtTable, received: ReceivedMail, table: Table, now: datetime) -> Mapping[str, Any]:
    """Return what the templates need of a game that goes on: three queries."""
    position = position_of(at, table)
    due = at.mine.number in people_due(table.state)
    context: dict[str, Any] = {"position": position}
    arranging = at.game.status == Game.Status.ARRANGING
    if received.wants == ReceivedMail.Wants.HELP:
        context |= {
            "orders": all_orders(arranging=arranging),
            "legends": all_legends(position.view),
        }
    if not due:
        return {**context, "stands": _whose(at, position)}
    bank = 0 if arranging else at.mine.bank_seconds
    time = time_left(at.game, bank=bank, now=now)
    ways = ways_for(at.game, at.mine)
    return {
        **context,
        "due": due,
        "position": replace(position, since=[] if _is_done(received) else position.since),
        "stands": position.to_do,
        "time": _("Your time is up.") if time.is_up else time.sentence,
        "arranging": arranging,
        "ways": ways,
        "doable": doable(position.view),
    }


def _whose(at: AtTable, position: Position) -> str:
    """Return whom the game waits for, if not for the reader."""
    if at.mine.left_at is not None:
        return _("You are out of this game, which goes on.")
    if at.game.status == Game.Status.ARRANGING:
        return _("The game waits for others to arrange their cards.")
    told = {"name": at.called(position.view.active)}
    if at.game.turn_started_at is None:
        return _("It is the turn of %(name)s.") % told
    told["moment"] = moment(at.game.turn_started_at)
    return _("It is the turn of %(name)s, since %(moment)s.") % told


def _for_subject(received: ReceivedMail) -> dict[str, str]:
    return {"own_subject": own_subject(received), "turn": received.turn}


def _is_done(received: ReceivedMail) -> bool:
    return any(order["move"] is not None for order in received.orders)


KIND = Kind(name=ANSWER, look=look, rank=1)
"""Without a label: it always comes, at once and alone."""
