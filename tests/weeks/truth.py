"""Whether a mail says what is so."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from accounts.models import Notice, User
from accounts.zones import zone_of
from games.models import Game
from games.play.due import people_due
from games.play.notices import REMINDERS
from games.play.storage import Table, read
from games.rules.visibility import view_for
from games.time_words import moment
from tests.fixtures.mail_server import Taken


def check(mail: Taken, now: datetime) -> list[Notice]:
    """Assert that what `mail` tells is true now; return the notices that it tells."""
    notices = list(Notice.objects.filter(message_id=mail.name).select_related("user"))
    assert notices, f"a mail of nothing: {mail.message['Subject']}"
    user = notices[0].user
    assert user is not None and mail.to == [user.email]
    text = _text(mail)
    for notice in notices:
        if "game" in notice.payload:
            _check_game(notice, read(Game.objects.get(pk=notice.payload["game"])), text, user, now)
        else:
            assert notice.kind in ("vacation-ending", "vacation-over")
            assert notice.kind == "vacation-over" or user.is_away(now)
    return notices


def _text(mail: Taken) -> str:
    body = mail.message.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def _check_game(notice: Notice, table: Table, text: str, user: User, now: datetime) -> None:
    game, number = table.game, notice.payload["seat"]
    seat = table.seats[number]
    assert seat.user_id == user.pk
    match notice.kind:
        case "started":
            assert game.status == Game.Status.ARRANGING and not seat.ready
            _check_deadline(game, text, user)
        case "turn" | "reminder":
            # Nobody acts between the mail and this look.
            if game.status == Game.Status.PLAYING:
                assert (game.active_seat, game.turn_number) == (number, notice.payload["turn"])
                assert seat.left_at is None
                assert str(view_for(table.state, number).pile_count) in text
            else:
                assert game.status == Game.Status.ARRANGING and not seat.ready
            _check_deadline(game, text, user)
            if notice.kind == "reminder":
                assert game.deadline is not None
                left = (game.deadline - now).total_seconds()
                assert 0 < left <= notice.payload["before"] in REMINDERS
        case "answer":
            if number in people_due(table.state):
                assert str(view_for(table.state, number).pile_count) in text
                _check_deadline(game, text, user)
        case "left":
            assert table.seats[notice.payload["who"]].left_at is not None
            assert table.seats[notice.payload["who"]].shown_name in text
        case "timed-out":
            assert seat.left_why == "timeout"
        case "over":
            assert game.status == Game.Status.OVER
            assert seat.total is not None and str(abs(seat.total)) in text
        case _:
            raise AssertionError(f"nothing of this kind happened: {notice.kind}")


def _check_deadline(game: Game, text: str, user: User) -> None:
    if game.deadline is None:
        assert game.stopped_seconds is not None
        return
    with timezone.override(zone_of(user)):
        assert moment(game.deadline) in text, f"{moment(game.deadline)} is not in: {text}"
