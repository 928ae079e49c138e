"""People in the admin: found and looked at. Only superusers change what they may do."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import transaction
from django.db.models import ManyToManyField, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.own_filters import OwnFilters

from .roles import added_and_removed, log_roles

_NAMES = ("name",)
_ADDRESS = ("email", "email_proven_at", "refused_address", "refused_why")
_SINCE = ("is_guest", "is_active", "date_joined", "last_login")
_PREFERENCES = ("confirm_moves", "theme")
_FLAGS = ("is_staff", "is_superuser")
_PERMISSIONS = (*_FLAGS, "groups", "user_permissions")


def sees_addresses(request: HttpRequest) -> bool:
    """Return whether mail addresses may be shown to who asks."""
    return request.user.has_perm("accounts.see_addresses")


class InForce(admin.SimpleListFilter):
    """People by what is imposed on them now."""

    title = _("in force")
    parameter_name = "in_force"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("suspended", _("suspended or banned")), ("muted", _("muted"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """The people of the chosen kind; all of them without a choice, or with an odd one."""
        now = timezone.now()
        asked = {"suspended": Q(suspended_until__gt=now), "muted": Q(muted_until__gt=now)}
        return queryset.filter(asked.get(self.value() or "", Q()))


class People(OwnFilters):
    """Found by their names, those from before too; by address by those who may see addresses."""

    list_filter = ("is_guest", "is_active", "is_staff", InForce)
    ordering = ("-date_joined",)
    filter_horizontal = ("groups", "user_permissions")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """The columns, the address only for those who may see it."""
        address = ("email",) if sees_addresses(request) else ()
        return ("name", *address, "is_guest", "is_active", "is_staff", "date_joined")

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """The columns that are searched: those who cannot see an address cannot guess it here."""
        names = ("name", "held_names__name")
        return (*names, "email") if sees_addresses(request) else names

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """The parts of the page, without the address for those who may not see it."""
        address = _ADDRESS if sees_addresses(request) else ()
        return [
            (None, {"fields": (*_NAMES, *address, *_SINCE)}),
            (_("Preferences"), {"fields": _PREFERENCES}),
            (_("Permissions"), {"fields": _PERMISSIONS}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Everything, but for superusers what a person may do."""
        fixed = [*_NAMES, *_ADDRESS, *_SINCE, *_PREFERENCES]
        return fixed if request.user.is_superuser else [*fixed, *_PERMISSIONS]

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **options: Any
    ) -> Any:
        """The choices; each permission says what kind of row it is about."""
        if db_field.name == "user_permissions":
            options.setdefault("queryset", Permission.objects.select_related("content_type"))
        return super().formfield_for_manytomany(db_field, request, **options)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: people sign up, staff come by `manage.py createsuperuser`."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody: a person's games are other people's games too."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whoever has the right to; nobody where the person is about to leave the site."""
        leaves = obj is not None and obj.closing_at is not None
        return not leaves and super().has_change_permission(request, obj)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a person; what is sent is compared with them as they are, and stay so."""
        with transaction.atomic():
            if request.method == "POST" and object_id is not None and object_id.isdecimal():
                row = User.objects.select_for_update(no_key=True).filter(pk=object_id)
                row.values_list("pk").first()
            return super().changeform_view(request, object_id, form_url, extra_context)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the flags that were changed and no other column."""
        changed = [flag for flag in _FLAGS if flag in form.changed_data]
        if changed:
            obj.save(update_fields=changed)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save what a person may do, and log what is different."""
        before, after = form.initial, form.cleaned_data
        detail: dict[str, Any] = {flag: after[flag] for flag in _FLAGS if flag in form.changed_data}
        for name in ("groups", "user_permissions"):
            if name in after:
                detail |= added_and_removed(name, before.get(name, []), after[name])
        super().save_related(request, form, formsets, change)
        log_roles(request, detail, person=form.instance)
