"""Where others have written a person's name: it is taken out of what they wrote.

A name may be a word as well, and may have been chosen for the harm that this would do: so it goes
only from rows connected with its person, and from those about others only where they were written
since it was theirs. An address that was proven goes from all texts. Columns that hold JSON have
ids, numbers and codes in them, and are not touched; but for orders by mail, which are told as they
were written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.db.models import CharField, JSONField, Model, Q, QuerySet

from accounts.models import Act, HeldName, PersonNote, Sanction, SiteSwitches, User
from games.models import ClockShift, ReceivedMail, Report, Seat

from .connected import about, lines_about, near
from .written import FORMER, whole, without, without_in

_TEXTS: Mapping[type[Model], tuple[str, ...]] = {
    Report: ("text",),
    Act: ("why",),
    PersonNote: ("text",),
    Sanction: ("reason", "lifted_why"),
    ClockShift: ("why",),
    SiteSwitches: ("banner",),
    LogEntry: ("object_repr",),
    ReceivedMail: ("orders", "subject"),
}
"""All columns in which people write; whoever changes several rows does so in this order."""
_CHUNK = 500


class Words(NamedTuple):
    """What others may have written for a person."""

    names: tuple[tuple[str, datetime], ...]  # in use, former, at tables; since when, at the latest
    proven: frozenset[str]  # addresses
    claimed: frozenset[str]  # addresses that may be somebody else's

    def in_row(self, closeness: str, at: datetime | None) -> tuple[frozenset[str], frozenset[str]]:
        """Return the names and addresses that go from a row of this closeness, written then."""
        if closeness not in (ABOUT, NEAR):
            return frozenset(), self.proven
        since = {name for name, since in self.names if at is None or since <= at}
        names = since if closeness == NEAR else {name for name, _since in self.names}
        return frozenset(names), self.proven | self.claimed


ABOUT, NEAR, ANY = "about", "near", "any"
"""How close a row is to its person."""
Found = dict[type[Model], dict[Any, str]]
"""Closeness by key of row, by model."""


def words_for(user: User) -> Words:
    """Return all words for a person, as of now."""
    since = user.date_joined
    held = HeldName.objects.filter(user=user).values_list("name", flat=True)
    at_tables = Seat.objects.filter(user=user).values_list("name", flat=True).distinct()
    names = dict.fromkeys({*held, *at_tables} - {""}, since)
    names[user.name] = user.renamed_at or since
    rows = EmailAddress.objects.filter(user=user).values_list("email", "verified")
    proven = {email for email, verified in rows if verified}
    claimed = {email for email, _verified in rows} | {user.refused_address, user.email}
    if user.email_proven_at is not None:
        proven.add(user.email)
    proven -= {""}
    return Words(
        tuple(sorted(names.items())), frozenset(proven), frozenset(claimed - proven - {""})
    )


def find_texts(user: User, words: Words) -> Found:
    """Return the rows in whose texts these words stand; nothing is locked or changed."""
    found: Found = defaultdict(dict)
    for closeness, sets in ((ABOUT, about(user)), (NEAR, near(user))):
        for rows in sets:
            _look(rows, closeness, words, found)
    for model, columns in _TEXTS.items() if words.proven else ():
        holds = Q()
        for column in columns:
            for address in words.proven:
                holds |= Q(**{f"{column}__icontains": address})
        _look(model._default_manager.filter(holds), ANY, words, found)
    return found


def forget_texts(user: User, words: Words, found: Found) -> None:
    """Write FORMER for the words in the rows that were found, as they stand under their locks."""
    for model, columns in _TEXTS.items():
        keys = found.get(model, {})
        for row in _locked(model, keys):
            changed = _changed(row, columns, keys[row.pk], words)
            if changed:
                model._default_manager.filter(pk=row.pk).update(**changed)
    lines_about(user).update(object_repr=FORMER, object_id=None, change_message="")


def _look(rows: QuerySet[Model], closeness: str, words: Words, found: Found) -> None:
    columns = _TEXTS[rows.model]
    wanted = rows.order_by().only(*columns, *_moment(rows.model))
    for row in wanted.iterator(chunk_size=_CHUNK):
        if row.pk not in found[rows.model] and _changed(row, columns, closeness, words):
            found[rows.model][row.pk] = closeness


def _locked(model: type[Model], keys: Iterable[Any]) -> Iterable[Model]:
    ordered = sorted(keys)
    for start in range(0, len(ordered), _CHUNK):
        rows = model._default_manager.filter(pk__in=ordered[start : start + _CHUNK])
        yield from rows.order_by("pk").select_for_update(no_key=True)


def _changed(row: Model, columns: Iterable[str], closeness: str, words: Words) -> dict[str, Any]:
    """Return what other texts a row gets, by column."""
    pattern = whole(*words.in_row(closeness, getattr(row, "at", None)))
    changed: dict[str, Any] = {}
    for column in columns:
        text = getattr(row, column)
        field = row._meta.get_field(column)
        if isinstance(field, JSONField):
            if (told := without_in(text, pattern)) != text:
                changed[column] = told
        elif (other := without(text, pattern)) != text:
            changed[column] = other[: field.max_length] if isinstance(field, CharField) else other
    return changed


def _moment(model: type[Model]) -> list[str]:
    return ["at"] if any(field.name == "at" for field in model._meta.fields) else []
