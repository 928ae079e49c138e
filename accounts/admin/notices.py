"""The outbox in the admin: failed mails are sent again or cancelled.

What stands in a mail is not shown, for account mails carry links that let somebody in.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import audit, outbox
from accounts.models import Act, Notice
from accounts.own_filters import OwnFilters

from .signed_in import signed_in


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

        def resend(notice: Notice) -> bool:
            return outbox.resend(notice, now)

        again = self._each(request, notices, resend, Act.What.RESEND, "To be tried again.")
        self._tell(
            request,
            ngettext("%d mail will be tried again.", "%d mails will be tried again.", len(again)),
            again,
            notices,
        )

    @admin.action(description=_("Cancel waiting and failed mails"), permissions=["change"])
    def cancel(self, request: HttpRequest, notices: QuerySet[Notice]) -> None:
        """Let those never go out that have not."""
        cancelled = self._each(request, notices, outbox.cancel, Act.What.CANCEL, "Cancelled.")
        self._tell(
            request,
            ngettext("%d mail is cancelled.", "%d mails are cancelled.", len(cancelled)),
            cancelled,
            notices,
        )

    def _each(
        self,
        request: HttpRequest,
        notices: QuerySet[Notice],
        act: Callable[[Notice], bool],
        what: Act.What,
        told: str,
    ) -> list[Notice]:
        """Return those of the notices with which `act` could be done; each leaves its lines."""
        done = []
        for notice in notices:
            with transaction.atomic():
                if not act(notice):
                    continue
                self.log_change(request, notice, told)
                audit.log(
                    by=signed_in(request),
                    what=what,
                    person=notice.user,
                    detail={"notice": notice.pk, "kind": notice.kind},
                    now=timezone.now(),
                )
            done.append(notice)
        return done

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
