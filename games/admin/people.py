"""People in the admin with their record; moderators act on them here, without a report too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.admin.signed_in import signed_in
from accounts.admin.users import People
from accounts.models import Sanction, User
from games.play.errors import PlayError
from games.play.moderation import acting
from games.play.moderation.rights import may_act_on, may_act_unasked, may_lift
from games.views.once import Made, form_number, make_once
from games.words import sentence

from .ask_twice import FORM_KEPT
from .deciding import KINDS, DecisionForm, LiftForm, NoteForm
from .report_page import about_person, decision_forms
from .sent_only import sent_only
from .take_name import take_name

IMPOSE = "accounts.add_sanction"
LIFT = "accounts.change_sanction"
NOTE = "accounts.add_personnote"
PAGE = "admin:accounts_user_change"


@admin.register(User)
class PersonAdmin(People):
    """A person's own page is all that they see of themselves here: no record, no notes."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        act, note = (view(sent_only(do, page=PAGE)) for do in (self.act, self.note))
        own = [
            path("<int:pk>/act/", act, name="accounts_user_act"),
            path("<int:pk>/note/", note, name="accounts_user_note"),
            path("<int:pk>/lift/<int:sanction>/", view(self.lift), name="accounts_user_lift"),
            path("<int:pk>/name/", view(partial(take_name, self)), name="accounts_user_name"),
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a person, with their record and what may be done for those who may."""
        person = self.get_object(request, object_id)
        shown = self._shown(request, person) if person and request.method == "GET" else {}
        return super().change_view(request, object_id, form_url, shown | (extra_context or {}))

    def act(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Impose something on a person whom nobody has reported."""
        person, kind = self._person(request, pk, IMPOSE), request.POST.get("kind", "")
        if kind not in KINDS[1:]:
            return self._page(request, person, refused=sentence(PlayError("decision-kind")))
        form = DecisionForm(kind, request.POST)
        if not form.is_valid():
            return self._page(request, person, form=form)

        def do(by: User) -> str:
            acting.act_on(person_id=person.pk, by=by, **form.terms(timezone.now()))
            return _("Done, and %(name)s is told.") % {"name": person.name}

        return self._act(request, person, do, form)

    def note(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Note something about a person; where one comes from a report, one goes back to it."""
        person, form = self._person(request, pk, NOTE), NoteForm(request.POST)
        if not form.is_valid():
            return self._page(request, person, more={"note_form": form})

        def do(by: User) -> str:
            text = form.cleaned_data["text"]
            acting.note(person_id=person.pk, by=by, text=text, now=timezone.now())
            return _("Noted.")

        report = request.POST.get("report", "")
        known = report.isdecimal() and len(report) < 20
        back = reverse("admin:games_report_change", args=[int(report)]) if known else ""
        return self._act(request, person, do, form, back=back)

    def lift(self, request: HttpRequest, pk: int, sanction: int) -> HttpResponse:
        """Ask why a sanction is lifted, and lift it."""
        person = self._person(request, pk, LIFT)
        lifted = get_object_or_404(Sanction, pk=sanction, user=person)
        form = LiftForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return self._page(request, person, more={"lift_form": form, "sanction": lifted})

        def do(by: User) -> str:
            acting.lift(sanction_id=lifted.pk, by=by, why=form.told(), now=timezone.now())
            return _("Lifted, and %(name)s is told.") % {"name": person.name}

        return self._act(request, person, do, form, sanction=lifted)

    def _act(
        self,
        request: HttpRequest,
        person: User,
        do: Callable[[User], str],
        form: forms.Form,
        *,
        back: str = "",
        sanction: Sanction | None = None,
    ) -> HttpResponse:
        """Act once, however often the form is sent, and go back; refused, say why."""
        by = signed_in(request)
        back = back or reverse(PAGE, args=[person.pk])
        told: list[str] = []

        def make() -> Made:
            told.append(do(by))
            return Made(person=by.pk, address=back)

        number = form.cleaned_data.get("number") or form_number()
        chosen = sorted((name, str(value)) for name, value in form.cleaned_data.items())
        asked = f"{request.path} {by.pk} {chosen}"
        try:
            make_once(number, asked=asked, now=timezone.now(), make=make, kept=FORM_KEPT)
        except PlayError as error:
            may_not = {may_act_on(by, person), may_act_unasked(by, person)}
            may_not |= {may_lift(by, sanction)} if sanction is not None else set()
            status = 403 if error.code in may_not else 422
            refused = sentence(error)
            if isinstance(form, DecisionForm):
                return self._page(request, person, form=form, refused=refused, status=status)
            name = "note_form" if isinstance(form, NoteForm) else "lift_form"
            shown = {name: form, "sanction": sanction}
            return self._page(request, person, refused=refused, status=status, more=shown)
        if told:
            messages.success(request, told[0])
        else:
            messages.warning(request, _("This form was sent before: it counts once."))
        return redirect(back)

    def _person(self, request: HttpRequest, pk: int, right: str) -> User:
        """Return a person on whom who asks may act by this right. Raises PermissionDenied."""
        if not self.has_view_permission(request) or not request.user.has_perm(right):
            raise PermissionDenied
        return get_object_or_404(User, pk=pk)

    def _page(
        self,
        request: HttpRequest,
        person: User,
        *,
        form: DecisionForm | None = None,
        refused: str = "",
        status: int = 422,
        more: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A person's record beside a form that was refused, or that asks why."""
        more = more or {}
        asks = more.get("lift_form")
        context = {
            **self.admin_site.each_context(request),
            "title": person.name,
            "opts": self.opts,
            "person": person,
            "refused": refused,
            **self._shown(request, person, form),
            **more,
        }
        status = 200 if asks is not None and not asks.is_bound else status
        return render(request, "admin/accounts/user/act.html", context, status=status)

    def _shown(
        self, request: HttpRequest, person: User, form: DecisionForm | None = None
    ) -> dict[str, Any]:
        reader = signed_in(request)
        shown = about_person(request, person, timezone.now())
        if shown and request.user.has_perm(IMPOSE):
            code = may_act_unasked(reader, person)
            shown["may_not"] = sentence(PlayError(code)) if code else ""
            initial = {"number": form_number()}
            shown["forms"] = [] if code else decision_forms(KINDS[1:], form, initial=initial)
        return shown
