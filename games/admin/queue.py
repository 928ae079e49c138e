"""The moderators' queue: what is open, what one has taken, what is closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import HeldName, User
from accounts.models.names import name_key
from games.models import Report
from games.play.moderation.rights import concerns, decidable
from games.time_words import span

from .seen import marks_of

ON_A_PAGE = 50
VIEWS = {"open": _("Open"), "mine": _("Mine"), "closed": _("Closed")}


class SearchForm(forms.Form):
    """Which reports are asked for."""

    q = forms.CharField(label=_("Name"), required=False, max_length=100)
    about = forms.ChoiceField(
        label=_("About"),
        required=False,
        choices=[("", _("anything")), *Report.About.choices],
    )


@dataclass(frozen=True, slots=True)
class Tab:
    """One of the views, with how many reports stand there."""

    view: str
    title: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A report in the list; where it concerns the reader they see no more than that."""

    report: Report
    code: str | None  # of the game
    concerns: bool
    others: int  # other open reports on the person
    waited: str  # so far, or until it was closed
    to_dismiss: bool  # by the reader, on the spot
    seen: str  # what the form to dismiss it carries


@dataclass(frozen=True, slots=True)
class Queue:
    """One page of one view: three queries, however much there is."""

    tabs: list[Tab]
    view: str
    form: SearchForm
    page: Page[Any]
    rows: list[Row]

    @property
    def filtered(self) -> bool:
        """Whether not all of the view is asked for."""
        return any(self.form.data.get(name) for name in self.form.fields)


def open_count() -> int:
    """Return how many reports wait for a decision."""
    return Report.objects.filter(closed_at=None).count()


def queue_for(reader: User, asked: QueryDict, now: datetime) -> Queue:
    """Return the page that is asked for; what makes no sense asks for the beginning."""
    view = asked.get("view", "")
    view = view if view in VIEWS else "open"
    form = SearchForm(asked)
    found = _found(reader, view, form)
    page = Paginator(found, ON_A_PAGE).get_page(asked.get("p"))
    return Queue(_tabs(reader, view), view, form, page, [_row(each, reader, now) for each in page])


def next_after(report: Report, by: User, *, appeals: bool) -> Report | None:
    """Return the oldest open report behind this one that `by` may decide, else the oldest at all.

    `appeals`: whether they may answer appeals too.
    """
    waiting = decidable(by) if appeals else decidable(by).filter(sanction=None)
    later = waiting.filter(Q(at__gt=report.at) | Q(at=report.at, pk__gt=report.pk))
    return later.first() or waiting.first()


def _tabs(reader: User, view: str) -> list[Tab]:
    unanswered = Q(closed_at=None)
    counts = Report.objects.aggregate(
        open=Count("pk", filter=unanswered),
        mine=Count("pk", filter=unanswered & Q(taken_by=reader)),
        closed=Count("pk", filter=~unanswered),
    )
    return [Tab(each, str(title), counts[each], each == view) for each, title in VIEWS.items()]


def _found(reader: User, view: str, form: SearchForm) -> QuerySet[Report]:
    reports = Report.objects.select_related("person", "reporter", "taken_by", "closed_by")
    reports = reports.annotate(
        concerns=concerns(reader), code=F("game__code"), others=Coalesce(_others(), 0)
    )
    narrowed = _narrowed(form)
    if narrowed is not None:
        # Or else whose name finds a report, though it hides it, would be its reporter.
        reports = reports.filter(narrowed, concerns=False)
    if view == "closed":
        return reports.filter(closed_at__isnull=False).order_by("-closed_at", "-pk")
    reports = reports.filter(closed_at=None)
    return reports.filter(taken_by=reader) if view == "mine" else reports


def _narrowed(form: SearchForm) -> Q | None:
    """Return what the form asks for, None where it asks for all; nothing is found by nonsense."""
    if not form.is_valid():
        return Q(pk=None)
    name, about = name_key(form.cleaned_data["q"]), form.cleaned_data["about"]
    wanted = Q(about=about) if about else Q()
    if name:
        before = HeldName.objects.filter(name_key__contains=name).values("user")
        people = Q(person__name_key__contains=name) | Q(person__in=before)
        wanted &= people | Q(reporter__name_key__contains=name) | Q(reporter__in=before)
    return wanted if name or about else None


def _others() -> Subquery:
    same = Report.objects.filter(person=OuterRef("person"), closed_at=None, sanction=None)
    counted = same.exclude(pk=OuterRef("pk")).order_by().values("person")
    return Subquery(counted.values(n=Count("pk")), output_field=IntegerField())


def _row(report: Any, reader: User, now: datetime) -> Row:
    waited = span(((report.closed_at or now) - report.at).total_seconds())
    to_dismiss = (
        reader.has_perm("games.change_report")
        and not report.concerns
        and (report.closed_at, report.sanction_id) == (None, None)
        and report.taken_by_id in (None, reader.pk)
    )
    return Row(
        report=report,
        code=report.code,
        concerns=report.concerns,
        others=report.others,
        waited=waited,
        to_dismiss=to_dismiss,
        seen=marks_of([report]) if to_dismiss else "",
    )
