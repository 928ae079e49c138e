"""Where others have written a person's name: it is taken out of what they wrote.

A name may be a word as well. Where a row has nothing to do with the person, it counts as theirs in
their own spelling alone, and not where that stands in many rows: whoever is called "the" would
change all that was ever written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, Q

from accounts.models import HeldName, User
from games.models import Report, Seat

from .connected import connected_with
from .written import FORMER, forget, found_in, whole, written

MOST_ROWS = 10
"""In more rows that have nothing to do with its person a name is a word, and stays there."""


def names_of(user: User) -> set[str]:
    """Return all names by which others may have known a person: in use, former, at tables."""
    held = HeldName.objects.filter(user=user).values_list("name", flat=True)
    at_tables = Seat.objects.filter(user=user).values_list("name", flat=True).distinct()
    return {user.name, *held, *at_tables} - {""}


def forget_texts(user: User, names: Collection[str], addresses: Collection[str]) -> None:
    """Write FORMER for `names` and `addresses`, where they stand whole, in what others wrote.

    In rows that are connected with the person, and addresses in all rows, in any case; elsewhere
    names as they are spelled here, but for those that are words.
    """
    connected = connected_with(user)
    every = [*names, *addresses]
    forget(written(every, connected, inside=True), whole(every, any_case=True))
    rare = {*names} - _words(names, connected)
    forget(
        written([*rare, *addresses], connected, inside=False),
        whole(addresses, any_case=True),
        whole(rare, any_case=False),
    )
    about = ContentType.objects.get_for_model(User)
    told = LogEntry.objects.filter(content_type=about, object_id=str(user.pk))
    told.update(object_repr=FORMER, object_id=None)


def forget_reports(user: User, now: datetime) -> None:
    """Empty the reports of a person, and close those on them that wait for a decision."""
    theirs = Report.objects.filter(Q(reporter=user) | Q(person=user))
    with transaction.atomic():
        list(theirs.order_by("pk").select_for_update().values_list("pk"))
        Report.objects.filter(reporter=user).exclude(text="").update(text="")
        waiting = Report.objects.filter(person=user, closed_at=None)
        waiting.update(closed_at=now, decision=Report.Decision.GONE, taken_by=None)


def _words(names: Collection[str], connected: Mapping[type[Model], Q]) -> set[str]:
    """Return those of the names that stand, so spelled, in many rows that are not connected."""
    rows: dict[str, set[tuple[type[Model], object]]] = defaultdict(set)
    pattern = whole(names, any_case=False)
    words: set[str] = set()
    for each in written(names, connected, inside=False):
        for name in found_in(each.value, pattern) & {*names} - words:
            rows[name].add((each.model, each.pk))
            if len(rows[name]) > MOST_ROWS:
                words.add(name)
        if words == {*names}:
            break
    return words
