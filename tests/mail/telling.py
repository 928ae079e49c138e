"""What people are told: looking at their notices, and the mails made of them."""

from __future__ import annotations

from datetime import datetime

from django.core.mail import EmailMultiAlternatives

from accounts.models import Notice, User
from games.mail.kind import Later, Told, Untrue
from games.mail.kinds import KINDS
from games.mail.reader import in_words_of
from games.mail.render import message_for
from games.models import Game
from tests.builders import NOW, play_some


def notice_of(user: User, kind: str) -> Notice:
    """The latest notice of this kind to `user`."""
    return Notice.objects.filter(user=user, kind=kind).latest("pk")


def look(notice: Notice, now: datetime) -> Told | Later | Untrue:
    """What is true of it now."""
    with in_words_of(notice.user):
        return KINDS[notice.kind].look(notice, now)


def mail(*notices: Notice, now: datetime) -> EmailMultiAlternatives:
    """The mail that tells all of them; each must be true."""
    told = []
    for notice in notices:
        found = look(notice, now)
        assert isinstance(found, Told), found
        told.append((notice, KINDS[notice.kind], found))
    return message_for(notices[0].user, told, now)


def html_of(message: EmailMultiAlternatives) -> str:
    """Its HTML part."""
    [(content, _kind)] = message.alternatives
    return str(content)


def is_told(notice: Notice, now: datetime = NOW) -> bool:
    """Whether it is true now."""
    return isinstance(look(notice, now), Told)


def is_untrue(notice: Notice, now: datetime = NOW) -> bool:
    """Whether it is not true any more."""
    return isinstance(look(notice, now), Untrue)


def text(notice: Notice, now: datetime = NOW) -> str:
    """Its text in one line."""
    return " ".join(str(mail(notice, now=now).body).split())


def end_turn(game: Game) -> None:
    """Let the active seat make its turn."""
    game.refresh_from_db()
    seat = game.active_seat
    while game.active_seat == seat:
        play_some(game, 1)
        game.refresh_from_db()


def active(game: Game, people: list[User]) -> User:
    """Whose turn it is, of `people` by seat."""
    return people[Game.objects.get(pk=game.pk).active_seat]
