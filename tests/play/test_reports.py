"""Reports: who may file which, once however often it is sent, and not without end."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from accounts.services import make_guest
from games.models import Game, Report
from games.play.errors import PlayError
from games.play.lobby import Options, open_table
from games.play.moderation import reports
from games.play.moderation.reports import DAY, IN_A_DAY, OPEN_ON_ONE, games_of_both, report
from games.words import sentence
from tests.builders import NOW, make_game, make_report, make_user
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db
WORDS = "He called me a goblin."
HOUR = timedelta(hours=1)


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


@pytest.fixture
def game(ana: User, bo: User) -> Game:
    return make_game(ana, bo)


def file(reporter: User, person: User, about: str = "abuse", **fields: Any) -> Report:
    """Report somebody, by default with words and without a game."""
    said = {"game_id": None, "text": WORDS, "now": NOW} | fields
    return report(reporter=reporter, person_id=person.pk, about=about, **said)


def refusal(reporter: User, person: User, about: str = "abuse", **fields: Any) -> str:
    with pytest.raises(PlayError) as refused:
        file(reporter, person, about, **fields)
    assert re.fullmatch(r"[A-Z].*[.]", sentence(refused.value))
    assert "%(" not in sentence(refused.value)
    return refused.value.code


@pytest.mark.parametrize("about", ["stalling", "collusion", "abuse", "other"])
def test_what_happened_at_a_table_of_both_is_reported(
    ana: User, bo: User, game: Game, about: str
) -> None:
    filed = file(ana, bo, about, game_id=game.pk, text=f"  {WORDS} ")
    row = Report.objects.get()
    assert filed == row
    assert (row.reporter, row.person, row.about, row.game) == (ana, bo, about, game)
    assert (row.text, row.at, row.closed_at) == (WORDS, NOW, None)


def test_a_name_is_reported_without_a_word_and_without_a_game(
    ana: User, bo: User, game: Game
) -> None:
    assert file(ana, bo, "name", game_id=game.pk, text="").game is None


def test_guests_report_and_are_reported(bo: User) -> None:
    guest = make_guest(NOW)
    assert file(guest, bo).reporter == guest
    assert file(bo, guest).person == guest


def test_somebody_who_went_out_of_a_game_can_be_reported_for_it(ana: User, bo: User) -> None:
    game = make_game(ana, bo)
    game.seats.filter(user=bo).update(left_at=NOW, left_why="resigned")
    assert file(ana, bo, "stalling", game_id=game.pk, text="").game == game


@pytest.mark.parametrize(
    ("about", "fields", "code"),
    [
        ("appeal", {}, "report-about"),
        ("nonsense", {}, "report-about"),
        ("stalling", {}, "report-needs-game"),
        ("collusion", {}, "report-needs-game"),
        ("abuse", {"text": "  "}, "report-needs-text"),
        ("other", {"text": ""}, "report-needs-text"),
        ("abuse", {"text": "x" * 1001}, "report-text-long"),
        ("abuse", {"game_id": 99_999}, "report-other-table"),
    ],
)
def test_half_a_report_is_refused(
    ana: User, bo: User, about: str, fields: dict[str, Any], code: str
) -> None:
    assert refusal(ana, bo, about, **fields) == code
    assert not Report.objects.exists()


def test_nobody_reports_themselves(ana: User) -> None:
    assert refusal(ana, ana) == "report-yourself"


@pytest.mark.parametrize("gone", [{"is_active": False}, {"closing_at": NOW}])
def test_nobody_reports_somebody_who_has_left(ana: User, bo: User, gone: dict[str, Any]) -> None:
    User.objects.filter(pk=bo.pk).update(**gone)
    assert refusal(ana, bo) == "report-nobody"


def test_nobody_reports_nobody(ana: User) -> None:
    assert refusal(ana, User(pk=99_999)) == "report-nobody"


def test_an_account_that_is_gone_reports_nobody(ana: User, bo: User) -> None:
    gone = User.objects.get(pk=ana.pk)
    ana.delete()
    assert refusal(gone, bo) == "report-nobody"


@pytest.mark.parametrize("about", ["stalling", "collusion", "abuse"])
def test_whoever_watches_the_lobby_reports_with_the_table(ana: User, bo: User, about: str) -> None:
    game = make_game(bo, make_user())
    assert file(ana, bo, about, game_id=game.pk).game == game


def test_the_reporter_sees_the_game_and_the_person_sits_in_it(ana: User, bo: User) -> None:
    cy = make_user("Cy")
    for other in (make_game(ana, cy), make_game(bo, cy, public=False), make_game(cy, make_user())):
        assert refusal(ana, bo, "stalling", game_id=other.pk) == "report-other-table"
    assert not Report.objects.exists()
    by_link = open_table(host=bo, options=Options(public=False), now=NOW)
    assert file(ana, bo, "stalling", game_id=by_link.pk).game == by_link


def test_the_games_of_both_come_latest_first(ana: User, bo: User, game: Game) -> None:
    make_game(ana, make_user())
    last = make_game(bo, ana)
    assert list(games_of_both(ana.pk, bo.pk)) == [last, game]


class TestAgain:
    def test_the_same_stays_one_report(self, ana: User, bo: User, game: Game) -> None:
        first = file(ana, bo, game_id=game.pk)
        again = file(ana, bo, game_id=game.pk, now=NOW + HOUR)
        assert again == first
        assert again.at == NOW
        assert Report.objects.get().text == WORDS

    def test_what_is_told_more_is_added(self, ana: User, bo: User) -> None:
        file(ana, bo)
        file(ana, bo, text="And today again.", now=NOW + HOUR)
        assert Report.objects.get().text == f"{WORDS}\n\nAnd today again."

    def test_nothing_told_takes_nothing_away(self, ana: User, bo: User, game: Game) -> None:
        file(ana, bo, "stalling", game_id=game.pk)
        file(ana, bo, "stalling", game_id=game.pk, text="")
        assert Report.objects.get().text == WORDS

    def test_more_than_there_is_room_for_is_refused(self, ana: User, bo: User) -> None:
        file(ana, bo, text="x" * 900)
        assert refusal(ana, bo, text="y" * 200) == "report-text-full"
        assert Report.objects.get().text == "x" * 900

    def test_another_matter_is_another_report(self, ana: User, bo: User, game: Game) -> None:
        file(ana, bo)
        file(ana, bo, game_id=game.pk)
        file(ana, bo, "other")
        file(make_user(), bo)
        assert Report.objects.count() == 4

    def test_once_it_is_decided_it_can_be_reported_anew(self, ana: User, bo: User) -> None:
        file(ana, bo)
        Report.objects.update(closed_at=NOW, decision="dismissed")
        file(ana, bo, now=NOW + HOUR)
        assert Report.objects.count() == 2


class TestLimits:
    def test_so_many_open_reports_about_one_person(self, ana: User, bo: User) -> None:
        for _report in range(OPEN_ON_ONE):
            one = make_report(bo, reporter=ana, game=make_game(ana, bo), at=NOW - 9 * DAY)
        assert refusal(ana, bo) == "report-enough"
        file(ana, make_user())
        Report.objects.filter(pk=one.pk).update(closed_at=NOW, decision="dismissed")
        file(ana, bo)

    def test_so_many_in_a_day_whatever_became_of_them(self, ana: User, bo: User) -> None:
        for hour in range(IN_A_DAY):
            make_report(make_user(), reporter=ana, at=NOW + hour * timedelta(minutes=1))
        Report.objects.update(closed_at=NOW, decision="dismissed")
        with pytest.raises(PlayError) as refused:
            file(ana, bo, now=NOW + HOUR)
        assert (refused.value.code, refused.value.params["again"]) == (
            "report-too-many",
            NOW + DAY,
        )
        assert "from Mon 2 Mar 2026, 08:00 UTC on" in sentence(refused.value)
        assert refusal(ana, bo, now=NOW + DAY - timedelta(seconds=1)) == "report-too-many"
        file(ana, bo, now=NOW + DAY)

    def test_those_of_others_do_not_count(self, ana: User, bo: User) -> None:
        for _report in range(IN_A_DAY):
            make_report(bo)
        file(ana, bo)

    def test_what_is_open_already_is_not_refused(self, ana: User, bo: User) -> None:
        file(ana, bo)
        for _report in range(IN_A_DAY):
            make_report(make_user(), reporter=ana)
        assert file(ana, bo) == Report.objects.get(person=bo)


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    def test_a_double_click_makes_one_report(self) -> None:
        ana, bo = make_user(), make_user()
        filed = side_by_side([partial(file, ana, bo)] * 6)
        assert len({row.pk for row in filed}) == 1
        assert Report.objects.get().text == WORDS

    def test_the_limit_holds(self) -> None:
        ana = make_user()
        people = [make_user() for _person in range(6)]
        for _report in range(IN_A_DAY - 2):
            make_report(make_user(), reporter=ana)

        def act(person: User) -> bool:
            try:
                return bool(file(ana, person))
            except PlayError as refused:
                assert refused.code == "report-too-many"
                return False

        assert sum(side_by_side([partial(act, person) for person in people])) == 2

    def test_two_report_each_other(self) -> None:
        ana, bo = make_user(), make_user()
        side_by_side([partial(file, ana, bo), partial(file, bo, ana)] * 3)
        assert Report.objects.count() == 2

    def test_whoever_is_deleted_at_that_moment_is_nobody(self) -> None:
        ana, bo = make_user(), make_user()

        def delete_first(
            execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]
        ) -> Any:
            if sql.startswith("INSERT INTO"):
                with connection.cursor() as cursor:
                    cursor.cursor.execute(f"DELETE FROM accounts_user WHERE id = {bo.pk}")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(delete_first):
            assert refusal(ana, bo) == "report-nobody"
        assert not Report.objects.exists()


def test_every_refusal_is_a_sentence() -> None:
    source = Path(reports.__file__).read_text()
    codes = set(re.findall(r'PlayError\(\s*"([a-z-]+)"', source))
    assert len(codes) == 10
    for code in codes:
        assert re.fullmatch(r"[A-Z].*[.]", sentence(PlayError(code, most=5, name="Ana", again=NOW)))
