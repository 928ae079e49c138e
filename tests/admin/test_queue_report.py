"""The page of a report: what stands beside it, and for whom."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import HeldName, Sanction, User
from accounts.sanctions import impose, lift
from games.admin.pace_of_play import facts_of
from games.models import Game, KingdomCell, Report
from games.play.moderation.acting import note
from games.play.moderation.decisions import dismiss
from games.rules.moves import Move
from games.rules.visibility import legal_for
from tests.admin.test_games import hide_other_cards
from tests.builders import NOW, act, make_game, make_report, make_staff, make_user
from tests.views.visitors import browser_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def mod() -> User:
    return make_staff("moderator", "Mod")


@pytest.fixture
def browser(mod: User) -> Client:
    return browser_of(mod)


@pytest.fixture
def bo() -> User:
    return make_user("Bo")


def page_of(report: Report) -> str:
    return f"/admin/games/report/{report.pk}/change/"


def read(browser: Client, report: Report) -> str:
    answer = browser.get(page_of(report))
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_the_reporter_stands_there_with_their_record(mod: User, browser: Client, bo: User) -> None:
    eve = make_user("Eve")
    for _time in range(2):
        dismiss(report_id=make_report(bo, reporter=eve).pk, by=mod, why="", now=NOW)
    # One on the reader does not count: the difference would tell who reported them.
    make_report(mod, reporter=eve)
    text = read(browser, make_report(bo, reporter=eve, text="Calls me names"))
    assert "Bo : insults or threatens" in text
    assert "Calls me names" in text
    assert "by Eve (3 reports so far, 2 dismissed)" in text


def test_so_does_the_record_of_the_person(mod: User, browser: Client, bo: User) -> None:
    by, now = make_staff("moderator", "Other"), timezone.now()
    make_game(bo, make_user("Cy"))
    HeldName.objects.create(
        user=bo, name="Bogdan", name_key="bogdan", skeleton="x", until=NOW + timedelta(days=300)
    )

    def impose_on(kind: str, reason: str, **terms: object) -> Sanction:
        return impose(user_id=bo.pk, by=by, kind=kind, reason=reason, now=now, **terms)  # type: ignore[arg-type]

    impose_on("warning", "Be kind")
    muted = impose_on("mute", "Be silent", until=now + timedelta(days=1))
    impose_on("suspension", "Go away", until=now + timedelta(days=1), games="bot")
    lift(sanction_id=muted.pk, by=by, why="Enough", now=now)
    note(person_id=bo.pk, by=by, text="We know <b>them</b>", now=now)
    dismiss(report_id=make_report(bo, about="name").pk, by=by, why="A fine name", now=now)
    make_report(bo, reporter=mod, about="stalling")
    text = read(browser, make_report(bo))
    for part in (
        "Member since",
        "before: Bogdan",
        "No turns under a clock so far.",
        "0 games lost by running out of time.",
        "Games under way: " + Game.objects.get().code,
        "Other : not read yet Be kind",
        ": lifted ",
        "by Other Be silent Enough",
        "Other : in force until",
        "has a name that should not be ,",
        ": dismissed",
        "One that concerns you",
        "This one:",
        "We know <b>them</b>",
        "dismissed a report, Other",
        "noted something",
    ):
        assert part in text, part
    assert text.count("Lift it") == 1
    assert "plays slowly on purpose" not in text


def test_and_the_game_with_how_long_its_seats_take(browser: Client, bo: User) -> None:
    game = make_game(bo, make_user("Cy"), make_user("Dee"), turn_seconds=24 * 3600)
    at = NOW
    for hours in (1, 2, 3, 5):
        at += timedelta(hours=hours)
        seat = Game.objects.get().active_seat
        hidden = KingdomCell.objects.filter(game=game, seat__number=seat, face_up=False).first()
        assert hidden
        act(game, seat, Move("draw"), now=at)
        act(game, seat, Move("reveal", 4 * hidden.row + hidden.column), now=at)
        if Game.objects.get().phase == "claiming":
            act(game, seat, Move("pass"), now=at)
    page = browser.get(page_of(make_report(bo, game=game))).context
    facts = {each.seat.number: each for each in page["facts"].seats}
    order = [(game.first_seat + number) % 3 for number in range(3)]
    assert [facts[seat].usual for seat in order] == ["3 hours", "2 hours", "3 hours"]
    assert [facts[seat].longest for seat in order] == ["5 hours", "2 hours", "3 hours"]
    assert [facts[seat].due for seat in order] == [False, True, False]
    text = read(browser, Report.objects.get())
    assert f"The game: {game.code}" in text
    assert "1 day a turn" in text
    assert "this turn since Sun 1 Mar 2026, 19:00 UTC" in text


def times_of(game: Game) -> list[tuple[str, str]]:
    """What staff see of each seat: the usual and the longest turn."""
    return [(each.usual, each.longest) for each in facts_of(game.pk).seats]


def take_turn(game: Game, at: datetime) -> int:
    """The seat to play draws and keeps the card."""
    game.refresh_from_db()
    seat = game.active_seat
    drawn = act(game, seat, Move("draw"), now=at)
    act(game, seat, Move("keep", legal_for(drawn.state, seat).keep[-1]), now=at)
    if Game.objects.get(pk=game.pk).phase == "claiming":
        act(game, seat, Move("pass"), now=at)
    return seat


def test_whoever_leaves_in_their_turn_takes_no_time_from_the_next(bo: User) -> None:
    game = make_game(bo, make_user("Cy"), make_user("Dee"), turn_seconds=24 * 3600)
    gone = game.active_seat
    act(game, gone, Move("leave", detail="timeout"), now=NOW + timedelta(hours=24))
    played = take_turn(game, NOW + timedelta(hours=26))
    assert times_of(game)[gone] == ("", "")
    assert times_of(game)[played] == ("2 hours", "2 hours")


def test_turns_that_a_bot_played_for_somebody_are_not_theirs(bo: User) -> None:
    game = make_game(bo, make_user("Cy"), make_user("Dee"), turn_seconds=24 * 3600, leavers="bot")
    gone = take_turn(game, NOW + timedelta(hours=3))
    act(game, gone, Move("leave", detail="resigned"), now=NOW + timedelta(hours=4))
    for hours in (5, 6):
        take_turn(game, NOW + timedelta(hours=hours))
    assert take_turn(game, NOW + timedelta(hours=6, seconds=5)) == gone
    assert times_of(game)[gone] == ("3 hours", "3 hours")


def test_nothing_there_depends_on_a_hidden_card(browser: Client, bo: User) -> None:
    game = make_game(bo, make_user("Cy"))
    act(game, game.active_seat, Move("draw"))
    report = make_report(bo, game=game)

    def page() -> str:
        changing = r'name="(csrfmiddlewaretoken|number|moment)" value="[\w-]+"'
        return re.sub(changing, "", browser.get(page_of(report)).content.decode())

    before = page()
    assert page() == before
    hide_other_cards(Game.objects.get())
    assert page() == before


def test_an_appeal_shows_what_it_is_about(browser: Client, bo: User) -> None:
    by = make_staff("moderator", "Other")
    sanction = impose(user_id=bo.pk, by=by, kind="ban", reason="So be it", games="bot", now=NOW)
    report = Report.objects.create(
        reporter=bo, person=bo, about="appeal", sanction=sanction, text="It was not I", at=NOW
    )
    text = read(browser, report)
    for part in ("It was not I", "What the appeal is about Ban", "So be it", "a bot plays on"):
        assert part in text
    assert "It stands Lift it" in text
    assert "so far" not in text.split("What the appeal")[0]
    own = browser_of(by)
    assert "You imposed or lifted this yourself: somebody else answers." in read(own, report)
    assert "It stands" not in read(own, report)
    assert "Lift it" not in read(own, report)


def test_a_closed_report_says_how_it_was_decided(mod: User, browser: Client, bo: User) -> None:
    report = make_report(bo)
    dismiss(report_id=report.pk, by=mod, why="A fine fellow", now=NOW)
    text = read(browser, report)
    assert "Decided Dismissed , Sun 1 Mar 2026, 08:00 UTC, Mod A fine fellow" in text
    assert "Take it" not in text
    assert browser.get(page_of(report)).context["forms"] == []


def test_a_report_that_concerns_the_reader_stays_shut(mod: User, bo: User) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    for reader in (mod, boss):
        browser = browser_of(reader)
        for report in (
            make_report(reader),
            make_report(bo, reporter=reader),
            make_report(bo, game=make_game(reader, bo, make_user())),
        ):
            address = page_of(report).removesuffix("change/")
            for page in ("change/", "history/"):
                assert browser.get(address + page).status_code == 403
            for way in ("take/", "give-back/", "decide/", "answer/"):
                sent = {"kind": "dismiss", "answer": "lift", "reason": "So"}
                assert browser.post(address + way, sent).status_code == 403
            report.refresh_from_db()
            assert (report.taken_by, report.closed_at) == (None, None)


def test_reports_are_neither_added_nor_changed_nor_deleted(bo: User) -> None:
    boss = browser_of(User.objects.create_superuser("Boss", "boss@example.org"))
    report = make_report(bo, text="So")
    assert boss.get("/admin/games/report/add/").status_code == 403
    assert boss.post(page_of(report), {"text": "Otherwise"}).status_code == 403
    for method in (boss.get, boss.post):
        assert method(f"/admin/games/report/{report.pk}/delete/", {"post": "y"}).status_code == 403
    boss.post(
        "/admin/games/report/",
        {"action": "delete_selected", "_selected_action": report.pk, "post": "yes"},
    )
    assert Report.objects.get().text == "So"
    assert boss.get(f"/admin/games/report/{report.pk}/history/")["Location"] == page_of(report)


@pytest.mark.parametrize("key", ["0", "999999", "9" * 40, "abc", "²", "1_2F"])
def test_no_other_report_is_found(browser: Client, bo: User, key: str) -> None:
    make_report(bo)
    assert browser.get(f"/admin/games/report/{key}/change/").status_code == 404


def test_the_page_of_somebody_who_is_gone(browser: Client, bo: User) -> None:
    report = make_report(bo)
    Report.objects.update(person=None, reporter=None)
    text = read(browser, report)
    assert "Somebody who has left" in text
    assert [form.kind for form in browser.get(page_of(report)).context["forms"]] == ["dismiss"]


def test_looking_alone_offers_nothing(bo: User) -> None:
    reader = make_user("Reader", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename="view_report"))
    page = browser_of(reader).get(page_of(make_report(bo)))
    assert page.status_code == 200
    assert page.content.decode().count("<form") == 1  # the way out
    assert "record" not in page.context


def test_it_costs_as_many_queries_whatever_there_is(mod: User, browser: Client, bo: User) -> None:
    def fill(much: int) -> None:
        for _number in range(much):
            by = make_staff("moderator")
            impose(user_id=bo.pk, by=by, kind="warning", reason="So", now=NOW)
            note(person_id=bo.pk, by=by, text="So", now=NOW)
            game = make_game(bo, make_user())
            dismiss(report_id=make_report(bo, game=game).pk, by=by, why="", now=NOW)
            make_report(bo, game=game)

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as made:
            browser.get(address)
        return len(made)

    fill(1)
    report = Report.objects.filter(closed_at=None).get()
    pages = (page_of(report), f"/admin/accounts/user/{bo.pk}/change/")
    for page in pages:  # what is kept by the process is asked for once
        queries(page)
    before = [queries(page) for page in pages]
    fill(4)
    assert [queries(page) for page in pages] == before
    assert max(before) <= 32
