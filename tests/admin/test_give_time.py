from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from games.models import ClockShift, Game
from tests.builders import make_game, make_user
from tests.views.visitors import BACKEND, browser_of, hidden_value, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
ALL = "/admin/games/clockshift/give-time/"
ASKED = {"days": "1", "hours": "2", "minutes": "", "why": "The mail server was down"}


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("Boss", "boss@example.org"), backend=BACKEND)
    return client


@pytest.fixture
def game() -> Game:
    return make_game(make_user("Ana"), make_user("Bo"), turn_seconds=24 * 3600)


def way(game: Game) -> str:
    return f"/admin/games/game/{game.pk}/give-time/"


def sure(client: Client, address: str, **changed: str) -> dict[str, str]:
    """What the page sends that asks whether one means it."""
    page = client.post(address, ASKED | changed | {"number": "n" * 22}).content.decode()
    names = ("days", "hours", "minutes", "why", "number")
    return {name: hidden_value(page, name) for name in names if f'name="{name}" value' in page} | {
        "sure": "yes"
    }


def staff(*permissions: str) -> Client:
    user = make_user("Staff", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return browser_of(user)


def test_the_game_s_page_leads_there_while_it_runs(boss: Client, game: Game) -> None:
    page = f"/admin/games/game/{game.pk}/change/"
    assert "Give time" in words(boss.get(page).content.decode())
    Game.objects.update(status="void", deadline=None)
    assert "Give time" not in words(boss.get(page).content.decode())


def test_a_game_gets_time_with_a_reason_in_the_log(boss: Client, game: Game) -> None:
    before = game.deadline
    assert before
    answer = boss.post(way(game), sure(boss, way(game)))
    assert answer["Location"] == f"/admin/games/game/{game.pk}/change/"
    game.refresh_from_db()
    assert game.deadline == before + timedelta(hours=26)
    entry = LogEntry.objects.get()
    assert entry.user.get_username() == "Boss"
    assert entry.object_id == str(game.pk)
    assert "1 day 2 hours given. The mail server was down" in entry.change_message


def test_nothing_happens_before_they_say_that_they_are_sure(boss: Client, game: Game) -> None:
    boss.get(way(game))
    text = words(boss.post(way(game), ASKED).content.decode())
    assert "1 day 2 hours more. This cannot be taken back." in text
    assert "The reason: The mail server was down" in text
    assert Game.objects.get().deadline == game.deadline
    assert not LogEntry.objects.exists()


def test_the_answer_sent_twice_gives_once(boss: Client, game: Game) -> None:
    before = game.deadline
    assert before
    answer = sure(boss, way(game))
    for _time in range(2):
        assert boss.post(way(game), answer).status_code == 302
    game.refresh_from_db()
    assert game.deadline == before + timedelta(hours=26)
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"days": "0", "hours": "0"}, "Time is given from one second to sixty days."),
        ({"days": "61"}, "Time is given from one second to sixty days."),
        ({"days": "-1"}, "greater than or equal to 0"),
        ({"why": " "}, "This field is required."),
    ],
)
@pytest.mark.parametrize("to_all", [True, False])
def test_what_cannot_be_given(
    boss: Client, game: Game, sent: dict[str, str], why: str, to_all: bool
) -> None:
    address = ALL if to_all else way(game)
    answer = boss.post(address, ASKED | sent | {"sure": "yes"})
    assert answer.status_code == 422
    assert why in words(answer.content.decode())
    assert Game.objects.get().deadline == game.deadline
    assert not ClockShift.objects.exists()


def test_a_game_whose_clock_does_not_run_gets_none(boss: Client, game: Game) -> None:
    answer = sure(boss, way(game))
    Game.objects.update(deadline=None)
    page = boss.post(way(game), answer).content.decode()
    assert "No clock runs in this game now." in words(page)
    assert not LogEntry.objects.exists()


def test_all_games_get_time_with_a_reason_in_the_log(boss: Client, game: Game) -> None:
    assert "Give time to all games" in words(boss.get("/admin/games/clockshift/").content.decode())
    answer = sure(boss, ALL)
    for _time in range(2):
        assert boss.post(ALL, answer)["Location"] == "/admin/games/clockshift/"
    gift = ClockShift.objects.get()
    assert (gift.kind, gift.seconds, gift.why) == ("gift", 26 * 3600, "The mail server was down")
    assert LogEntry.objects.get().object_id == str(gift.pk)


def test_outages_are_listed_and_never_changed(boss: Client, game: Game) -> None:
    moment = game.created_at
    outage = ClockShift.objects.create(kind="outage", began=moment, ended=moment)
    page = words(boss.get("/admin/games/clockshift/", {"kind__exact": "outage"}).content.decode())
    assert "the service was down" in page
    assert boss.get("/admin/games/clockshift/add/").status_code == 403
    assert boss.post(f"/admin/games/clockshift/{outage.pk}/delete/").status_code == 403


@pytest.mark.parametrize("permissions", [[], ["view_game", "view_clockshift"]])
def test_others_may_not(game: Game, permissions: list[str]) -> None:
    browser = staff(*permissions)
    for address in (way(game), ALL):
        assert browser.get(address).status_code == 403
        assert browser.post(address, ASKED | {"sure": "yes"}).status_code == 403
    if permissions:
        for page in (f"/admin/games/game/{game.pk}/change/", "/admin/games/clockshift/"):
            assert "Give time" not in words(browser.get(page).content.decode())
    assert Game.objects.get().deadline == game.deadline
    assert not ClockShift.objects.exists()


def test_who_may_change_games_may_and_still_changes_nothing_else(game: Game) -> None:
    browser = staff("view_game", "change_game")
    assert browser.post(way(game), sure(browser, way(game))).status_code == 302
    assert browser.post(f"/admin/games/game/{game.pk}/change/", {"players": 4}).status_code == 403
    assert browser.get(ALL).status_code == 403


def test_strangers_sign_in_first(client: Client, game: Game) -> None:
    for address in (way(game), ALL):
        assert client.post(address, ASKED).status_code == 302


def test_a_form_that_a_browser_goes_back_to_much_later_gives_once(boss: Client, game: Game) -> None:
    answer = sure(boss, way(game))
    boss.post(way(game), answer)
    given = Game.objects.get().deadline
    with time_machine.travel(datetime.now(UTC) + timedelta(days=3)):
        page = browser_of(User.objects.get(name="Boss")).post(way(game), answer, follow=True)
    assert "This form was sent before: it counts once." in words(page.content.decode())
    assert Game.objects.get().deadline == given
