"""How django-allauth's account pages behave here."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from . import limits, outbox
from .account_mails import Asked, sort_of
from .forms_names import TAKEN
from .held_names import is_taken
from .models import User
from .models.names import name_key, normal_name, validate_choice
from .network import network_address
from .services import become_member, make_member, prove_address
from .switches import now_switches
from .zones import device_zone


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "email_taken": _("Somebody has this mail address already."),
        "email_password_mismatch": _("No account has this mail address and this password."),
        "username_taken": TAKEN,
        "username_password_mismatch": _("No account has this name and this password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name in its normal form; `shallow` leaves out who has it."""
        name = normal_name(username)
        validate_choice(name)
        if not shallow and is_taken(name, user_id=0, now=timezone.now()):
            raise self.validation_error("username_taken")
        return name

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether strangers and guests may become members now."""
        return not now_switches().signups_closed

    def get_client_ip(self, request: HttpRequest) -> str:
        """Whose tries count together, by network address."""
        return network_address(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What wrong passwords count by: the account that a name means, else what was typed.

        Mail addresses count by themselves: with the name, a limit that was met would tell whose
        an address is.
        """
        login = str(credentials.get("email") or credentials.get("username") or "")
        meant = _meant_by(login)
        return f"login:{name_key(login)}" if meant is None else f"account:{meant}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse to look at a password after too many wrong ones, and tell until when."""
        key = self._get_login_attempts_cache_key(request, **credentials)
        if wait := limits.waits(request, "login_failed", key=key):
            told = _("Too many wrong passwords. You can try again in %(wait)s.")
            code = "too_many_login_attempts"
            raise ValidationError(told, code=code, params={"wait": limits.wait_words(wait)})
        super().pre_authenticate(request, **credentials)

    def new_user(self, request: HttpRequest) -> User:
        """Who signs up: the guest who plays already, or somebody new."""
        user = request.user
        return user if isinstance(user, User) and user.is_guest else User()

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        """The member that the form describes. Raises TakenError and NotAGuestError."""
        data = form.cleaned_data
        who = {
            "name": data["username"],
            "email": data["email"],
            "password": data["password1"],
        }
        member = become_member(user, **who) if user.is_guest else make_member(**who)
        zone = device_zone(request)
        if zone and not member.time_zone:  # mails are sent with no device at hand to ask
            member.time_zone = zone
            member.save(update_fields=["time_zone"])
        return member

    def login(self, request: HttpRequest, user: User) -> None:
        if request.user.is_authenticated and request.user.pk == user.pk:
            # A guest who became a member in this session: a password makes Django throw the
            # session away unless it is told that the change is the person's own.
            update_session_auth_hash(request, user)
        super().login(request, user)

    def set_password(self, user: User, password: str) -> None:
        """Save the password alone: what else happens to the person meanwhile stays."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Who proves an address has it; who only claimed it loses it."""
        claims = EmailAddress.objects.filter(email=email_address.email, verified=False)
        try:
            with transaction.atomic():
                if email_address.can_set_verified():
                    claims.exclude(user_id=email_address.user_id).delete()
                    User.objects.filter(email=email_address.email).exclude(
                        pk=email_address.user_id
                    ).update(email="", email_proven_at=None)
                if not super().confirm_email(request, email_address):
                    return False
                prove_address(email_address.user_id, timezone.now())
                return True
        except IntegrityError:  # somebody else proved it in the same moment
            failed = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, failed, {"email": email_address.email})
            return False

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """What the pages do not say themselves: they know whether a mail is on its way."""
        if message_template != "account/messages/email_confirmation_sent.txt":
            super().add_message(request, level, message_template, *args, **kwargs)

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Only an address that is not in use yet; the other can be changed, not dropped."""
        return not email_address.primary

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Post a mail with what it says now; a sender takes it to the mail server.

        One that people ask for is not posted while another is on its way, or too soon after it.
        """
        mail = self.render_mail(template_prefix, email, {"email": email} | context)
        about = template_prefix.rpartition("/")[2]
        user_id, now = _whose(email, context), timezone.now()
        payload = {
            "to": email,
            "about": about,
            "subject": str(mail.subject),
            "text": str(mail.body),
        }
        if sort := sort_of(about):
            Asked(sort, email, user_id).post(payload, now)
            return
        outbox.post(
            key=f"{outbox.ACCOUNT}:{uuid4()}",
            user_id=user_id,
            kind=outbox.ACCOUNT,
            payload=payload,
            now=now,
        )


def _meant_by(login: str) -> int | None:
    """The account that signs in by a name, that of now or before; None for a mail address."""
    try:
        return User.objects.get_by_natural_key(login).pk
    except User.DoesNotExist:
        return None


def _whose(email: str, context: dict[str, Any]) -> int | None:
    user = context.get("user")
    if isinstance(user, User) and user.pk is not None:
        return user.pk
    return User.objects.filter(email=email.lower()).values_list("pk", flat=True).first()
