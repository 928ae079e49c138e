"""Reports in the admin: the moderators' queue, and the page on which a report is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.admin.signed_in import signed_in
from accounts.models import User
from accounts.own_filters import OwnFilters
from games.models import Report
from games.play.errors import PlayError
from games.play.moderation import decisions
from games.play.moderation.rights import may_decide, may_impose, may_read, others
from games.words import sentence

from .deciding import DISMISS, KINDS, ONE_CLICK, AppealForm, DecisionForm
from .going_on import next_page, or_list, page_of
from .look_only import LookOnly
from .one_click import from_page, moment_shown, too_soon
from .queue import queue_for
from .report_page import shown
from .seen import read_marks
from .sent_only import sent_only

CHANGE = "games.change_report"
IMPOSE = "accounts.add_sanction"
LIFT = "accounts.change_sanction"
PAGE = "admin:games_report_change"


@admin.register(Report)
class ReportAdmin(LookOnly, OwnFilters):
    """The queue. Its pages are our own; who reported whom stands nowhere else."""

    def get_urls(self) -> list[URLPattern]:
        acts = {
            "take": self.take,
            "give-back": self.give_back,
            "decide": self.decide,
            "answer": self.answer,
        }
        own = [
            path(
                f"<int:pk>/{name}/",
                self.admin_site.admin_view(sent_only(act, page=PAGE)),
                name=f"games_report_{name.replace('-', '_')}",
            )
            for name, act in acts.items()
        ]
        return [*own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """One view of the queue."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        now = timezone.now()
        context = {
            **self.admin_site.each_context(request),
            "title": _("Reports"),
            "opts": self.opts,
            "queue": queue_for(signed_in(request), request.GET, now),
            "moment": moment_shown(now),
        }
        return render(request, "admin/games/report/queue.html", context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a report; a form sent to it changes nothing."""
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        return self._page(request, self._report(request, object_id))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """The audit log has it."""
        return redirect(page_of(self._report(request, object_id)))

    def take(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Have a report for oneself, also one that another has where that was seen before."""
        report, over = self._report(request, pk, CHANGE), "over" in request.POST

        def act(by: User) -> str:
            decisions.take(report_id=report.pk, by=by, over=over, now=timezone.now())
            return ""

        return self._act(request, report, act, to=page_of(report))

    def give_back(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Let others have it."""
        report = self._report(request, pk, CHANGE)

        def act(by: User) -> str:
            decisions.give_back(report_id=report.pk, by=by, now=timezone.now())
            return _("Others can take it now.")

        return self._act(request, report, act, to=reverse("admin:games_report_changelist"))

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Dismiss a report, or impose something for it."""
        kind = request.POST.get("kind", "")
        rights = (CHANGE,) if kind == DISMISS else (CHANGE, IMPOSE)
        report = self._report(request, pk, *rights)
        if kind not in KINDS:
            return self._page(request, report, refused=sentence(PlayError("decision-kind")))
        if kind in ONE_CLICK and too_soon(request.POST, timezone.now()):
            told = _("Nothing was done: this page had come up that very moment. Look at it first.")
            messages.warning(request, told)
            return redirect(or_list(request, page_of(report)))
        unseen = kind in ONE_CLICK and not from_page(request.POST)
        seen = {} if unseen else read_marks(request.POST.get("seen", ""))
        form = DecisionForm(
            kind, request.POST, others=others(report, signed_in(request)), about=report.about
        )
        if not form.is_valid():
            return self._page(request, report, form=form)

        def act(by: User) -> str:
            now = timezone.now()
            asked: dict[str, Any] = {"report_id": report.pk, "by": by, "seen": seen}
            asked["with_others"] = form.cleaned_data.get("with_others", False)
            if kind == DISMISS:
                decisions.dismiss(why=form.told(), now=now, **asked)
            else:
                decisions.decide(**asked, **form.terms(now))
            return _("Done, and both sides are told.")

        return self._act(request, report, act, form=form)

    def answer(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Answer an appeal: `answer` is "lift" or "stands"."""
        report = self._report(request, pk, CHANGE, LIFT)
        form, chosen = AppealForm(request.POST), request.POST.get("answer")
        if chosen not in ("lift", "stands"):
            return self._page(request, report, refused=sentence(PlayError("decision-kind")))
        if not form.is_valid():
            return self._page(request, report, form=form)

        def act(by: User) -> str:
            why, lifted = form.told(), chosen == "lift"
            now = timezone.now()
            decisions.answer_appeal(report_id=report.pk, by=by, lifted=lifted, why=why, now=now)
            return _("Done, and the person is told.")

        return self._act(request, report, act, form=form)

    def _act(
        self,
        request: HttpRequest,
        report: Report,
        act: Callable[[User], str],
        *,
        form: DecisionForm | AppealForm | None = None,
        to: str = "",
    ) -> HttpResponse:
        """Act and go on to the next report or `to` an address; refused, show the page, say why."""
        by = signed_in(request)
        try:
            told = act(by)
        except PlayError as error:
            report = self._report(request, report.pk)
            if error.code == "decision-made" and report.closed_by == by:  # a double click, say
                messages.warning(request, sentence(error))
                return redirect(next_page(request, report))
            forbidden = error.code in {may_decide(by, report), may_impose(by, report)}
            return self._page(
                request,
                report,
                form=form,
                refused=sentence(error),
                status=403 if forbidden else 422,
            )
        if told:
            messages.success(request, told)
        return redirect(to or next_page(request, report))

    def _report(self, request: HttpRequest, pk: int | str, *rights: str) -> Report:
        """Return a report that who asks may read. Raises PermissionDenied, Http404."""
        if not self.has_view_permission(request) or not request.user.has_perms(rights):
            raise PermissionDenied
        key = pk if str(pk).isdecimal() else None
        rows = Report.objects.select_related(
            *("person", "reporter", "taken_by", "closed_by", "led_to", "game"),
            *("sanction__by", "sanction__lifted_by"),
        ).defer("game__record")
        report = get_object_or_404(rows, pk=key)
        if may_read(signed_in(request), report):
            raise PermissionDenied
        return report

    def _page(
        self,
        request: HttpRequest,
        report: Report,
        *,
        form: DecisionForm | AppealForm | None = None,
        refused: str = "",
        status: int = 422,
    ) -> HttpResponse:
        """The page of a report; with a `form` or words that refuse it is no success."""
        context = {
            **self.admin_site.each_context(request),
            "title": report.get_about_display(),
            "opts": self.opts,
            "refused": refused,
            **shown(request, report, form, timezone.now()),
        }
        status = status if form is not None or refused else 200
        return render(request, "admin/games/report/report.html", context, status=status)
