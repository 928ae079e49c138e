"""What became of claimed notices. It counts only for those that are still in the sender's hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, CharField, DateTimeField, F, QuerySet, Value, When
from django.db.models.functions import Coalesce

from .models import Notice
from .outbox import ACCOUNT

PATIENCE = timedelta(days=30)
"""For so long a mail that is still true is tried while the mail server fails."""
ACCOUNT_PATIENCE = timedelta(days=3)
"""For so long one about an account: the links in it are of no use afterwards."""
TRIES = 5
"""A notice that is itself at fault is given up after so many."""
_WAITS = [timedelta(minutes=minutes) for minutes in (1, 2, 4, 8, 10)]
_LONGEST_FOR_ONE = timedelta(hours=1)

State = Notice.State
_HELD_SINCE = Coalesce("held_since", "not_before")
"""Since when a notice is held back: since the first time."""
_KEPT_IF_UNSURE = Case(
    When(unsure=True, then=F("message_id")), default=Value(""), output_field=CharField()
)
"""What may have arrived under a Message-ID is only ever sent under it again."""


def begin(notices: Sequence[Notice], message_id: str, now: datetime) -> bool:
    """Note, before the dialogue, which mail tells these; return whether they are still ours.

    Whoever sends them again after a crash sends the same mail. The lease begins anew.
    """
    with transaction.atomic():
        begun = _ours(notices).update(message_id=message_id, claimed_at=now)
        if begun < len(notices):
            transaction.set_rollback(True)
            return False
    for notice in notices:
        notice.message_id, notice.claimed_at = message_id, now
    return True


def mark_sent(notices: Sequence[Notice], now: datetime) -> None:
    """The mail server has taken the mail."""
    _close(notices, State.SENT, sent_at=now, error="")


def drop(notices: Sequence[Notice], why: str) -> None:
    """They are not true or not wanted any more."""
    _close(notices, State.DROPPED, error=why)


def fail(notices: Sequence[Notice], why: str) -> None:
    """They cannot be sent, whatever is tried."""
    _close(notices, State.FAILED, error=why)


def postpone(notices: Sequence[Notice], until: datetime) -> None:
    """Hold back until a moment what could go out now; it may go along with other mail before."""
    _put_back(notices, until, held_since=_HELD_SINCE, failing_since=None)


def pause(notices: Sequence[Notice], until: datetime, why: str) -> None:
    """Their address takes no mail: keep them until it does, or another is proven."""
    changes = {"failing_since": None, "message_id": _KEPT_IF_UNSURE, "error": why}
    _put_back(notices, until, held_since=_HELD_SINCE, **changes)


def wait_for(notices: Sequence[Notice], until: datetime) -> None:
    """Their time has not come."""
    changes = {"held_since": None, "failing_since": None, "message_id": "", "unsure": False}
    _put_back(notices, until, **changes)


def release(notices: Sequence[Notice]) -> None:
    """Give back what this sender has nothing more to do with."""
    _ours(notices).update(state=State.WAITING, claimed_at=None)


def retry(
    notices: Sequence[Notice],
    why: str,
    now: datetime,
    *,
    unsure: bool = False,
    one_address: bool = False,
) -> None:
    """The mail server failed: try again later, each time later, and give up after PATIENCE.

    `unsure`: it may have taken the mail all the same, so only the same mail may be sent again.
    `one_address`: it takes others; it is asked less often for one that it has not taken for long.
    """
    old = [each for each in notices if now - (each.failing_since or now) > _patience(each)]
    fail(old, why)
    young = [notice for notice in notices if notice not in old]
    since = min((notice.failing_since or now for notice in young), default=now)
    changed = {"unsure": True} if unsure else {"message_id": _KEPT_IF_UNSURE}
    _put_back(
        young,
        now + _wait(now - since, _LONGEST_FOR_ONE if one_address else _WAITS[-1]),
        held_since=_HELD_SINCE,
        failing_since=Coalesce("failing_since", Value(now, DateTimeField())),
        error=why,
        **changed,
    )


def blame(notices: Sequence[Notice], why: str, now: datetime) -> None:
    """They are themselves at fault: try them again later, and give up after TRIES."""
    for notice in notices:
        tries = notice.tries + 1
        if tries >= TRIES:
            _close([notice], State.FAILED, error=why, tries=tries)
        else:
            wait = _WAITS[tries - 1]
            changes = {"tries": tries, "error": why, "failing_since": None}
            changes["message_id"] = _KEPT_IF_UNSURE
            _put_back([notice], now + wait, held_since=None, **changes)


def _ours(notices: Sequence[Notice]) -> QuerySet[Notice]:
    return Notice.objects.filter(
        pk__in=[notice.pk for notice in notices],
        state=State.SENDING,
        claimed_at__in={notice.claimed_at for notice in notices},
    )


def _close(notices: Sequence[Notice], state: Notice.State, **changes: object) -> None:
    if not notices:
        return
    if any(notice.kind == ACCOUNT for notice in notices):
        changes["payload"] = Case(
            When(kind=ACCOUNT, then=Value({}, Notice.payload.field)), default=F("payload")
        )
    _ours(notices).update(state=state, claimed_at=None, **changes)


def _put_back(notices: Sequence[Notice], until: datetime, **changes: object) -> None:
    """Let them wait until then, unless something has changed since they were claimed."""
    if not notices:
        return
    seen = {notice.not_before for notice in notices}
    _ours(notices).update(
        state=State.WAITING,
        claimed_at=None,
        not_before=Case(
            When(not_before__in=seen, then=Value(until, DateTimeField())), default=F("not_before")
        ),
        **changes,
    )


def _wait(failing: timedelta, longest: timedelta) -> timedelta:
    """Return how long to wait after so long a failure: the double each time."""
    return max(_WAITS[0], min(failing, longest))


def _patience(notice: Notice) -> timedelta:
    return ACCOUNT_PATIENCE if notice.kind == ACCOUNT else PATIENCE
