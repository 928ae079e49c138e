"""What a copy of somebody's data leaves out of reports: who filed them, and what they led to."""

from __future__ import annotations

import pytest

from accounts.models import Act, User
from games.play.moderation import outcome
from games.play.moderation.acting import note
from games.play.moderation.decisions import decide, dismiss
from games.play.moderation.reports import report
from tests.builders import NOW, make_game, make_report, make_staff, make_user
from tests.play.test_export import files
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mo")


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def test_a_dismissed_report_tells_the_reported_no_table(mod: User, ana: User, bo: User) -> None:
    game = make_game(ana, bo)
    filed = report(
        reporter=ana, person_id=bo.pk, about="stalling", game_id=game.pk, text="", now=NOW
    )
    dismiss(report_id=filed.pk, by=mod, why="Plays as ever", now=NOW)
    note(person_id=bo.pk, by=mod, text="Slow", now=NOW)
    assert Act.objects.filter(person=bo, game=game.code).exists()
    decisions = files(bo)["decisions.json"]
    assert decisions == {"sanctions": [], "acts": []}
    page = words(browser_of(bo).get("/settings/conduct/").content.decode())
    assert game.code not in page
    assert "Plays as ever" not in page


@pytest.mark.parametrize(
    ("kind", "games"), [("warning", ""), ("ban", "leave")], ids=["warning", "ban"]
)
def test_the_reporter_learns_that_a_measure_was_taken_not_which(
    mod: User, ana: User, bo: User, kind: str, games: str
) -> None:
    filed = make_report(bo, reporter=ana)
    assert [each["decision"] for each in files(ana)["reports.json"]] == ["open"]
    decide(report_id=filed.pk, by=mod, kind=kind, reason="So", until=None, games=games, now=NOW)
    found = files(ana)["reports.json"]
    assert [each["decision"] for each in found] == ["measure"]
    assert kind not in str(found)


def test_or_that_nothing_was_found(mod: User, ana: User, bo: User) -> None:
    dismiss(report_id=make_report(bo, reporter=ana).pk, by=mod, why="", now=NOW)
    assert [each["decision"] for each in files(ana)["reports.json"]] == ["nothing"]


def test_measures_are_told_alike() -> None:
    told = {kind: outcome.outcome_of(kind) for kind in ("warning", "mute", "ban", "renamed")}
    assert set(told.values()) == {"measure"}
