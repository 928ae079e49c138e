"""Rematches asked for and answered at the same moment, on connections of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Game, Invitation, Seat
from games.play.errors import PlayError
from games.play.invitations import decline
from games.play.people.closing import close_account
from games.play.people.leaving import leave_games
from games.play.rematch import offer
from tests.builders import NOW, SEED, make_user
from tests.ended import resigned_game
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)


def asking(game: Game, user: User) -> Callable[[], str]:
    """The act of asking for a rematch: returns the code of its table, or of the refusal."""

    def ask() -> str:
        try:
            return offer(game_id=game.pk, user=user, seed=SEED, now=NOW).code
        except PlayError as refusal:
            return refusal.code

    return ask


@pytest.mark.parametrize("count", [2, 4])
def test_offers_that_cross_make_one_game(count: int) -> None:
    people = [make_user() for _number in range(count)]
    game = resigned_game(*people)
    codes = side_by_side([asking(game, user) for user in people])
    rematch = Game.objects.get(rematch_of=game)
    assert set(codes) == {rematch.code}
    assert (rematch.status, rematch.seats.count()) == ("arranging", count)
    assert Invitation.objects.count() == count


def test_a_click_many_times_opens_one_table() -> None:
    ana, bo = make_user(), make_user()
    game = resigned_game(ana, bo)
    codes = side_by_side([asking(game, ana)] * 6)
    assert set(codes) == {Game.objects.get(rematch_of=game).code}
    assert Seat.objects.filter(game__rematch_of=game).count() == 1


def test_declining_and_accepting_at_once_both_count_in_turn() -> None:
    ana, bo, cy = make_user(), make_user(), make_user()
    game = resigned_game(ana, bo, cy)
    table = offer(game_id=game.pk, user=ana, seed=SEED, now=NOW)

    def no() -> str:
        try:
            decline(game_id=table.pk, user=bo, now=NOW)
        except PlayError as refusal:
            return refusal.code
        return "declined"

    told = side_by_side([no, asking(game, bo)])
    assert table.seats.filter(user=bo).exists()
    assert table.invitations.get(user=bo).declined_at is None
    assert set(told) in ({"declined", table.code}, {"seated-already", table.code})


def test_somebody_leaves_the_site_while_they_are_asked() -> None:
    ana, bo, cy = make_user(), make_user(), make_user()
    game = resigned_game(ana, bo, cy)

    def go() -> str:
        close_account(user_id=bo.pk, now=NOW)
        leave_games(User.objects.get(pk=bo.pk), NOW, most=9)
        return "gone"

    code, gone = sorted(side_by_side([go, asking(game, ana)]), key="gone".__eq__)
    assert gone == "gone"
    rematch = Game.objects.get(code=code)
    User.objects.get(pk=bo.pk).delete()
    assert {each.user for each in rematch.invitations.all()} == {ana, cy}
