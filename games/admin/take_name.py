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
from games.models import Report
from games.play.errors import PlayError
from games.play.moderation import naming
from games.views.numbers import whole_number
from games.words import sentence

from .ask_twice import Asked, Reason, ask, refuse

TAKE_NAME = "accounts.add_sanction"


class NameReason(Reason):
    """Why a name cannot stay, and which one: who has another by now keeps that.

    `report`: the key of the report from whose page one came.
    """

    why = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MAX,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Kept in the log. The person reads it, but not who you are."),
    )
    name = forms.CharField(widget=forms.HiddenInput)
    report = forms.CharField(widget=forms.HiddenInput, required=False)


def take_name(admin: ModelAdmin[User], request: HttpRequest, pk: int) -> HttpResponse:
    """Ask why, then once more, then give the member a neutral name. Raises PermissionDenied.

    It decides the open reports about the name; who came from one goes back to the queue.
    """
    if not admin.has_view_permission(request) or not request.user.has_perm(TAKE_NAME):
        raise PermissionDenied
    by, person = signed_in(request), get_object_or_404(User, pk=pk, is_guest=False)
    title = _("Take the name away: %(name)s") % {"name": person.name}
    try:
        naming.check_rights(by, person)
    except PlayError as error:
        return refuse(request, admin.opts, title, sentence(error))
    report = _report(request, person)

    def form(data: Any, *, initial: dict[str, Any]) -> NameReason:
        return NameReason(data, initial=initial | {"name": person.name, "report": report or ""})

    def act(filled: NameReason) -> str:
        name, why = filled.cleaned_data["name"], filled.cleaned_data["why"]
        now = timezone.now()
        row = naming.take_name(person_id=person.pk, name=name, by=by, why=why, now=now)
        if row is None:
            return _("They have another name already: nothing was done.")
        return _("The name is now %(name)s, and both sides are told.") % {"name": row.name}

    asked = Asked(
        opts=admin.opts,
        title=title,
        affects=_(
            "They get a neutral name at once, at all tables, and are told why by mail. They may"
            " choose another when they like, but not this one or what looks like it. Open reports"
            " about the name are decided by this."
        ),
        button=_("Take the name away"),
        form=form,
        act=act,
        back=reverse("admin:games_report_changelist")
        if report
        else reverse("admin:accounts_user_change", args=[person.pk]),
    )
    return ask(request, asked)


def _report(request: HttpRequest, person: User) -> int | None:
    """Return the key of the report on the person from which one came, if there is one."""
    sent = request.POST if request.method == "POST" else request.GET
    key = whole_number(sent.get("report", "")) or 0
    return key if Report.objects.filter(pk=key, person=person).exists() else None
