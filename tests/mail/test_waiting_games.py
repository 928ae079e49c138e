"""Who proves an address reads which games have begun to wait for them while none was there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import MailChoice, Notice, User
from accounts.services import become_member, make_guest, prove_address
from games.models import Game, Seat
from games.play.notices import turn_key
from tests.builders import NOW, make_game, make_user
from tests.mail.post_office import MINUTE, send
from tests.mail.telling import html_of, is_told, is_untrue, notice_of, text
from tests.mail.telling import mail as mail_of
from tests.side_by_side import side_by_side

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def newcomer(name: str = "Ana", *, arranged: bool = True, games: int = 1) -> User:
    """Who sat down as a guest, and has become a member with an address to prove."""
    guest = make_guest(NOW)
    for _ in range(games):
        make_game(guest, make_user(), arranged=arranged, public=False)
    if arranged:
        Game.objects.update(active_seat=0)
    return become_member(guest, name, f"{name.lower()}@example.org", "secret-word")


def proof(user: User) -> Notice:
    prove_address(user.pk, LATER)
    return notice_of(user, "waiting")


def test_who_was_a_guest_when_the_turn_began_reads_of_it_once_the_address_is_proven() -> None:
    ana = newcomer()
    assert not Notice.objects.filter(user=ana).exists()
    prove_address(ana.pk, LATER)
    send(LATER)
    [message] = mail.outbox
    assert message.to == ["ana@example.org"]
    assert str(message.subject).startswith("A game waits for you: against Player")
    body = " ".join(str(message.body).split())
    assert "Your mail address is confirmed" in body
    assert "It is your turn against Player" in body
    assert "You have " in body
    assert Game.objects.get().get_absolute_url() in body
    assert "/mail/stop/" not in body
    assert "List-Unsubscribe" not in message.extra_headers


def test_it_comes_in_quiet_hours_and_with_the_cards_to_arrange() -> None:
    ana = newcomer(arranged=False)
    User.objects.filter(pk=ana.pk).update(quiet_from=0, quiet_until=23)
    prove_address(ana.pk, LATER)
    send(LATER)
    [message] = mail.outbox
    assert "Arrange your cards" in str(message.body)


def test_several_games_come_in_one_mail_by_their_deadlines() -> None:
    ana = newcomer(games=3)
    first, second, third = Game.objects.order_by("pk")
    for game, hours in ((first, 30), (second, 10), (third, 20)):
        Game.objects.filter(pk=game.pk).update(deadline=NOW + timedelta(hours=hours))
    message = mail_of(proof(ana), now=LATER)
    assert message.subject == "3 games wait for you"
    body = str(message.body)
    places = [body.index(game.code) for game in (second, third, first)]
    assert places == sorted(places)
    for code in (first.code, second.code, third.code):
        assert code in html_of(message)


@pytest.mark.parametrize("state", ["waiting", "sending", "sent", "dropped", "failed"])
@pytest.mark.parametrize("arranged", [True, False])
def test_what_has_a_mail_of_its_own_is_not_told_again(state: str, arranged: bool) -> None:
    game = make_game(make_user("Ana"), make_user("Bo"), arranged=arranged)
    ana = Seat.objects.get(game=game, number=game.active_seat or 0).user
    assert ana is not None
    waiting = proof(ana)
    Notice.objects.filter(user=ana, kind__in=["turn", "started"]).update(
        state=state, claimed_at=NOW
    )
    assert is_untrue(waiting, LATER) is (state not in ("dropped", "failed"))


def test_a_turn_that_begins_meanwhile_has_a_mail_of_its_own() -> None:
    ana = newcomer()
    waiting = proof(ana)
    assert is_told(waiting, LATER)
    seat = Seat.objects.select_related("game").get(user=ana)
    key = f"turn:{turn_key(seat.game, seat)}"
    Notice.objects.create(key=key, user=ana, kind="turn", created_at=NOW, not_before=NOW)
    assert is_untrue(waiting, LATER)


@pytest.mark.parametrize(
    "change",
    [
        lambda ana: Game.objects.update(active_seat=1),
        lambda ana: Game.objects.update(turn_seconds=None, deadline=None),
        lambda ana: Seat.objects.filter(user=ana).update(muted=True),
        lambda ana: MailChoice.objects.create(user=ana, kind="turn", way="off"),
        lambda ana: Game.objects.all().delete(),
    ],
    ids=["not theirs", "no clock", "muted", "turns are off", "gone"],
)
def test_what_does_not_wait_or_is_not_wanted_is_not_told(change: object) -> None:
    ana = newcomer()
    waiting = proof(ana)
    assert is_told(waiting, LATER)
    change(ana)  # type: ignore[operator]
    assert is_untrue(waiting, LATER)


def test_a_game_whose_time_is_up_is_looked_at_again() -> None:
    ana = newcomer()
    waiting = proof(ana)
    Game.objects.update(deadline=LATER - MINUTE)
    assert not is_told(waiting, LATER) and not is_untrue(waiting, LATER)


def test_of_very_many_games_the_most_pressing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.mail.kinds.waiting_games.MOST", 2)
    ana = newcomer(games=3)
    assert "And 1 more." in text(proof(ana), LATER)


def test_a_game_more_costs_two_queries_more() -> None:
    def queries(user: User) -> int:
        waiting = proof(user)
        with CaptureQueriesContext(connection) as caught:
            assert is_told(waiting, LATER)
        return len(caught)

    ana, bo = newcomer(), newcomer("Bo", games=3)
    assert queries(bo) == queries(ana) + 2 * 2


def test_what_is_proven_twice_is_told_once_and_a_new_proof_anew() -> None:
    ana = newcomer()
    for seconds in range(2):
        prove_address(ana.pk, LATER + timedelta(seconds=seconds))
    assert Notice.objects.filter(kind="waiting").count() == 1
    User.objects.update(refused_address=ana.email)
    prove_address(ana.pk, LATER + timedelta(days=1))
    assert Notice.objects.filter(kind="waiting").count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_tell_once() -> None:
    ana = newcomer()
    side_by_side([lambda: prove_address(ana.pk, LATER), lambda: prove_address(ana.pk, NOW)])
    assert Notice.objects.filter(kind="waiting").count() == 1
