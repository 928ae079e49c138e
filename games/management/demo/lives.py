"""What people do beside playing: vacations, blocks, another name, an address that takes no mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from accounts import blocks, renaming, vacations
from accounts.models import User, Vacation
from accounts.services import prove_address
from games.models import Seat
from games.play.people.accounts import end_accounts
from games.play.people.closing import close_account
from games.play.vacations import settle

from . import roles
from .going import in_one_go
from .names import BEFORE, name_of
from .people import everybody


def plan_vacations(now: datetime) -> None:
    """Some are away since three days, one will be."""
    for number in roles.AWAYS:
        _plan(number, begins=-3, days=14, planned=now - timedelta(days=9), now=now)
    _plan(roles.PLANS_VACATION, begins=6, days=10, planned=now - timedelta(days=1), now=now)


def begin_vacations(now: datetime) -> None:
    """Let the clocks of running games follow the vacations that have begun."""
    people = everybody().values()
    with in_one_go(now):
        for vacation in Vacation.objects.filter(user__in=people, started=False, begins__lte=now):
            settle(vacation, now)


def block(now: datetime) -> None:
    """Some want nothing to do with others."""
    people = everybody()
    for number, other in roles.BLOCKS.items():
        if number in people and other in people:
            at = now - timedelta(days=2 + number)
            with in_one_go(now):
                blocks.block(by=people[number], person_id=people[other].pk, now=at)


def rename(now: datetime) -> None:
    """Some take another name; the games that are over know them by the one from before."""
    people = everybody()
    for number, name in BEFORE.items():
        user = people.get(number)
        if user is not None and user.name == name:
            with in_one_go(now):
                renaming.rename(user=user, name=name_of(number), now=now - timedelta(days=number))


def leave(now: datetime) -> None:
    """One who has played leaves the site."""
    with in_one_go(now):
        user = everybody().get(roles.FORMER)
        if user is not None and Seat.objects.filter(user=user, game__started_at__lt=now).exists():
            close_account(user_id=user.pk, now=now)
            end_accounts(now)


def refuse_address(now: datetime) -> None:
    """The mail server knows nobody at an address that was proven once."""
    with in_one_go(now):
        user = everybody().get(roles.REFUSED)
        if user is not None and not user.refused_address:
            prove_address(user.pk, now - timedelta(days=150))
            why = "550 5.1.1 No such user here"
            User.objects.filter(pk=user.pk).update(refused_address=user.email, refused_why=why)


def _plan(number: int, *, begins: int, days: int, planned: datetime, now: datetime) -> None:
    user = everybody().get(number)
    with in_one_go(now):
        if user is not None and not Vacation.objects.filter(user=user).exists():
            first = (now + timedelta(days=begins)).date()
            last = first + timedelta(days=days)
            vacations.plan(user=user, first=first, last=last, zone=UTC, now=planned)
