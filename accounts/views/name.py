"""Another name for a member, once a month."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms_names import TAKEN, TAKEN_AWAY, NameForm
from accounts.models import HeldName, User
from accounts.renaming import RENAME_EVERY, RenameError, next_rename, rename
from accounts.services import TakenError

from .own import members_only


@never_cache
@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """The name in use and those from before that are still held, and taking another (POST)."""
    assert request.user.is_authenticated
    user, now = request.user, timezone.now()
    if request.method != "POST":
        return _show(request, user, NameForm(user=user, now=now))
    form = NameForm(request.POST, user=user, now=now)
    if not form.is_valid():
        return _show(request, user, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        row = rename(user=user, name=form.cleaned_data["name"], now=now)
    except TakenError:
        form.add_error("name", TAKEN)
        return _show(request, user, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except RenameError as error:  # another tab was first, or a moderator, or the page was old
        if error.code == "taken-away":
            form.add_error("name", TAKEN_AWAY)
        if error.code == "closed":
            return redirect("account_login")
        user.refresh_from_db()
        return _show(request, user, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _("Your name is %(name)s.") % {"name": row.name})
    return redirect("settings")


def _show(
    request: HttpRequest, user: User, form: NameForm, *, status: int = HTTPStatus.OK
) -> HttpResponse:
    again = next_rename(user)
    context = {
        "form": form,
        "again": again if again is not None and form.now < again else None,
        "refused": status != HTTPStatus.OK,
        "held": HeldName.objects.filter(user=user, until__gt=form.now, taken_away=False).order_by(
            "-until"
        ),
        "every": RENAME_EVERY.days,
    }
    return render(request, "accounts/name.html", context, status=status)
