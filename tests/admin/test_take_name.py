"""A moderator takes a name away that cannot stay: asked twice, done once, logged."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Act, HeldName, User
from accounts.services import make_guest
from games.models import Report
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.views.visitors import browser_of, fields_of

pytestmark = pytest.mark.django_db
WHY = {"why": "It insults\nothers."}


def page(user: User) -> str:
    return f"/admin/accounts/user/{user.pk}/name/"


@pytest.fixture
def rude() -> User:
    return make_user("Rude Words")


@pytest.fixture
def moderator() -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def browser(moderator: User) -> Client:
    return browser_of(moderator)


def fill_in(browser: Client, user: User) -> dict[str, str]:
    """What the page sends the second time, when it asks whether one is sure."""
    sent = fields_of(browser.get(page(user)).content.decode()) | WHY
    again = browser.post(page(user), sent)
    assert again.status_code == 200
    return fields_of(again.content.decode()) | {"sure": "Take the name away"}


def test_the_persons_page_leads_there(browser: Client, rude: User) -> None:
    shown = browser.get(f"/admin/accounts/user/{rude.pk}/change/").content.decode()
    assert f'href="{page(rude)}"' in shown


def test_asked_twice_and_done_once(browser: Client, moderator: User, rude: User) -> None:
    sent = fill_in(browser, rude)
    rude.refresh_from_db()
    assert rude.name == "Rude Words"
    for _click in range(2):
        answer = browser.post(page(rude), sent)
        assert answer.status_code == 302
    rude.refresh_from_db()
    assert rude.name.startswith("Player ")
    held = HeldName.objects.filter(user=rude, taken_away=False)
    assert list(held.values_list("name", flat=True)) == [rude.name]
    act = Act.objects.get()
    assert (act.by, act.what, act.person) == (moderator, Act.What.RENAME, rude)
    assert act.why == "It insults others."


def test_who_has_another_name_by_now_keeps_it(browser: Client, rude: User) -> None:
    sent = fill_in(browser, rude)
    rude.name = "Polite"
    rude.save()
    browser.post(page(rude), sent)
    rude.refresh_from_db()
    assert rude.name == "Polite"
    assert not Act.objects.exists()


def test_a_reason_is_needed(browser: Client, rude: User) -> None:
    sent = fields_of(browser.get(page(rude)).content.decode())
    assert browser.post(page(rude), sent | {"why": " ", "sure": "yes"}).status_code == 422
    rude.refresh_from_db()
    assert rude.name == "Rude Words"


@pytest.mark.parametrize(
    ("whose", "status"),
    [("operator", 403), ("player", 302), ("stranger", 302), ("opponent", 403), ("self", 403)],
)
def test_others_may_not(rude: User, whose: str, status: int) -> None:
    browsers: dict[str, Callable[[], Client]] = {
        "operator": lambda: browser_of(make_staff("operator")),
        "player": lambda: browser_of(make_user()),
        "stranger": Client,
        "opponent": lambda: browser_of(_opponent_of(rude)),
        "self": lambda: browser_of(_made_moderator(rude)),
    }
    browser = browsers[whose]()
    assert browser.get(page(rude)).status_code == status
    sent = {"why": "x", "name": rude.name, "sure": "yes"}
    assert browser.post(page(rude), sent).status_code == status
    rude.refresh_from_db()
    assert rude.name == "Rude Words"


def test_staff_and_guests_keep_theirs(browser: Client) -> None:
    sent = {"why": "x", "sure": "yes"}
    other = make_staff("operator")
    assert browser.post(page(other), sent | {"name": other.name}).status_code == 403
    guest = make_guest(NOW)
    assert browser.post(page(guest), sent | {"name": guest.name}).status_code == 404


def test_a_report_about_it_is_decided_and_leads_back_to_the_queue(
    browser: Client, moderator: User, rude: User
) -> None:
    report = make_report(rude, about="name")
    shown = browser.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert f'href="{page(rude)}?report={report.pk}"' in shown
    sent = fields_of(browser.get(f"{page(rude)}?report={report.pk}").content.decode()) | WHY
    again = browser.post(page(rude), sent)
    sent = fields_of(again.content.decode()) | {"sure": "yes"}
    for _click in range(2):
        answer = browser.post(page(rude), sent)
        assert (answer.status_code, answer["Location"]) == (302, "/admin/games/report/")
    report.refresh_from_db()
    assert (report.decision, report.closed_by) == ("renamed", moderator)
    assert Act.objects.count() == 1
    closed = browser.get(f"/admin/games/report/{report.pk}/change/").content.decode()
    assert "The name was taken away" in closed and "It insults others." in closed


@pytest.mark.parametrize("number", ["", "x", "0", "9" * 19, "9" * 5000, "-1"])
def test_a_report_that_is_none_leads_back_to_the_person(
    browser: Client, rude: User, number: str
) -> None:
    other = make_report(make_user(), about="name")
    back = f"/admin/accounts/user/{rude.pk}/change/"
    for key in (number, str(other.pk)):
        assert f'href="{back}"' in browser.get(page(rude), {"report": key}).content.decode()
        sent = {"why": "x", "name": rude.name, "report": key, "sure": "yes"}
        assert browser.post(page(rude), sent)["Location"] == back
        rude.refresh_from_db()


def test_nul_signs_are_no_fault(browser: Client, rude: User) -> None:
    assert browser.get(page(rude), {"report": "\x00"}).status_code == 200
    for field in ("report", "name", "why"):
        sent = {"why": "x", "name": rude.name, "sure": "yes"} | {field: "\x00"}
        assert browser.post(page(rude), sent).status_code == 422


def test_two_moderators_take_it_once(browser: Client, rude: User) -> None:
    report = make_report(rude, about="name")
    second = browser_of(make_staff("moderator", "Mia"))
    first_sent, second_sent = fill_in(browser, rude), fill_in(second, rude)
    browser.post(page(rude), first_sent)
    told = second.post(page(rude), second_sent, follow=True).content.decode()
    assert "They have another name already: nothing was done." in told
    assert Act.objects.count() == 1
    report.refresh_from_db()
    assert report.closed_by is not None and report.closed_by.name == "Mo"


@pytest.mark.parametrize("whose", ["reporter", "table", "taken"])
def test_who_may_not_decide_a_report_about_it_may_not_take_it(
    browser: Client, moderator: User, rude: User, whose: str
) -> None:
    sent = fill_in(browser, rude)
    if whose == "reporter":
        make_report(rude, reporter=moderator, about="name")
    elif whose == "table":
        make_report(rude, about="name", game=make_game(moderator, make_user()))
    else:
        make_report(rude, about="name")
        Report.objects.update(taken_by=make_staff("moderator"))
    assert browser.get(page(rude)).status_code == 403
    assert browser.post(page(rude), sent).status_code == 403
    rude.refresh_from_db()
    assert rude.name == "Rude Words"
    assert not Act.objects.exists()


def _opponent_of(user: User) -> User:
    moderator = make_staff("moderator")
    make_game(user, moderator)
    return moderator


def _made_moderator(user: User) -> User:
    user.groups.add(*make_staff("moderator").groups.all())
    user.is_staff = True
    user.save()
    return user
