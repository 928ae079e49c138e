"""What a member changes about the account: address and password. Guests sign up first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from http import HTTPStatus
from math import ceil
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import outbox
from accounts.forms import LostPasswordForm, MailAddressForm
from accounts.models import Notice

from .refusing import RefusingMixin

View = Callable[..., HttpResponseBase]
COOLDOWN = timedelta(minutes=3)
"""How long allauth sends no second confirmation to the same address."""


def members_only(view: View) -> View:
    """Sends strangers to sign in and guests to sign up."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            messages.info(request, _("Sign up first. Your games are kept."))
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return guarded


class MailAddressView(RefusingMixin, allauth_views.EmailView):
    form_class = MailAddressForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "action_primary" in request.POST:
            # There is one address, and a changed one counts when it is proven.
            return redirect("account_email")
        if "action_send" in request.POST:
            self._doubt_refused()
        before = self._last_mail()
        response = super().post(request, *args, **kwargs)
        asked = "action_send" in request.POST or "action_add" in request.POST
        if asked and response.status_code == HTTPStatus.FOUND and self._last_mail() == before:
            self._tell_to_wait(before)
        return response

    def _last_mail(self) -> datetime | None:
        """When the last mail about the account was posted."""
        posted = Notice.objects.filter(user=self.request.user, kind=outbox.ACCOUNT)
        return posted.order_by("-created_at").values_list("created_at", flat=True).first()

    def _tell_to_wait(self, last: datetime | None) -> None:
        """Say that no mail was sent, and in how many minutes one can be."""
        now = timezone.now()
        wait = COOLDOWN if last is None or last + COOLDOWN <= now else last + COOLDOWN - now
        minutes = ceil(wait.total_seconds() / 60)
        told = ngettext(
            "No mail was sent, as the last one went there moments ago. Look for it among the"
            " unwanted mails too; you can have another one in %(minutes)d minute.",
            "No mail was sent, as the last one went there moments ago. Look for it among the"
            " unwanted mails too; you can have another one in %(minutes)d minutes.",
            minutes,
        )
        messages.warning(self.request, told % {"minutes": minutes})

    def _doubt_refused(self) -> None:
        """A proven address that its server refused since can be proven once more."""
        user = self.request.user
        if user.refused_address and user.refused_address == user.email:
            EmailAddress.objects.filter(user=user, email=user.email).update(verified=False)

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except IntegrityError:
            # The same change was sent twice at once; the other one is done.
            return redirect("account_email")


class ProveAddressView(allauth_views.ConfirmEmailView):
    def logout_other_user(self, confirmation: object) -> None:
        """Nobody: opening a link changes nothing, and a guest would lose the games."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(*args, **kwargs)
        except Http404:  # the link was used in the meantime, or is too old
            return self.get(*args, **kwargs)


class ChangePasswordView(RefusingMixin, allauth_views.PasswordChangeView):
    pass


class SetPasswordView(RefusingMixin, allauth_views.PasswordSetView):
    pass


class LostPasswordView(RefusingMixin, allauth_views.PasswordResetView):
    form_class = LostPasswordForm


class ResetPasswordView(RefusingMixin, allauth_views.PasswordResetFromKeyView):
    def logout(self) -> None:
        """Nobody: opening a link changes nothing, and a guest would lose the games."""
