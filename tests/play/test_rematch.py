"""A rematch: the same people and options once more, asked for by one and answered by the others."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.db import IntegrityError, transaction

from accounts import sanctions
from accounts.blocks import block
from accounts.models import Notice, SiteSwitches, User
from accounts.services import make_guest
from games.models import Game, Invitation
from games.play import agreement
from games.play.expiry import expire_due
from games.play.invitations import decline, let_others_in, tables_asked_to
from games.play.lobby import Options, join, leave_table, open_table, play_now, remove, start
from games.play.people.closing import close_account
from games.play.queries import open_tables
from games.play.rematch import offer
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_staff, make_user
from tests.ended import resigned_game
from tests.play.clockwork import DAY, fresh, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ana"), make_user("Bo"), make_user("Cy")]


def ask(game: Game, user: User, *, days: int = 0) -> Game:
    return offer(game_id=game.pk, user=user, seed=SEED, now=NOW + days * DAY)


def comes(table: Game, user: User, *, days: int = 0) -> Game:
    return join(game_id=table.pk, user=user, seed=SEED, now=NOW + days * DAY)


def asked(table: Game) -> set[str]:
    return {each.user.name for each in table.invitations.select_related("user")}


# --- Offering one


def test_it_has_the_same_options_and_asks_the_others(people: list[User]) -> None:
    options = {
        "ruleset": "arena-feud",
        "turn_limit": 7,
        "leavers": "bot",
        "first_by": "account",
        "turn_seconds": 3 * 86_400,
        "bank_seconds": 86_400,
        "vacations": False,
        "public": False,
    }
    game = resigned_game(*people, **options)
    table = ask(game, people[1])
    assert (table.status, table.host, table.rematch_of) == ("open", people[1], game)
    assert {each.name: getattr(table, each.name) for each in fields(Options)} == {
        each.name: getattr(game, each.name) for each in fields(Options)
    }
    assert table.by_invitation
    assert [seat.user for seat in table.seats.all()] == [people[1]]
    assert [list(tables_asked_to(user)) for user in people] == [[table], [], [table]]


def test_it_is_rated_if_the_game_was(people: list[User]) -> None:
    game = resigned_game(*people)
    Game.objects.filter(pk=game.pk).update(rated=True)
    assert ask(game, people[0]).rated


def test_it_begins_when_the_last_has_come(people: list[User]) -> None:
    table = ask(resigned_game(*people), people[0])
    assert comes(table, people[2]).status == "open"
    assert comes(table, people[1], days=3).status == "arranging"
    assert not any(tables_asked_to(user).exists() for user in people)


def test_asking_as_well_is_sitting_down(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    table = ask(game, ana)
    assert ask(game, ana) == table
    begun = ask(game, bo)
    assert (begun, begun.status) == (table, "arranging")
    assert ask(game, bo) == table


def test_bots_sit_down_again(people: list[User]) -> None:
    game = resigned_game(*people[:2], players=4, bots="random")
    table = ask(game, people[0])
    found = [(seat.number, seat.bot, seat.name) for seat in table.seats.all()]
    assert found == [(0, "", "Ana"), (2, "random", "Cedar"), (3, "random", "Elder")]
    assert comes(table, people[1]).status == "arranging"


@pytest.mark.parametrize("bots", [1, 3])
def test_with_bots_alone_it_starts_at_once(people: list[User], bots: int) -> None:
    game = play_now(user=people[0], bots=bots, bot="random", seed=SEED, now=NOW)
    act(game, 0, Move("leave", detail="resigned"))
    again = ask(game, people[0])
    assert (again.status, again.turn_seconds, again.rematch_of) == ("arranging", None, game)
    assert [seat.bot for seat in again.seats.all()] == ["", *["random"] * bots]
    assert not Invitation.objects.exists()
    assert ask(game, people[0]) == again


def test_guests_ask_and_are_asked(people: list[User]) -> None:
    guest = make_guest(NOW)
    game = resigned_game(people[0], guest, public=False)
    table = ask(game, guest)
    assert (table.host, asked(table)) == (guest, {"Ana", guest.name})
    assert comes(table, people[0]).status == "arranging"


def test_who_left_the_site_is_left_out(people: list[User]) -> None:
    ana, bo, cy = people
    game = resigned_game(*people)
    game.seats.filter(user=cy).update(user=None, name="")
    table = ask(game, ana)
    assert (table.players, asked(table)) == (2, {"Ana", "Bo"})
    User.objects.filter(pk=bo.pk).update(closing_at=NOW)
    agreement.close(table, "moderator", NOW)
    with refused("rematch-nobody"):
        ask(game, ana)


def test_who_is_banned_is_left_out_and_who_is_suspended_is_not(people: list[User]) -> None:
    ana, bo, cy = people
    moderator = make_staff("moderator")
    game = resigned_game(*people)
    shut_out = ((bo, "ban", None, "leave"), (cy, "suspension", NOW + DAY, "pause"))
    for user, kind, until, games in shut_out:
        sanctions.impose(
            user_id=user.pk,
            by=moderator,
            kind=kind,
            reason="Rude.",
            until=until,
            games=games,
            now=NOW,
        )
    assert asked(ask(game, ana)) == {"Ana", "Cy"}


def test_only_who_has_played_asks_and_only_when_it_is_over(people: list[User]) -> None:
    ana, bo, cy = people
    with refused("no-seat"):
        ask(resigned_game(ana, bo), cy)
    running = make_game(ana, bo)
    with refused("not-over"):
        ask(running, ana)
    agreement.close(running, "agreed", NOW)
    with refused("not-over"):
        ask(running, ana)
    assert not Game.objects.filter(rematch_of__isnull=False).exists()


def test_who_is_kept_apart_from_somebody_cannot_ask(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(*people)
    block(by=ana, person_id=bo.pk, now=NOW)
    with refused("rematch-blocked"):
        ask(game, ana)
    with refused("rematch-apart"):
        ask(game, bo)
    assert not Game.objects.filter(status="open").exists()


def test_nor_who_is_suspended_or_while_tables_are_closed(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    User.objects.filter(pk=ana.pk).update(suspended_until=NOW + DAY)
    with refused("suspended"):
        ask(game, ana)
    SiteSwitches.objects.update_or_create(pk=1, defaults={"tables_closed": True})
    with refused("tables-closed"):
        ask(game, bo)


def test_seats_are_counted_as_elsewhere(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    while True:
        table = open_table(host=make_user(), options=Options(players=3), now=NOW)
        try:
            comes(table, ana)
        except Exception:
            break
    with refused("too-many-seats-new"):
        ask(game, ana)


def test_one_that_came_to_nothing_can_be_asked_for_anew(people: list[User]) -> None:
    ana, bo, _cy = people
    game = resigned_game(ana, bo)
    table = ask(game, ana)
    assert expire_due(NOW + 14 * DAY) == 1
    again = ask(game, bo, days=15)
    assert again != table
    leave_table(game_id=again.pk, user=bo, now=NOW + 15 * DAY)
    begun = comes(ask(game, ana, days=16), bo, days=16)
    agreement.close(begun, "called-off", NOW + 16 * DAY)
    assert ask(game, ana, days=17).status == "open"


def test_the_database_knows_one_that_lives(people: list[User]) -> None:
    game = resigned_game(*people)
    table = ask(game, people[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(rematch_of=game, created_at=NOW)
    Game.objects.filter(pk=table.pk).update(status="expired", deadline=None)
    Game.objects.create(rematch_of=game, created_at=NOW)


def test_who_comes_when_it_has_begun_is_too_late(people: list[User]) -> None:
    ana, bo, cy = people
    game = resigned_game(*people)
    start(game_id=ask(game, ana).pk, by=ana, bot="random", seed=SEED, now=NOW)
    with refused("rematch-begun"):
        ask(game, bo)
    assert not tables_asked_to(cy).exists()


# --- A table where only those sit down who were asked


def test_nobody_else_sits_down(people: list[User]) -> None:
    table = ask(resigned_game(*people), people[0])
    with refused("by-invitation"):
        comes(table, make_user())
    assert table not in open_tables({})


def test_it_waits_fourteen_days_anew_as_others_do(people: list[User]) -> None:
    table = ask(resigned_game(*people), people[0])
    comes(table, people[1], days=10)
    assert fresh(table).deadline == NOW + 24 * DAY


def test_declining_is_noted_and_can_be_taken_back(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(*people), ana)
    for _twice in range(2):
        decline(game_id=table.pk, user=bo, now=NOW)
    assert fresh(table).version == table.version + 1
    assert table.invitations.get(user=bo).declined_at == NOW
    assert not tables_asked_to(bo).exists()
    comes(table, bo)
    assert table.invitations.get(user=bo).declined_at is None


def offer_again(game: Game, user: User) -> Game:
    """Withdraw the rematch that `user` has offered, and offer another."""
    table = Game.objects.get(rematch_of=game, status="open")
    leave_table(game_id=table.pk, user=user, now=NOW)
    return ask(game, user, days=1)


def test_who_has_declined_is_not_asked_again_by_the_same_person(people: list[User]) -> None:
    ana, bo, cy = people
    game = resigned_game(*people)
    decline(game_id=ask(game, ana).pk, user=bo, now=NOW)
    for _time in range(3):
        table = offer_again(game, ana)
        assert [tables_asked_to(user).count() for user in (bo, cy)] == [0, 1]
        assert table.invitations.get(user=bo).declined_at == NOW
    mails = Notice.objects.filter(kind="rematch").values_list("user__name", flat=True)
    assert sorted(mails) == ["Bo", "Cy", "Cy"]  # once on each of two days
    assert comes(table, bo).seats.filter(user=bo).exists()
    assert ask(game, bo) == table


def test_others_may_ask_who_has_declined_once(people: list[User]) -> None:
    ana, bo, cy = people
    game = resigned_game(*people)
    table = ask(game, ana)
    decline(game_id=table.pk, user=bo, now=NOW)
    leave_table(game_id=table.pk, user=ana, now=NOW)
    ask(game, cy)
    assert [tables_asked_to(user).count() for user in people] == [1, 1, 0]


def test_whoever_took_their_word_back_is_asked_again(people: list[User]) -> None:
    ana, bo = people[:2]
    game = resigned_game(ana, bo, people[2])
    decline(game_id=ask(game, ana).pk, user=bo, now=NOW)
    comes(Game.objects.get(rematch_of=game), bo)
    table = Game.objects.get(rematch_of=game)
    agreement.close(table, "moderator", NOW)
    ask(game, ana)
    assert tables_asked_to(bo).count() == 1


def test_an_offer_whose_host_has_changed_is_still_its_first_hosts(people: list[User]) -> None:
    ana, bo, cy = people
    game = resigned_game(*people)
    table = ask(game, ana)
    decline(game_id=table.pk, user=bo, now=NOW)
    comes(table, cy)
    for user in (ana, cy):
        leave_table(game_id=table.pk, user=user, now=NOW)
    ask(game, ana)
    assert not tables_asked_to(bo).exists()


def test_leaving_the_table_is_declining(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(*people), ana)
    comes(table, bo)
    leave_table(game_id=table.pk, user=ana, now=NOW)
    assert fresh(table).host == bo
    assert not tables_asked_to(ana).exists()
    assert comes(table, ana).seats.count() == 2


def test_only_who_was_asked_declines_and_does_not_sit_there(people: list[User]) -> None:
    ana, bo, cy = people
    table = ask(resigned_game(ana, bo), ana)
    with refused("not-asked"):
        decline(game_id=table.pk, user=cy, now=NOW)
    with refused("seated-already"):
        decline(game_id=table.pk, user=ana, now=NOW)
    comes(table, bo)
    with refused("not-open"):
        decline(game_id=table.pk, user=bo, now=NOW)


@pytest.mark.parametrize("public", [True, False])
def test_the_host_lets_others_in(people: list[User], public: bool) -> None:
    ana, bo, cy = people
    table = ask(resigned_game(*people, public=public), ana)
    with refused("not-host"):
        let_others_in(game_id=table.pk, by=bo)
    for _twice in range(2):
        let_others_in(game_id=table.pk, by=ana)
    assert fresh(table).version == table.version + 1
    assert (table in open_tables({})) == public
    assert list(tables_asked_to(bo)) == [table]
    comes(table, make_user())
    assert comes(table, cy).status == "arranging"


def test_who_was_sent_away_is_not_asked_any_more(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(*people), ana)
    comes(table, bo)
    remove(game_id=table.pk, by=ana, number=1, now=NOW)
    assert not tables_asked_to(bo).exists()
    with refused("barred"):
        comes(table, bo)


def test_who_is_kept_apart_from_somebody_there_is_not_asked(people: list[User]) -> None:
    ana, bo, cy = people
    table = ask(resigned_game(*people), ana)
    comes(table, bo)
    assert tables_asked_to(cy).exists()
    block(by=bo, person_id=cy.pk, now=NOW)
    assert not tables_asked_to(cy).exists()
    with refused("apart"):
        comes(table, cy)


def test_nobody_waits_for_who_has_deleted_their_account(people: list[User]) -> None:
    ana, bo, _cy = people
    table = ask(resigned_game(*people), ana)
    close_account(user_id=bo.pk, now=NOW)
    assert asked(table) == {"Ana", "Cy"}
