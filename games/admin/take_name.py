"""The page on which a moderator takes a name away that cannot stay."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.signed_in import signed_in
from accounts.models import User
from accounts.models.sanctions import REASON_MAX
from accounts.renaming import take_name_away
from games.play.errors import PlayError
from games.play.moderation.rights import may_act_on
from games.words import sentence

from .ask_twice import Asked, Reason, ask, refuse

TAKE_NAME = "accounts.add_sanction"


class NameReason(Reason):
    """Why a name cannot stay, and which one: who has another by now keeps that."""

    why = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Kept in the log. The person reads it, but not who you are."),
    )
    name = forms.CharField(widget=forms.HiddenInput)


def take_name(admin: ModelAdmin[User], request: HttpRequest, pk: int) -> HttpResponse:
    """Ask why, then once more, then give the member a neutral name. Raises PermissionDenied."""
    if not admin.has_view_permission(request) or not request.user.has_perm(TAKE_NAME):
        raise PermissionDenied
    by, person = signed_in(request), get_object_or_404(User, pk=pk, is_guest=False)
    title = _("Take the name away: %(name)s") % {"name": person.name}
    if code := may_act_on(by, person):
        return refuse(request, admin.opts, title, sentence(PlayError(code)))

    def form(data: Any, *, initial: dict[str, Any]) -> NameReason:
        return NameReason(data, initial=initial | {"name": person.name})

    def act(filled: NameReason) -> str:
        person.name = filled.cleaned_data["name"]
        why, now = filled.cleaned_data["why"], timezone.now()
        row = take_name_away(user=person, by=by, why=why, now=now)
        return _("The name is now %(name)s.") % {"name": row.name}

    asked = Asked(
        opts=admin.opts,
        title=title,
        affects=_(
            "They get a neutral name at once, at all tables. The one that is taken is not kept for"
            " them, and they may choose another when they like."
        ),
        button=_("Take the name away"),
        form=form,
        act=act,
        back=reverse("admin:accounts_user_change", args=[person.pk]),
    )
    return ask(request, asked)
