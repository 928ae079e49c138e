"""What the list of games is narrowed by, and what its search finds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import HeldName
from accounts.models.names import name_key
from games.models import Game, Seat
from games.play.moderation.freeing import stuck

_DAYS = {"1": _("a day"), "7": _("a week"), "30": _("30 days")}


class Age(admin.SimpleListFilter):
    """How long ago something was; `column` holds the moment."""

    column: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        within = [(days, _("within %(span)s") % {"span": span}) for days, span in _DAYS.items()]
        ago = [
            (f"-{days}", _("over %(span)s ago") % {"span": span}) for days, span in _DAYS.items()
        ]
        return within + ago

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        chosen = self.value() or ""
        if chosen.removeprefix("-") not in _DAYS:
            return queryset
        since = timezone.now() - timedelta(days=int(chosen.removeprefix("-")))
        how = "lt" if chosen.startswith("-") else "gte"
        return queryset.filter(**{f"{self.column}__{how}": since})


class Opened(Age):
    """How old the table is."""

    title = _("opened")
    parameter_name = "opened"
    column = "created_at"


class Begun(Age):
    """How old the game is."""

    title = _("begun")
    parameter_name = "begun"
    column = "started_at"


class Trouble(admin.SimpleListFilter):
    """What does not go on as it should."""

    title = _("trouble")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("stuck", _("stuck")),
            ("overdue", _("overdue")),
            ("stands", _("clock stands still")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        now = timezone.now()
        questions = {
            "stuck": stuck(now),
            "overdue": Q(status__in=Game.UNDER_WAY, deadline__lte=now),
            "stands": Q(stopped_seconds__isnull=False),
        }
        question = questions.get(self.value() or "")
        return queryset if question is None else queryset.filter(question)


def about(term: str) -> Q:
    """Return what finds games by code, or by name of a player or host, in use or from before."""
    held = HeldName.objects.filter(name_key__contains=name_key(term)).values("user")
    named = Q(name__icontains=term) | Q(user__name__icontains=term) | Q(user__in=held)
    hosted = Q(host__name__icontains=term) | Q(host__in=held)
    seated = Seat.objects.filter(named).values("game")
    return Q(code__icontains=term) | hosted | Q(pk__in=seated)
