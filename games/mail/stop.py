"""Stopping kinds of mail by a link that stands in them: whoever holds it may, without sign-in."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import signing
from django.db import transaction

from accounts import outbox
from accounts.models import MailChoice, User
from games.mail.kinds import KINDS

STOPPED_BY_LINK = "Stopped by a link in a mail."
"""What the log says; pages have words of their own."""
_signer = signing.Signer(sep=".", salt="games.mail.stop")


def stop_token(user: User, kinds: Iterable[str]) -> str:
    """Return what lets its holder stop these kinds of mail to `user`, for good and nothing else."""
    return _signer.sign_object([user.pk, *kinds])


def read_stop_token(token: str) -> tuple[int, tuple[str, ...]] | None:
    """Return whose mails of which kinds a token may stop; None if it is not one of ours.

    Kinds that can be stopped no more are left out.
    """
    try:
        user_id, *kinds = _signer.unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return user_id, tuple(kind for kind in kinds if can_be_stopped(kind))


def can_be_stopped(kind: str) -> bool:
    """Return whether people have a choice about this kind of mail."""
    return kind in KINDS and bool(KINDS[kind].label)


def stop(user_id: int, kinds: Iterable[str], now: datetime) -> tuple[str, ...]:
    """Turn these kinds off and let waiting mails know; return those that were on until now.

    The log tells the person which choice a link made, and when: its entry belongs to the row of the
    choice and is void once they choose again. Raises User.DoesNotExist.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        wanted = [kind for kind in dict.fromkeys(kinds) if can_be_stopped(kind)]
        chosen = MailChoice.objects.filter(user=user, kind__in=wanted)
        off = set(chosen.filter(way=MailChoice.Way.OFF).values_list("kind", flat=True))
        stopped = tuple(kind for kind in wanted if kind not in off)
        if not stopped:
            return ()
        chosen.filter(kind__in=stopped).delete()
        choices = MailChoice.objects.bulk_create(
            MailChoice(user=user, kind=kind, way=MailChoice.Way.OFF) for kind in stopped
        )
        _log(user, choices, now)
        outbox.reconsider_all(user.pk, now)
    return stopped


def stopped_by_link(user: User) -> dict[str, datetime]:
    """Return the kinds that are off because a link stopped them, and since when."""
    entries = LogEntry.objects.filter(
        user=user, content_type=_content_type(), change_message=STOPPED_BY_LINK
    ).values_list("object_id", "action_time")
    since = dict(entries)
    choices = MailChoice.objects.filter(user=user, way=MailChoice.Way.OFF)
    return {each.kind: since[str(each.pk)] for each in choices if str(each.pk) in since}


def _log(user: User, choices: Iterable[MailChoice], now: datetime) -> None:
    LogEntry.objects.bulk_create(
        LogEntry(
            user=user,
            content_type=_content_type(),
            object_id=str(choice.pk),
            object_repr=str(choice),
            action_flag=CHANGE,
            action_time=now,
            change_message=STOPPED_BY_LINK,
        )
        for choice in choices
    )


def _content_type() -> ContentType:
    return ContentType.objects.get_for_model(MailChoice)
