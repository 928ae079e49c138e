"""Where the stop link of a mail leads: nothing happens until the button there is pressed.

Mail programs press it by themselves (RFC 8058), without cookies: so nobody has to be signed in and
no CSRF token is asked for. Whoever has the token may do what stands in it, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import MailChoice, User
from games.mail.kinds import KINDS
from games.mail.stop import read_stop_token, stop


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether these mails shall stop; posted, stop them. Twice is as good as once."""
    owner, kinds = _read(token)
    if owner is None or not kinds:
        return render(request, "games/stop_mail_unknown.html", status=404)
    if request.method == "POST":
        stop(owner.pk, kinds, timezone.now())
    context = {
        "owner": owner,
        "labels": [KINDS[kind].label for kind in kinds],
        "stopped": request.method == "POST" or _are_off(owner, kinds),
        "somebody_else": request.user.is_authenticated and request.user.pk != owner.pk,
    }
    return render(request, "games/stop_mail.html", context)


def _read(token: str) -> tuple[User | None, tuple[str, ...]]:
    read = read_stop_token(token)
    if read is None:
        return None, ()
    user_id, kinds = read
    return User.objects.filter(pk=user_id).first(), kinds


def _are_off(owner: User, kinds: Iterable[str]) -> bool:
    off = MailChoice.objects.filter(user=owner, kind__in=kinds, way=MailChoice.Way.OFF)
    return off.count() == len(set(kinds))
