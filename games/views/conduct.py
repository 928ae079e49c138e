"""What somebody has reported, and what moderators decided about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.audit import told_to
from accounts.models import Act, Sanction, User
from accounts.sanctions import mark_read
from games.forms_answer import AnswerForm
from games.models import Report
from games.play.moderation.appeals import why_upheld
from games.play.moderation.outcome import Outcome, outcome_of

from .answering import Answering, answering, take_answer
from .numbers import whole_number
from .requests import PersonRequest
from .see_other import SeeOther

MOST = 50  # of each, the latest
_OUTCOMES: dict[str, str | Promise] = {
    Outcome.OPEN: gettext_lazy("open: a moderator will look at it"),
    Outcome.NOTHING: gettext_lazy("nothing was found to act on"),
    Outcome.MEASURE: gettext_lazy("a measure was taken"),
    Outcome.GONE: gettext_lazy("the person has left the site"),
    Outcome.UPHELD: gettext_lazy("the decision stands"),
    Outcome.LIFTED: gettext_lazy("the decision was lifted"),
}
_DONE: dict[str, str | Promise] = {
    Act.What.UPHOLD: gettext_lazy("Your answer was looked at; the decision stands."),
    Act.What.WARN: gettext_lazy("You were warned."),
    Act.What.MUTE: gettext_lazy("You were muted."),
    Act.What.SUSPEND: gettext_lazy("You were suspended."),
    Act.What.BAN: gettext_lazy("You were banned."),
    Act.What.LIFT: gettext_lazy("A decision about you was lifted."),
    Act.What.RENAME: gettext_lazy("Your name was taken away."),
    Act.What.REMOVE: gettext_lazy("You were removed from a game."),
}


_TOLD_WITH_SANCTION = (
    Act.What.WARN,
    Act.What.MUTE,
    Act.What.SUSPEND,
    Act.What.BAN,
    Act.What.LIFT,
)
"""What the list of sanctions gives the reason of."""


class ReportRow(NamedTuple):
    """A report of the reader's, or an answer of theirs to a sanction."""

    report: Report
    state: str


class SanctionRow(NamedTuple):
    """What was imposed on the reader."""

    sanction: Sanction
    in_force: bool
    to_be_read: bool
    answers: list[ReportRow]
    answering: Answering | None  # to a mute in force, as to what shuts people out elsewhere


class ActRow(NamedTuple):
    """A line of the audit log, without who did it."""

    act: Act
    says: str
    why: str  # where no list above has told it
    renamed: bool  # and so another name may be wanted


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def conduct(request: PersonRequest) -> HttpResponse:
    """The reader's reports and what was decided about them.

    POST says that a decision is read, or answers a mute.

    Nothing here tells who reported the reader, about what, or who decided.
    """
    if request.method != "POST":
        return _show(request)
    if "sanction" not in request.POST:
        return _read(request, request.user)
    sent = take_answer(request, timezone.now())
    return _show(request, sent=sent, status=422) if sent else SeeOther(reverse("conduct"))


def _show(
    request: PersonRequest, *, sent: Mapping[int, AnswerForm] | None = None, status: int = 200
) -> HttpResponse:
    user = request.user
    reports = Report.objects.filter(reporter=user).exclude(about=Report.About.APPEAL)
    latest = (
        reports.select_related("person", "game").defer("game__record").order_by("-at", "-pk")[:MOST]
    )
    dismissed = Report.objects.filter(person=user, decision=Report.Decision.DISMISSED)
    context = {
        "reports": [_report(each) for each in latest],
        "sanctions": _sanctions(user, sent or {}),
        "dismissed": dismissed.exclude(about=Report.About.APPEAL)
        .order_by("-closed_at")
        .values_list("closed_at", flat=True)[:MOST],
        "acts": _acts(user),
        "most": MOST,
        "refused": bool(sent),
    }
    return render(request, "games/conduct.html", context, status=status)


def _read(request: PersonRequest, user: User) -> HttpResponse:
    number = whole_number(request.POST.get("read", "")) or 0
    if mark_read(user_id=user.pk, sanction_id=number, now=timezone.now()):
        messages.success(request, _("Thank you."))
    return SeeOther(reverse("conduct"))


def _report(report: Report) -> ReportRow:
    return ReportRow(report, str(_OUTCOMES[outcome_of(report.decision)]))


def _sanctions(user: User, sent: Mapping[int, AnswerForm]) -> list[SanctionRow]:
    now, why = timezone.now(), why_upheld(user)
    answers = Report.objects.filter(about=Report.About.APPEAL, person=user).order_by("at", "pk")
    sanctions = Sanction.objects.filter(user=user).prefetch_related(
        Prefetch("appeals", queryset=answers)
    )
    return [
        SanctionRow(
            sanction,
            in_force=sanction.is_in_force(now),
            to_be_read=sanction.read_at is None,
            answers=[_report(each) for each in sanction.appeals.all()],
            answering=answering(sanction, why, sent, now)
            if sanction.kind == Sanction.Kind.MUTE and sanction.is_in_force(now)
            else None,
        )
        for sanction in sanctions[:MOST]
    ]


def _acts(user: User) -> list[ActRow]:
    """What moderators did to the reader; dismissed reports have a list of their own."""
    return [
        ActRow(
            act,
            says=str(_DONE.get(act.what, act.get_what_display())),
            why="" if act.what in _TOLD_WITH_SANCTION else act.why,
            renamed=act.what == Act.What.RENAME,
        )
        for act in told_to(user)[:MOST]
    ]
