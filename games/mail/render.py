"""Mails as they are sent: what is true now, rendered for one person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context, Engine
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Notice, User
from accounts.zones import UTC, zone_of

from .inlining import inlined
from .kind import Kind, Told
from .message_ids import message_id, thread_id
from .stop import stop_token
from .wrapping import wrapped

Entry = tuple[Notice, Kind, Told]


def message_for(user: User | None, told: Sequence[Entry], now: datetime) -> EmailMultiAlternatives:
    """Return one mail that tells `user` all of `told`, as of `now`, in their zone.

    It goes to the address that an account mail names in its context as `to`, else to the user's.
    """
    notice, kind, first = told[0]
    stop_url = _stop_url(user, [kind for _notice, kind, _told in told])
    context = dict(first.context) | {
        "reader": user,
        "link": settings.SITE_URL + first.link,
        "stop_url": stop_url,
        "language": settings.LANGUAGE_CODE,
    }
    with (
        translation.override(settings.LANGUAGE_CODE),
        timezone.override(zone_of(user) if user else UTC),
    ):
        context["subject"] = " ".join(_rendered(f"{kind.name}-subject.txt", context).split())
        text = wrapped(_rendered(f"{kind.name}-text.txt", context))
        html = inlined(_rendered(f"{kind.name}-html.html", context, autoescape=True))
    message = EmailMultiAlternatives(
        subject=context["subject"],
        body=text,
        to=[context.get("to") or (user.email if user else "")],
        headers={"Message-ID": message_id(notice), **_headers(user, told, stop_url)},
    )
    message.attach_alternative(html, "text/html")
    return message


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


def _stop_url(user: User | None, kinds: Sequence[Kind]) -> str:
    """Return where mails of these kinds are stopped; empty if some of them cannot be."""
    if user is None or not all(kind.label for kind in kinds):
        return ""
    names = sorted({kind.name for kind in kinds})
    return settings.SITE_URL + reverse("mail-stop", args=[stop_token(user, names)])
