"""What groups of staff may do. Every change of it is a line of the audit log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group, Permission
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts import audit
from accounts.models import Act, User
from accounts.own_filters import OwnFilters

from .signed_in import signed_in

admin.site.unregister(Group)


def log_roles(request: HttpRequest, detail: dict[str, Any], *, person: User | None = None) -> None:
    """Note in the audit log what was changed; nothing where nothing was."""
    if detail.keys() - {"group"}:
        what, by = Act.What.ROLES, signed_in(request)
        audit.log(by=by, what=what, person=person, detail=detail, now=timezone.now())


def added_and_removed(
    name: str, before: Iterable[Model], after: Iterable[Model]
) -> dict[str, list[str]]:
    """Return what was added to a set and removed from it, by codes, as the log keeps it."""
    old, new = {_code(each) for each in before}, {_code(each) for each in after}
    changes = {f"{name} added": sorted(new - old), f"{name} removed": sorted(old - new)}
    return {what: codes for what, codes in changes.items() if codes}


def _code(each: Model) -> str:
    if isinstance(each, Permission):
        return f"{each.content_type.app_label}.{each.codename}"
    return str(each)


@admin.register(Group)
class RolesAdmin(OwnFilters, GroupAdmin):
    """Others than superusers look on."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_superuser)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save which permissions a group has, and log what is different."""
        group: Group = form.instance
        before = list(group.permissions.select_related("content_type"))
        super().save_related(request, form, formsets, change)
        after = group.permissions.select_related("content_type")
        detail: dict[str, Any] = {"group": group.name}
        detail |= added_and_removed("permissions", before, after)
        if not change:
            detail["made"] = True
        elif "name" in form.changed_data:
            detail["name before"] = form.initial["name"]
        log_roles(request, detail)

    def delete_model(self, request: HttpRequest, obj: Group) -> None:
        """Delete a group: whoever was in it loses what it gave."""
        log_roles(request, {"group": obj.name, "deleted": True})
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        """Delete groups that were chosen in the list."""
        for group in queryset:
            log_roles(request, {"group": group.name, "deleted": True})
        super().delete_queryset(request, queryset)
