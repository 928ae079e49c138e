from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.template import engines
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.builders import make_game, make_user

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def rendered(rf: RequestFactory, source: str, user: User | AnonymousUser) -> tuple[str, int]:
    """What a template makes of the context every page has, and its queries."""
    request = rf.get("/")
    request.user = user
    with CaptureQueriesContext(connection) as asked:
        text = engines["django"].from_string(source).render({}, request)
    return text, len(asked)


def test_a_page_that_does_not_show_what_waits_does_not_ask(rf: RequestFactory) -> None:
    assert rendered(rf, "{{ user.name }}", make_user("Ana")) == ("Ana", 0)


def test_what_waits_is_asked_once_however_often_it_is_shown(rf: RequestFactory) -> None:
    ana, bo = make_user(), make_user()
    make_game(ana, bo, arranged=False)
    source = "{% if waiting_count %}{{ waiting_count }}{% endif %}{{ waiting_count }}"
    assert rendered(rf, source, ana) == ("11", 1)


def test_nothing_waits_for_strangers(rf: RequestFactory) -> None:
    assert rendered(rf, "{{ waiting_count }}", AnonymousUser()) == ("0", 0)
