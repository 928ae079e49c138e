"""Which games somebody reads of in a history, in which order, page by page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Seat
from games.play.ending import call_off
from games.play.history import Page, Wanted, history_page
from games.play.moderation import tables
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_staff, make_user
from tests.ended import ended_game

pytestmark = pytest.mark.django_db
ALL = Wanted()


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.play.history.GAMES_A_PAGE", 2)


def read(person: User, reader: User | None = None, wanted: Wanted = ALL, **beside: str) -> Page:
    return history_page(person, reader_id=reader.pk if reader else None, wanted=wanted, **beside)


def games(page: Page) -> list[Game]:
    return [seat.game for seat in page.seats]


def own(person: User, **wanted: Any) -> list[Game]:
    return games(read(person, person, Wanted(**wanted)))


class TestWhatIsInIt:
    def test_games_with_a_result_and_without_one(self, ana: User, bo: User) -> None:
        resigned, off = make_game(ana, bo), make_game(ana, bo)
        act(resigned, 1, Move("leave", detail="resigned"), now=NOW)
        call_off(game_id=off.pk, user=ana, now=NOW + timedelta(hours=1))
        make_game(ana, bo)
        assert own(ana) == [off, resigned] == own(bo)

    def test_games_whose_result_was_taken_back(self, ana: User, bo: User) -> None:
        game = make_game(ana, bo)
        act(game, 1, Move("leave", detail="resigned"), now=NOW)
        tables.void(game_id=game.pk, by=make_staff("moderator"), why="Cheated.", now=NOW)
        assert own(ana) == own(ana, result="none") == [game]
        assert own(ana, result="won") == []

    def test_not_games_of_others(self, ana: User, bo: User) -> None:
        ended_game(bo, make_user())
        assert own(ana) == []


class TestWhoReads:
    def test_the_person_reads_of_all(self, ana: User, bo: User) -> None:
        by_link, public = ended_game(ana, bo, public=False), ended_game(ana, bo, ago=1)
        assert own(ana) == [by_link, public]

    def test_a_stranger_reads_of_the_lobbys_alone(self, ana: User, bo: User) -> None:
        ended_game(ana, bo, public=False)
        public = ended_game(ana, bo, ago=1)
        assert games(read(ana)) == [public]

    def test_others_read_of_those_too_in_which_they_sat(self, ana: User, bo: User) -> None:
        shared, public = ended_game(ana, bo, public=False), ended_game(ana, None, ago=1)
        ended_game(ana, None, public=False, ago=2)
        assert games(read(ana, bo)) == [shared, public]
        assert games(read(ana, make_user())) == [public]

    def test_of_games_against_the_reader_they_read_of_all(self, ana: User, bo: User) -> None:
        shared, public = ended_game(ana, bo, public=False), ended_game(ana, bo, ago=1)
        ended_game(ana, None, ago=2)
        assert games(read(ana, bo, Wanted(opponent=bo.pk))) == [shared, public]

    def test_a_game_by_link_against_another_is_not_theirs(self, ana: User, bo: User) -> None:
        ended_game(ana, bo, public=False)
        assert games(read(ana, make_user(), Wanted(opponent=bo.pk))) == []


class TestFilters:
    @pytest.mark.parametrize(
        ("wanted", "columns", "others"),
        [
            ({"ruleset": "arena"}, {"ruleset": "arena"}, {"ruleset": "aetherya"}),
            ({"rated": True}, {"rated": True}, {"rated": False}),
            ({"rated": False}, {"rated": False}, {"rated": True}),
            ({"result": "won"}, {"places": (1, 2)}, {"places": (2, 1)}),
            ({"result": "won"}, {"places": (1, 1)}, {"places": (None, None)}),
            ({"result": "lost"}, {"places": (2, 1)}, {"places": (1, 1)}),
            ({"result": "lost"}, {"places": (2, 1)}, {"places": (None, None)}),
            ({"result": "left"}, {"places": (2, 1), "left": "timeout"}, {"places": (2, 1)}),
            ({"result": "none"}, {"places": (None, None)}, {"places": (1, 2)}),
            ({"since": NOW}, {"ago": 0}, {"ago": 1}),
            ({"until": NOW}, {"ago": 1}, {"ago": 0}),
        ],
    )
    def test_each_keeps_what_it_is_for(
        self,
        ana: User,
        bo: User,
        wanted: dict[str, Any],
        columns: dict[str, Any],
        others: dict[str, Any],
    ) -> None:
        kept = ended_game(ana, bo, **columns)
        ended_game(ana, bo, **others)
        assert own(ana, **wanted) == [kept]

    def test_the_number_of_players(self, ana: User, bo: User) -> None:
        ended_game(ana, bo)
        three = ended_game(ana, bo, None)
        assert own(ana, players=3) == [three]

    def test_an_opponent(self, ana: User, bo: User) -> None:
        both = ended_game(make_user(), bo, ana)
        ended_game(ana, make_user())
        ended_game(bo, make_user())
        assert own(ana, opponent=bo.pk) == [both] == own(bo, opponent=ana.pk)

    def test_all_of_them_together(self, ana: User, bo: User) -> None:
        wanted: dict[str, Any] = {
            "ruleset": "arena",
            "players": 2,
            "opponent": bo.pk,
            "result": "won",
            "rated": True,
            "since": NOW,
            "until": NOW + timedelta(hours=1),
        }
        alike: dict[str, Any] = {"ruleset": "arena", "rated": True}
        kept = ended_game(ana, bo, **alike)
        ended_game(ana, bo, rated=True)
        ended_game(ana, bo, ruleset="arena")
        ended_game(ana, bo, ago=1, **alike)
        ended_game(ana, bo, ago=-1, **alike)
        ended_game(ana, bo, places=(2, 1), **alike)
        ended_game(ana, bo, None, **alike)
        ended_game(ana, make_user(), **alike)
        assert own(ana, **wanted) == [kept]


@pytest.mark.usefixtures("short_pages")
class TestPages:
    @pytest.mark.parametrize("together", [1, 2, 7])
    def test_to_earlier_ones_and_back_each_game_comes_once(
        self, ana: User, bo: User, together: int
    ) -> None:
        made = [ended_game(ana, bo, ago=number // together) for number in range(7)]
        page = read(ana, ana)
        down = [page]
        while page.earlier:
            page = read(ana, ana, before=page.earlier)
            down.append(page)
        seen = [game for page in down for game in games(page)]
        assert [len(page.seats) for page in down] == [2, 2, 2, 1]
        assert sorted(game.pk for game in seen) == [game.pk for game in made]
        assert seen == sorted(seen, key=lambda game: game.ended_at or NOW, reverse=True)
        assert [bool(page.later) for page in down] == [False, True, True, True]
        up = [page]
        while page.later:
            page = read(ana, ana, after=page.later)
            up.append(page)
        assert [games(page) for page in reversed(up)] == [games(page) for page in down]
        assert [bool(page.earlier) for page in up] == [False, True, True, True]

    def test_who_comes_near_the_latest_gets_their_page_whole(self, ana: User, bo: User) -> None:
        latest, next_one, third = (ended_game(ana, bo, ago=number) for number in range(3))
        page = read(ana, ana, after=next_one.code)
        assert games(page) == [latest, next_one]
        assert (page.later, page.earlier) == ("", next_one.code)
        assert games(read(ana, ana, after=third.code)) == [latest, next_one]

    def test_filters_hold_on_every_page(self, ana: User, bo: User) -> None:
        wanted = Wanted(ruleset="arena")
        for number in range(6):
            ended_game(ana, bo, ago=number, ruleset=("arena", "rulebook")[number % 2])
        first = read(ana, ana, wanted)
        second = read(ana, ana, wanted, before=first.earlier)
        assert [game.ruleset for game in games(first) + games(second)] == ["arena"] * 3
        assert not second.earlier
        assert games(read(ana, ana, wanted, after=second.later)) == games(first)

    @pytest.mark.parametrize("beside", ["before", "after"])
    def test_beside_a_game_that_the_reader_knows_nothing_of_there_is_none(
        self, ana: User, bo: User, beside: str
    ) -> None:
        by_link, others = ended_game(ana, None, public=False), ended_game(bo, make_user())
        for code in (by_link.code, others.code, make_game(ana, bo).code, "a'b", "x\x00", "é" * 999):
            with pytest.raises(Seat.DoesNotExist):
                read(ana, bo, ALL, **{beside: code})

    def test_as_many_queries_for_one_game_as_for_more(
        self, ana: User, bo: User, django_assert_max_num_queries: Any
    ) -> None:
        counts = set()
        for number in range(5):
            last = ended_game(ana, bo, None, ago=number)
            with CaptureQueriesContext(connection) as asked:
                for seat in read(ana, bo, Wanted(opponent=bo.pk)).seats:
                    [other.user and other.user.name for other in seat.game.seats.all()]
            counts.add(len(asked))
        assert counts == {4}
        with django_assert_max_num_queries(6):
            read(ana, bo, after=last.code)


def test_no_record_is_read(ana: User, bo: User) -> None:
    ended_game(ana, bo)
    with CaptureQueriesContext(connection) as asked:
        read(ana, ana)
    assert all('"record"' not in query["sql"] for query in asked)


@pytest.mark.postgresql
def test_every_filter_is_told_by_the_index(ana: User, bo: User) -> None:
    """No row is fetched that the page does not show: what decides stands in the index."""
    seats = Seat.objects.filter(user=ana, ended_at__isnull=False).filter(
        **Wanted(ruleset="arena", players=2, rated=True, result="won", since=NOW).columns()
    )
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute("SET LOCAL enable_sort = off")  # as for a list that is long
    plan = seats.order_by("-ended_at", "-pk").values("pk").explain()
    assert "seat_history" in plan
    assert "Filter" not in plan
    assert "Sort" not in plan
