"""Staff act on a game: who may, asked twice, done once, logged, told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from accounts.models import Act, Notice, User
from games.models import Game, KingdomCell
from games.play.lobby import Options, open_table
from tests.builders import NOW, make_game, make_staff, make_user, play_some
from tests.play.clockwork import end_turn, fresh
from tests.views.visitors import browser_of, fields_of, words

pytestmark = pytest.mark.django_db
WHY = "They had agreed on who wins."
GAME = "/admin/games/game/"
ACTS = {
    "free": {"why": WHY},
    "give-time": {"hours": "2", "why": WHY},
    "remove": {"seat": "0", "why": WHY},
    "call-off": {"why": WHY},
    "void": {"why": WHY},
}
LABELS = {
    "free": "Free",
    "give-time": "Give time",
    "remove": "Remove a player",
    "call-off": "Call off",
    "void": "Take the result back",
}
WHAT = {
    "free": "game-free",
    "give-time": "game-time",
    "remove": "game-remove",
    "call-off": "game-call-off",
    "void": "game-void",
}
OWN_TABLE = "You sit at this table yourself: let somebody else of the staff see to it."


def who(role: str) -> User:
    if role in ("moderator", "operator"):
        return make_staff(role, "Mo")
    if role == "superuser":
        return User.objects.create_superuser("Mo", "mo@example.org")
    return make_user("Mo", is_staff=True)


def game_for(name: str, *others: User) -> Game:
    """A game that the act of this name fits."""
    game = make_game(make_user("Ana"), make_user("Bo"), *others)
    if name == "void":
        play_some(game)
    Game.objects.filter(pk=game.pk, status="playing").update(
        deadline=timezone.now() + timedelta(days=1),
        stuck_until=timezone.now() if name == "free" else None,
    )
    return fresh(game)


def address(game: Game, name: str) -> str:
    return f"{GAME}{game.pk}/{name}/"


def sure(client: Client, game: Game, name: str, **changed: str) -> dict[str, str]:
    """What the page sends that asks whether one means it."""
    number = {"number": f"{name}-{'n' * 22}"[:30]}
    asked = client.post(address(game, name), ACTS[name] | changed | number)
    assert asked.status_code == 200
    return fields_of(asked.content.decode()) | {"sure": "yes"}


def row(game: Game) -> dict[str, Any]:
    return dict(Game.objects.values().get(pk=game.pk))


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("moderator", set(ACTS)),
        ("superuser", set(ACTS)),
        ("operator", {"free", "give-time"}),
        ("plain", set()),
    ],
)
def test_who_may(role: str, may: set[str], name: str) -> None:
    game, client = game_for(name), browser_of(who(role))
    before = row(game)
    if name in may:
        assert client.get(address(game, name)).status_code == 200
        answer = client.post(address(game, name), sure(client, game, name))
        assert (answer.status_code, answer["Location"]) == (302, f"{GAME}{game.pk}/change/")
        done = Act.objects.get()
        assert (done.what, done.game, done.why) == (WHAT[name], game.code, WHY)
        assert done.by == User.objects.get(name="Mo")
        assert fresh(game).moderated
        assert Notice.objects.filter(kind="moderated").count() == 2
        assert WHY in LogEntry.objects.get(object_id=str(game.pk)).change_message
        return
    assert client.get(address(game, name)).status_code == 403
    assert client.post(address(game, name), ACTS[name] | {"sure": "yes"}).status_code == 403
    assert row(game) == before and not Act.objects.exists()


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("role", ["moderator", "superuser", "operator"])
def test_who_sits_there_may_free_it_and_no_more(role: str, name: str) -> None:
    staff = who(role)
    game, client = game_for(name, staff), browser_of(staff)
    before = row(game)
    if name == "free":
        assert client.post(address(game, name), sure(client, game, name)).status_code == 302
        assert Act.objects.get().what == "game-free"
        return
    for answer in (
        client.get(address(game, name)),
        client.post(address(game, name), ACTS[name] | {"sure": "yes"}),
    ):
        assert answer.status_code == 403
        if role != "operator" or name == "give-time":
            assert OWN_TABLE in words(answer.content.decode())
    assert row(game) == before and not Act.objects.exists()


@pytest.mark.parametrize("name", ACTS)
def test_strangers_and_players_sign_in_first(client: Client, name: str) -> None:
    game = game_for(name)
    for browser in (client, browser_of(User.objects.get(name="Ana"))):
        assert browser.get(address(game, name)).status_code == 302
        assert browser.post(address(game, name), ACTS[name] | {"sure": "yes"}).status_code == 302
    assert not Act.objects.exists()


@pytest.mark.parametrize("name", ACTS)
def test_nothing_happens_before_they_say_that_they_are_sure(name: str) -> None:
    game, client = game_for(name), browser_of(who("moderator"))
    before = row(game)
    client.get(address(game, name), ACTS[name] | {"sure": "yes"})
    said = words(client.post(address(game, name), ACTS[name]).content.decode())
    assert "This cannot be taken back." in said and f"The reason: {WHY}" in said
    assert row(game) == before and not Act.objects.exists()


@pytest.mark.parametrize("name", ACTS)
def test_an_answer_sent_twice_counts_once(name: str) -> None:
    game, client = game_for(name), browser_of(who("moderator"))
    answer = sure(client, game, name)
    assert client.post(address(game, name), answer).status_code == 302
    after = row(game)
    again = client.post(address(game, name), answer, follow=True)
    assert "This form was sent before: it counts once." in words(again.content.decode())
    assert row(game) == after and Act.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("free", "This game is not stuck: nothing is due in it now."),
        ("remove", "This player is out of the game already."),
        ("call-off", "This game has ended already."),
        ("void", "This game has no result that could be taken back."),
    ],
)
def test_the_other_of_two_tabs_is_told_that_it_is_done(name: str, why: str) -> None:
    game = game_for(name, *([make_user("Cy")] if name == "remove" else []))
    one, other = (browser_of(who("moderator")), browser_of(make_staff("moderator", "Mia")))
    answers = [sure(browser, game, name) for browser in (one, other)]
    assert one.post(address(game, name), answers[0]).status_code == 302
    after = row(game)
    late = other.post(address(game, name), answers[1])
    assert late.status_code == 422 and why in words(late.content.decode())
    assert row(game) == after and Act.objects.count() == 1


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize("why", ["", "   ", "a\0b", "x" * 1001])
def test_without_a_reason_that_can_be_told_nothing_is_done(name: str, why: str) -> None:
    game, client = game_for(name), browser_of(who("moderator"))
    before = row(game)
    for more in ({}, {"sure": "yes"}):
        answer = client.post(address(game, name), ACTS[name] | {"why": why} | more)
        assert answer.status_code == 422
    assert row(game) == before and not Act.objects.exists()


@pytest.mark.parametrize("seat", ["", "x", "-1", "4", "9" * 400, "1\0"])
def test_no_seat_that_there_is(seat: str) -> None:
    game, client = game_for("remove"), browser_of(who("moderator"))
    sent = {"why": WHY, "seat": seat, "sure": "yes"}
    assert client.post(address(game, "remove"), sent).status_code == 422
    assert not Act.objects.exists()


def test_a_bot_and_a_free_seat_are_refused_with_a_sentence() -> None:
    client = browser_of(who("moderator"))
    game = make_game(make_user(), players=2)
    table = open_table(host=make_user(), options=Options(), now=NOW)
    for where, why in ((game, "A bot sits there."), (table, "Nobody sits there.")):
        sent = {"why": WHY, "seat": "1", "sure": "yes"}
        answer = client.post(address(where, "remove"), sent)
        assert answer.status_code == 422 and why in words(answer.content.decode())


def test_whoever_can_be_removed_is_offered_by_name() -> None:
    client = browser_of(who("moderator"))
    game = make_game(make_user("Ana"), make_user("Bo"), players=3)
    page = client.get(address(game, "remove")).content.decode()
    assert '<option value="0">Ana</option>' in page and '<option value="1">Bo</option>' in page
    assert 'value="2"' not in page
    asked = client.post(address(game, "remove"), {"why": WHY, "seat": "1"}).content.decode()
    assert "Bo is removed. This cannot be taken back." in words(asked)


@pytest.mark.parametrize("pk", ["999999", "9" * 40])
def test_a_game_that_is_not_there_is_not_found(pk: str) -> None:
    client = browser_of(who("moderator"))
    for name in ACTS:
        assert client.get(f"{GAME}{pk}/{name}/").status_code == 404


@pytest.mark.parametrize("name", ["give-time", "remove"])
def test_the_next_move_counts(name: str) -> None:
    game, client = game_for(name, make_user("Cy")), browser_of(who("moderator"))
    client.post(address(game, name), sure(client, game, name))
    end_turn(game, timedelta(0))
    assert fresh(game).status == "playing"


def test_a_broken_game_is_called_off_and_what_cannot_be_done_is_said() -> None:
    game, client = game_for("free"), browser_of(who("moderator"))
    KingdomCell.objects.filter(game=game, seat__number=1).delete()
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(hours=1))
    freed = client.post(address(game, "free"), sure(client, game, "free"), follow=True)
    assert "It failed again" in words(freed.content.decode())
    assert f"{GAME}{game.pk}/change/" in freed.request["PATH_INFO"]
    for name in ("give-time", "remove"):
        answer = client.post(address(game, name), sure(client, game, name))
        assert answer.status_code == 422
        assert "The rows of this game do not fit together" in words(answer.content.decode())
    assert client.post(address(game, "call-off"), sure(client, game, "call-off")).status_code == 302
    assert fresh(game).status == "void"


def test_a_broken_game_that_is_over_is_voided() -> None:
    game, client = game_for("void"), browser_of(who("moderator"))
    KingdomCell.objects.filter(game=game).delete()
    assert client.post(address(game, "void"), sure(client, game, "void")).status_code == 302
    assert (fresh(game).status, fresh(game).end) == ("void", "voided")


@pytest.mark.parametrize(
    ("stage", "role", "offered"),
    [
        ("playing", "moderator", {"give-time", "remove", "call-off"}),
        ("stuck", "moderator", {"free", "give-time", "remove", "call-off"}),
        ("stuck", "operator", {"free", "give-time"}),
        ("open", "moderator", {"remove", "call-off"}),
        ("over", "superuser", {"void"}),
        ("over", "operator", set()),
        ("void", "moderator", set()),
    ],
)
def test_the_game_s_page_leads_to_what_fits(stage: str, role: str, offered: set[str]) -> None:
    game = game_for({"over": "void", "stuck": "free"}.get(stage, "remove"))
    if stage == "open":
        game = open_table(host=make_user(), options=Options(), now=timezone.now())
    if stage == "void":
        Game.objects.filter(pk=game.pk).update(status="void", deadline=None)
    page = browser_of(who(role)).get(f"{GAME}{game.pk}/change/").content.decode()
    assert {name for name in ACTS if address(game, name) in page} == offered
    assert all(LABELS[name] in words(page) for name in offered)


@pytest.mark.parametrize("role", ["moderator", "superuser"])
def test_who_sits_there_is_offered_freeing_alone(role: str) -> None:
    staff = who(role)
    game = game_for("free", staff)
    page = browser_of(staff).get(f"{GAME}{game.pk}/change/").content.decode()
    assert {name for name in ACTS if address(game, name) in page} == {"free"}


def test_the_game_s_page_tells_staff_what_was_done_and_by_whom() -> None:
    game, client = game_for("remove", make_user("Cy")), browser_of(who("moderator"))
    client.post(address(game, "remove"), sure(client, game, "remove"))
    Act.objects.create(what="report-dismiss", game=game.code, why="A lie", at=NOW)
    said = words(client.get(f"{GAME}{game.pk}/change/").content.decode())
    assert f"Mo removed a player Ana {WHY}" in said
    assert "A lie" not in said


def test_a_reason_with_markup_is_text(client: Client) -> None:
    game, client = game_for("call-off"), browser_of(who("moderator"))
    why = "<script>alert(1)</script>\nTwo   lines"
    asked = sure(client, game, "call-off", why=why)
    client.post(address(game, "call-off"), asked)
    assert Act.objects.get().why == "<script>alert(1)</script> Two lines"
    page = client.get(f"{GAME}{game.pk}/change/").content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_time_for_all_games_is_in_the_log_too() -> None:
    address, client = "/admin/games/clockshift/give-time/", browser_of(who("operator"))
    asked = client.post(address, {"hours": "2", "why": WHY}).content.decode()
    assert client.post(address, fields_of(asked) | {"sure": "yes"}).status_code == 302
    done = Act.objects.get()
    assert (done.what, done.why, done.detail["seconds"]) == ("site-time", WHY, 7200)
    assert client.post(address, {"hours": "2", "why": "x" * 201}).status_code == 422
