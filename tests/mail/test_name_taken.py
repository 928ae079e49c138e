"""What people are told by mail when their name was taken away, and who reported it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts import sanctions
from accounts.models import Notice, User
from accounts.renaming import rename
from games.mail.kinds import KINDS
from games.play.moderation.naming import take_name
from games.play.people.closing import close_account
from tests.builders import NOW, make_report, make_staff, make_user
from tests.mail.telling import html_of, is_untrue, mail, notice_of, text

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
CHOOSE = "You can choose another name at once, but not the one that was taken"


@pytest.fixture
def mo() -> User:
    return make_staff("moderator", "Moda")


@pytest.fixture
def rude(mo: User) -> User:
    """Whose name was taken away after a report by Ana."""
    rude = make_user("Rude Words")
    make_report(rude, reporter=make_user("Ana"), about="name", text="Shame.")
    take_name(person_id=rude.pk, name=rude.name, by=mo, why="It <b>insults</b>.", now=NOW)
    rude.refresh_from_db()
    return rude


def test_it_always_comes() -> None:
    assert not KINDS["name-taken"].label


def test_it_says_why_what_they_are_called_and_where_to_choose(rude: User) -> None:
    notice = notice_of(rude, "name-taken")
    message = mail(notice, now=NOW)
    assert message.subject == "A moderator has taken your name away"
    told = text(notice)
    assert "This is why: It <b>insults</b>." in told
    assert f"You are called {rude.name} now." in told and CHOOSE in told
    html = html_of(message)
    assert "It &lt;b&gt;insults&lt;/b&gt;." in html and rude.name in html and CHOOSE in html
    for part in (str(message.body), html):
        assert "/accounts/name/" in part
        for private in ("Rude Words", "Moda", "Ana", "Shame", "report"):
            assert private not in part


def test_who_has_chosen_another_is_told_that_name(rude: User) -> None:
    rename(user=rude, name="Polite", now=NOW)
    told = text(notice_of(rude, "name-taken"))
    assert "You are called Polite now." in told and CHOOSE not in told
    assert "/settings/conduct/" in told


def test_who_is_suspended_chooses_later(rude: User, mo: User) -> None:
    terms = {"kind": "suspension", "reason": "Rude.", "until": NOW + DAY, "games": "pause"}
    sanctions.impose(user_id=rude.pk, by=mo, now=NOW, **terms)  # type: ignore[arg-type]
    notice = notice_of(rude, "name-taken")
    assert "once you are not suspended any more" in text(notice)
    assert CHOOSE not in html_of(mail(notice, now=NOW))
    assert CHOOSE in text(notice, NOW + DAY)


def test_whose_account_is_gone_is_told_nothing(rude: User) -> None:
    notice = notice_of(rude, "name-taken")
    Notice.objects.filter(pk=notice.pk).update(payload={"act": notice.payload["act"] + 1})
    notice.refresh_from_db()
    assert is_untrue(notice)
    close_account(user_id=rude.pk, now=NOW)
    assert not Notice.objects.filter(kind="name-taken").exists()


def test_the_reporter_reads_that_it_was_taken_away_and_no_name(rude: User) -> None:
    notice = notice_of(User.objects.get(name="Ana"), "report-decided")
    message = mail(notice, now=NOW)
    assert message.subject == "Your report about a name"
    line = "decided on your report about a name of Sun 1 Mar 2026: it was taken away. Thank you"
    assert line in text(notice)
    for private in (rude.name, "Rude Words", "insults"):
        assert private not in f"{message.body}{html_of(message)}"
