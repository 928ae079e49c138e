"""Mails as they are sent: what is true now, rendered for one person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.utils import format_datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.template import Context, Engine
from django.urls import reverse
from django.utils.functional import Promise

from accounts.models import User
from games.models import Game

from .inlining import inlined
from .message import Message
from .message_ids import message_id, thread_id
from .reader import in_words_of
from .several import Entry, list_of, once_a_game, with_news
from .stop import stop_token
from .wrapping import wrapped


class Stop(NamedTuple):
    """Where mails of one kind are stopped."""

    label: str | Promise
    url: str


def message_for(user: User | None, told: Sequence[Entry], now: datetime) -> Message:
    """Return one mail that tells `user` all of `told`, as of `now`, in their zone.

    It goes to the address that an account mail names in its context as `to`, else to the user's.
    """
    stops = _stops(user, told) if user is not None else []
    with in_words_of(user):
        name, more = _what(told)
        context = {
            **more,
            "reader": user,
            "stops": stops,
            "language": settings.LANGUAGE_CODE,
        }
        context["subject"] = " ".join(_rendered(f"{name}-subject.txt", context).split())
        text = wrapped(_rendered(f"{name}-text.txt", context))
        html = inlined(_rendered(f"{name}-html.html", context, autoescape=True))
    message = Message(
        subject=context["subject"],
        body=text,
        to=[context.get("to") or (user.email if user else "")],
        headers={
            "Date": format_datetime(now),
            "Message-ID": message_id(told[0][0]),
            **_headers(user, told, stops),
            **_own_headers(told),
        },
    )
    message.attach_alternative(html, "text/html")
    return message


def _what(told: Sequence[Entry]) -> tuple[str, Mapping[str, Any]]:
    """Return the name of the templates and what they need."""
    entries = once_a_game(told)
    found = with_news(entries)
    if found is None:
        return "several", list_of(entries)
    (_notice, kind, main), news = found
    link = settings.SITE_URL + main.link
    return kind.name, {**main.context, "link": link, **({"news": news} if news else {})}


def _rendered(name: str, context: Mapping[str, Any], *, autoescape: bool = False) -> str:
    template = Engine.get_default().get_template(f"mail/{name}")
    return template.render(Context(dict(context), autoescape=autoescape))


def _headers(user: User | None, told: Sequence[Entry], stops: Sequence[Stop]) -> dict[str, str]:
    """Return what mail programs read; one click stops the leading kind, and no other unasked."""
    headers = {"Auto-Submitted": "auto-generated"}
    game = _game(told)
    if user is not None and game is not None:
        thread = thread_id(game.code, user.pk)
        headers |= {"In-Reply-To": thread, "References": thread}
    if stops:
        headers["List-Unsubscribe"] = f"<{stops[0].url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _own_headers(told: Sequence[Entry]) -> Mapping[str, str]:
    """Return the headers of the one entry that a mail is all about; none for a list."""
    found = with_news(once_a_game(told))
    return found[0][2].headers if found is not None else {}


def _game(told: Sequence[Entry]) -> Game | None:
    """Return the game that a mail belongs to: the one it is all about, if there is one."""
    found = with_news(once_a_game(told))
    main = told[0] if found is None else found[0]
    games = {each.game_id for _notice, _kind, each in told}
    game: Game | None = main[2].context.get("game")
    return game if found is not None or len(games) == 1 else None


def _stops(user: User, told: Sequence[Entry]) -> list[Stop]:
    """Return how each kind that the mail shows is stopped, the leading kind first."""
    kinds = {kind.name: kind for _notice, kind, _told in once_a_game(told) if kind.label}
    return [
        Stop(kind.label, settings.SITE_URL + reverse("mail-stop", args=[stop_token(user, [name])]))
        for name, kind in sorted(kinds.items(), key=lambda item: item[1].rank)
    ]
