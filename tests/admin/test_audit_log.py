"""The audit log in the admin: read and searched by staff, changed by nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import audit
from accounts.models import Act, Notice, User
from games.play.moderation.acting import act_on
from tests.builders import NOW, make_game, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db
LOG = "/admin/accounts/act/"


@pytest.fixture
def boss() -> Client:
    return browser_of(User.objects.create_superuser("Boss", "boss@example.org"))


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def line(mod: User) -> Act:
    """A line: Mod has warned Bo."""
    act_on(
        person_id=make_user("Bo").pk,
        by=mod,
        kind="warning",
        reason="Be <b>kind</b>",
        until=None,
        games="",
        now=NOW,
    )
    return Act.objects.get()


def listed(browser: Client, **asked: str) -> list[Act]:
    answer = browser.get(LOG, asked)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def test_every_line_says_who_what_on_whom_why_and_when(boss: Client, line: Act) -> None:
    page = boss.get(LOG).content.decode()
    assert "Sun 1 Mar 2026, 08:00 UTC Mod warned Bo - Be <b>kind</b>" in words(page)
    assert f'<a href="/admin/accounts/user/{line.person_id}/change/">Bo</a>' in page
    one = words(boss.get(f"{LOG}{line.pk}/change/").content.decode())
    for part in ("Mod", "warned", "Bo", "Be <b>kind</b>", '"sanction"'):
        assert part in one


def test_a_game_s_code_leads_to_it(boss: Client, mod: User) -> None:
    game = make_game(make_user(), make_user())
    audit.log(by=mod, what=Act.What.FREE, game=game.code, now=NOW)
    address = f"/admin/games/game/?q={game.code}"
    assert f'<a href="{address}">{game.code}</a>' in boss.get(LOG).content.decode()
    assert f"/admin/games/game/{game.pk}/change/" in boss.get(address).content.decode()


def test_lines_are_found_by_names_of_either_side_and_by_code(boss: Client, line: Act) -> None:
    other = audit.log(by=make_user("Cy"), what=Act.What.FREE, game="abcdefghjkmn", now=NOW)
    for search in ("Mod", "bO"):
        assert listed(boss, q=search) == [line]
    for search in ("Cy", "abcdefghjkmn"):
        assert listed(boss, q=search) == [other]
    assert listed(boss, q="Nobody") == []


def test_lines_are_found_by_what_and_when(boss: Client, line: Act, mod: User) -> None:
    later = audit.log(by=mod, what=Act.What.FREE, now=NOW + timedelta(days=40))
    assert listed(boss) == [later, line]
    assert listed(boss, what__exact="person-warn") == [line]
    assert listed(boss, at__year="2026", at__month="4") == [later]
    assert listed(boss, at__gte="2026-04-01 00:00:00+00:00") == [later]
    assert listed(boss, at__lt="2026-04-01 00:00:00+00:00") == [line]
    for odd in ("x", "9" * 5000, "-1", "0"):
        for part in ("at__year", "at__month", "at__gte"):
            assert boss.get(LOG, {part: odd}).status_code in (200, 302, 400)


@pytest.mark.parametrize("lookup", ["why__startswith", "detail__report", "by__email", "person__id"])
def test_nothing_else_can_be_asked_for(boss: Client, line: Act, lookup: str) -> None:
    assert boss.get(LOG, {lookup: "1"}).status_code == 400


@pytest.mark.parametrize("group", ["moderator", "operator", "superuser"])
def test_nobody_adds_changes_or_deletes_a_line(boss: Client, line: Act, group: str) -> None:
    browser = boss if group == "superuser" else browser_of(make_staff(group))
    before = Act.objects.values().get()
    sent = {"why": "Otherwise", "post": "yes"}
    assert browser.get(f"{LOG}{line.pk}/change/").status_code == 200
    assert browser.get(f"{LOG}add/").status_code == 403
    for page in ("add/", f"{line.pk}/change/", f"{line.pk}/delete/"):
        assert browser.post(LOG + page, sent).status_code == 403
    assert browser.get(f"{LOG}{line.pk}/delete/").status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": str(line.pk), "post": "yes"}
    browser.post(LOG, chosen)
    assert "delete_selected" not in browser.get(LOG).content.decode()
    assert Act.objects.values().get() == before


def test_who_reads_it(line: Act) -> None:
    for group in ("moderator", "operator"):
        assert browser_of(make_staff(group)).get(LOG).status_code == 200
    plain = make_user("Plain", is_staff=True)
    plain.user_permissions.set(Permission.objects.filter(codename="view_user"))
    assert browser_of(plain).get(LOG).status_code == 403
    assert browser_of(make_user()).get(LOG).status_code == 302


@pytest.mark.parametrize("what", [Act.What.NOTE, Act.What.DISMISS, Act.What.WARN, Act.What.ROLES])
def test_of_what_is_about_oneself_nothing_is_read(mod: User, what: str) -> None:
    boss, other = User.objects.create_superuser("Boss", "boss@example.org"), make_user("Bo")
    for person in (mod, boss, other):
        audit.log(by=make_staff("moderator"), what=what, person=person, why="Talks", now=NOW)
    for reader in (mod, boss):
        browser = browser_of(reader)
        assert {act.person for act in listed(browser)} == {mod, boss, other} - {reader}
        own = Act.objects.get(person=reader)
        assert browser.get(f"{LOG}{own.pk}/change/").status_code == 302


def test_dismissed_reports_are_for_those_who_may_read_them(mod: User) -> None:
    bo = make_user("Bo")
    beside, elsewhere = make_game(mod, bo, make_user()), make_game(bo, make_user())
    for game in (beside, elsewhere):
        audit.log(by=make_user(), what=Act.What.DISMISS, person=bo, game=game.code, now=NOW)
    assert [act.game for act in listed(browser_of(mod))] == [elsewhere.code]
    record = browser_of(mod).get(f"/admin/accounts/user/{bo.pk}/change/").context["record"]
    assert [act.game for act in record.acts] == [elsewhere.code]
    assert listed(browser_of(make_staff("operator"))) == []
    assert len(listed(browser_of(User.objects.create_superuser("Boss", "boss@example.org")))) == 2


def test_a_games_page_does_not_say_who_removed_the_reader(mod: User) -> None:
    game, other = make_game(mod, make_user("Bo")), make_staff("moderator", "Other")
    for person in (mod, User.objects.get(name="Bo")):
        audit.log(by=other, what=Act.What.REMOVE, person=person, game=game.code, now=NOW)
    page = browser_of(mod).get(f"/admin/games/game/{game.pk}/change/")
    assert [act.person.name for act in page.context["done"]] == ["Bo"]


def test_it_costs_as_many_queries_however_long_it_is(boss: Client, mod: User) -> None:
    def fill(much: int) -> None:
        for _number in range(much):
            audit.log(by=make_user(), what=Act.What.WARN, person=make_user(), now=NOW)

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            listed(boss)
        return len(made)

    fill(2)
    queries()
    before = queries()
    fill(20)
    assert queries() == before <= 12


@pytest.mark.parametrize(
    ("action", "what"), [("send_again", "mail-resend"), ("cancel", "mail-cancel")]
)
def test_mails_sent_again_and_cancelled_are_in_it(action: str, what: str) -> None:
    ana, operator = make_user("Ana"), make_staff("operator", "Op")
    failed, sent = (
        Notice.objects.create(
            key=state, user=ana, kind="turn", state=state, created_at=NOW, not_before=NOW
        )
        for state in ("failed", "sent")
    )
    chosen = {"action": action, "_selected_action": [failed.pk, sent.pk]}
    browser_of(operator).post("/admin/accounts/notice/", chosen)
    line = Act.objects.get()
    assert (line.by, line.what, line.person) == (operator, what, ana)
    assert line.detail == {"notice": failed.pk, "kind": "turn"}
