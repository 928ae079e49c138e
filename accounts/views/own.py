"""What a member changes about the account: address and password. Guests sign up first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.forms import LostPasswordForm, MailAddressForm

View = Callable[..., HttpResponseBase]


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


class MailAddressView(allauth_views.EmailView):
    form_class = MailAddressForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "action_primary" in request.POST:
            # There is one address, and a changed one counts when it is proven.
            return redirect("account_email")
        if "action_send" in request.POST:
            self._doubt_refused()
        return super().post(request, *args, **kwargs)

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


class LostPasswordView(allauth_views.PasswordResetView):
    form_class = LostPasswordForm


class ResetPasswordView(allauth_views.PasswordResetFromKeyView):
    def logout(self) -> None:
        """Nobody: opening a link changes nothing, and a guest would lose the games."""
