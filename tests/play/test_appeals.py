"""Answers to sanctions: one at a time, and once more thirty days after it was let stand."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from accounts import sanctions
from accounts.models import Sanction, User
from games.models import Report
from games.play.moderation.appeals import AGAIN_AFTER, appeal, why_upheld
from games.play.moderation.decisions import answer_appeal, dismiss
from games.play.moderation.rights import may_decide
from tests.builders import NOW, make_staff, make_user
from tests.play.clockwork import DAY, SECOND, refused
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(db: None) -> User:
    return make_user("Ana")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def sanction(ana: User, moderator: User) -> Sanction:
    return impose(ana, moderator)


def impose(user: User, by: User, kind: str = "ban") -> Sanction:
    until = NOW + 200 * DAY if kind in ("suspension", "mute") else None
    games = {"ban": "leave", "suspension": "pause"}.get(kind, "")
    return sanctions.impose(
        user_id=user.pk, by=by, kind=kind, reason="Rude.", until=until, games=games, now=NOW
    )


def uphold(report: Report, *, at: timedelta = timedelta(0), why: str = "No.") -> None:
    by = make_staff("moderator")
    answer_appeal(report_id=report.pk, by=by, lifted=False, why=why, now=NOW + at)


@pytest.mark.parametrize("kind", ["suspension", "ban", "mute"])
def test_an_answer_is_an_appeal_in_the_queue(ana: User, moderator: User, kind: str) -> None:
    sanction = impose(ana, moderator, kind)
    report = appeal(user=ana, sanction_id=sanction.pk, text="  A joke. ", now=NOW)
    report.refresh_from_db()
    assert (report.about, report.reporter, report.person) == ("appeal", ana, ana)
    assert (report.sanction, report.text, report.at) == (sanction, "A joke.", NOW)
    assert report.closed_at is None and report.taken_by is None


def test_somebody_else_than_who_imposed_it_decides(
    ana: User, moderator: User, sanction: Sanction
) -> None:
    report = appeal(user=ana, sanction_id=sanction.pk, text="A joke.", now=NOW)
    assert may_decide(moderator, report) != ""
    assert may_decide(make_staff("moderator"), report) == ""


def test_while_one_is_open_it_stays_the_one_there_is(ana: User, sanction: Sanction) -> None:
    first = appeal(user=ana, sanction_id=sanction.pk, text="A joke.", now=NOW)
    again = appeal(user=ana, sanction_id=sanction.pk, text="Another word.", now=NOW + DAY)
    assert again == first
    assert Report.objects.get().text == "A joke."


@pytest.mark.django_db(transaction=True)
def test_three_clicks_at_once_make_one(ana: User, sanction: Sanction) -> None:
    click = partial(appeal, user=ana, sanction_id=sanction.pk, text="A joke.", now=NOW)
    assert len({report.pk for report in side_by_side([click] * 3)}) == 1
    assert Report.objects.count() == 1


def test_after_a_decision_there_is_one_more_after_thirty_days(
    ana: User, sanction: Sanction
) -> None:
    answer = partial(appeal, user=ana, sanction_id=sanction.pk, text="A joke.")
    uphold(answer(now=NOW), at=DAY, why="It was none.")
    with refused("appeal-again") as refusal:
        answer(now=NOW + DAY + AGAIN_AFTER - SECOND)
    assert refusal.value.params == {"again": NOW + DAY + AGAIN_AFTER}
    second = answer(now=NOW + DAY + AGAIN_AFTER)
    uphold(second, at=40 * DAY, why="No.")
    with refused("appeal-last"):
        answer(now=NOW + 190 * DAY)
    first = Report.objects.order_by("pk")[0]
    assert why_upheld(ana) == {first.pk: "It was none.", second.pk: "No."}


def test_each_sanction_has_its_own(ana: User, moderator: User, sanction: Sanction) -> None:
    uphold(appeal(user=ana, sanction_id=sanction.pk, text="A joke.", now=NOW))
    other = impose(ana, moderator, "suspension")
    assert appeal(user=ana, sanction_id=other.pk, text="A joke.", now=NOW).sanction == other


def test_what_is_over_or_lifted_or_somebody_else_s_cannot_be_answered(
    ana: User, moderator: User, sanction: Sanction
) -> None:
    over, warning = impose(ana, moderator, "suspension"), impose(ana, moderator, "warning")
    with refused("appeal-none"):
        appeal(user=ana, sanction_id=over.pk, text="A joke.", now=NOW + 200 * DAY)
    sanctions.lift(sanction_id=over.pk, by=moderator, why="Sorry.", now=NOW)
    for number in (over.pk, warning.pk, 0):
        with refused("appeal-none"):
            appeal(user=ana, sanction_id=number, text="A joke.", now=NOW)
    with refused("appeal-none"):
        appeal(user=make_user(), sanction_id=sanction.pk, text="A joke.", now=NOW)
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "appeal-needs-text"), (" \n", "appeal-needs-text"), ("x" * 1001, "appeal-text-long")],
)
def test_an_answer_has_one_to_a_thousand_characters(
    ana: User, sanction: Sanction, text: str, code: str
) -> None:
    with refused(code):
        appeal(user=ana, sanction_id=sanction.pk, text=text, now=NOW)
    appeal(user=ana, sanction_id=sanction.pk, text="x" * 1000, now=NOW)


def test_an_appeal_is_not_dismissed_like_a_report(ana: User, sanction: Sanction) -> None:
    report = appeal(user=ana, sanction_id=sanction.pk, text="A joke.", now=NOW)
    with refused("decision-appeal"):
        dismiss(report_id=report.pk, by=make_staff("moderator"), why="", now=NOW)


def test_lifted_on_appeal_the_person_is_free(ana: User, sanction: Sanction) -> None:
    report = appeal(user=ana, sanction_id=sanction.pk, text="A joke.", now=NOW)
    by = make_staff("moderator")
    answer_appeal(report_id=report.pk, by=by, lifted=True, why="So it was.", now=NOW)
    ana.refresh_from_db()
    assert not ana.is_suspended(NOW)
