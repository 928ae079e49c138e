from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.tasks import sweep_sessions


@pytest.mark.django_db
def test_expired_sessions_go_and_others_stay() -> None:
    now = timezone.now()
    for key, days in (("old", -1), ("young", 1)):
        expires = now + timedelta(days=days)
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    sweep_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["young"]
