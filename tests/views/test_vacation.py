"""The page of a vacation: its days, what is left, and one click that counts once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User, Vacation
from accounts.services import make_guest
from games.models import Game
from tests.builders import NOW, make_game, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
PAGE = "/settings/vacation/"
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana", time_zone="Asia/Kathmandu")


@pytest.fixture
def game(ana: User) -> Game:
    return make_game(ana, make_user(), first_by="account")


def sent(client: Client, at: datetime = NOW, *, status: int = 200, **fields: object) -> str:
    """The page after a form was sent at a moment."""
    with time_machine.travel(at, tick=False):
        answer = client.post(PAGE, {"do": "save"} | fields, follow=True)
        assert answer.status_code == status
        return words(answer.content.decode())


def seen(client: Client, at: datetime = NOW) -> str:
    with time_machine.travel(at, tick=False):
        return words(client.get(PAGE).content.decode())


def stands(game: Game) -> bool:
    return Game.objects.get(pk=game.pk).stopped_seconds is not None


def number() -> int:
    return Vacation.objects.get(over=False).pk


def test_from_today_clocks_stand_at_once(ana: User, game: Game) -> None:
    page = sent(browser_of(ana), first="2026-03-01", last="2026-03-03")
    assert "On vacation until Tue 3 Mar 2026" not in page
    assert "On vacation until Wed 4 Mar 2026, 00:00 UTC+05:45" in page
    assert "Days left in 2026 27 of 30" in page
    assert "Days left in 2027 30 of 30" in page
    assert stands(game)
    row = Vacation.objects.get()
    assert (row.begins, row.started) == (NOW, True)
    assert row.ends == datetime(2026, 3, 3, 18, 15, tzinfo=UTC)


def test_from_a_later_day_clocks_run_until_then(ana: User, game: Game) -> None:
    page = sent(browser_of(ana), first="2026-03-02", last="2026-03-03")
    assert "Planned from Mon 2 Mar 2026 to Tue 3 Mar 2026" in page
    assert not stands(game)
    assert Vacation.objects.get().begins == datetime(2026, 3, 1, 18, 15, tzinfo=UTC)


def test_without_a_chosen_zone_days_are_those_of_the_device(game: Game) -> None:
    bo = make_user()
    client = browser_of(bo)
    client.cookies["zone"] = "Pacific/Honolulu"
    assert "by your clock: Pacific/Honolulu" in seen(client)
    sent(client, first="2026-02-28", last="2026-03-01")  # in Honolulu February has not ended
    assert Vacation.objects.get().ends == datetime(2026, 3, 2, 10, tzinfo=UTC)


def test_ended_by_hand_clocks_run_at_once(ana: User, game: Game) -> None:
    client = browser_of(ana)
    sent(client, first="2026-03-01", last="2026-03-09")
    which = number()
    for _click in range(2):
        page = sent(client, NOW + DAY, do="end", vacation=which)
        assert "No vacation planned" in page
        assert "Days left in 2026 28 of 30" in page
    assert not stands(game)
    ana.refresh_from_db()
    assert ana.vacation_until is None


def test_called_off_before_it_begins_it_uses_no_day(ana: User) -> None:
    client = browser_of(ana)
    sent(client, first="2026-03-05", last="2026-03-09")
    assert "Call it off" in seen(client)
    page = sent(client, do="end", vacation=number())
    assert "You have no vacation planned now." in page
    assert "Days left in 2026 30 of 30" in page


def test_a_running_one_is_made_longer(ana: User) -> None:
    client = browser_of(ana)
    sent(client, first="2026-03-01", last="2026-03-03")
    page = sent(client, NOW + DAY, vacation=number(), last="2026-03-05")
    assert "On vacation until Fri 6 Mar 2026, 00:00" in page
    assert Vacation.objects.get().begins == NOW


def test_a_planned_one_gets_other_days(ana: User) -> None:
    client = browser_of(ana)
    sent(client, first="2026-03-05", last="2026-03-09")
    page = sent(client, vacation=number(), first="2026-03-07", last="2026-03-07")
    assert "Planned for Sat 7 Mar 2026" in page


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        ("2026-02-27", "2026-03-02", "Choose today or a later day."),
        ("2026-03-05", "2026-03-04", "The last day comes before the first."),
        ("2026-03-05", "2028-01-01", "no further than to the end of next year"),
        ("2026-03-01", "2026-04-01", "at most 30 days of 2026 are left for it."),
        ("", "2026-04-01", "This field is required."),
        ("soon", "2026-04-01", "Enter a valid date."),
    ],
)
def test_days_that_cannot_be_are_told_at_their_field(
    ana: User, first: str, last: str, sentence: str
) -> None:
    assert sentence in sent(browser_of(ana), status=422, first=first, last=last)
    assert not Vacation.objects.exists()


def test_two_clicks_and_two_tabs_plan_one(ana: User) -> None:
    client = browser_of(ana)
    for _click in range(2):
        page = sent(client, first="2026-03-01", last="2026-03-03")
        assert "Your vacation is saved." in page
    page = sent(client, first="2026-05-01", last="2026-05-03")
    assert "You have planned a vacation already." in page
    assert Vacation.objects.count() == 1


def test_one_that_ended_a_moment_ago_stands_in_no_way(ana: User, game: Game) -> None:
    client = browser_of(ana)
    sent(client, first="2026-03-01", last="2026-03-01")
    over = Vacation.objects.get()
    assert "No vacation planned" in seen(client, over.ends)
    page = sent(client, over.ends, vacation=over.pk, last="2026-03-09")
    assert "That vacation is over already." in page
    assert not stands(game)
    page = sent(client, over.ends, first="2026-03-09", last="2026-03-09")
    assert "Planned for Mon 9 Mar 2026" in page


def test_looking_changes_nothing(ana: User, game: Game) -> None:
    client = browser_of(ana)
    sent(client, first="2026-03-01", last="2026-03-01")
    over = Vacation.objects.get()
    seen(client, over.ends + HOUR)
    over.refresh_from_db()
    assert not over.over
    assert stands(game)


def test_guests_sign_up_first_and_strangers_sign_in() -> None:
    guest = browser_of(make_guest(NOW))
    assert guest.post(PAGE, {"do": "save"})["Location"] == "/accounts/signup/"
    assert Client().get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"


def test_the_settings_lead_there(ana: User) -> None:
    assert f'href="{PAGE}"' in browser_of(ana).get("/accounts/settings/").content.decode()


@pytest.mark.parametrize("sent_number", ["", "0", "x", "99999999999999999999", "²"])
def test_ending_what_is_not_there_is_no_error(ana: User, sent_number: str) -> None:
    page = sent(browser_of(ana), do="end", vacation=sent_number)
    assert "You have no vacation planned now." in page


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 19, "\u0663", "-1", "x", "\x00"])
@pytest.mark.parametrize("do", ["save", "end"])
def test_no_number_breaks_the_page(ana: User, number: str, do: str) -> None:
    sent(browser_of(ana), do=do, vacation=number, first="2026-03-02", last="2026-03-03")
