"""Who has blocked somebody is kept apart from them at every table that has not begun."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import Block, Notice, User
from games.models import Game, Seat
from games.play import blocking, lobby, seating
from games.play.errors import PlayError
from games.play.lobby import Options, join, open_table, start
from games.play.queries import open_tables
from games.rules.moves import Move
from games.words import sentence
from tests.builders import NOW, SEED, act, make_game, make_user
from tests.play.test_parallel import at_once
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def block(by: User, person: User) -> None:
    blocking.block(by=by, person_id=person.pk, now=NOW)


def table(host: User, *others: User, players: int = 4, **options: object) -> Game:
    game = open_table(host=host, options=Options(players=players, **options), now=NOW)  # type: ignore[arg-type]
    for other in others:
        game = sit(game, other)
    return game


def sit(game: Game, user: User) -> Game:
    return join(game_id=game.pk, user=user, seed=SEED, now=NOW)


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(PlayError) as refused:
        act()
    return sentence(refused.value)


def at(game: Game) -> list[int | None]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("user", flat=True))


@pytest.mark.parametrize("public", [True, False])
def test_neither_sits_down_where_the_other_sits(ana: User, bo: User, public: bool) -> None:
    cy = make_user("Cy")
    block(ana, bo)
    anas, bos, cys = (table(user, public=public) for user in (ana, bo, cy))
    assert "somebody who sits there and you are kept apart" in refusal(lambda: sit(anas, bo))
    assert "you have blocked Bo, who sits there" in refusal(lambda: sit(bos, ana))
    sit(cys, bo)
    assert "you have blocked Bo" in refusal(lambda: sit(cys, ana))


def test_who_was_blocked_does_not_read_by_whom(ana: User, bo: User) -> None:
    block(ana, bo)
    told = refusal(lambda: sit(table(make_user("Cy"), ana), bo))
    assert "Ana" not in told
    assert "block" not in told


def test_who_blocked_back_reads_their_own_block(ana: User, bo: User) -> None:
    block(ana, bo)
    block(bo, ana)
    assert "you have blocked Ana" in refusal(lambda: sit(table(ana), bo))


def test_unblocking_lets_both_sit_down_again_unless_the_other_blocks_too(
    ana: User, bo: User
) -> None:
    block(ana, bo)
    block(bo, ana)
    blocks.unblock(by=ana, person_id=bo.pk)
    refusal(lambda: sit(table(ana), bo))
    blocks.unblock(by=bo, person_id=ana.pk)
    blocks.unblock(by=bo, person_id=ana.pk)
    assert at(sit(table(ana), bo)) == [ana.pk, bo.pk]


def test_games_that_have_begun_go_on(ana: User, bo: User) -> None:
    arranging = make_game(ana, bo, arranged=False)
    playing = make_game(ana, bo)
    versions = [game.version for game in (arranging, playing)]
    block(ana, bo)
    for game in (arranging, playing):
        game.refresh_from_db()
        assert at(game) == [ana.pk, bo.pk]
    assert [arranging.version, playing.version] == versions
    act(playing, playing.active_seat, Move("draw"))


def test_at_a_table_of_ones_own_the_other_loses_the_seat(ana: User, bo: User) -> None:
    game = table(ana, bo, make_user("Cy"))
    block(ana, bo)
    after = Game.objects.get(pk=game.pk)
    assert bo.pk not in at(game)
    assert ana.pk in at(game)
    assert (after.version, after.host_id) == (game.version + 1, ana.pk)


@pytest.mark.parametrize("host", ["Bo", "Cy"])
def test_at_others_tables_one_gives_ones_own_seat_back(ana: User, bo: User, host: str) -> None:
    cy = make_user("Cy")
    game = table(*((bo, ana, cy) if host == "Bo" else (cy, ana, bo)))
    block(ana, bo)
    assert set(at(game)) == {bo.pk, cy.pk}
    assert Game.objects.get(pk=game.pk).host is not None


def test_nobody_gets_a_mail_of_it(ana: User, bo: User) -> None:
    table(ana, bo)
    table(bo, ana)
    before = Notice.objects.count()
    block(ana, bo)
    assert Notice.objects.count() == before


def test_the_freed_seat_is_taken_by_others_and_the_game_starts(ana: User, bo: User) -> None:
    game = table(ana, bo, make_user(), players=4)
    block(ana, bo)
    started = start(game_id=game.pk, by=ana, bot="random", seed=SEED, now=NOW)
    assert started.status == Game.Status.ARRANGING
    assert bo.pk not in at(game)


def test_the_lobby_leaves_out_tables_of_people_kept_apart(ana: User, bo: User) -> None:
    cy = make_user("Cy")
    anas, bos, cys, cys_with_bo = table(ana), table(bo), table(cy), table(cy, bo)
    block(ana, bo)
    assert list(open_tables({}, ana.pk)) == [anas, cys]
    assert list(open_tables({}, bo.pk)) == [bos, cys, cys_with_bo]
    assert list(open_tables({}, cy.pk)) == list(open_tables({})) == [anas, bos, cys, cys_with_bo]


def test_blocking_twice_is_blocking_once(ana: User, bo: User) -> None:
    block(ana, bo)
    block(ana, bo)
    assert Block.objects.count() == 1


def test_what_cannot_be_blocked(ana: User) -> None:
    assert refusal(lambda: block(ana, ana)) == "You cannot block yourself."
    assert "nobody" in refusal(lambda: blocking.block(by=ana, person_id=ana.pk + 999, now=NOW))
    assert Block.objects.count() == 0


def test_there_is_an_end_to_the_list(ana: User, bo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 2)
    block(ana, make_user())
    block(ana, make_user())
    game = table(ana, bo)
    assert "as many people as one can: 2." in refusal(lambda: block(ana, bo))
    assert bo.pk in at(game)  # nothing was done


def test_are_apart_asks_once_for_all(ana: User, bo: User) -> None:
    others = [make_user().pk for _ in range(3)]
    block(ana, bo)
    with CaptureQueriesContext(connection) as asked:
        assert blocks.are_apart(ana.pk, [*others, bo.pk])
        assert blocks.are_apart(bo.pk, [*others, ana.pk])
        assert not blocks.are_apart(ana.pk, others)
        assert not blocks.are_apart(ana.pk, [])
    assert len(asked) <= 4
    assert set(blocks.apart_from(bo.pk)) == {ana.pk}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(4))
def test_a_block_and_a_joining_at_the_same_moment_never_seat_both(attempt: int) -> None:
    ana, bo, cy = make_user(), make_user(), make_user()
    tables = [table(ana), table(bo), table(cy, ana), table(cy, bo)]
    comers = [bo, ana, bo, ana]
    sits = [partial(sit, game, comer) for game, comer in zip(tables, comers, strict=True)]
    outcomes = at_once([*sits, partial(block, ana, bo), partial(block, bo, ana)])
    assert set(outcomes) <= {"counted", "apart", "blocked-here"}
    assert Block.objects.count() == 2
    for game in tables:
        assert not {ana.pk, bo.pk} <= set(at(game))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_a_game_that_starts_in_that_moment_goes_on_or_does_not_begin(attempt: int) -> None:
    ana, bo, cy = make_user(), make_user(), make_user()
    game = table(ana, bo, players=3)
    outcomes = at_once([partial(sit, game, cy), partial(block, ana, bo)])
    assert outcomes == {"counted": 2}
    game.refresh_from_db()
    together = {ana.pk, bo.pk} <= set(at(game))
    assert (game.status == Game.Status.ARRANGING) is together


@pytest.mark.django_db(transaction=True)
def test_a_block_waits_for_whoever_is_sitting_down(
    ana: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table(ana)
    sitting, done = slow_to_sit(monkeypatch)

    def block_meanwhile() -> None:
        sitting.wait(10)
        block(ana, bo)
        done.set()

    acts: list[Callable[[], object]] = [partial(sit, game, bo), block_meanwhile]
    side_by_side(acts)
    assert (Block.objects.count(), at(game)) == (1, [ana.pk])


def slow_to_sit(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """Whoever sits down says so first, and waits a moment for what others do meanwhile."""
    sitting, done = Event(), Event()

    def slowly(*args: Any, **options: Any) -> Seat:
        sitting.set()
        done.wait(0.5)
        return seating.sit(*args, **options)

    monkeypatch.setattr(lobby, "sit", slowly)
    return sitting, done
