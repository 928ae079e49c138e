"""The switches of the site in the admin: one row, and each change of it a line of the audit log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms_changes import ChangesForm
from accounts.models import SiteSwitches
from accounts.models.sanctions import REASON_MAX
from accounts.own_filters import OwnFilters
from accounts.switches import KEPT, now_switches, set_switches

from .signed_in import signed_in


class SwitchesForm(ChangesForm):
    """What is to be set, and why."""

    why = forms.CharField(label=_("Reason"), max_length=REASON_MAX, help_text=_("Kept in the log."))

    class Meta:
        model = SiteSwitches
        fields = ("banner", "signups_closed", "tables_closed")
        help_texts = {
            "banner": _("On top of every page, as it is written here. Empty: no banner."),
            "signups_closed": _(
                "Nobody becomes a member. Guests go on playing, members sign in as before."
            ),
            "tables_closed": _("Games against bots can still be started, and all games go on."),
        }


@admin.register(SiteSwitches)
class SwitchesAdmin(OwnFilters):
    """Nobody adds or deletes: there is the one row, or none while nothing was ever set."""

    form = SwitchesForm

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The switches, and the reason for whoever may set them."""
        fields = SwitchesForm.Meta.fields
        return (*fields, "why") if self.has_change_permission(request, obj) else fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> SiteSwitches | None:
        """The one row, made up while there is none."""
        return now_switches() if object_id == str(SiteSwitches.THE_ONE) else None

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The page of the one row."""
        return redirect("admin:accounts_siteswitches_change", SiteSwitches.THE_ONE)

    def save_model(self, request: HttpRequest, obj: SiteSwitches, form: Any, change: bool) -> None:
        """Set what was changed on the page: an old page takes nothing back."""
        given = form.cleaned_data
        wanted = {name: given[name] for name in form.changed_here() if name != "why"}
        by, now = signed_in(request), timezone.now()
        set_switches(by=by, why=given["why"], now=now, **wanted)
        told = _("Other processes of the site show it within %(seconds)d seconds.")
        self.message_user(request, told % {"seconds": KEPT})
