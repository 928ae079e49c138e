"""What moderators do to a report: each act and each refusal, at its address."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Act, Notice, Sanction, User
from accounts.sanctions import impose
from games.admin.one_click import moment_shown
from games.admin.seen import marks_of
from games.models import Game, Report
from games.play.moderation.acting import act_on
from games.play.moderation.appeals import appeal as file_appeal
from games.play.moderation.decisions import take
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.side_by_side import side_by_side
from tests.views.visitors import browser_of, hidden_value, words

pytestmark = pytest.mark.django_db
QUEUE = "/admin/games/report/"
REASON = {"reason": "Because"}


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def browser(mod: User) -> Client:
    return browser_of(mod)


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def way(report: Report, act: str) -> str:
    return f"{QUEUE}{report.pk}/{act}/"


def decide(browser: Client, report: Report, kind: str, **sent: Any) -> Any:
    """Send a form of a page on which all reports on the person were seen some time ago."""
    seen = marks_of(Report.objects.filter(person=report.person_id))
    carried = {"moment": moment_shown(timezone.now()) - 60_000, "seen": seen}
    return browser.post(way(report, "decide"), {"kind": kind, **carried, **sent})


def refused(answer: Any, sentence: str, status: int = 422) -> None:
    """See that a form was refused with this sentence."""
    assert answer.status_code == status
    assert sentence in words(answer.content.decode())
    assert not Sanction.objects.filter(lifted_at=None, reason="Because").exists()


def test_a_report_is_taken_and_given_back(mod: User, browser: Client, bo: User) -> None:
    report = make_report(bo)
    assert browser.post(way(report, "take"))["Location"] == f"{QUEUE}{report.pk}/change/"
    assert Report.objects.get().taken_by == mod
    page = words(browser.get(f"{QUEUE}{report.pk}/change/").content.decode())
    assert "You have taken this. Give it back" in page
    assert browser.post(way(report, "give-back"))["Location"] == QUEUE
    assert Report.objects.get().taken_by is None
    refused(browser.post(way(report, "give-back")), "You have not taken this.")


def test_what_another_has_taken_is_taken_over_on_purpose(browser: Client, bo: User) -> None:
    report, other = make_report(bo), make_staff("moderator", "Other")
    take(report_id=report.pk, by=other, now=NOW)
    for answer in (browser.post(way(report, "take")), decide(browser, report, "warning", **REASON)):
        refused(answer, "Other has taken this. Take it over first if you have to.")
    page = words(browser.get(f"{QUEUE}{report.pk}/change/").content.decode())
    assert "Other has taken this. Take it over" in page
    browser.post(way(report, "take"), {"over": "1"})
    assert decide(browser, report, "warning", **REASON).status_code == 302


def test_looking_changes_nothing(browser: Client, bo: User) -> None:
    report = make_report(bo)
    for act in ("take", "give-back", "decide", "answer"):
        assert browser.get(way(report, act)).status_code == 302
    assert Report.objects.get().taken_by is None


def test_a_report_is_dismissed_without_a_reason(browser: Client, bo: User) -> None:
    report = make_report(bo)
    answer = decide(browser, report, "dismiss")
    assert answer["Location"] == QUEUE
    assert "Done, and both sides are told." in words(browser.get(QUEUE).content.decode())
    assert Report.objects.get().decision == "dismissed"


def test_common_sentences_and_own_words_make_the_reason(browser: Client, bo: User) -> None:
    sent = {"sentence": "insults", "reason": "  <b>Twice</b> & \U0001f409 "}
    decide(browser, make_report(bo), "warning", **sent)
    told = Sanction.objects.get().reason
    assert told == "Insults and threats are not allowed here. <b>Twice</b> & \U0001f409"
    decide(browser, make_report(bo), "warning", sentence="name")
    assert Sanction.objects.order_by("pk").last().reason.startswith("Your name")  # type: ignore[union-attr]


@pytest.mark.parametrize("days", ["1", "7", "30"])
def test_a_mute_lasts_so_many_days(browser: Client, bo: User, days: str) -> None:
    before = timezone.now()
    decide(browser, make_report(bo), "mute", days=days, **REASON)
    sanction = Sanction.objects.get()
    assert sanction.until
    assert before <= sanction.until - timedelta(days=int(days)) <= timezone.now()
    assert (sanction.kind, sanction.games) == ("mute", "")


def test_a_suspension_lasts_to_the_end_of_a_day_where_the_moderator_is(
    mod: User, browser: Client, bo: User
) -> None:
    User.objects.filter(pk=mod.pk).update(time_zone="Asia/Tokyo")
    last_day = timezone.now().date() + timedelta(days=40)
    sent = {"days": "7", "last_day": last_day.isoformat(), "games": "leave"}
    assert decide(browser, make_report(bo), "suspension", **sent, **REASON).status_code == 302
    sanction = Sanction.objects.get()
    assert sanction.until
    assert sanction.until.isoformat() == f"{last_day}T15:00:00+00:00"  # midnight in Tokyo
    assert sanction.games == "leave"


def test_a_ban_has_no_end(browser: Client, bo: User) -> None:
    decide(browser, make_report(bo), "ban", games="bot", **REASON)
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.until, sanction.games) == ("ban", None, "bot")
    bo.refresh_from_db()
    assert bo.is_suspended(timezone.now())


def test_other_reports_close_along_where_that_is_wished(browser: Client, bo: User) -> None:
    first, second = make_report(bo), make_report(bo)
    page = browser.get(f"{QUEUE}{first.pk}/change/").content.decode()
    assert "Close the other open report on this person as well (1)" in words(page)
    decide(browser, first, "warning", **REASON)
    assert Report.objects.filter(closed_at=None).get() == second
    third = make_report(bo)
    decide(browser, third, "warning", with_others="on", **REASON)
    assert not Report.objects.filter(closed_at=None).exists()
    assert "as well" not in browser.get(f"{QUEUE}{make_report(bo).pk}/change/").content.decode()


@pytest.mark.parametrize("kind", ["dismiss", "warning"])
def test_but_not_those_that_came_in_since_the_page_was_made(
    browser: Client, bo: User, kind: str
) -> None:
    report, seen = make_report(bo), make_report(bo)
    page = browser.get(f"{QUEUE}{report.pk}/change/").content.decode()
    late = make_report(bo)
    shown = hidden_value(page, "seen")
    decide(browser, report, kind, with_others="on", seen=shown, **REASON)
    assert Report.objects.filter(closed_at=None).get() == late
    seen.refresh_from_db()
    assert seen.closed_at


LONG = "x" * 1000
YESTERDAY = (timezone.now() - timedelta(days=2)).date().isoformat()


@pytest.mark.parametrize(
    ("kind", "sent", "sentence"),
    [
        ("warning", {}, "Give a reason: the person is told it."),
        ("ban", {"games": "bot"}, "Give a reason: the person is told it."),
        ("ban", {**REASON, "games": "pause"}, "Select a valid choice."),
        ("ban", REASON, "Choose what their running games do."),
        ("mute", {**REASON, "days": "2"}, "Select a valid choice."),
        ("mute", REASON, "Choose for how long, or until which day."),
        ("mute", {**REASON, "last_day": YESTERDAY}, "The end must be still to come."),
        ("mute", {**REASON, "last_day": "0001-01-01"}, "The end must be still to come."),
        ("mute", {**REASON, "last_day": "9999-12-31"}, "That is more than a year"),
        ("mute", {**REASON, "last_day": "soon"}, "Enter a valid date."),
        ("suspension", {**REASON, "days": "3", "games": ""}, "Choose what their running"),
        ("suspension", {**REASON, "days": "3", "games": "x"}, "Select a valid choice."),
        ("warning", {"reason": LONG + "x"}, "at most 1000 characters"),
        ("warning", {"reason": LONG, "sentence": "slow"}, "too long together"),
        ("warning", {"sentence": "odd"}, "Select a valid choice."),
        ("warning", {"reason": "So\0"}, "Null characters are not allowed."),
        ("jail", REASON, "There is no such decision."),
        ("", REASON, "There is no such decision."),
        ("\0", REASON, "There is no such decision."),
    ],
)
def test_what_is_refused_says_why_and_keeps_what_was_typed(
    browser: Client, bo: User, kind: str, sent: dict[str, Any], sentence: str
) -> None:
    report = make_report(bo)
    answer = decide(browser, report, kind, **sent)
    refused(answer, sentence)
    page = answer.content.decode()
    if kind in ("warning", "ban", "mute", "suspension"):
        assert page.count(" open><summary>") == 1
        assert sent.get("reason", "").replace("\0", "\ufffd") in page.replace("\0", "\ufffd")
    assert not Report.objects.exclude(closed_at=None).exists()
    assert not Notice.objects.exists()


def test_the_second_of_two_moderators_is_told_what_the_first_did(browser: Client, bo: User) -> None:
    report, other = make_report(bo), browser_of(make_staff("moderator", "Other"))
    assert decide(browser, report, "warning", **REASON).status_code == 302
    for answer in (
        decide(other, report, "ban", games="bot", reason="Out"),
        decide(other, report, "dismiss"),
        other.post(way(report, "take"), {"over": "1"}),
    ):
        assert answer.status_code == 422
        page = words(answer.content.decode())
        assert "Decided already: warned, by Mod. Nothing more was done." in page
    assert Sanction.objects.count() == Act.objects.count() == 1
    assert Notice.objects.count() == 2


def test_a_double_click_counts_once(browser: Client, bo: User) -> None:
    report = make_report(bo)
    for _click in range(2):
        answer = decide(browser, report, "warning", **REASON)
        assert answer.status_code == 302
    page = words(browser.get(answer["Location"]).content.decode())
    assert "Decided already: warned, by Mod." in page
    assert Sanction.objects.count() == Act.objects.count() == 1
    assert Notice.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_moderators_at_the_same_moment_decide_once() -> None:
    mods = [browser_of(make_staff("moderator", name)) for name in ("Mod", "Other")]
    bo = make_user("Bo")
    first, second = make_report(bo), make_report(bo)

    def act(browser: Client, report: Report) -> int:
        return decide(browser, report, "warning", with_others="on", **REASON).status_code

    answers = side_by_side([lambda: act(mods[0], first), lambda: act(mods[1], second)])
    assert sorted(answers) == [302, 422]
    assert Sanction.objects.count() == 1
    assert {report.decision for report in Report.objects.all()} == {"warning"}
    assert Notice.objects.filter(kind="report-decided").count() == 2


@pytest.fixture
def appeal(bo: User) -> Report:
    """An appeal against what the moderator "First" imposed."""
    first = make_staff("moderator", "First")
    sanction = impose(
        user_id=bo.pk, by=first, kind="ban", reason="So", games="leave", now=timezone.now()
    )
    return Report.objects.create(
        reporter=bo, person=bo, about="appeal", sanction=sanction, at=timezone.now()
    )


@pytest.mark.parametrize(("answer", "decision"), [("lift", "lifted"), ("stands", "upheld")])
def test_an_appeal_is_answered(
    browser: Client, bo: User, appeal: Report, answer: str, decision: str
) -> None:
    sent = {"answer": answer, "sentence": "mistake"}
    assert browser.post(way(appeal, "answer"), sent)["Location"] == QUEUE
    appeal.refresh_from_db()
    bo.refresh_from_db()
    assert appeal.decision == decision
    assert bo.is_suspended(timezone.now()) == (decision == "upheld")
    again = browser.post(way(appeal, "answer"), sent)
    assert again.status_code == 302
    assert Act.objects.exclude(what="person-ban").count() == 1


def test_not_by_whoever_imposed_it(bo: User, appeal: Report) -> None:
    first = browser_of(User.objects.get(name="First"))
    for act, sent in (
        ("answer", {"answer": "lift", **REASON}),
        ("answer", {"answer": "stands", **REASON}),
        ("take", {}),
    ):
        answer = first.post(way(appeal, act), sent)
        refused(answer, "You imposed or lifted this yourself: somebody else answers.", 403)
    appeal.refresh_from_db()
    assert (appeal.closed_at, appeal.taken_by) == (None, None)


def test_nor_by_whom_they_play_with(mod: User, browser: Client, bo: User, appeal: Report) -> None:
    game = make_game(mod, make_user())
    game.seats.exclude(user=mod).update(user=bo)
    for act, sent in (
        ("answer", {"answer": "lift", **REASON}),
        ("answer", {"answer": "stands", **REASON}),
        ("take", {}),
    ):
        refused(browser.post(way(appeal, act), sent), "You play in a game with this person", 403)
    assert decide(browser, make_report(make_user()), "dismiss")["Location"] == QUEUE
    page = words(browser.get(f"{QUEUE}{appeal.pk}/change/").content.decode())
    assert "You play in a game with this person: somebody else decides." in page
    assert "It stands" not in page
    Game.objects.filter(pk=game.pk).update(status="void", deadline=None)
    browser.post(way(appeal, "answer"), {"answer": "stands", **REASON})
    appeal.refresh_from_db()
    assert appeal.decision == "upheld"


def test_an_answer_needs_a_reason_and_a_choice(browser: Client, appeal: Report) -> None:
    for sent, sentence in (
        ({"answer": "lift"}, "Give a reason"),
        ({"answer": "stands", "reason": " "}, "Give a reason"),
        ({"answer": "maybe", **REASON}, "There is no such decision."),
        (REASON, "There is no such decision."),
        ({"answer": "lift", "reason": "x\0"}, "Null characters are not allowed."),
    ):
        refused(browser.post(way(appeal, "answer"), sent), sentence)
    refused(decide(browser, appeal, "dismiss"), "This is an appeal")
    appeal.refresh_from_db()
    assert appeal.closed_at is None


def test_a_report_is_no_appeal(browser: Client, bo: User) -> None:
    answer = browser.post(way(make_report(bo), "answer"), {"answer": "lift", **REASON})
    refused(answer, "This is no appeal.")


def test_what_is_over_cannot_be_lifted(browser: Client, appeal: Report) -> None:
    Sanction.objects.update(
        kind="suspension", games="leave", until=timezone.now() - timedelta(seconds=1)
    )
    answer = browser.post(way(appeal, "answer"), {"answer": "lift", "reason": "My words"})
    refused(answer, "not in force any more")
    assert "My words" in answer.content.decode()
    assert browser.post(way(appeal, "answer"), {"answer": "stands", **REASON}).status_code == 302


def test_on_staff_superusers_alone_impose_and_on_superusers_nobody(browser: Client) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    top = User.objects.create_superuser("Top", "top@example.org")
    on_staff, on_boss = make_report(make_staff("operator")), make_report(boss)
    for who, report, sentence in (
        (browser, on_staff, "This person is of the staff"),
        (browser, on_boss, "Nothing can be imposed on superusers here."),
        (browser_of(top), on_boss, "Nothing can be imposed on superusers here."),
    ):
        page = who.get(f"{QUEUE}{report.pk}/change/")
        assert sentence in words(page.content.decode())
        assert [form.kind for form in page.context["forms"]] == ["dismiss"]
        refused(decide(who, report, "warning", **REASON), sentence, 403)
    assert decide(browser_of(boss), on_staff, "warning", **REASON).status_code == 302


def test_reports_on_superusers_are_dismissed_all_the_same(browser: Client) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    top = User.objects.create_superuser("Top", "top@example.org")
    staff = make_staff("operator")
    for who, person in ((browser, boss), (browser_of(boss), top), (browser, staff)):
        report = make_report(person)
        assert decide(who, report, "dismiss").status_code == 302
        report.refresh_from_db()
        assert report.decision == "dismissed"
    own = make_report(boss)
    assert decide(browser_of(boss), own, "dismiss").status_code == 403


def test_another_moderator_answers_one_whom_the_only_superuser_has_suspended(
    browser: Client,
) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    other = make_staff("moderator", "Other")
    until = timezone.now() + timedelta(days=3)
    for chosen, decision in (("stands", "upheld"), ("lift", "lifted")):
        sanction = act_on(
            person_id=other.pk,
            by=boss,
            kind="suspension",
            reason="So",
            until=until,
            games="pause",
            now=timezone.now(),
        )
        waiting = file_appeal(user=other, sanction_id=sanction.pk, text="No", now=timezone.now())
        sent = {"answer": chosen, "reason": "Looked at"}
        assert browser_of(boss).post(way(waiting, "answer"), sent).status_code == 403
        assert browser.post(way(waiting, "answer"), sent).status_code == 302
        waiting.refresh_from_db()
        assert waiting.decision == decision


def test_nobody_imposes_on_whom_they_play_with(mod: User, browser: Client, bo: User) -> None:
    game = make_game(mod, bo)
    report = make_report(bo)
    refused(decide(browser, report, "ban", games="leave", **REASON), "You play in a game", 403)
    assert decide(browser, make_report(bo), "dismiss").status_code == 302
    Game.objects.filter(pk=game.pk).update(status="void", deadline=None)
    assert decide(browser, report, "warning", **REASON).status_code == 302


@pytest.mark.parametrize(
    ("rights", "allowed"),
    [
        ([], set()),
        (["view_report"], set()),
        (["change_report"], {"take", "dismiss"}),  # who may change may look
        (["view_report", "change_report"], {"take", "dismiss"}),
        (["view_report", "change_report", "add_sanction"], {"take", "dismiss", "warning"}),
        (["view_report", "add_sanction", "change_sanction"], set()),
        (["view_report", "change_report", "change_sanction"], {"take", "dismiss", "answer"}),
    ],
)
def test_each_act_needs_its_rights(
    bo: User, appeal: Report, rights: list[str], allowed: set[str]
) -> None:
    staff = make_user("Staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename__in=rights))
    browser, report = browser_of(staff), make_report(bo)
    answers = {
        "take": browser.post(way(report, "take")),
        "dismiss": decide(browser, make_report(bo), "dismiss"),
        "warning": decide(browser, report, "warning", **REASON),
        "answer": browser.post(way(appeal, "answer"), {"answer": "stands", **REASON}),
    }
    assert {name for name, answer in answers.items() if answer.status_code == 302} == allowed
    refusals = {name: answer.status_code for name, answer in answers.items() if name not in allowed}
    assert set(refusals.values()) <= {403}


def test_operators_and_strangers_do_nothing(bo: User) -> None:
    report = make_report(bo)
    for browser, status in (
        (browser_of(make_staff("operator")), 403),
        (browser_of(make_user("Cy")), 302),
        (Client(), 302),
    ):
        for act in ("take", "give-back", "decide", "answer"):
            answer = browser.post(way(report, act), {"kind": "dismiss", "answer": "lift"})
            assert answer.status_code == status
    report.refresh_from_db()
    assert (report.closed_at, report.taken_by) == (None, None)
