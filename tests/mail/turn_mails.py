"""Mails about a turn to somebody who plays from the mail, and what to look for in them."""

from __future__ import annotations

from datetime import datetime, timedelta
from email import message_from_bytes, policy

from django.core.mail import EmailMessage, EmailMultiAlternatives

from accounts.models import Notice, User
from games.models import Game
from tests.builders import NOW, make_game
from tests.mail.telling import html_of, mail

REPLY = r"(play\+r-[0-9a-z-]+@drako\.example)"
LINK = r"https://drako\.example/mail/turn/([0-9a-z-]+)/"


def game_of(ana: User, bo: User, *, arranged: bool = True) -> Game:
    """A game in which Ana has the first turn: hers is the oldest account."""
    return make_game(ana, bo, arranged=arranged, first_by=Game.FirstBy.ACCOUNT)


def notice_to(ana: User, bo: User, kind: str) -> tuple[Notice, datetime]:
    """What a mail of this kind to Ana tells, and when it is sent."""
    game = game_of(ana, bo, arranged=kind == "turn")
    found = Notice.objects.filter(kind=kind, user=ana, payload__game=game.pk)
    if kind != "reminder":
        return found.get(), NOW
    return found.get(payload__before=3600), NOW + timedelta(hours=23, minutes=30)


def mail_of(ana: User, bo: User, kind: str) -> EmailMultiAlternatives:
    told, now = notice_to(ana, bo, kind)
    return mail(told, now=now)


def flat(text: str) -> str:
    return " ".join(text.split())


def parts(message: EmailMultiAlternatives) -> tuple[str, str]:
    """Both parts in one line each."""
    return flat(str(message.body)), flat(html_of(message))


def reply_to(message: EmailMessage) -> str | None:
    """As it reaches its reader."""
    read = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    addresses = read.get_all("Reply-To", [])
    assert len(addresses) <= 1
    return str(addresses[0]) if addresses else None


def several(ana: User, bo: User) -> EmailMultiAlternatives:
    """The mail about two games in which Ana is to arrange her cards."""
    return mail(*(notice_to(ana, bo, "started")[0] for _ in range(2)), now=NOW)
