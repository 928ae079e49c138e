"""What a member changes about the account: address and password. Guests sign up first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
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

from accounts import outbox
from accounts.account_mails import PROOF, RESET, Asked, try_anew
from accounts.forms import LostPasswordForm, MailAddressForm
from accounts.models import Notice

from .mail_told import tell_it_comes, tell_it_waits, tell_to_wait
from .refusing import RefusingMixin
from .too_many import too_many

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


class MailAddressView(RefusingMixin, allauth_views.EmailView):
    form_class = MailAddressForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """What waits for the mail server is not asked for again, and that counts for nothing."""
        if request.method == "POST" and "action_send" in request.POST:
            asked, now = self._asked(), timezone.now()
            waits = asked.waits(now) if asked else None
            if asked and waits:
                try_anew(waits, now)
                tell_it_waits(request)
                return redirect("account_email")
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "action_primary" in request.POST:
            # There is one address, and a changed one counts when it is proven.
            return redirect("account_email")
        if "action_send" in request.POST:
            self._doubt_refused()
        before = self._latest_mail()
        response = super().post(request, *args, **kwargs)
        asked = self._asked()
        if asked and response.status_code == HTTPStatus.FOUND:
            if self._latest_mail() != before:
                tell_it_comes(request, asked.to)
            elif wait := asked.wait(timezone.now()):
                tell_to_wait(request, wait)
        return response

    def _asked(self) -> Asked | None:
        """The mail that the form asks for, if it does."""
        sent = self.request.POST
        email = sent.get("email", "").strip()
        wanted = "action_send" in sent or "action_add" in sent
        return Asked(PROOF, email, self.request.user.pk) if wanted and "\x00" not in email else None

    def _latest_mail(self) -> int | None:
        """The last mail about the account that was posted."""
        posted = Notice.objects.filter(user=self.request.user, kind=outbox.ACCOUNT)
        return posted.order_by("-pk").values_list("pk", flat=True).first()

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

    def form_valid(self, form: Form) -> HttpResponse:
        """The same for addresses that somebody has and that nobody has."""
        asked, now = Asked(RESET, form.cleaned_data["email"]), timezone.now()
        if asked.waits(now):
            tell_it_waits(self.request)
            return redirect(self.get_success_url())
        if wait := asked.wait(now):
            return too_many(self.request, wait)
        return super().form_valid(form)


class ResetPasswordView(RefusingMixin, allauth_views.PasswordResetFromKeyView):
    def logout(self) -> None:
        """Nobody: opening a link changes nothing, and a guest would lose the games."""
