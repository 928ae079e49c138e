"""What those at a table are told by mail of what staff did."""

from __future__ import annotations

from random import Random

import pytest
from django.core import mail as outgoing

from accounts.models import Act, MailChoice, Notice, User
from games.mail.kinds import KINDS
from games.mail.sender import drain
from games.models import Game, Seat
from games.play.lobby import Options, join, leave_table, open_table
from games.play.moderation import tables
from games.rules.moves import Move
from tests.builders import NOW, SEED, act, make_game, make_staff, play_some
from tests.mail.telling import html_of, is_told, is_untrue, mail, notice_of, text

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
WHY = "They had agreed on who wins."


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mo")


def subject(user: User) -> str:
    return str(mail(notice_of(user, "moderated"), now=NOW).subject)


def test_time_given(game: Game, people: list[User], mod: User) -> None:
    tables.give_time(game_id=game.pk, by=mod, seconds=93600, why=WHY, now=NOW)
    told = text(notice_of(people[1], "moderated"))
    assert "This is about your game against Ana and Cy (Ana’s table)." in told
    assert "A moderator has given the running turn 1 day 2 hours more." in told
    assert f"The reason: {WHY}" in told
    assert "To the table:" in told and game.get_absolute_url() in told
    assert subject(people[1]) == "More time: Ana and Cy (Ana’s table)"


def test_operators_are_called_so(game: Game, people: list[User]) -> None:
    by = make_staff("operator", "Op")
    tables.give_time(game_id=game.pk, by=by, seconds=60, why=WHY, now=NOW)
    assert "The operators of the site have given" in text(notice_of(people[0], "moderated"))


def test_a_game_freed(game: Game, people: list[User], mod: User) -> None:
    Game.objects.filter(pk=game.pk).update(stuck_until=NOW)
    tables.free(game_id=game.pk, by=mod, why=WHY, random=Random(1), now=NOW)
    told = text(notice_of(people[0], "moderated"))
    assert "A moderator has looked after the game, which did not go on." in told
    assert subject(people[0]) == "Looked after: Bo and Cy (your table)"


def test_a_player_removed(game: Game, people: list[User], mod: User) -> None:
    tables.remove(game_id=game.pk, by=mod, number=1, why=WHY, now=NOW)
    removed, other = notice_of(people[1], "moderated"), notice_of(people[0], "moderated")
    assert "A moderator has removed you from the table." in text(removed)
    assert "A moderator has removed Bo from the table." in text(other)
    assert subject(people[1]) == "You are removed: Ana and Cy (Ana’s table)"
    assert subject(people[0]) == "A player is removed: Bo and Cy (your table)"
    assert is_untrue(notice_of(people[0], "left"))  # one mail tells it


def test_who_is_out_by_another_way_is_told_as_before(game: Game, people: list[User]) -> None:
    act(game, 1, Move("leave", detail="removed"))
    assert is_told(notice_of(people[0], "left"))


def test_a_player_removed_before_the_game(people: list[User], mod: User) -> None:
    ana, bo, cy = people
    table = open_table(host=ana, options=Options(players=4), now=NOW)
    for user in (bo, cy):
        join(game_id=table.pk, user=user, seed=SEED, now=NOW)
    tables.remove(game_id=table.pk, by=mod, number=1, why=WHY, now=NOW)
    told = text(notice_of(bo, "moderated"))
    assert "This is about Ana’s table. A moderator has removed you from the table." in told
    assert "You cannot come back to this table" in told and "/lobby/" in told
    assert table.get_absolute_url() not in told
    assert "removed Bo from the table" in text(notice_of(cy, "moderated"))
    assert subject(cy) == "A player is removed: Ana’s table"
    leave_table(game_id=table.pk, user=cy, now=NOW)
    assert is_untrue(notice_of(cy, "moderated"))
    assert is_told(notice_of(bo, "moderated"))


def test_a_table_called_off_that_has_a_gap_between_its_seats(people: list[User], mod: User) -> None:
    ana, bo, cy = people
    table = open_table(host=ana, options=Options(players=4), now=NOW)
    for user in (bo, cy):
        join(game_id=table.pk, user=user, seed=SEED, now=NOW)
    leave_table(game_id=table.pk, user=bo, now=NOW)
    tables.call_off(game_id=table.pk, by=mod, why=WHY, now=NOW)
    for user in (ana, cy):
        assert "A moderator has called the game off. It has no result." in text(
            notice_of(user, "moderated")
        )
    assert not Notice.objects.filter(kind="called-off").exists()


def test_a_result_taken_back_is_the_only_thing_told_of_it(people: list[User], mod: User) -> None:
    game = make_game(*people[:2])
    play_some(game)
    over = notice_of(people[0], "over")
    assert is_told(over)
    tables.void(game_id=game.pk, by=mod, why=WHY, now=NOW)
    assert is_untrue(over)
    told = text(notice_of(people[0], "moderated"))
    assert "A moderator has taken the result of the game back" in told
    assert "Harmony" not in told


def test_the_reason_is_one_escaped_paragraph_and_in_no_header(
    game: Game, people: list[User], mod: User
) -> None:
    why = "One & <b>two</b>\r\nBcc: eve@example.org\n\nthree {{ game.seed }} %(span)s"
    tables.call_off(game_id=game.pk, by=mod, why=why, now=NOW)
    notice = notice_of(people[0], "moderated")
    one_line = "The reason: One & <b>two</b> Bcc: eve@example.org three {{ game.seed }} %(span)s"
    assert one_line in text(notice)
    message = mail(notice, now=NOW)
    assert "One &amp; &lt;b&gt;two&lt;/b&gt; Bcc" in html_of(message)
    assert message.recipients() == [people[0].email]
    assert message.message()["Bcc"] is None


def test_it_names_nobody_who_did_it(game: Game, people: list[User], mod: User) -> None:
    User.objects.filter(pk=mod.pk).update(name="Zebulon", email="zeb@example.org")
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    message = mail(notice_of(people[0], "moderated"), now=NOW)
    whole = message.message().as_string() + str(message.body) + html_of(message)
    assert "Zebulon" not in whole and "zeb@" not in whole


def test_it_is_not_told_once_the_log_does_not(game: Game, people: list[User], mod: User) -> None:
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    Act.objects.all().delete()
    assert is_untrue(notice_of(people[0], "moderated"))


def test_a_removed_player_who_has_left_the_site_is_not_named(
    game: Game, people: list[User], mod: User
) -> None:
    tables.remove(game_id=game.pk, by=mod, number=1, why=WHY, now=NOW)
    Seat.objects.filter(game=game, number=1).update(user=None, name="")
    Act.objects.update(person=None)
    told = text(notice_of(people[0], "moderated"))
    assert "A moderator has removed a player from the table." in told


def test_it_comes_whatever_somebody_wants_no_mails_about(
    game: Game, people: list[User], mod: User
) -> None:
    ana = people[0]
    User.objects.filter(pk=ana.pk).update(email_proven_at=NOW, quiet_from=0, quiet_until=23)
    Seat.objects.filter(game=game, user=ana).update(muted=True)
    MailChoice.objects.create(user=ana, kind="moderated", way="off")
    assert not KINDS["moderated"].label
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    drain(clock=lambda: NOW)
    assert [each.subject for each in outgoing.outbox] == ["Called off: Bo and Cy (your table)"]


def test_who_plays_bots_without_a_clock_is_told(people: list[User], mod: User) -> None:
    game = make_game(people[0], players=2, public=False, turn_seconds=None)
    tables.call_off(game_id=game.pk, by=mod, why=WHY, now=NOW)
    assert "your game against Birch (bot) (your table)" in text(notice_of(people[0], "moderated"))
