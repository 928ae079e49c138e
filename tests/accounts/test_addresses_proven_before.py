"""Addresses proven before mails asked for it, when the site is brought up to date."""

from __future__ import annotations

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from accounts.models import User
from tests.builders import make_user

pytestmark = pytest.mark.django_db


def test_only_the_address_in_use_counts_and_only_if_it_was_proven() -> None:
    proven, claimed, moved = make_user(), make_user(), make_user()
    User.objects.update(email_proven_at=None)
    EmailAddress.objects.create(user=proven, email=proven.email, verified=True, primary=True)
    EmailAddress.objects.create(user=claimed, email=claimed.email, verified=False, primary=True)
    EmailAddress.objects.create(user=moved, email="elsewhere@example.org", verified=True)
    import_module("accounts.migrations.0003_addresses_proven_before").note_proofs(apps, None)
    assert list(User.objects.exclude(email_proven_at=None)) == [proven]
