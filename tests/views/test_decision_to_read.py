"""A decision that somebody has not read is told on every page until they have."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import sanctions
from accounts.models import Sanction, User
from accounts.services import make_guest
from tests.builders import NOW, make_game, make_staff, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
TOLD = "A moderator has decided something about you."
CONDUCT = "/settings/conduct/"
READ = "I have read it"
DAY = timedelta(days=1)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Moda")


def impose(user: User, by: User, kind: str = "warning") -> Sanction:
    now = timezone.now()
    terms = {
        "warning": {},
        "mute": {"until": now + DAY},
        "suspension": {"until": now + DAY, "games": "pause"},
    }
    return sanctions.impose(
        user_id=user.pk,
        by=by,
        kind=kind,
        reason="Be kind.",
        now=now,
        **terms[kind],  # type: ignore[arg-type]
    )


def seen(user: User, address: str) -> str:
    return words(browser_of(user).get(address).content.decode())


def say_read(user: User, sanction: Sanction) -> None:
    browser_of(user).post(CONDUCT, {"read": str(sanction.pk)})


@pytest.mark.parametrize("address", ["/", "/lobby/", "/games/", "/accounts/settings/", "/rules/"])
@pytest.mark.parametrize("kind", ["warning", "mute"])
def test_it_is_told_on_every_page_until_it_is_read(
    ana: User, moderator: User, address: str, kind: str
) -> None:
    assert TOLD not in seen(ana, address)
    sanction = impose(ana, moderator, kind)
    assert TOLD in seen(ana, address)
    assert TOLD not in seen(make_user(), address)
    say_read(ana, sanction)
    sanction.refresh_from_db()
    assert sanction.read_at is not None
    assert TOLD not in seen(ana, address)


def test_guests_read_it_too_and_at_their_table(moderator: User) -> None:
    guest = make_guest(NOW)
    game = make_game(make_user(), guest, public=False)
    sanction = impose(guest, moderator)
    assert TOLD in seen(guest, game.get_absolute_url())
    assert READ in seen(guest, CONDUCT)
    say_read(guest, sanction)
    assert TOLD not in seen(guest, game.get_absolute_url())


def test_all_are_to_be_read(ana: User, moderator: User) -> None:
    first, second = impose(ana, moderator), impose(ana, moderator, "mute")
    say_read(ana, second)
    assert TOLD in seen(ana, "/")
    say_read(ana, first)
    assert TOLD not in seen(ana, "/")


def test_the_page_of_decisions_needs_no_sentence_that_leads_there(
    ana: User, moderator: User
) -> None:
    impose(ana, moderator)
    page = seen(ana, CONDUCT)
    assert TOLD not in page and READ in page


def test_who_answers_a_decision_has_read_it(ana: User, moderator: User) -> None:
    sanction = impose(ana, moderator, "mute")
    browser_of(ana).post(CONDUCT, {"sanction": sanction.pk, "text": "I was joking."})
    assert TOLD not in seen(ana, "/")


def test_a_refused_answer_tells_nothing(ana: User, moderator: User) -> None:
    sanction = impose(ana, moderator, "mute")
    browser_of(ana).post(CONDUCT, {"sanction": sanction.pk, "text": ""})
    assert TOLD in seen(ana, "/")


def test_a_suspension_is_told_by_its_own_page_and_afterwards_until_it_is_read(
    ana: User, moderator: User
) -> None:
    sanction = impose(ana, moderator, "suspension")
    assert TOLD not in seen(ana, "/")
    sanctions.lift(sanction_id=sanction.pk, by=moderator, why="Sorry.", now=timezone.now())
    assert TOLD in seen(ana, "/")
    say_read(ana, sanction)
    assert TOLD not in seen(ana, "/")


def test_who_answered_while_they_were_suspended_has_read_it(ana: User, moderator: User) -> None:
    sanction = impose(ana, moderator, "suspension")
    browser_of(ana).post("/suspended/", {"sanction": sanction.pk, "text": "I was hacked."})
    ana.refresh_from_db()
    assert not ana.to_read


def test_it_costs_no_query(ana: User, moderator: User) -> None:
    browser = browser_of(ana)
    counts = []
    for _time in range(2):
        browser.get("/rules/")
        with CaptureQueriesContext(connection) as queries:
            browser.get("/rules/")
        counts.append(len(queries))
        impose(ana, moderator)
    assert counts[0] == counts[1]


def test_nobody_reads_for_another(ana: User, moderator: User) -> None:
    sanction = impose(ana, moderator)
    say_read(make_user("Eve"), sanction)
    assert TOLD in seen(ana, "/")
