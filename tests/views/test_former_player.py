"""A table at which somebody sat who has left the site: to others all is as before but the name."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts import sanctions
from accounts.models import User
from games.models import Game, Report
from games.play.people import sweep
from games.play.people.closing import close_account
from tests.builders import NOW, make_game, make_staff, make_user, play_some
from tests.views.sitting import sit
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def people() -> list[User]:
    return [make_user(name, date_joined=NOW) for name in ("Zara", "Bo", "Cleo")]


def leave(*people: User) -> None:
    for person in people:
        close_account(user_id=person.pk, now=NOW)


def pages(game: Game, reader: User) -> dict[str, str]:
    """What the others read of the game and around it; every page must come."""
    browser = browser_of(reader)
    address = game.get_absolute_url()
    found = {}
    for path in (address, f"{address}?log=all", f"{address}acts/", "/games/", "/lobby/"):
        answer = browser.get(path)
        assert answer.status_code == 200 or path.endswith("acts/"), path
        found[path] = answer.content.decode()
    return found


def without_tokens(html: str) -> str:
    html = re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", html)
    return re.sub(r"(v|version)(=|\" value=\")\d+", "", html)


@pytest.mark.parametrize("swept", [False, True], ids=["closing", "gone"])
def test_while_the_game_runs(people: list[User], swept: bool) -> None:
    game = make_game(*people)
    play_some(game, 9)
    leave(people[0])
    if swept:
        sweep(NOW)
    for html in pages(game, people[1]).values():
        assert "Zara" not in html
    told = words(pages(game, people[1])[game.get_absolute_url()])
    assert "Former player" in told
    if swept:
        assert "Former player 1 resigned." in told


def test_when_it_is_over_the_page_is_the_same_but_for_the_name(people: list[User]) -> None:
    game = make_game(*people, public=True)
    play_some(game)
    Game.objects.filter(pk=game.pk).update(host=people[1])
    person = browser_of(people[1])
    before = without_tokens(person.get(game.get_absolute_url()).content.decode())
    leave(people[0])
    sweep(NOW)
    after = without_tokens(person.get(game.get_absolute_url()).content.decode())
    links = r'<a [^>]*href="/people/Zara/"[^>]*>(.*?)</a>'
    assert "Zara" in before and "Zara" not in after
    named = re.sub(links, r"\1", before).replace("again with Zara and Cleo", "again with Cleo")
    # Nobody knows any more whether they were a guest.
    named = named.replace("not rated, as the table was opened so", "not rated")
    assert words(after) == words(named.replace("Zara", "Former player 1"))


def test_two_of_them_are_told_apart(people: list[User]) -> None:
    game = make_game(*people)
    play_some(game)
    leave(people[0], people[1])
    sweep(NOW)
    page = sit(game, people[2]).see()
    heads = [element.words for element in page.elements if element.tag == "th"]
    assert {"Former player 1", "Former player 2", "Cleo"} <= {*heads}


def test_everybody_else_may_look_at_it_too(people: list[User]) -> None:
    game = make_game(*people)
    leave(people[0])
    sweep(NOW)
    assert Client().get(game.get_absolute_url()).status_code == 200
    play_some(Game.objects.get(pk=game.pk))
    assert Client().get(game.get_absolute_url()).status_code == 200


def test_a_bot_that_plays_on_does_it_under_their_seat(people: list[User]) -> None:
    game = make_game(*people, leavers="bot")
    leave(people[0])
    sweep(NOW)
    play_some(Game.objects.get(pk=game.pk), 9)
    assert "Former player 1" in words(sit(game, people[1]).see().html)


def test_game_without_result_is_listed(people: list[User]) -> None:
    game = make_game(*people)
    browser_of(people[1]).post(f"{game.get_absolute_url()}call-off/")
    leave(people[0])
    sweep(NOW)
    html = browser_of(people[1]).get("/games/").content.decode()
    assert "Former player 1" in html
    assert browser_of(people[1]).get(game.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("over", [False, True])
def test_staff_see_such_a_game_in_the_admin(people: list[User], over: bool) -> None:
    game = make_game(*people)
    if over:
        play_some(game)
    leave(people[0])
    sweep(NOW)
    for group in ("moderator", "operator"):
        browser = browser_of(make_staff(group))
        assert browser.get("/admin/games/game/").status_code == 200
        answer = browser.get(f"/admin/games/game/{game.pk}/change/")
        assert answer.status_code == 200
        assert "Zara" not in answer.content.decode()


@pytest.mark.parametrize("swept", [False, True], ids=["closing", "gone"])
def test_their_page_is_gone(people: list[User], swept: bool) -> None:
    leave(people[0])
    if swept:
        sweep(NOW)
    name = "Zara" if swept else User.objects.get(pk=people[0].pk).name
    assert browser_of(people[1]).get(f"/people/{name}/").status_code == 404
    assert browser_of(people[1]).get("/people/Zara/").status_code == 404


def test_reports_by_them_and_on_them_can_still_be_read(people: list[User]) -> None:
    zara, bo, cleo = people
    Report.objects.create(reporter=bo, person=zara, about="name", text="Zara?", at=NOW)
    Report.objects.create(reporter=zara, person=bo, about="abuse", text="Ow.", at=NOW)
    sanctions.impose(
        user_id=bo.pk,
        by=make_staff("moderator"),
        kind="mute",
        reason="Zara told us.",
        until=NOW + timedelta(days=900),
        now=NOW,
    )
    leave(zara)
    sweep(NOW)
    told = words(browser_of(bo).get("/settings/conduct/").content.decode())
    assert "Zara" not in told
    assert "a former player told us." in told
    browser = browser_of(make_staff("moderator"))
    pages = ["/admin/games/report/", "/admin/games/report/?which=closed", "/admin/accounts/act/"]
    pages += [f"/admin/games/report/{report.pk}/change/" for report in Report.objects.all()]
    pages += [f"/admin/accounts/user/{cleo.pk}/change/", f"/admin/accounts/user/{bo.pk}/change/"]
    for page in pages:
        answer = browser.get(page, follow=True)
        assert answer.status_code == 200, page
        assert "Zara" not in answer.content.decode()
