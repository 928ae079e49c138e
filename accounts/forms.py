"""What people fill in to come in and to say how they like the site."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm, LoginForm, ResetPasswordForm, SignupForm
from django import forms
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from . import zones
from .forms_changes import ChangesForm
from .forms_names import NameField, what_a_name_is
from .models import User
from .models.names import name_key

_LONGEST_LOGIN = 320  # characters: a mail address


class Plain:
    """Our own words on a form of allauth, and no placeholders: they only repeat the labels."""

    fields: dict[str, forms.Field]
    labels: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        for name, label in self.labels.items():
            self.fields[name].label = label


class SignInForm(Plain, LoginForm):
    labels: ClassVar = {"login": _("Name or mail address")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.widget.attrs["autocomplete"] = "username"
        login.validators.append(MaxLengthValidator(_LONGEST_LOGIN))


class MailAddressForm(Plain, AddEmailForm):
    labels: ClassVar = {"email": _("Mail address")}


class LostPasswordForm(Plain, ResetPasswordForm):
    labels: ClassVar = {"email": _("Mail address")}


class SignUpForm(Plain, SignupForm):
    labels: ClassVar = {"username": _("Name"), "email": _("Mail address")}
    username = NameField(widget=forms.TextInput(attrs={"autocomplete": "username"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = what_a_name_is()
        self.fields["email"].help_text = _(
            "For mails when it is your turn, and when you lose your password. Nobody else sees it."
        )

    def save(self, request: HttpRequest) -> User:
        """The person, new or grown from a guest, with the address to be proven.

        Raises TakenError and NotAGuestError.
        """
        with transaction.atomic():
            return super().save(request)

    def same_person(self, request: HttpRequest) -> User | None:
        """Whose name, address and password these are already: a second click on the button.

        Tries count against the limit of failed sign-ins.
        """
        try:
            name = self.fields["username"].clean(self.data.get("username"))
            email = self.fields["email"].clean(self.data.get("email"))
            known = User.objects.filter(name_key=name_key(name), email=email).first()
            if known is None:
                return None
            password = self.data.get("password1")
            found = get_adapter().authenticate(request, username=known.name, password=password)
        except forms.ValidationError:
            return None
        return known if found == known and known.is_active else None


class PreferencesForm(ChangesForm):
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zones.choices,
        required=False,
        help_text=_("In which deadlines are told. Mails go by UTC unless a zone is chosen."),
    )

    class Meta:
        model = User
        fields = ("confirm_moves", "theme", "time_zone")
        labels = {
            "confirm_moves": _("Ask me to confirm each move"),
            "theme": _("Colours"),
        }
        help_texts = {
            "confirm_moves": _("You see what a move does before it counts. There is no undo."),
        }
        widgets = {"theme": forms.RadioSelect}

    def save(self, commit: bool = True) -> User:
        """Write what was changed alone: what else happens to the person meanwhile stays."""
        self.instance.save(update_fields=self.changed_here())
        return self.instance
