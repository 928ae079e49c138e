"""What can be tried, each as one request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.test import Client
from django.urls import reverse

from games.admin.seen import marks_of
from games.models import Game
from tests.views.link_holder import link_of

from .house import House

Answer = Any
"""A response as Django's test client gives it."""
Act = Callable[[Client, House], Answer]
"""Sends one request and returns the answer."""
PLAYER = 1
"""The player's seat at all tables."""


def get(name: str, /, *args: Callable[[House], Any], query: str = "") -> Act:
    """Return the act of looking at a page."""
    return lambda browser, house: browser.get(_address(name, house, args) + query)


def send(name: str, /, *args: Callable[[House], Any], **fields: Any) -> Act:
    """Return the act of sending a form; a field may depend on the house."""

    def act(browser: Client, house: House) -> Answer:
        return browser.post(_address(name, house, args), _filled(fields, house))

    return act


def by(method: str, name: str, /, *args: Callable[[House], Any]) -> Act:
    """Return the act of asking with another method."""
    return lambda browser, house: browser.generic(method, _address(name, house, args))


def public(house: House) -> str:
    """The code of the running table of the lobby."""
    return house.public.code


def by_link(house: House) -> str:
    """The code of the running table by link."""
    return house.by_link.code


def reported(house: House) -> str:
    """The code of the table by link that somebody has reported."""
    return house.reported.code


def opened(house: House) -> str:
    """The code of the open table."""
    return house.open.code


def asked(house: House) -> str:
    """The code of the open table where only those sit down who were asked."""
    return house.asked.code


def over(house: House) -> str:
    """The code of the table with a result."""
    return house.over.code


def claiming(house: House) -> str:
    """The code of the table where the action of a turn is done."""
    return house.claiming.code


def first(house: House) -> int:
    """The first position of a game that is stepped through."""
    return 0


def link(name: str, turn: str = "") -> Callable[[House], str]:
    """Return what gives the token of the player's link to a turn, by default the running one."""
    return lambda house: link_of(getattr(house, name), PLAYER, turn).split("/")[3]


def no_link(house: House) -> str:
    """A token that is like one and none."""
    return link("public")(house)[:-1] + "1"


def version_of(name: str) -> Callable[[House], int]:
    """Return what gives the version of a game in the house that a page of it shows."""
    versions = Game.objects.values_list("version", flat=True)
    return lambda house: versions.get(pk=getattr(house, name).pk)


def pk(name: str) -> Callable[[House], int]:
    """Return what gives the key of something in the house."""
    return lambda house: getattr(house, name).pk


def seen(name: str) -> Callable[[House], str]:
    """Return what gives what a page with a report of the house carries of its text."""
    return lambda house: marks_of([getattr(house, name)])


def person(role: str) -> Callable[[House], int]:
    """Return what gives the key of somebody."""
    return lambda house: getattr(house.people[role], "pk", 0)


def called(role: str) -> Callable[[House], str]:
    """Return what gives the name of somebody."""
    return lambda house: getattr(house.people[role], "name", "")


def _address(name: str, house: House, args: tuple[Callable[[House], Any], ...]) -> str:
    return reverse(name, args=[arg(house) for arg in args])


def _filled(fields: Mapping[str, Any], house: House) -> dict[str, Any]:
    return {name: value(house) if callable(value) else value for name, value in fields.items()}
