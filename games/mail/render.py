"""Mails as they are sent: what is true now, rendered for one person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context, Engine
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from accounts.zones import UTC, zone_of

from .inlining import inlined
from .kind import Kind
from .message_ids import message_id, thread_id
from .several import Entry, list_of, once_a_game
from .stop import stop_token
from .wrapping import wrapped


def message_for(user: User | None, told: Sequence[Entry], now: datetime) -> EmailMultiAlternatives:
    """Return one mail that tells `user` all of `told`, as of `now`, in their zone.

    It goes to the address that an account mail names in its context as `to`, else to the user's.
    """
    kinds = _stoppable(told) if user is not None else []
    stop_url = _stop_url(user, kinds) if user is not None and kinds else ""
    zone = zone_of(user) if user else UTC
    with translation.override(settings.LANGUAGE_CODE), timezone.override(zone):
        name, more = _what(told)
        context = {
            **more,
            "reader": user,
            "stop_url": stop_url,
            "stop_kinds": [str(kind.label) for kind in kinds],
            "language": settings.LANGUAGE_CODE,
        }
        context["subject"] = " ".join(_rendered(f"{name}-subject.txt", context).split())
        text = wrapped(_rendered(f"{name}-text.txt", context))
        html = inlined(_rendered(f"{name}-html.html", context, autoescape=True))
    message = EmailMultiAlternatives(
        subject=context["subject"],
        body=text,
        to=[context.get("to") or (user.email if user else "")],
        headers={
            "Date": format_datetime(now),
            "Message-ID": message_id(told[0][0]),
            **_headers(user, told, stop_url),
        },
    )
    message.attach_alternative(html, "text/html")
    return message


def _what(told: Sequence[Entry]) -> tuple[str, Mapping[str, Any]]:
    """Return the name of the templates and what they need."""
    entries = once_a_game(told)
    if len(entries) > 1:
        return "several", list_of(entries)
    [(_notice, kind, only)] = entries
    return kind.name, {**only.context, "link": settings.SITE_URL + only.link}


def _rendered(name: str, context: Mapping[str, Any], *, autoescape: bool = False) -> str:
    template = Engine.get_default().get_template(f"mail/{name}")
    return template.render(Context(dict(context), autoescape=autoescape))


def _headers(user: User | None, told: Sequence[Entry], stop_url: str) -> dict[str, str]:
    headers = {"Auto-Submitted": "auto-generated"}
    games = {each.game_id for _notice, _kind, each in told}
    game = told[0][2].context.get("game")
    if user is not None and game is not None and len(games) == 1:
        thread = thread_id(game.code, user.pk)
        headers |= {"In-Reply-To": thread, "References": thread}
    if stop_url:
        headers["List-Unsubscribe"] = f"<{stop_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _stoppable(told: Sequence[Entry]) -> list[Kind]:
    """Return the kinds in a mail in order; none if the reader has no choice about some of them."""
    kinds = {kind.name: kind for _notice, kind, _told in told}
    if not all(kind.label for kind in kinds.values()):
        return []
    return sorted(kinds.values(), key=lambda kind: kind.rank)


def _stop_url(user: User, kinds: Sequence[Kind]) -> str:
    """Return where mails of these kinds are stopped."""
    token = stop_token(user, [kind.name for kind in kinds])
    return settings.SITE_URL + reverse("mail-stop", args=[token])
