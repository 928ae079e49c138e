"""What a person chooses about mails, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts import outbox
from accounts.models import MailChoice, User
from games.mail.kinds import KINDS


def choose_mail(user: User, ways: Mapping[str, str], now: datetime) -> None:
    """Keep these ways of `user`, by kind, and let waiting mails go by them and by new hours.

    A row whose way stays is left alone: it may tell that a link in a mail made it. The way that
    everybody has at first needs no row.

    Raises ValueError for a way that there is no choice of.
    """
    if any(way not in KINDS[kind].ways for kind, way in ways.items()):
        raise ValueError(f"not all of these can be chosen: {ways}")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        kept = dict(MailChoice.objects.filter(user=user).values_list("kind", "way"))
        changed = {
            kind: way for kind, way in ways.items() if kept.get(kind, KINDS[kind].way) != way
        }
        MailChoice.objects.filter(user=user, kind__in=changed).delete()
        MailChoice.objects.bulk_create(
            MailChoice(user=user, kind=kind, way=way)
            for kind, way in changed.items()
            if way != KINDS[kind].way
        )
        outbox.reconsider_all(user.pk, now)


def play_from_mail(user: User, wanted: bool | None, now: datetime) -> None:
    """Let `user` play turns from the mail from now on, or no more; None leaves it as it is.

    Switching it off makes void at once whatever was sent. While it stays on so does its moment, by
    which links and addresses go: see `games.mail.by_mail`.
    """
    row = User.objects.filter(pk=user.pk)
    if wanted:
        row.filter(plays_by_mail_since=None).update(plays_by_mail_since=now)
    elif wanted is False:
        row.update(plays_by_mail_since=None)
