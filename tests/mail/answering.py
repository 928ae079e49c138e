"""Answers to mails with orders, for tests: the mail of a person comes in as they wrote it."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import count

from django.core.mail import EmailMultiAlternatives

from accounts.models import Notice, User
from games.mail.incoming.orders import read_orders
from games.models import Game, ReceivedMail, Seat
from games.play.by_mail.acting import carry_out
from games.play.by_mail.answering import post_answer
from games.play.by_mail.letter import Letter
from games.play.notices import turn_name
from tests.builders import NOW, make_user
from tests.mail.telling import html_of, mail, notice_of

WRITTEN = "<written.1@mailer.example>"
_numbers = count(1)


def player(name: str) -> User:
    """Somebody who plays from the mail."""
    return make_user(name, email_proven_at=NOW, plays_by_mail_since=NOW)


def write(
    game: Game,
    user: User,
    text: str,
    *,
    message_id: str = WRITTEN,
    subject: str = "",
    turn: str = "",
    now: datetime = NOW,
) -> Notice:
    """Let a mail of `user` come in for a turn, the running one at first; return its answer."""
    reading = read_orders(text)
    letter = Letter(
        sender=user.email,
        digest=f"{next(_numbers):064x}",
        message_id=message_id,
        orders=reading.orders,
        wants=reading.wants,
        alone=reading.alone,
        is_empty=not text,
        subject=subject,
    )
    carry_out(
        game_id=game.pk,
        seat=Seat.objects.get(game=game, user=user).number,
        user_id=user.pk,
        since=user.plays_by_mail_since,
        turn=turn or turn_name(Game.objects.get(pk=game.pk)),
        letter=letter,
        now=now,
    )
    return notice_of(user, "answer")


def refuse(
    game: Game, user: User, why: str, *, message_id: str = WRITTEN, subject: str = ""
) -> Notice:
    """Let a mail come in that is not looked at; return its answer."""
    seat = Seat.objects.get(game=game, user=user)
    row = ReceivedMail.objects.create(
        seat=seat,
        user=user,
        turn=turn_name(Game.objects.get(pk=game.pk)),
        digest=f"{next(_numbers):064x}",
        message_id=message_id,
        subject=subject,
        at=NOW,
        why=why,
    )
    post_answer(row, seat, NOW)
    return notice_of(user, "answer")


def answer(notice: Notice, now: datetime = NOW) -> EmailMultiAlternatives:
    """The mail that answers."""
    return mail(notice, now=now)


def lines(notice: Notice, now: datetime = NOW) -> list[str]:
    """The lines of its text."""
    return str(answer(notice, now).body).splitlines()


def html(notice: Notice, now: datetime = NOW) -> str:
    """Its HTML part."""
    return html_of(answer(notice, now))


def copied(notice: Notice) -> list[str]:
    """The orders that the text offers."""
    told = "\n".join(lines(notice)).replace("\N{NO-BREAK SPACE}", " ")
    offered = told.partition("Or answer this mail")[2].partition("\n\n")[0]
    return [each for each in re.findall("“(.+?)”", offered) if each not in ("help", "board")]
