"""Decisions at the same moment as an account is deleted: rows are locked in one order by all."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Sanction, User
from games.models import Report
from games.play.moderation import decisions, reports
from games.play.moderation.acting import act_on, lift
from games.play.moderation.naming import take_name
from games.play.people.closing import close_account
from tests.builders import NOW, make_report, make_staff, make_user
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)
BAN: dict[str, Any] = {"kind": "ban", "reason": "So", "until": None, "games": "leave"}


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def locked(act: Callable[[], object]) -> list[str]:
    """The tables whose rows an act locks, in the order of its statements."""
    with CaptureQueriesContext(connection) as queries:
        act()
    found = []
    for query in queries:
        if re.search(r"FOR (NO KEY )?UPDATE", query["sql"]):
            table = re.search(r'FROM "(\w+)"', query["sql"])
            assert table
            found.append(table[1])
            if table[1] == "games_report":
                assert " ORDER BY " in query["sql"]
    return found


@pytest.mark.postgresql
def test_reports_are_locked_before_people_and_all_at_once(mod: User) -> None:
    ways: list[Callable[[], object]] = []
    for act in (
        partial(decisions.dismiss, why=""),
        partial(decisions.decide, **BAN),
    ):
        person = make_user()
        make_report(person)
        report = make_report(person)
        ways.append(partial(act, report_id=report.pk, by=mod, now=NOW, with_others=True))
    name = make_report(make_user("Bad Name"), about="name")
    assert name.person
    ways.append(
        partial(take_name, person_id=name.person.pk, name="Bad Name", by=mod, why="So", now=NOW)
    )
    banned = act_on(person_id=make_user().pk, by=mod, now=NOW, **BAN)
    ways.append(partial(lift, sanction_id=banned.pk, by=mod, why="So", now=NOW))
    for way in ways:
        tables = locked(way)
        assert tables[0] == "games_report", way
        assert tables.count("games_report") == 1, way
        assert "accounts_user" in tables, way


@pytest.mark.postgresql
def test_so_is_one_that_is_reported_again(bo: User) -> None:
    again = partial(
        reports.report,
        reporter=make_user(),
        person_id=bo.pk,
        about="abuse",
        game_id=None,
        text="Rude",
        now=NOW,
    )
    again()
    assert locked(again)[:2] == ["games_report", "accounts_user"]


@pytest.mark.parametrize("kind", ["dismiss", "decide"])
def test_a_decision_and_a_reporter_who_leaves_never_wait_for_each_other(
    mod: User, bo: User, kind: str
) -> None:
    cy = make_user("Cy")
    about = ("abuse", "other", "stalling", "name")
    first, *_others, last = (make_report(bo, reporter=cy, about=each) for each in about)
    assert first.pk < last.pk
    act: Callable[..., object] = partial(decisions.dismiss, why="")
    if kind == "decide":
        act = partial(decisions.decide, **BAN)
    decide = partial(act, report_id=last.pk, by=mod, now=NOW, with_others=True)
    leave = partial(close_account, user_id=cy.pk, now=NOW)
    both: list[Callable[[], object]] = [decide, leave]
    side_by_side(both)
    wanted = {"dismissed" if kind == "dismiss" else "ban"}
    assert set(Report.objects.values_list("decision", flat=True)) == wanted
    assert User.objects.get(pk=cy.pk).closing_at == NOW
    assert Sanction.objects.count() == (kind == "decide")
