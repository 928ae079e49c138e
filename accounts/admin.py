"""People in the admin: found and looked at; only superusers change what they may do."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import User

# The site's own sign-in page counts failed tries, the admin's does not.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

_PERSON = ("name", "email", "is_guest", "date_joined", "last_login")
_PREFERENCES = ("confirm_moves", "theme")
_PERMISSIONS = ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("name", "email", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name", "email")
    ordering = ("-date_joined",)
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": _PERSON}),
        (_("Preferences"), {"fields": _PREFERENCES}),
        (_("Permissions"), {"fields": _PERMISSIONS}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Everything, but for superusers what a person may do."""
        fixed = [*_PERSON, *_PREFERENCES]
        return fixed if request.user.is_superuser else [*fixed, *_PERMISSIONS]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: people sign up, staff come by `manage.py createsuperuser`."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody: a person's games are other people's games too."""
        return False
