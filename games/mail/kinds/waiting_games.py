"""Mail can come from now on: which games have begun to wait for the reader without a word."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from accounts.models import MailChoice, Notice, User
from accounts.services import WAITING
from games.mail.at_table import AtTable
from games.mail.by_mail import ways_for
from games.mail.kind import Kind, Later, Told, Untrue
from games.mail.several import list_of
from games.mail.time_left import SOON, time_left
from games.mail.waiting import line_to_play
from games.models import Game, Seat
from games.play.notices import turn_key
from games.play.queries import seats_waiting_for

MOST = 20  # games that are named
_LIVE = [Notice.State.WAITING, Notice.State.SENDING, Notice.State.SENT]


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """Tell of the games whose turn the reader was not told of, and will not be: 2 queries a game.

    Nothing was posted for who had no address when the turn began.
    """
    user = notice.user
    if user is None:
        return Untrue("it is nobody's")
    if user.is_suspended(now):
        return Untrue("the reader cannot play now")
    waiting = _untold(user)
    if not waiting:
        return Untrue("no game waits that the reader was not told of")
    told = [each for seat in waiting[:MOST] if (each := _told(seat, now))]
    if not told:
        return Later(now + SOON)
    games = list_of([(notice, KIND, each) for each in told])
    more = max(0, len(waiting) - MOST)
    reply_to = "" if more else games["reply_to"]
    return Told(
        line=games["heading"],
        link=reverse("my-games"),
        context={**games, "more": more, "reply_to": reply_to},
        headers={"Reply-To": reply_to} if reply_to else {},
    )


def _untold(user: User) -> list[Seat]:
    """Return the seats that wait, on a clock, with no mail of their own for that: five queries.

    Not those that the reader wants no mails about.
    """
    waiting = seats_waiting_for(user).filter(muted=False, game__turn_seconds__isnull=False)
    keys = {seat: _key(seat) for seat in waiting.prefetch_related("game__seats__user")}
    known = Notice.objects.filter(key__in=keys.values(), state__in=_LIVE)
    told = set(known.values_list("key", flat=True))
    choices = MailChoice.objects.filter(user=user, way=MailChoice.Way.OFF)
    unwanted = set(choices.values_list("kind", flat=True))
    return [
        seat
        for seat, key in keys.items()
        if key not in told and key.partition(":")[0] not in unwanted
    ]


def _key(seat: Seat) -> str:
    """Return the key of the notice that tells of what the seat is to do."""
    if seat.game.status == Game.Status.ARRANGING:
        return f"started:{seat.game.pk}:{seat.number}"
    return f"turn:{turn_key(seat.game, seat)}"


def _told(waiting: Seat, now: datetime) -> Told | None:
    """Return what to tell of one game; None when its time is up, and a sweep about to end it."""
    game = waiting.game
    arranging = game.status == Game.Status.ARRANGING
    time = time_left(game, bank=0 if arranging else waiting.bank_seconds, now=now)
    if time.is_up:
        return None
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    at = AtTable(game, seats, seats[waiting.number])
    return Told(
        line=line_to_play(at, arranging=arranging),
        link=game.get_absolute_url(),
        context={"at": at, "time": time, "waits": True, "ways": ways_for(game, at.mine)},
        game_id=game.pk,
        deadline=time.deadline,
    )


KIND = Kind(name=WAITING, look=look, rank=11)
