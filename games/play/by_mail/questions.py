"""Whether somebody who says once more that they resign has seen that they were asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Notice

from .answering import key_of


def has_seen_question(asking: Sequence[int], answers: Sequence[str], now: datetime) -> bool:
    """Return whether a mail answers a question: one query, none if nothing was asked.

    `asking`: the mails that were asked back and not taken back since, the latest first. `answers`:
    the mails of ours that this one names as answered. A program that names one knows which; of
    others it is enough that the latest question was sent before. A mail written twice because
    nothing seemed to happen, or an answer to the mail of the turn, is no confirmation.
    """
    if not asking:
        return False
    keys = [key_of(received) for received in asking]
    notices = {notice.key: notice for notice in Notice.objects.filter(key__in=keys)}
    if answers:
        return set(answers) <= {each.message_id for each in notices.values()}
    latest = notices.get(keys[0])
    return latest is not None and latest.sent_at is not None and latest.sent_at <= now
