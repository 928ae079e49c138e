"""People and their mails in the admin: found and looked at.

Only superusers change what people may do. Failed mails can be sent again or cancelled; what stands
in a mail is not shown, for account mails carry links that let somebody in.
"""

from __future__ import annotations

from allauth.account import admin as address_admin
from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from . import outbox
from .models import Notice, User
from .own_filters import OwnFilters

# The site's own sign-in page counts failed tries, the admin's does not.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Addresses go with the people: proven by hand they would count for nothing here.
admin.site.unregister(address_admin.EmailAddress)
admin.site.unregister(Group)

_PERSON = (
    *("name", "email", "email_proven_at", "refused_address", "refused_why"),
    *("is_guest", "date_joined", "last_login"),
)
_PREFERENCES = ("confirm_moves", "theme")
_PERMISSIONS = ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class UserAdmin(OwnFilters):
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


@admin.register(Group)
class RolesAdmin(OwnFilters, GroupAdmin):
    """What groups of staff may do: others than superusers look on."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(Notice)
class NoticeAdmin(OwnFilters):
    """The outbox. Nothing is changed but by the two actions, for which one needs the permission."""

    list_display = ("key", "user", "kind", "state", "error", "tries", "not_before", "sent_at")
    list_filter = ("state", "kind")
    list_select_related = ("user",)
    search_fields = ("key", "user__name", "message_id")
    ordering = ("-created_at",)
    show_full_result_count = False
    actions = ("send_again", "cancel")
    fields = readonly_fields = (
        *("key", "user", "kind", "state", "tries", "error", "message_id"),
        *("created_at", "not_before", "held_since", "failing_since", "claimed_at", "sent_at"),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Notice | None = None) -> bool:
        return False

    @admin.action(description=_("Send failed mails again"), permissions=["change"])
    def send_again(self, request: HttpRequest, notices: QuerySet[Notice]) -> None:
        """Let the sender try those again that have failed."""
        now = timezone.now()
        again = [notice for notice in notices if outbox.resend(notice, now)]
        for notice in again:
            self.log_change(request, notice, "To be tried again.")
        self._tell(
            request,
            ngettext("%d mail will be tried again.", "%d mails will be tried again.", len(again)),
            again,
            notices,
        )

    @admin.action(description=_("Cancel waiting and failed mails"), permissions=["change"])
    def cancel(self, request: HttpRequest, notices: QuerySet[Notice]) -> None:
        """Let those never go out that have not."""
        cancelled = [notice for notice in notices if outbox.cancel(notice)]
        for notice in cancelled:
            self.log_change(request, notice, "Cancelled.")
        self._tell(
            request,
            ngettext("%d mail is cancelled.", "%d mails are cancelled.", len(cancelled)),
            cancelled,
            notices,
        )

    def _tell(
        self, request: HttpRequest, told: str, done: list[Notice], of: QuerySet[Notice]
    ) -> None:
        if done:
            self.message_user(request, told % len(done))
        left = len(of) - len(done)
        if left:
            self.message_user(
                request,
                ngettext(
                    "%d could not: it is in another state, or its text is gone.",
                    "%d could not: they are in another state, or their text is gone.",
                    left,
                )
                % left,
                messages.WARNING,
            )
