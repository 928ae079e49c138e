"""The people: members, guests, staff, each known again by a number."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.services import make_guest, make_member
from games.models import Seat

from . import roles
from .addresses import DOMAIN, address_of, number_in
from .going import in_one_go
from .moments import numbered
from .names import BEFORE, name_of

MOST = 10_000
"""So many at most: of the guests of others hardly any was born in such a microsecond."""
_ZONES = ("", "Europe/Paris", "Asia/Tokyo", "America/Denver", "Europe/Rome", "Australia/Perth")


def everybody() -> dict[int, User]:
    """Return those who were made here, by number."""
    candidates = User.objects.filter(Q(is_guest=True) | Q(email__endswith=DOMAIN)).order_by("-pk")
    known = [(_number_of(user), user) for user in candidates]
    return dict(sorted((number, user) for number, user in known if number is not None))


def others() -> QuerySet[User]:
    """Return the people who were not made here."""
    return User.objects.exclude(pk__in=[user.pk for user in everybody().values()])


def make(number: int, *, seed: int, now: datetime) -> bool:
    """Make person `number`, who came months ago, unless they are there; return whether it was so.

    Nobody can sign in as them yet. Nothing is ever mailed to them: their address stays unproven.
    Raises TakenError when somebody else has their name.
    """
    with in_one_go(now):
        if number in everybody() or (number == roles.FORMER and has_left()):
            return False
        random = Random(f"person {seed} {number}")
        if roles.is_guest(number):
            days = 60 if number == roles.GUEST else random.uniform(8, 24)
            make_guest(numbered(now - timedelta(days=days), number))
        else:
            since = numbered(now - timedelta(days=random.uniform(160, 300)), number)
            _make_member(number, since, zone=random.choice(_ZONES))
    return True


def set_passwords(password: str) -> None:
    """Give all members among them the same password."""
    members = [user.pk for user in everybody().values() if not user.is_guest]
    User.objects.filter(pk__in=members).update(password=make_password(password))


def can_sign_in() -> bool:
    """Return whether all members among them have a password."""
    return all(user.has_usable_password() for user in everybody().values() if not user.is_guest)


def has_left() -> bool:
    """Return whether the one who leaves the site has done so: a seat is nobody's any more."""
    return Seat.objects.filter(user=None, bot="", name="").exists()


def _make_member(number: int, since: datetime, *, zone: str) -> None:
    email = address_of(number)
    name = BEFORE.get(number) or name_of(number)
    user = make_member(name=name, email=email, password=None)
    user.date_joined = since
    user.time_zone = zone
    user.is_staff = number in roles.STAFF
    user.plays_by_mail_since = since if number in roles.BY_MAIL else None
    user.save(update_fields=["date_joined", "time_zone", "is_staff", "plays_by_mail_since"])
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    if user.is_staff:
        user.groups.add(Group.objects.get(name=roles.STAFF[number]))


def _number_of(user: User) -> int | None:
    if not user.is_guest:
        return number_in(user.email)
    number = user.date_joined.microsecond
    return number if number < MOST and roles.is_guest(number) else None
