"""What people are told by mail of sanctions, and which mails wait while they are shut out."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import mail as post

from accounts import sanctions
from accounts.models import Notice, Sanction, User
from accounts.services import WAITING, make_guest
from games.mail.choices import choose_mail
from games.models import Game
from games.play.moderation.appeals import appeal
from games.play.moderation.decisions import answer_appeal
from games.play.suspension import sweep
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_staff
from tests.mail.post_office import notice, person, send, state
from tests.mail.telling import end_turn, html_of, is_told, is_untrue, mail, notice_of, text

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
END = NOW + 10 * DAY


@pytest.fixture
def ana(db: None) -> User:
    return person("Ana", time_zone="Asia/Kathmandu")


@pytest.fixture
def moderator(db: None) -> User:
    return make_staff("moderator", "Mo")


def impose(
    user: User,
    by: User,
    kind: str = "suspension",
    *,
    until: datetime | None = END,
    games: str = "pause",
    now: datetime = NOW,
) -> Sanction:
    reason = "You insulted\n<b>Bo</b>."
    return sanctions.impose(
        user_id=user.pk, by=by, kind=kind, reason=reason, until=until, games=games, now=now
    )


def lift(sanction: Sanction, by: User, now: datetime = NOW) -> None:
    sanctions.lift(sanction_id=sanction.pk, by=by, why="We were wrong.", now=now)


@pytest.mark.parametrize(
    ("kind", "until", "games", "told", "page"),
    [
        ("warning", None, "", "A moderator has warned you. This is why:", "/settings/conduct/"),
        (
            "mute",
            END,
            "",
            "You cannot write to other players for a time: until Wed 11 Mar 2026, 13:45 UTC+05:45.",
            "/settings/conduct/",
        ),
        (
            "suspension",
            END,
            "pause",
            "You are suspended for a time: until Wed 11 Mar 2026, 13:45 UTC+05:45.",
            "/suspended/",
        ),
        ("ban", None, "leave", "You are banned. This is why:", "/suspended/"),
    ],
)
def test_what_was_imposed_is_told_with_its_reason_and_end(
    ana: User, moderator: User, kind: str, until: datetime | None, games: str, told: str, page: str
) -> None:
    impose(ana, moderator, kind, until=until, games=games)
    sent = mail(notice_of(ana, "sanctioned"), now=NOW)
    body = " ".join(str(sent.body).split())
    assert told in body and told in html_of(sent)
    assert "You insulted <b>Bo</b>." in body
    assert "You insulted<br>&lt;b&gt;Bo&lt;/b&gt;." in html_of(sent)
    assert page in body and page in html_of(sent)
    assert ("running games" in body) == bool(games)
    assert ("A moderator other than the one who decided reads it." in body) == bool(until or games)
    assert "Mo" not in body.replace("moderator", "")
    assert "No more mails of this kind" not in body


def test_what_was_lifted_before_its_mail_went_out_is_told_as_lifted_alone(
    ana: User, moderator: User
) -> None:
    lift(impose(ana, moderator), moderator)
    assert is_untrue(notice_of(ana, "sanctioned"))
    told = text(notice_of(ana, "lifted"))
    assert "Your suspension is lifted. This is why: We were wrong." in told
    assert "You can play again at once. The clocks of your games run on in a moment." in told
    assert "/games/" in told


def test_with_another_one_in_force_nobody_is_told_to_play_again(ana: User, moderator: User) -> None:
    sanction = impose(ana, moderator)
    impose(ana, moderator, "ban", until=None, games="leave")
    lift(sanction, moderator)
    told = text(notice_of(ana, "lifted"))
    assert "Another decision still keeps you from playing." in told
    assert "/suspended/" in told and "You can play again" not in told


def test_a_mute_says_where_to_answer_it(ana: User, moderator: User) -> None:
    impose(ana, moderator, "mute", games="")
    sent = mail(notice_of(ana, "sanctioned"), now=NOW)
    for part in (text(notice_of(ana, "sanctioned")), html_of(sent)):
        assert "If you think that this is wrong, answer on the page of decisions about you." in part
        assert "/settings/conduct/" in part


def test_beside_a_ban_no_mail_says_that_games_wait(ana: User, moderator: User) -> None:
    pause = impose(ana, moderator)
    paused = notice_of(ana, "sanctioned")
    assert "Your running games wait for you" in text(paused)
    ban = impose(ana, moderator, "ban", until=None, games="leave")
    assert "No running game waits for you: you left them by another decision." in text(paused)
    assert "You have left your running games" in text(notice_of(ana, "sanctioned"))
    lift(ban, moderator, NOW + DAY)
    lift(pause, moderator, NOW + DAY)
    told = text(notice_of(ana, "lifted"), NOW + DAY)
    assert "Games that you have left stay left." in told and "clocks" not in told


def test_a_lifted_mute_says_that_one_can_write_again(ana: User, moderator: User) -> None:
    lift(impose(ana, moderator, "mute", games=""), moderator)
    assert "You can write to other players again." in text(notice_of(ana, "lifted"))


def refuse(sanction: Sanction, text: str, now: datetime) -> None:
    report = appeal(user=sanction.user, sanction_id=sanction.pk, text=text, now=now)
    by = make_staff("moderator")
    answer_appeal(report_id=report.pk, by=by, lifted=False, why="It was no joke.", now=now)


def test_an_answer_that_is_refused_is_told_why(ana: User, moderator: User) -> None:
    sanction = impose(ana, moderator, until=NOW + 90 * DAY)
    refuse(sanction, "It was <i>a joke</i>.", NOW)
    told = text(notice_of(ana, "appeal-decided"))
    assert "the decision stands. This is why: It was no joke. You had written:" in told
    assert "It was <i>a joke</i>." in told
    assert "You can answer once more from Tue 31 Mar 2026, 13:45 UTC+05:45 on." in told
    assert "/suspended/" in told
    refuse(sanction, "Once more.", NOW + 30 * DAY)
    sent = mail(notice_of(ana, "appeal-decided"), now=NOW + 30 * DAY)
    assert "This was your last answer to this decision." in html_of(sent)


def test_of_an_answer_whose_sanction_is_over_nothing_is_told(ana: User, moderator: User) -> None:
    sanction = impose(ana, moderator)
    refuse(sanction, "A joke.", NOW)
    assert is_told(notice_of(ana, "appeal-decided"))
    assert is_untrue(notice_of(ana, "appeal-decided"), END)
    lift(sanction, moderator)
    assert is_untrue(notice_of(ana, "appeal-decided"))


def test_these_come_at_once_whatever_was_chosen(ana: User, moderator: User) -> None:
    User.objects.filter(pk=ana.pk).update(quiet_from=0, quiet_until=23)
    sanction = impose(ana, moderator)
    send()
    refuse(sanction, "A joke.", NOW)
    send()
    lift(sanction, moderator)
    send()
    assert [each.subject for each in post.outbox] == [
        "You are suspended for a time",
        "Your answer was read: the decision stands",
        "Your suspension is lifted",
    ]


def test_a_guest_gets_no_mail(moderator: User) -> None:
    guest = make_guest(NOW)
    impose(guest, moderator)
    send()
    assert not post.outbox
    assert not Notice.objects.filter(state="waiting").exists()


# --- Mails about games -------------------------------------------------------------------------


def game_of(*users: User, **options: object) -> Game:
    return make_game(*users, **{"first_by": "account"} | options)  # type: ignore[arg-type]


def to_ana() -> list[str]:
    sent = [str(each.subject) for each in post.outbox if "ana@example.org" in each.to]
    return [subject for subject in sent if "suspen" not in subject]


def pause(ana: User, moderator: User) -> Sanction:
    sanction = impose(ana, moderator)
    sweep(NOW)
    return sanction


def test_no_mail_about_games_comes_while_one_is_shut_out(ana: User, moderator: User) -> None:
    bo = person("Bo")
    game = game_of(ana, bo)
    pause(ana, moderator)
    act(game, 1, Move("leave", detail="resigned"), now=NOW + DAY)
    for day in range(10):
        send(NOW + day * DAY)
    assert to_ana() == []
    send(END)
    sweep(END)
    send(END)
    assert [subject for subject in to_ana() if "over" in subject] == to_ana()
    assert len(to_ana()) == 1


def test_after_the_pause_the_turn_that_waits_is_told_once(ana: User, moderator: User) -> None:
    game = game_of(ana, person("Bo"))
    end_turn(game)
    pause(ana, moderator)
    end_turn(game)
    assert Game.objects.get().stopped_seconds is not None
    send(NOW + DAY)
    for after in (0 * HOUR, MINUTE, HOUR):
        send(END + after)
        sweep(END + after)
        send(END + after)
    assert to_ana() == ["Your turn against Bo (your table)"]


def test_with_the_end_before_any_sweep_the_mail_waits_until_the_clock_runs(
    ana: User, moderator: User
) -> None:
    game_of(ana, person("Bo"))
    pause(ana, moderator)
    send(END)
    assert to_ana() == []
    sweep(END + 5 * MINUTE)
    send(END + 5 * MINUTE)
    assert to_ana() == ["Your turn against Bo (your table)"]
    body = " ".join(str(post.outbox[-1].body).split())
    assert "The clock stands still" not in body


def test_a_game_that_is_stuck_holds_back_its_own_mails_alone(ana: User, moderator: User) -> None:
    bo = person("Bo")
    stuck = game_of(ana, bo)
    end_turn(stuck)
    free = game_of(ana, bo)
    pause(ana, moderator)
    end_turn(stuck)
    Game.objects.filter(pk=stuck.pk).update(stuck_until=END + 2 * HOUR)
    for after in (0 * HOUR, MINUTE, HOUR):
        sweep(END + after)
        send(END + after)
        told = Notice.objects.filter(user=ana, kind="turn", state=Notice.State.SENT)
        assert [each.payload["game"] for each in told] == [free.pk]
    later = END + 2 * HOUR
    sweep(later)
    send(later)
    assert {each.payload["game"] for each in told.all()} == {free.pk, stuck.pk}


def test_what_was_told_before_the_pause_is_not_told_again(ana: User, moderator: User) -> None:
    game_of(ana, person("Bo"))
    send(NOW + 5 * MINUTE)
    assert len(to_ana()) == 1
    pause(ana, moderator)
    sweep(END)
    send(END)
    assert len(to_ana()) == 1


def test_after_a_pause_of_months_the_turn_is_told_though_its_notice_is_gone(
    ana: User, moderator: User
) -> None:
    game_of(ana, person("Bo"))
    until = NOW + 200 * DAY
    impose(ana, moderator, until=until)
    sweep(NOW)
    for day in range(0, 60, 10):
        send(NOW + day * DAY)
    turn = notice_of(ana, "turn")
    assert state(turn) == Notice.State.DROPPED
    turn.delete()
    sweep(until)
    send(until)
    assert to_ana() == ["Your turn against Bo (your table)"]


def test_after_a_pause_of_months_a_dropped_notice_is_revived(ana: User, moderator: User) -> None:
    game_of(ana, person("Bo"), arranged=False)
    until = NOW + 60 * DAY
    impose(ana, moderator, until=until)
    sweep(NOW)
    send(NOW + 31 * DAY)
    send(NOW + 31 * DAY)
    assert state(notice_of(ana, "started")) == Notice.State.DROPPED
    sweep(until)
    send(until)
    assert len(to_ana()) == 1 and "Bo" in to_ana()[0]


def test_lifted_early_what_waits_is_told_at_once(ana: User, moderator: User) -> None:
    game_of(ana, person("Bo"))
    sanction = pause(ana, moderator)
    send(NOW + HOUR)
    lift(sanction, moderator, NOW + DAY)
    sweep(NOW + DAY)
    send(NOW + DAY)
    assert to_ana() == ["Your turn against Bo (your table)"]


def test_where_somebody_else_is_away_still_the_one_who_is_back_is_told(
    ana: User, moderator: User
) -> None:
    bo = person("Bo")
    game_of(ana, bo, arranged=False)
    pause(ana, moderator)
    impose(bo, moderator, until=END + DAY)
    sweep(NOW)
    send(NOW)
    sweep(END)
    send(END)
    assert len(to_ana()) == 1
    body = " ".join(str(post.outbox[-1].body).split())
    assert "The clock stands still, with" in body and "vacation" not in body


def test_who_wants_no_turn_mails_gets_none_after_the_pause(ana: User, moderator: User) -> None:
    choose_mail(ana, {"turn": "off", "reminder": "off"}, NOW)
    game_of(ana, person("Bo"))
    pause(ana, moderator)
    sweep(END)
    send(END)
    assert to_ana() == []


def test_reminders_of_the_clock_that_runs_on_come_in_its_time(ana: User, moderator: User) -> None:
    game_of(ana, person("Bo"), turn_seconds=3 * 24 * 3600, bank_seconds=0)
    send(NOW + 5 * MINUTE)
    pause(ana, moderator)
    for day in range(10):
        send(NOW + day * DAY)
    sweep(END)
    send(END)
    assert len(to_ana()) == 1
    send(END + 2 * DAY)
    assert len(to_ana()) == 2
    send(END + 2 * DAY)
    assert len(to_ana()) == 2


def test_a_proven_address_tells_the_suspended_of_no_games(ana: User, moderator: User) -> None:
    game_of(ana, person("Bo"))
    Notice.objects.filter(user=ana).delete()
    waits = notice(ana, WAITING)
    assert is_told(waits)
    impose(ana, moderator)
    waits = Notice.objects.get(pk=waits.pk)
    assert is_untrue(waits)


def test_others_are_told_as_ever(ana: User, moderator: User) -> None:
    game = game_of(ana, person("Bo"))
    end_turn(game)
    pause(ana, moderator)
    send(NOW + 5 * MINUTE)
    assert [each.subject for each in post.outbox if "bo@example.org" in each.to] == [
        "Your turn against Ana (Ana’s table)"
    ]


def test_those_who_play_on_are_told_that_somebody_has_left(ana: User, moderator: User) -> None:
    bo, cy = person("Bo"), person("Cy")
    game_of(bo, ana, cy)
    impose(ana, moderator, "ban", until=None, games="leave")
    sweep(NOW)
    told = text(notice_of(bo, "left"))
    assert "Ana was removed from the table." in told and "insulted" not in told
    assert Notice.objects.filter(user=ana, kind__in=["left", "timed-out"]).count() == 0
