"""Leaving the site while others act at the same moment."""

from __future__ import annotations

import pytest

from accounts import sanctions
from accounts.models import Notice, Sanction, User
from accounts.services import GuestIsGoneError, become_member, make_guest
from games.models import Game, Report, Seat
from games.play import lobby
from games.play.errors import PlayError
from games.play.moderation.decisions import decide
from games.play.people import sweep
from games.play.people.closing import close_account
from games.play.people.guests import let_idle_guests_go
from games.rules.errors import RulesError
from games.rules.moves import Move
from games.rules.notation.checking import check_record
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user
from tests.play.clockwork import DAY, fresh, record
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db(transaction=True)


def closing(user: User) -> str:
    """Close an account; return why not, if it is refused."""
    try:
        close_account(user_id=user.pk, now=NOW)
    except PlayError as refusal:
        return refusal.code
    return "closed"


def test_two_tabs_close_it_once() -> None:
    zara = make_user("Zara", email_proven_at=NOW)
    assert side_by_side([lambda: closing(zara)] * 2) == ["closed", "closed"]
    assert Notice.objects.count() == 1


@pytest.mark.parametrize("attempt", range(4))
def test_a_suspension_of_the_same_moment_is_before_or_after_and_never_lost(attempt: int) -> None:
    zara, moderator = make_user("Zara"), make_staff("moderator")

    def ban() -> str:
        sanctions.impose(
            user_id=zara.pk, by=moderator, kind="ban", reason="Bots.", games="bot", now=NOW
        )
        return "banned"

    came_to = {*side_by_side([lambda: closing(zara), ban])}
    zara.refresh_from_db()
    if "leaving-suspended" in came_to:
        assert (zara.name, zara.closing_at) == ("Zara", None)
    else:
        assert zara.closing_at == NOW
    assert Sanction.objects.filter(user=zara).count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_a_decision_of_the_same_moment_stands_in_nobodys_way(attempt: int) -> None:
    zara, bo, moderator = make_user("Zara"), make_user("Bo"), make_staff("moderator")
    on_them = Report.objects.create(reporter=bo, person=zara, about="other", text="Hm.", at=NOW)
    by_them = Report.objects.create(reporter=zara, person=bo, about="other", text="Hm.", at=NOW)

    def warn(report: Report) -> str:
        try:
            decide(
                report_id=report.pk,
                by=moderator,
                kind="warning",
                reason="Be kind.",
                until=None,
                games="",
                now=NOW,
            )
        except PlayError as refusal:
            return refusal.code
        return "warned"

    side_by_side([lambda: closing(zara), lambda: warn(on_them), lambda: warn(by_them)])
    on_them.refresh_from_db()
    assert on_them.decision in ("gone", "warning")
    side_by_side([lambda: sweep(NOW)] * 2)
    assert not User.objects.filter(pk=zara.pk).exists()


@pytest.mark.parametrize("attempt", range(2))
def test_two_sweeps_leave_each_game_once(attempt: int) -> None:
    zara = make_user("Zara")
    games = [make_game(zara, make_user(), make_user()) for _number in range(3)]
    lobby.play_now(user=zara, bots=1, bot="random", seed=SEED, now=NOW)
    close_account(user_id=zara.pk, now=NOW)
    results = side_by_side([lambda: sweep(NOW)] * 3)
    assert sum(result["games left"] for result in results) == 4
    assert sum(result["accounts ended"] for result in results) == 1
    assert Game.objects.count() == 3
    assert not Seat.objects.filter(user=zara).exists()
    for game in games:
        leaves = game.seats.filter(left_why="resigned").count()
        assert leaves == 1
        assert fresh(game).is_running


@pytest.mark.parametrize("attempt", range(3))
def test_two_who_leave_one_game_end_it_once(attempt: int) -> None:
    zara, yan = make_user("Zara"), make_user("Yan")
    game = make_game(zara, yan, make_user("Cy"))
    for user in (zara, yan):
        close_account(user_id=user.pk, now=NOW)
    side_by_side([lambda: sweep(NOW)] * 2)
    assert record(game)["players"] == ["Former player 1", "Former player 2", "Cy"]
    assert check_record(record(game)).places


@pytest.mark.parametrize("attempt", range(3))
def test_a_move_of_the_same_moment_counts_or_is_too_late(attempt: int) -> None:
    zara = make_user("Zara")
    game = make_game(zara, make_user("Bo"), make_user("Cy"))
    close_account(user_id=zara.pk, now=NOW)
    number = fresh(game).active_seat

    def draw() -> str:
        try:
            act(game, number, Move("draw"))
        except (PlayError, RulesError) as refusal:
            return refusal.code
        return "drawn"

    def swept() -> str:
        sweep(NOW)
        return "swept"

    side_by_side([draw, swept])
    sweep(NOW)
    assert game.seats.get(number=0).left_why == "resigned"
    assert not User.objects.filter(pk=zara.pk).exists()


@pytest.mark.parametrize("attempt", range(3))
def test_a_guest_who_signs_up_at_the_last_moment_is_a_member_or_gone(attempt: int) -> None:
    guest = make_guest(NOW)

    def sign_up() -> str:
        try:
            become_member(guest, "Zara", "zara@example.org", "secret-word")
        except GuestIsGoneError:
            return "too late"
        return "member"

    def let_go() -> str:
        return str(let_idle_guests_go(NOW + 60 * DAY))

    side_by_side([sign_up, let_go])
    row = User.objects.get(pk=guest.pk)
    assert (row.closing_at is None) == row.is_active
    assert row.is_guest == (row.closing_at is not None)
