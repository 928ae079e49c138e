"""Leaving the site: whoever asks for it has to be who they are, and to mean it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class DeleteAccountForm(forms.Form):
    """Asks members for their password, guests, who have none, for a tick."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": _("Type your password to delete your account.")},
    )
    sure = forms.BooleanField(
        label=_("Delete my account and my games with bots"),
        error_messages={"required": _("Tick the box to delete your account.")},
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)
        self.user = user
        del self.fields["password" if user.is_guest else "sure"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="password_wrong")
        return password
