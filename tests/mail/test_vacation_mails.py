"""What is told of a vacation: its end before it comes, and what waits when it has come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail as post
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Notice, User
from accounts.vacations import change, end, plan
from games.mail.choices import choose_mail
from games.mail.kind import Later, Told, Untrue
from games.play.vacations import settle, sweep_vacations
from tests.builders import NOW, make_game, make_user
from tests.mail.post_office import send
from tests.mail.telling import html_of, look, mail, notice_of

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
TODAY = NOW.date()
END = datetime(2026, 3, 5, tzinfo=UTC)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana", time_zone="Asia/Kathmandu")


def on_vacation(user: User, days: int = 4) -> int:
    last = TODAY + (days - 1) * DAY
    vacation = plan(user=user, first=TODAY, last=last, zone=UTC, now=NOW)
    settle(vacation, NOW)
    return vacation.pk


def moved(user: User, vacation: int, days: int) -> None:
    last = TODAY + (days - 1) * DAY
    change(user=user, vacation_id=vacation, first=TODAY, last=last, zone=UTC, now=NOW + HOUR)


def ending() -> Notice:
    return Notice.objects.filter(kind="vacation-ending").earliest("pk")


def test_the_end_is_told_within_the_last_day_and_in_the_readers_zone(ana: User) -> None:
    on_vacation(ana)
    assert look(ending(), END - DAY - HOUR) == Later(END - DAY)
    sent = mail(ending(), now=END - DAY)
    assert sent.subject == "Your vacation ends in 1 day."
    told = "Your vacation ends in 1 day: Thu 5 Mar 2026, 05:45 UTC+05:45."
    assert told in " ".join(str(sent.body).split())
    assert told in html_of(sent)
    assert "/settings/vacation/" in str(sent.body)


def test_of_a_vacation_that_is_over_or_called_off_no_end_is_told(ana: User) -> None:
    which = on_vacation(ana)
    assert isinstance(look(ending(), END), Untrue)
    end(user=ana, vacation_id=which, now=NOW + DAY)
    assert isinstance(look(ending(), END - HOUR), Untrue)


def test_when_the_end_moves_the_one_that_counts_is_told(ana: User) -> None:
    which = on_vacation(ana)
    moved(ana, which, days=9)
    early, late = Notice.objects.filter(kind="vacation-ending").order_by("not_before")
    assert isinstance(look(early, END - HOUR), Untrue)
    assert isinstance(look(late, END + 5 * DAY - HOUR), Told)
    moved(ana, which, days=4)
    assert isinstance(look(early, END - HOUR), Told)


def test_an_end_that_moves_there_and_back_is_told_though_settings_are_saved_in_between(
    ana: User,
) -> None:
    which = on_vacation(ana)
    User.objects.update(email_proven_at=NOW)
    moved(ana, which, days=9)
    choose_mail(ana, {"turn": "digest"}, NOW + HOUR)
    send(NOW + HOUR)
    moved(ana, which, days=4)
    send(END - DAY)
    [told] = post.outbox
    assert told.subject == "Your vacation ends in 1 day."


def test_what_waits_at_the_end_is_named(ana: User) -> None:
    game = make_game(ana, make_user("Bo"), first_by="account")
    make_game(make_user("Cleo"), ana, first_by="seed", arranged=False)
    on_vacation(ana)
    sweep_vacations(END)
    sent = mail(notice_of(ana, "vacation-over"), now=END)
    assert sent.subject == "Your vacation is over: 2 games wait for you."
    text = " ".join(str(sent.body).split())
    assert "Against Bo (your table): 4 days left, until Mon 9 Mar 2026, 05:45 UTC+05:45" in text
    assert "Against Cleo (Cleo’s table)" in text
    assert game.get_absolute_url() in text
    assert game.get_absolute_url() in html_of(sent)


def test_with_nothing_waiting_it_says_so(ana: User) -> None:
    on_vacation(ana)
    sweep_vacations(END)
    found = look(notice_of(ana, "vacation-over"), END)
    assert isinstance(found, Told)
    assert found.line == "Your vacation is over: no game waits for you."


def test_who_is_away_again_is_not_told(ana: User) -> None:
    on_vacation(ana)
    sweep_vacations(END)
    plan(user=ana, first=END.date(), last=END.date(), zone=UTC, now=END)
    assert isinstance(look(notice_of(ana, "vacation-over"), END + HOUR), Untrue)


def test_games_cost_no_query_more(ana: User) -> None:
    counts = set()
    on_vacation(ana)
    sweep_vacations(END)
    notice = notice_of(ana, "vacation-over")
    for _game in range(3):
        make_game(ana, make_user(), first_by="account")
        with CaptureQueriesContext(connection) as queries:
            look(Notice.objects.select_related("user").get(pk=notice.pk), END)
        counts.add(len(queries))
    assert len(counts) == 1


def test_the_end_of_a_short_one_is_told_when_half_of_it_is_over(ana: User) -> None:
    on_vacation(ana, days=1)
    half = NOW + 8 * HOUR
    assert look(ending(), half - HOUR) == Later(half)
    assert mail(ending(), now=half).subject == "Your vacation ends in 8 hours."


def test_the_end_promises_clocks_no_more_than_they_do(ana: User) -> None:
    on_vacation(ana)
    sent = mail(ending(), now=END - DAY)
    told = (
        "At tables that allow vacations, clocks that stood still for you alone run on then, with"
        " the time that was left, raised to 12 hours at most once a turn."
    )
    assert told in " ".join(str(sent.body).split())
    assert told in html_of(sent)


@pytest.mark.parametrize(
    ("own_game", "others_game", "told"),
    [
        (True, False, "Your clocks run."),
        (True, True, "Your clocks run, but not where somebody else is still away."),
        (False, True, "Your clocks still stand: somebody else is away."),
        (False, False, ""),
    ],
)
def test_clocks_run_again_as_far_as_they_do(
    ana: User, own_game: bool, others_game: bool, told: str
) -> None:
    bo = make_user("Bo")
    if own_game:
        make_game(ana, make_user("Cy"), first_by="account")
    if others_game:
        make_game(bo, ana, arranged=False)
    on_vacation(ana)
    on_vacation(bo, days=9)
    sweep_vacations(END)
    sent = mail(notice_of(ana, "vacation-over"), now=END)
    body = " ".join(str(sent.body).split())
    assert ("Your clocks" in body) == bool(told)
    assert told in body and told in html_of(sent)
    assert ("Against Bo (Bo’s table): the clock stands still with 1 day left" in body) == (
        others_game
    )
