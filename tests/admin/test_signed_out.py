"""Who was signed out when they sent a form, and signs in, comes to the page that it belongs to."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Act, PersonNote, Sanction, User
from games.models import Report
from tests.accounts.conftest import PASSWORD
from tests.builders import make_report, make_staff, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
TOLD = "Nothing was done: you were signed out when you sent it."


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def report() -> Report:
    return make_report(make_user("Bo"))


def ways(report: Report) -> dict[str, str]:
    """Every address that acts on what is sent to it alone, with the page that it belongs to."""
    case, person = f"/admin/games/report/{report.pk}/", f"/admin/accounts/user/{report.person_id}/"
    acts = {f"{case}{act}/": case for act in ("take", "give-back", "decide", "answer")}
    acts |= {f"{person}{act}/": person for act in ("act", "note")}
    return {act: f"{page}change/" for act, page in acts.items()}


def test_each_leads_to_its_page_and_says_so(mod: User, report: Report) -> None:
    browser = browser_of(mod)
    for act, page in ways(report).items():
        answer = browser.get(act, follow=True)
        assert answer.redirect_chain == [(page, 302)]
        assert TOLD in words(answer.content.decode())
        assert browser.head(act).status_code == 302
        assert browser.put(act).status_code == 405
    report.refresh_from_db()
    assert report.taken_by is None and report.closed_at is None
    for model in (Act, PersonNote, Sanction):
        assert not model._default_manager.exists()


def test_the_way_over_signing_in(report: Report) -> None:
    mod = make_staff("moderator", "Moira")
    mod.set_password(PASSWORD)
    mod.save()
    browser = Client()
    decide = f"/admin/games/report/{report.pk}/decide/"
    sent = browser.post(decide, {"kind": "warning", "reason": "Be kind."}, follow=True)
    [(sign_in, _status), *_rest] = sent.redirect_chain[-1:]
    answer = browser.post(sign_in, {"login": "Moira", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1] == (f"/admin/games/report/{report.pk}/change/", 302)
    assert TOLD in words(answer.content.decode())


def test_who_may_not_see_the_page_is_refused_there(report: Report) -> None:
    for act in ways(report):
        answer = browser_of(make_user()).get(act)
        assert "/login/" in answer["Location"]
        assert "/login/" in Client().get(act)["Location"]
    looker = browser_of(make_staff("operator"))
    assert looker.get(f"/admin/games/report/{report.pk}/take/", follow=True).status_code == 403
