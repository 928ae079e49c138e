"""The page of those who are shut out: why, until when, what their games do, and how to answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts import sanctions
from accounts.models import Sanction, User
from accounts.services import make_guest
from games.models import Report
from games.play.moderation.decisions import answer_appeal
from tests.builders import NOW, make_staff, make_user
from tests.views.visitors import browser_of, fields_of, hidden_value, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
PAGE = "/suspended/"
DAY = timedelta(days=1)


@pytest.fixture
def now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana", time_zone="Asia/Kathmandu")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Mo")


def suspend(user: User, by: User, **how: object) -> Sanction:
    terms = {
        "kind": "suspension",
        "reason": "You were\nrude.",
        "games": "pause",
        "until": NOW + 90 * DAY,
    }
    return sanctions.impose(user_id=user.pk, by=by, now=NOW, **terms | how)  # type: ignore[arg-type]


def ban(user: User, by: User) -> Sanction:
    return suspend(user, by, kind="ban", reason="For good.", games="leave", until=None)


def seen(client: Client, *, status: int = 200) -> str:
    answer = client.get(PAGE)
    assert answer.status_code == status
    return words(answer.content.decode())


def sent(client: Client, sanction: Sanction, text: str, *, status: int = 200) -> str:
    fields = {"sanction": str(sanction.pk), "text": text}
    answer = client.post(PAGE, fields, follow=True)
    assert answer.status_code == status
    return words(answer.content.decode())


def test_it_tells_why_and_until_when_in_the_reader_s_zone(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    page = seen(browser_of(ana))
    assert "You were rude." in page
    assert "since Sun 1 Mar 2026, 13:45 UTC+05:45" in page
    assert "Until Sat 30 May 2026, 13:45 UTC+05:45" in page
    assert "your clocks stand still until then" in page
    assert "Your account cannot be deleted" in page
    assert "Mo" not in page.replace("Mountain", "")


@pytest.mark.parametrize(
    ("games", "told"),
    [("leave", "the others play on without you"), ("bot", "A bot plays on for you")],
)
def test_a_ban_is_for_good_and_tells_of_the_games(
    ana: User, moderator: User, games: str, told: str
) -> None:
    suspend(ana, moderator, kind="ban", games=games, until=None)
    page = seen(browser_of(ana))
    assert "For good" in page and told in page and "Until" not in page
    assert "You are banned" in page and "You are suspended" not in page


def test_several_stand_there_the_longest_first(ana: User, moderator: User) -> None:
    suspend(ana, moderator, reason="The short one.", until=NOW + DAY)
    suspend(ana, moderator, reason="The long one.")
    ban(ana, moderator)
    over = suspend(ana, moderator, reason="The lifted one.")
    sanctions.lift(sanction_id=over.pk, by=moderator, why="Sorry.", now=NOW)
    page = seen(browser_of(ana))
    places = [page.index(each) for each in ("For good.", "The long one.", "The short one.")]
    assert places == sorted(places)
    assert "The lifted one." not in page


def test_beside_a_ban_that_ended_their_games_no_games_wait(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    ban(ana, moderator)
    page = seen(browser_of(ana))
    assert "You have left your running games; the others play on without you." in page
    assert "No running game waits for you: you left them by another decision." in page
    assert "games wait for you" not in page and "clocks stand" not in page


def test_an_answer_lands_in_the_queue_once(ana: User, moderator: User) -> None:
    sanction = suspend(ana, moderator)
    client = browser_of(ana)
    for text in ("It was\r\na joke.", "It was\r\na joke.", "Something else"):
        page = sent(client, sanction, text)
        assert "You answered Sun 1 Mar 2026, 13:45 UTC+05:45: It was a joke." in page
        assert "will read it" in page and "Send the answer" not in page
    report = Report.objects.get()
    assert (report.about, report.reporter, report.person) == ("appeal", ana, ana)
    assert (report.sanction, report.text, report.closed_at) == (sanction, "It was\na joke.", None)


def test_after_a_decision_it_can_be_answered_once_more_in_thirty_days(
    ana: User, moderator: User
) -> None:
    sanction, other = suspend(ana, moderator), make_staff("moderator")
    client = browser_of(ana)
    sent(client, sanction, "A joke.")
    answer_appeal(
        report_id=Report.objects.get().pk, by=other, lifted=False, why="It was none.", now=NOW
    )
    page = seen(client)
    assert "the decision stands. It was none." in page
    assert "You can answer once more from Tue 31 Mar 2026, 13:45 UTC+05:45 on." in page
    assert "Send the answer" not in page
    assert "You can answer once more" in sent(client, sanction, "Again.")
    assert Report.objects.count() == 1
    with time_machine.travel(NOW + 30 * DAY, tick=False):
        client = browser_of(ana)
        assert "Send the answer" in seen(client)
        assert "You answered Tue 31 Mar 2026" in sent(client, sanction, "Again.")
        second = Report.objects.latest("pk")
        answer_appeal(report_id=second.pk, by=other, lifted=False, why="No.", now=NOW + 30 * DAY)
        page = seen(client)
        assert "You have answered twice, and the decision stands." in page
        assert "It was none." in page and "Send the answer" not in page


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Write what you have to say."),
        (" \n ", "Write what you have to say."),
        ("x" * 1001, "Use at most 1000 characters."),
        ("a\x00b", "Null characters are not allowed."),
    ],
)
def test_an_answer_that_cannot_be_is_refused_with_the_form(
    ana: User, moderator: User, text: str, told: str
) -> None:
    sanction = suspend(ana, moderator)
    page = sent(browser_of(ana), sanction, text, status=422)
    assert told in page and "You were rude." in page
    assert not Report.objects.exists()


@pytest.mark.parametrize("number", ["", "0", "x", "9" * 19, "9" * 5000, "²", "\x00"])
def test_what_is_not_there_cannot_be_answered(ana: User, moderator: User, number: str) -> None:
    suspend(ana, moderator)
    answer = browser_of(ana).post(PAGE, {"sanction": number, "text": "No."}, follow=True)
    assert answer.status_code == 200
    assert "There is nothing that you could answer any more." in answer.content.decode()
    assert not Report.objects.exists()


def test_nobody_answers_for_somebody_else(ana: User, moderator: User) -> None:
    bo = make_user("Bo")
    suspend(bo, moderator)
    sanction = suspend(ana, moderator)
    assert "There is nothing" in sent(browser_of(bo), sanction, "Let her go.")
    assert not Report.objects.exists()


def test_with_two_sanctions_each_has_its_answer(ana: User, moderator: User) -> None:
    first, second = suspend(ana, moderator, until=NOW + DAY), ban(ana, moderator)
    client = browser_of(ana)
    html = client.get(PAGE).content.decode()
    assert f'id="id_text_{first.pk}"' in html and f'id="id_text_{second.pk}"' in html
    assert hidden_value(html, "sanction") == str(second.pk)
    sent(client, first, "To the first.")
    page = sent(client, second, "To the second.")
    assert "To the first." in page and "To the second." in page
    assert Report.objects.count() == 2


def test_who_is_not_suspended_is_led_to_the_decisions(ana: User, moderator: User) -> None:
    client = browser_of(ana)
    assert client.get(PAGE)["Location"] == "/settings/conduct/"
    sanction = suspend(ana, moderator)
    sanctions.lift(sanction_id=sanction.pk, by=moderator, why="Sorry.", now=NOW)
    late = client.post(PAGE, {"sanction": sanction.pk, "text": "Why?"})
    assert (late.status_code, late["Location"]) == (303, "/settings/conduct/")
    assert Client().get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"


def test_guests_see_it_and_answer(moderator: User) -> None:
    guest = make_guest(NOW)
    sanction = suspend(guest, moderator)
    client = browser_of(guest)
    page = seen(client)
    assert "You were rude." in page and "Change your password" not in page
    assert "A joke." in sent(client, sanction, "A joke.")
    assert Report.objects.get().person == guest


def test_other_methods_are_refused_there(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    assert browser_of(ana).put(PAGE).status_code == 405


def test_it_is_kept_by_no_cache(ana: User, moderator: User) -> None:
    suspend(ana, moderator)
    client = browser_of(ana)
    for address in (PAGE, "/lobby/"):
        assert "no-store" in client.get(address)["Cache-Control"]
    assert fields_of(client.get("/lobby/").content.decode())["sanction"]


@pytest.mark.parametrize("address", [PAGE, "/lobby/"])
def test_its_head_leads_to_no_page_that_is_shut(ana: User, moderator: User, address: str) -> None:
    suspend(ana, moderator)
    page = browser_of(ana).get(address).content.decode()
    head = page[page.index("<header") : page.index("</header>")]
    assert re.findall(r'(?:href|action)="([^"]+)"', head) == [PAGE, "/accounts/logout/"]


def test_guests_who_would_lose_their_games_do_not_sign_out_there(moderator: User) -> None:
    guest = make_guest(NOW)
    suspend(guest, moderator)
    page = browser_of(guest).get(PAGE).content.decode()
    assert "/accounts/logout/" not in page
