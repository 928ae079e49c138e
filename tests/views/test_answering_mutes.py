"""Whoever is muted answers it on the page of decisions, by the rules of those who are shut out."""

from __future__ import annotations

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
from tests.views.visitors import browser_of, fields_of, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
PAGE = "/settings/conduct/"
DAY = timedelta(days=1)
ASKED = "If you think that this is wrong, say so."


@pytest.fixture
def now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Moda")


def mute(user: User, by: User) -> Sanction:
    return impose(user, by, "mute", until=NOW + 90 * DAY)


def impose(user: User, by: User, kind: str, **how: object) -> Sanction:
    terms = {"user_id": user.pk, "by": by, "kind": kind, "reason": "Loud.", "now": NOW}
    return sanctions.impose(**terms | how)  # type: ignore[arg-type]


def seen(client: Client) -> str:
    answer = client.get(PAGE)
    assert answer.status_code == 200
    return words(answer.content.decode())


def sent(client: Client, which: Sanction | str, text: str, *, status: int = 200) -> str:
    key = which if isinstance(which, str) else str(which.pk)
    answer = client.post(PAGE, {"sanction": key, "text": text}, follow=True)
    assert answer.status_code == status
    return words(answer.content.decode())


def test_it_lands_in_the_queue_once(ana: User, moderator: User) -> None:
    sanction = mute(ana, moderator)
    client = browser_of(ana)
    page = client.get(PAGE).content.decode()
    assert ASKED in words(page)
    fields = fields_of(page) | {"text": "It was\r\na joke."}
    for _click in range(2):
        answer = client.post(PAGE, fields)
        assert (answer.status_code, answer["Location"]) == (303, PAGE)
    page = seen(client)
    assert "Your answer is on its way to a moderator." in page
    assert "You answered Sun 1 Mar 2026, 08:00 UTC: It was a joke." in page
    assert "told here and by mail" in page and "Moda" not in page and ASKED not in page
    report = Report.objects.get()
    assert (report.about, report.reporter, report.person) == ("appeal", ana, ana)
    assert (report.sanction, report.text) == (sanction, "It was\na joke.")


def test_once_more_in_thirty_days_after_a_decision(ana: User, moderator: User) -> None:
    sanction, other = mute(ana, moderator), make_staff("moderator")
    client = browser_of(ana)
    for number, at in enumerate([NOW, NOW + 30 * DAY]):
        with time_machine.travel(at, tick=False):
            sent(browser_of(ana), sanction, f"Answer {number}.")
            report = Report.objects.latest("pk")
            assert report.text == f"Answer {number}."
            why = f"Read {number}."
            answer_appeal(report_id=report.pk, by=other, lifted=False, why=why, now=at)
            client = browser_of(ana)
            page = seen(client)
            assert f"the decision stands. Read {number}." in page and ASKED not in page
            refused = "You can answer once more from Tue 31 Mar 2026" if not number else "twice"
            assert refused in page and refused in sent(client, sanction, "Again.")
    assert Report.objects.count() == 2


def test_lifted_after_an_answer_it_is_over(ana: User, moderator: User) -> None:
    sanction = mute(ana, moderator)
    client = browser_of(ana)
    sent(client, sanction, "A joke.")
    by = make_staff("moderator")
    answer_appeal(report_id=Report.objects.get().pk, by=by, lifted=True, why="It was.", now=NOW)
    page = seen(client)
    assert "the decision was lifted" in page and "Why it was lifted: It was." in page
    assert ASKED not in page
    ana.refresh_from_db()
    assert not ana.muted_until
    assert "There is nothing that you could answer any more." in sent(client, sanction, "Why?")


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "Write what you have to say."), (" ", "Write what"), ("x" * 1001, "at most 1000")],
)
def test_what_is_refused_is_said_beside_the_form(
    ana: User, moderator: User, text: str, told: str
) -> None:
    sanction = mute(ana, moderator)
    answer = browser_of(ana).post(PAGE, {"sanction": sanction.pk, "text": text})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert told in page and "<title>Error: " in page and "autofocus" in page
    assert "Loud." in page and not Report.objects.exists()


@pytest.mark.parametrize("number", ["", "0", "x", "9" * 19, "9" * 5000, "\x00"])
def test_what_is_not_there_cannot_be_answered(ana: User, moderator: User, number: str) -> None:
    mute(ana, moderator)
    assert "There is nothing that you could answer" in sent(browser_of(ana), number, "No.")
    assert not Report.objects.exists()


def test_only_a_mute_in_force_has_a_form(ana: User, moderator: User) -> None:
    warning = impose(ana, moderator, "warning")
    over = impose(ana, moderator, "mute", until=NOW + DAY)
    lifted = mute(ana, moderator)
    Sanction.objects.filter(pk=over.pk).update(until=NOW)
    sanctions.lift(sanction_id=lifted.pk, by=moderator, why="Sorry.", now=NOW)
    client = browser_of(ana)
    assert ASKED not in seen(client)
    for each in (warning, over, lifted):
        assert "There is nothing that you could answer" in sent(client, each, "No.")
    assert not Report.objects.exists()


def test_nobody_answers_for_somebody_else(ana: User, moderator: User) -> None:
    sanction = mute(ana, moderator)
    assert "There is nothing" in sent(browser_of(make_user("Bo")), sanction, "Let her.")
    strange = Client().post(PAGE, {"sanction": sanction.pk, "text": "Let her."})
    assert strange["Location"] == f"/accounts/login/?next={PAGE}"
    assert not Report.objects.exists()


def test_a_suspended_person_is_kept_out_of_here(ana: User, moderator: User) -> None:
    sanction = mute(ana, moderator)
    impose(ana, moderator, "ban", games="leave")
    answer = browser_of(ana).post(PAGE, {"sanction": sanction.pk, "text": "No."})
    assert answer.status_code == 403
    assert not Report.objects.exists()


def test_two_mutes_have_a_form_each(ana: User, moderator: User) -> None:
    first, second = mute(ana, moderator), mute(ana, moderator)
    client = browser_of(ana)
    page = client.get(PAGE).content.decode()
    assert f'id="id_text_{first.pk}"' in page and f'id="id_text_{second.pk}"' in page
    sent(client, first, "To the first.")
    page = sent(client, second, "To the second.")
    assert "To the first." in page and "To the second." in page


def test_guests_answer_too(moderator: User) -> None:
    guest = make_guest(NOW)
    sanction = mute(guest, moderator)
    page = sent(browser_of(guest), sanction, "A joke.")
    assert "A joke." in page and "What comes of it stands here then." in page
    assert Report.objects.get().person == guest


def test_a_warning_is_read_beside_it(ana: User, moderator: User) -> None:
    mute(ana, moderator)
    warning = impose(ana, moderator, "warning")
    assert browser_of(ana).post(PAGE, {"read": warning.pk}).status_code == 303
    warning.refresh_from_db()
    assert warning.read_at == NOW
