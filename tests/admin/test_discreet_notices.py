"""The outbox in the admin tells nobody who reported whom, and whose mails the reader may touch."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from accounts.models import Act, Notice, User
from accounts.renaming import take_name_away
from accounts.sanctions import impose, lift
from games.admin.discreet import DISCREET
from games.models import Game, Report
from games.play.invitations import let_others_in
from games.play.lobby import join
from games.play.moderation.appeals import appeal
from games.play.moderation.decisions import answer_appeal, dismiss
from games.play.moderation.reports import report
from games.play.rematch import offer
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user
from tests.views.visitors import browser_of, words

# Its SQL runs on PostgreSQL in tests/matrix and tests/play: here one database is enough.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LIST = "/admin/accounts/notice/"


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("Boss", "boss@example.org")


@pytest.fixture
def operator() -> User:
    return make_staff("operator", "Op")


def every_discreet_mail(person: User, boss: User) -> Report:
    """Let a report on the person, and all that can come of one, be told by mail; return it."""
    now = timezone.now()
    eve = make_user(f"Eve {person.pk}")
    filed = report(
        reporter=eve, person_id=person.pk, about="abuse", game_id=None, text="Rude", now=now
    )
    dismiss(report_id=filed.pk, by=boss, why="", now=now)
    until = now + timedelta(days=1)
    by = make_staff("moderator")
    muted = impose(user_id=person.pk, by=by, kind="mute", reason="So", until=until, now=now)
    answer = appeal(user=person, sanction_id=muted.pk, text="No", now=now)
    answer_appeal(report_id=answer.pk, by=boss, lifted=False, why="Yes", now=now)
    lift(sanction_id=muted.pk, by=by, why="Enough", now=now)
    take_name_away(user=person, by=by, why="So", now=now)
    Notice.objects.update(error=f"550 {person.email} and {eve.email} unknown", state="failed")
    assert set(Notice.objects.values_list("kind", flat=True)) == set(DISCREET)
    return filed


def listed(browser: Client, **asked: str) -> set[str]:
    answer = browser.get(LIST, asked)
    assert answer.status_code == 200
    return {notice.kind for notice in answer.context["cl"].result_list}


def pages(browser: Client, *notices: Notice) -> str:
    """What stands on the list, however it is sorted, and on the pages of the notices."""
    ways = [LIST, f"{LIST}?o=1.2.3.4.5.6.7.8", f"{LIST}?state__exact=failed"]
    ways += [f"{LIST}{each.pk}/{page}/" for each in notices for page in ("change", "history")]
    ways += ["/admin/"]
    texts = []
    for way in ways:
        answer = browser.get(way)
        assert answer.status_code == 200
        texts.append(answer.content.decode())
    return "\n".join(texts)


def test_without_the_right_to_read_reports_nobody_sees_whose_they_are(
    boss: User, operator: User
) -> None:
    bo = make_user("Bobo")
    every_discreet_mail(bo, boss)
    bo.refresh_from_db()
    browser, notices = browser_of(operator), list(Notice.objects.all())
    assert listed(browser) == set(DISCREET)
    for action in ("send_again", "cancel"):
        browser.post(LIST, {"action": action, "_selected_action": [each.pk for each in notices]})
    log = browser.get("/admin/accounts/act/").content.decode()
    assert "cancelled a mail" in log
    assert "Eve" not in log
    shown = pages(browser, *notices)
    for told in ("Eve", "Bobo", bo.name, "@example.org", *(each.key for each in notices)):
        assert told not in shown, told
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("asked", ["report-decided", "Eve", "sanctioned:", "Player", "notice-"])
def test_nor_finds_them_by_it(boss: User, operator: User, asked: str) -> None:
    every_discreet_mail(make_user("Bobo"), boss)
    assert listed(browser_of(operator), q=asked) == set()


def test_nor_by_their_order(boss: User, operator: User) -> None:
    every_discreet_mail(make_user("Bobo"), boss)
    page = browser_of(operator).get(LIST).content.decode()
    sorted_by = set(re.findall(r'<th scope="col" class="sortable column-(\w+)', page))
    assert sorted_by == {"kind", "state", "tries", "not_before", "sent_at"}


def test_who_reads_reports_sees_whose_they_are(boss: User) -> None:
    filed = every_discreet_mail(make_user("Bobo"), boss)
    page = words(browser_of(boss).get(LIST, {"q": "report-decided"}).content.decode())
    assert f"report-decided:{filed.pk} Eve" in page


def test_of_those_about_oneself_nobody_sees_that_there_are_any(boss: User, operator: User) -> None:
    top = User.objects.create_superuser("Top", "top@example.org")
    for reader in (operator, top):
        Notice.objects.all().delete()
        every_discreet_mail(reader, boss)
        reader.refresh_from_db()
        browser = browser_of(reader)
        assert listed(browser) == set()
        own = list(Notice.objects.all())
        for each in own:
            assert browser.get(f"{LIST}{each.pk}/change/").status_code == 302
        for action in ("send_again", "cancel"):
            sent = {"action": action, "_selected_action": [each.pk for each in own]}
            browser.post(LIST, sent)
        assert set(Notice.objects.values_list("state", flat=True)) == {"failed"}


def test_nor_of_what_they_reported_or_sit_beside(boss: User) -> None:
    top = User.objects.create_superuser("Top", "top@example.org")
    game = make_game(top, make_user("Ana"), make_user("Bo"), turn_seconds=86_400)
    Notice.objects.all().delete()
    now, bo = timezone.now(), User.objects.get(name="Bo")
    for reporter, table in ((top, None), (User.objects.get(name="Ana"), game)):
        filed = report(
            reporter=reporter,
            person_id=bo.pk,
            about="abuse",
            game_id=table.pk if table else None,
            text="Rude",
            now=now,
        )
        dismiss(report_id=filed.pk, by=boss, why="", now=now)
    assert Notice.objects.count() == 4
    assert listed(browser_of(top)) == set()
    assert listed(browser_of(boss)) == {"report-decided", "report-dismissed"}


def test_the_log_says_whose_other_mails_were_not_whose_these(operator: User) -> None:
    bo = make_user("Bo")
    for kind, whose in (("sanctioned", None), ("over", bo)):
        mail = Notice.objects.create(
            key=f"{kind}:1", user=bo, kind=kind, state="failed", created_at=NOW, not_before=NOW
        )
        sent = {"action": "cancel", "_selected_action": [mail.pk]}
        browser_of(operator).post(LIST, sent)
        line = Act.objects.get(detail__notice=mail.pk)
        assert (line.person, line.what) == (whose, "mail-cancel")


@pytest.mark.parametrize("action", ["cancel", "send_again"])
def test_mails_about_ones_own_table_are_left_alone(operator: User, action: str) -> None:
    ana = make_user("Ana")
    own = make_game(operator, ana, turn_seconds=86_400, bank_seconds=0)
    other = make_game(ana, make_user(), turn_seconds=86_400, bank_seconds=0)
    Game.objects.filter(pk=own.pk).update(status="void", deadline=None)  # it need not run
    Notice.objects.update(state="failed")
    notices = Notice.objects.filter(payload__has_key="game")
    sent = {"action": action, "_selected_action": [each.pk for each in notices]}
    answer = browser_of(operator).post(LIST, sent, follow=True)
    assert "or you sit at" in words(answer.content.decode())
    states = {(each.payload["game"], each.state) for each in notices.all()}
    done = "dropped" if action == "cancel" else "waiting"
    assert states == {(own.pk, "failed"), (other.pk, done)}


@pytest.mark.parametrize("joins", [False, True])
@pytest.mark.parametrize("action", ["cancel", "send_again"])
def test_so_are_those_that_ask_for_a_rematch_with_oneself(
    operator: User, action: str, joins: bool
) -> None:
    """Of a game one has played, or at whose table one has come to sit."""
    people = [make_user("Ana") if joins else operator, make_user("Bo"), make_user("Cy")]
    game = make_game(*people, turn_seconds=86_400)
    for seat in (0, 1):
        act(game, seat, Move("leave", detail="resigned"))
    table = offer(game_id=game.pk, user=people[1], seed=SEED, now=NOW)
    if joins:
        let_others_in(game_id=table.pk, by=people[1])
        join(game_id=table.pk, user=operator, seed=SEED, now=NOW)
    Notice.objects.exclude(kind="rematch").delete()
    Notice.objects.update(state="failed")
    notices = [each.pk for each in Notice.objects.all()]
    assert len(notices) == 2
    sent = {"action": action, "_selected_action": notices}
    answer = browser_of(operator).post(LIST, sent, follow=True)
    assert "or you sit at" in words(answer.content.decode())
    assert set(Notice.objects.values_list("state", flat=True)) == {"failed"}


def test_a_form_sent_to_a_mails_page_changes_nothing(boss: User) -> None:
    mail = Notice.objects.create(key="over:1", kind="over", created_at=NOW, not_before=NOW)
    assert browser_of(boss).post(f"{LIST}{mail.pk}/change/", {}).status_code == 403
