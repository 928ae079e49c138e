"""What stands around a mail: names, threads, ways to stop it, safe lines."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from email import message_from_string, policy
from email.message import Message
from zoneinfo import ZoneInfo

import pytest
from pytest_django import Settings

from accounts.models import Notice, User
from games.mail.kind import Kind, Told
from games.mail.message_ids import message_id
from games.mail.render import message_for
from games.mail.stop import read_stop_token
from games.models import Game
from tests.builders import NOW, make_game, make_user, play_some
from tests.mail.telling import html_of, look, mail, notice_of

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SITE_URL, settings.SITE_HOST = "https://drako.example", "drako.example"


def sent(*notices: Notice, now: datetime = NOW) -> Message:
    return mail(*notices, now=now).message()


def turn_of(*users: User) -> Notice:
    """The notice of whoever has the first turn of a game of `users`."""
    game = make_game(*users)
    return Notice.objects.get(kind="turn", payload__game=game.pk)


def test_a_message_id_is_that_of_the_notice_and_stays() -> None:
    notice = turn_of(make_user(), make_user())
    one = sent(notice)["Message-ID"]
    assert re.fullmatch(rf"<notice-{notice.pk}\.[0-9a-f]{{8}}@drako\.example>", one)
    assert sent(Notice.objects.get(pk=notice.pk), now=NOW + timedelta(hours=1))["Message-ID"] == one
    assert message_id(turn_of(make_user(), make_user())).split(".")[1] != one.split(".")[1]


def test_a_message_id_cannot_be_guessed_without_the_secret(settings: Settings) -> None:
    notice = turn_of(make_user(), make_user())
    one = message_id(notice)
    settings.SECRET_KEY = "another"
    assert message_id(notice) != one


def test_mails_of_a_game_are_one_thread_for_each_person() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    game = make_game(ana, bo)
    play_some(game)
    started = list(Notice.objects.filter(kind="over", payload__game=game.pk))
    for notice in started:
        message = sent(notice)
        thread = f"<game-{game.code}.{notice.user_id}@drako.example>"
        assert message["In-Reply-To"] == message["References"] == thread
    assert {notice.user_id for notice in started} == {ana.pk, bo.pk}


def test_mails_about_several_games_are_in_no_thread() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    make_game(ana, bo, arranged=False)
    make_game(bo, ana, arranged=False)
    notices = Notice.objects.filter(kind="started", user=ana)
    message = sent(*notices)
    assert message["References"] is None and message["In-Reply-To"] is None
    assert message["Message-ID"] == message_id(notices[0])


def test_one_click_stops_the_kinds_in_the_mail() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    notice = turn_of(ana, bo)
    message = sent(notice)
    [token] = re.findall(
        r"<https://drako\.example/mail/stop/([^/]+)/>", message["List-Unsubscribe"]
    )
    assert read_stop_token(token) == (notice.user_id, ("turn",))
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"


def test_one_click_on_a_mail_of_several_kinds_stops_the_leading_one_and_its_foot_each() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    make_game(ana, bo, arranged=False)
    play_some(make_game(ana, bo))
    notices = Notice.objects.filter(kind__in=["started", "over"], user=ana).exclude(
        kind="started", payload__game=Game.objects.get(status="over").pk
    )
    message = mail(*notices, now=NOW)
    [token] = re.findall(r"/mail/stop/([^/]+)/>", message.extra_headers["List-Unsubscribe"])
    assert read_stop_token(token) == (ana.pk, ("started",))
    in_text = re.findall(r"kind \((.+)\):\n\S+/mail/stop/(\S+)/\n", str(message.body))
    in_html = re.findall(r"/mail/stop/([^/]+)/", html_of(message))
    assert [label for label, _token in in_text] == ["A game begins", "A game is over: the result"]
    assert [token for _label, token in in_text] == in_html
    assert [read_stop_token(token) for token in in_html] == [
        (ana.pk, ("started",)),
        (ana.pk, ("over",)),
    ]


def test_what_a_mail_does_not_show_is_not_what_it_stops() -> None:
    """Start and reminder of one game: the reminder says all of it."""
    ana = make_user("Ana")
    make_game(ana, make_user("Bo"), arranged=False)
    reminder = Notice.objects.get(user=ana, kind="reminder", payload__before=3600)
    message = sent(notice_of(ana, "started"), reminder, now=NOW + timedelta(hours=23, minutes=30))
    [token] = re.findall(r"/mail/stop/([^/]+)/>", message["List-Unsubscribe"])
    assert read_stop_token(token) == (ana.pk, ("reminder",))


def test_what_cannot_be_stopped_offers_no_way_to() -> None:
    notice = turn_of(make_user("Ana"), make_user("Bo"))
    found = look(notice, NOW)
    assert isinstance(found, Told)
    kind = Kind(name="turn", look=look)
    message = message_for(notice.user, [(notice, kind, found)], NOW)
    assert "List-Unsubscribe" not in message.extra_headers
    assert "/mail/stop/" not in str(message.body) + html_of(message)


def test_sender_receiver_and_moment(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL = "Drako <drako@drako.example>"
    notice = turn_of(make_user("Ana"), make_user("Bo"))
    message = sent(notice)
    assert notice.user is not None
    assert message["To"] == notice.user.email
    assert message["From"] == "Drako <drako@drako.example>"
    assert message["Date"] == "Sun, 01 Mar 2026 08:00:00 +0000"


def test_a_mail_goes_where_its_context_says() -> None:
    notice = turn_of(make_user("Ana"), make_user("Bo"))
    found = look(notice, NOW)
    assert isinstance(found, Told)
    told = Told(found.line, found.link, {**found.context, "to": "elsewhere@example.org"})
    kind = Kind(name="turn", look=look)
    assert message_for(None, [(notice, kind, told)], NOW).to == ["elsewhere@example.org"]


def test_no_name_adds_a_header_or_a_line() -> None:
    ana, bo = make_user("Ana"), make_user("Bo")
    game = make_game(ana, bo, arranged=False)
    evil = "Bo\r\nBcc: all@example.org"
    User.objects.filter(pk=bo.pk).update(name=evil[:24])
    game.refresh_from_db()
    message = sent(notice_of(ana, "started"))
    assert "\n" not in message["Subject"] and "\r" not in message["Subject"]
    assert message["Bcc"] is None
    assert "A game begins: against Bo Bcc: all@example.org" in str(message["Subject"])


@pytest.mark.parametrize("name", ["=?utf-8?q?Bo=E2=9C=93?=", "Ærøskøbing Ðóra Ñandúæøå"])
def test_a_subject_begins_on_its_line_and_is_read_as_it_was_written(name: str) -> None:
    ana, bo, cy = make_user("Ana"), make_user(name), make_user("Caecilie von Wolkenstein")
    make_game(ana, bo, cy, arranged=False)
    message = sent(notice_of(ana, "started"))
    raw = message.as_bytes().decode()
    (line,) = re.findall(r"^Subject:.*$", raw, re.MULTILINE)
    assert line.removeprefix("Subject:").strip()
    read = message_from_string(raw, policy=policy.default)
    assert name in str(read["Subject"]) and "Caecilie von Wolkenstein" in str(read["Subject"])


def test_names_of_all_scripts_arrive_in_lines_that_every_server_takes() -> None:
    users = [
        make_user("Ærøskøbing Ðóra Ñandú"),
        make_user("李小龍的王國與龍"),
        make_user("محمد عبد"),
    ]
    make_game(*users)
    for notice in Notice.objects.filter(kind="turn"):
        message = mail(notice, now=NOW)
        raw = message.message().as_bytes()
        assert max(map(len, raw.split(b"\n"))) <= 998
        for user in users:
            assert user.name in str(message.body)
        long = [line for line in str(message.body).splitlines() if len(line) > 78]
        assert all(line.startswith("https://") for line in long)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("", "Sun 1 Mar 2026, 23:00 UTC"),
        ("Asia/Kathmandu", "Mon 2 Mar 2026, 04:45 UTC+05:45"),
        ("Pacific/Honolulu", "Sun 1 Mar 2026, 13:00 HST"),
        ("Europe/Berlin", "Mon 2 Mar 2026, 00:00 CET"),
    ],
)
def test_times_are_those_of_the_readers_zone(zone: str, shown: str) -> None:
    ana = make_user("Ana", time_zone=zone)
    game = make_game(ana, make_user("Bo"), arranged=False)
    Game.objects.filter(pk=game.pk).update(deadline=datetime(2026, 3, 1, 23, tzinfo=NOW.tzinfo))
    message = mail(notice_of(ana, "started"), now=NOW)
    sentence = f"You have 15 hours, until {shown}."
    assert sentence in " ".join(str(message.body).split())
    assert sentence in html_of(message)


@pytest.mark.parametrize(
    ("hour", "shown"),
    [
        (0, "You have 16 hours, until Sun 29 Mar 2026, 01:00 CET."),
        (2, "You have 18 hours, until Sun 29 Mar 2026, 04:00 CEST."),
    ],
)
def test_daylight_saving_changes_the_zone_not_the_instant(hour: int, shown: str) -> None:
    ana = make_user("Ana", time_zone="Europe/Berlin")
    game = make_game(ana, make_user("Bo"), arranged=False)
    deadline = datetime(2026, 3, 29, hour, tzinfo=ZoneInfo("UTC"))
    Game.objects.filter(pk=game.pk).update(deadline=deadline)
    now = datetime(2026, 3, 28, 8, tzinfo=ZoneInfo("UTC"))
    assert shown in " ".join(str(mail(notice_of(ana, "started"), now=now).body).split())


def test_a_game_without_clock_or_with_one_that_stands_says_so() -> None:
    ana = make_user("Ana")
    game = make_game(ana, make_user("Bo"), arranged=False)
    notice = notice_of(ana, "started")
    Game.objects.filter(pk=game.pk).update(turn_seconds=None, deadline=None)
    assert "There is no clock: take your time." in str(mail(notice, now=NOW).body)
    Game.objects.filter(pk=game.pk).update(turn_seconds=86400, stopped_seconds=3 * 3600)
    body = " ".join(str(mail(notice, now=NOW).body).split())
    assert "The clock stands still, with 3 hours left on it." in body
