"""The outbox in the admin: failed mails are sent again or cancelled.

What stands in a mail is not shown, for account mails carry links that let somebody in; nor whose
those are that tell of reports, but to those who may read reports.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Case, Q, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import audit, outbox
from accounts.admin.signed_in import signed_in
from accounts.models import Act, Notice
from accounts.own_filters import OwnFilters

from .discreet import DISCREET, at_own_table, readable, sees_whose


@admin.register(Notice)
class NoticeAdmin(OwnFilters):
    """The outbox. Nothing is changed but by the two actions, for which one needs the permission."""

    list_display = (
        *("kind", "shown_key", "whose", "state", "shown_error"),
        *("tries", "not_before", "sent_at"),
    )
    list_filter = ("state", "kind")
    list_select_related = ("user",)
    search_fields = ("key", "user__name", "message_id")
    ordering = ("-created_at",)
    show_full_result_count = False
    actions = ("send_again", "cancel")
    fields = readonly_fields = (
        *("shown_key", "whose", "kind", "state", "tries", "shown_error", "message_id"),
        *("created_at", "not_before", "held_since", "failing_since", "claimed_at", "sent_at"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notice]:
        """All mails but for those about reports and sanctions that concern the reader."""
        reader = signed_in(request)
        veiled = Q(pk=None) if sees_whose(reader) else Q(kind__in=DISCREET)
        notices = readable(super().get_queryset(request), reader)
        return notices.annotate(veiled=Case(When(veiled, then=Value(True)), default=Value(False)))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Notice], search_term: str
    ) -> tuple[QuerySet[Notice], bool]:
        """What the term finds; who may not know whose a mail is does not find it by that."""
        found, twice = super().get_search_results(request, queryset, search_term)
        return (found.filter(veiled=False) if search_term else found), twice

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a mail; a form sent to it changes nothing."""
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        return super().change_view(request, object_id, form_url, extra_context)

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Notice | None:
        """A mail to be looked at; the pages' titles are its key."""
        notice = super().get_object(request, object_id, from_field)
        if notice is not None:
            notice.key = self.shown_key(notice)
        return notice

    def action_checkbox(self, obj: Any) -> SafeString:
        """The box that chooses a mail; it is read out with what stands in the key's column."""
        shown = copy(obj)
        shown.key = self.shown_key(obj)
        return super().action_checkbox(shown)

    @admin.display(description=_("key"))
    def shown_key(self, notice: Any) -> str:
        """What tells it from all others; it may hold the key of a report."""
        return "" if notice.veiled else notice.key

    @admin.display(description=_("user"))
    def whose(self, notice: Any) -> str:
        """Whom it goes to."""
        return "" if notice.veiled or notice.user is None else notice.user.name

    @admin.display(description=_("error"))
    def shown_error(self, notice: Any) -> str:
        """Why it failed; mail servers repeat the address."""
        return "" if notice.veiled else notice.error

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
        """Return those of the notices with which `act` could be done; each leaves its lines.

        Those about a table where whoever asks sits are left alone. Of those that tell of reports
        the lines do not say whose they are: others read them than reports.
        """
        by, done = signed_in(request), []
        for notice in notices:
            discreet = notice.kind in DISCREET
            with transaction.atomic():
                if at_own_table(notice, by) or not act(notice):
                    continue
                if not discreet:
                    self.log_change(request, notice, told)
                audit.log(
                    by=by,
                    what=what,
                    person=None if discreet else notice.user,
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
                    "%d could not: it is in another state, its text is gone, or you sit at its"
                    " table.",
                    "%d could not: they are in another state, their text is gone, or you sit at"
                    " their table.",
                    left,
                )
                % left,
                messages.WARNING,
            )
