"""Answers of those who are shut out or muted: appeals, decided by somebody who did not act on it.

One at a time for each sanction. After a decision that it stands there is one more, thirty days
later: there may be more to say by then, but nobody reads the same again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Act, Sanction, User
from games.models import Report
from games.models.reports import TEXT_MAX
from games.play.errors import PlayError

MOST = 2  # appeals about one sanction
AGAIN_AFTER = timedelta(days=30)
"""So long after the decision on the first the second may come."""


def appeal(*, user: User, sanction_id: int, text: str, now: datetime) -> Report:
    """File the answer of `user` to a sanction that is in force; it lands in the moderators' queue.

    While one is open it stays the one there is, and is returned. Raises PlayError:
    `appeal-needs-text`, `appeal-text-long`, `appeal-none` where nothing of theirs is in force,
    `appeal-again` (again) and `appeal-last` after a decision that it stands.
    """
    text = text.strip()
    if not text:
        raise PlayError("appeal-needs-text")
    if len(text) > TEXT_MAX:
        raise PlayError("appeal-text-long", most=TEXT_MAX)
    with transaction.atomic():
        # What is imposed, lifted and decided on somebody comes one after the other.
        person = User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
        sanction = Sanction.objects.filter(pk=sanction_id, user=person).first()
        if person is None or sanction is None or not sanction.is_in_force(now):
            raise PlayError("appeal-none")
        earlier = list(sanction.appeals.order_by("at", "pk"))
        known = open_one(earlier)
        if known is not None:
            return known
        if refusal := refused(earlier, now):
            raise refusal
        return Report.objects.create(
            reporter=person,
            person=person,
            about=Report.About.APPEAL,
            sanction=sanction,
            text=text,
            at=now,
        )


def open_one(appeals: Sequence[Report]) -> Report | None:
    """Return the one of the `appeals` about a sanction that nobody has decided yet."""
    return next((each for each in appeals if each.closed_at is None), None)


def refused(appeals: Sequence[Report], now: datetime) -> PlayError | None:
    """Return what stands against one more, given the decided `appeals` about a sanction."""
    if len(appeals) >= MOST:
        return PlayError("appeal-last")
    decided = [each.closed_at for each in appeals if each.closed_at is not None]
    again = max(decided) + AGAIN_AFTER if decided else now
    return PlayError("appeal-again", again=again) if now < again else None


def why_upheld(user: User) -> dict[int, str]:
    """Return the moderator's words to each appeal of `user` that was refused, by its key."""
    acts = Act.objects.filter(person=user, what=Act.What.UPHOLD)
    return {act.detail["report"]: act.why for act in acts if "report" in act.detail}
