"""Coming in: sign up, sign in. A guest counts as a stranger, and keeps the games by signing up."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import limits, outbox
from accounts.account_mails import PROOF, Asked
from accounts.adapter import AccountAdapter
from accounts.forms import SignInForm, SignUpForm
from accounts.models import Notice, User
from accounts.services import GuestIsGoneError, NotAGuestError, TakenError

from .mail_told import tell_it_comes, tell_to_wait
from .refusing import RefusingMixin
from .too_many import too_many


class MembersGoOnMixin:
    """Sends a member on to where they wanted to go; guests and strangers see the page."""

    @method_decorator(never_cache)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return HttpResponseRedirect(self.get_authenticated_redirect_url())  # type: ignore[attr-defined]
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]


class SignInView(RefusingMixin, MembersGoOnMixin, allauth_views.LoginView):
    form_class = SignInForm

    def form_invalid(self, form: SignInForm) -> HttpResponse:
        response = super().form_invalid(form)
        if form.has_error(NON_FIELD_ERRORS, "too_many_login_attempts"):
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
        return response


class SignUpView(RefusingMixin, MembersGoOnMixin, allauth_views.SignupView):
    form_class = SignUpForm

    def closed(self) -> HttpResponse:
        """The page that says so, which refuses whoever sends the form."""
        response: HttpResponse = super().closed()
        if self.request.method == "POST":
            response.status_code = HTTPStatus.FORBIDDEN
        return response

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        was_guest = self.request.user.is_authenticated
        try:
            with limits.counted(self.request, "new_account"):
                response = super().form_valid(form)
        except limits.TooOftenError as often:
            return too_many(self.request, often.wait, "new_account")
        except TakenError as taken:
            field = "username" if taken.field == "name" else "email"
            form.add_error(field, AccountAdapter.error_messages[f"{field}_taken"])
            return self.form_invalid(form)
        except NotAGuestError:
            form.add_error(None, _("You have signed up in another window already."))
            return self.form_invalid(form)
        except GuestIsGoneError:
            logout(self.request)
            form.add_error(
                None,
                _(
                    "You were away for so long that your guest account is deleted. Send this form"
                    " again to start anew."
                ),
            )
            return self.form_invalid(form)
        self._tell_of_mail(form.cleaned_data["email"])
        if was_guest:
            messages.success(self.request, _("Your games are kept."))
        return response

    def _tell_of_mail(self, email: str) -> None:
        user = self.request.user
        if Notice.objects.filter(user=user.pk, kind=outbox.ACCOUNT).exists():
            tell_it_comes(self.request, email)
        elif wait := Asked(PROOF, email, user.pk).wait(timezone.now()):
            tell_to_wait(self.request, wait)

    def form_invalid(self, form: SignUpForm) -> HttpResponse:
        person = form.same_person(self.request)
        if person is None:
            return super().form_invalid(form)
        return self._sign_in(person)

    def _sign_in(self, person: User) -> HttpResponse:
        return perform_login(self.request, person, redirect_url=self.get_success_url())
