"""Who has left the site is in no table of the database, whichever tables there are."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.sessions.backends.db import SessionStore
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import connection
from time_machine import TimeMachineFixture

from accounts import sanctions
from accounts.audit import log
from accounts.models import Act, Block, HeldName, MailChoice, Notice, PersonNote, User
from accounts.models.names import name_key, name_skeleton
from accounts.vacations import plan
from accounts.zones import UTC
from games.mail.sender import drain
from games.models import ClockShift, Game, ReceivedMail, Report
from games.play import lobby
from games.play.people import forget_the_gone, sweep
from games.play.people.closing import close_account
from games.play.people.export import ask_for_data
from games.play.people.mailbox import delete_mails_to
from games.play.rematch import offer
from games.rules.notation.checking import check_record
from games.views.once import Made, form_number, make_once
from tests.builders import NOW, SEED, make_game, make_user, play_some
from tests.play.clockwork import record
from tests.play.searching import found, tables
from tests.views.visitors import browser_of

pytestmark = pytest.mark.django_db

KEY = 987_654_321
"""Of the person: a number that is nothing else's, wherever it stands."""
NAME, FORMER, AS_GUEST, TAKEN = "Zarathë", "Zaubernuß", "Guest-ZZ77", "Zwetschge"
ADDRESS, OTHER_ADDRESS = "quixote@example.org", "dulcinea@example.org"
NAMES = (NAME, FORMER, AS_GUEST, "zarathe", "zaubernuss", ADDRESS, OTHER_ADDRESS, str(KEY))
TRACES = (*NAMES, TAKEN, "zwetschge", name_skeleton(TAKEN))
WHY = f"{NAME.upper()}, once {FORMER}, writes from {ADDRESS}."


@pytest.fixture(autouse=True)
def today(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOW)


@pytest.fixture
def person() -> User:
    """Somebody who has done everything there is to do."""
    person = make_user(
        NAME,
        email=ADDRESS,
        pk=KEY,
        email_proven_at=NOW,
        refused_address=OTHER_ADDRESS,
        refused_why=f"550 nobody at {OTHER_ADDRESS}",
        plays_by_mail_since=NOW,
    )
    held = {"name": FORMER, "name_key": FORMER.casefold(), "skeleton": "zaubernuss"}
    HeldName.objects.create(user=person, until=NOW + timedelta(days=99), **held)
    taken = {"name": TAKEN, "name_key": name_key(TAKEN), "skeleton": name_skeleton(TAKEN)}
    later = NOW + timedelta(days=99)
    HeldName.objects.create(user=person, until=later, taken_away=True, **taken)
    EmailAddress.objects.create(user=person, email=ADDRESS, verified=True, primary=True)
    EmailAddress.objects.create(user=person, email=OTHER_ADDRESS)
    MailChoice.objects.create(user=person, kind="turn", way="off")
    plan(user=person, first=NOW.date(), last=NOW.date(), zone=UTC, now=NOW)
    ask_for_data(user_id=KEY, now=NOW)
    sweep(NOW)
    return person


@pytest.fixture
def others() -> list[User]:
    return [make_user("Bo"), make_user("Cy")]


def play(person: User, others: list[User]) -> list[Game]:
    """Games in all states, in some of which the name was another."""
    games = [make_game(person, *others) for _number in range(3)]
    games.append(make_game(others[0], person, arranged=False))
    play_some(games[0])
    play_some(games[1], 20)
    games[1].seats.filter(user=person).update(name=AS_GUEST)
    told = record(games[0])
    told["players"][0] = FORMER
    Game.objects.filter(pk=games[0].pk).update(host=others[0], record=told)
    games[0].seats.filter(user=person).update(name=FORMER)
    lobby.play_now(user=person, bots=1, bot="random", seed=SEED, now=NOW)
    table = lobby.open_table(host=person, options=lobby.Options(players=3), now=NOW)
    lobby.join(game_id=table.pk, user=others[0], seed=SEED, now=NOW)
    away = lobby.open_table(host=others[1], options=lobby.Options(), now=NOW)
    Game.objects.filter(pk=away.pk).update(barred=[KEY, others[0].pk])
    rematch = offer(game_id=games[0].pk, user=others[0], seed=SEED, now=NOW)
    lobby.join(game_id=rematch.pk, user=person, seed=SEED, now=NOW)
    return [*games, table, away, rematch]


def play_by_mail(games: list[Game]) -> None:
    """Orders that they sent, and in those of others their name and address."""
    for game in games[:2]:
        for seat in game.seats.exclude(user=None):
            told = {"text": f"draw, {NAME}", "move": None, "code": "order-unknown"}
            ReceivedMail.objects.create(
                seat=seat,
                user_id=seat.user_id or 0,
                turn="0",
                digest=f"{game.pk}".zfill(64),
                message_id=f"<1@{seat.number}.example>",
                subject=f"Re: Your turn against {NAME}",
                at=NOW,
                orders=[told | {"params": {"text": f"draw, {ADDRESS}"}}],
            )


def be_judged(person: User, others: list[User], root: User) -> None:
    """Reports, sanctions, notes, acts, blocks: on them, by them, and with their name in them."""
    bo, cy = others
    for reporter, about in ((person, bo), (bo, person), (bo, cy)):
        Report.objects.create(reporter=reporter, person=about, about="abuse", text=WHY, at=NOW)
    for user_id in (KEY, cy.pk):
        warned = sanctions.impose(user_id=user_id, by=root, kind="warning", reason=WHY, now=NOW)
        Report.objects.create(
            reporter_id=user_id, person_id=user_id, about="appeal", sanction=warned, at=NOW
        )
    for about in (person, bo):
        PersonNote.objects.create(person=about, by=root, at=NOW, text=WHY)
        log(by=root, what=Act.What.RENAME, person=about, why=WHY, now=NOW)
    Act.objects.create(by=person, what=Act.What.SWITCH, at=NOW, why="Quiet.")
    Block.objects.create(blocker=person, blocked=bo, at=NOW)
    Block.objects.create(blocker=bo, blocked=person, at=NOW)
    why = f"Somebody writes from {ADDRESS.upper()}."
    ClockShift.objects.create(kind="gift", began=NOW, ended=NOW, seconds=1, why=why)


def be_looked_at(person: User, root: User) -> None:
    """An admin changes them, and Django keeps a log of that with names in it."""
    for row in (person, *EmailAddress.objects.filter(user=person)):
        message = [{"changed": {"name": "user", "object": NAME, "fields": [NAME]}}]
        LogEntry.objects.log_actions(root.pk, [row], CHANGE, change_message=message)


def be_around(person: User) -> None:
    """Browsers that are signed in, notes of forms, mails of the site to them and to nobody."""
    browser_of(person).get("/settings/")
    made = Made(KEY, "/g/abc/")
    make_once(form_number(), asked="a table", now=NOW, make=lambda: made)
    session = SessionStore()
    session.update({"_auth_user_id": str(KEY), "account_authentication_methods": [NAME]})
    session.create()
    drain()
    about = {"to": ADDRESS, "about": "unknown_account", "subject": "…", "text": NAME}
    for key, payload, error in (("waits", about, ""), ("failed", {}, f"550 no {ADDRESS}")):
        Notice.objects.create(
            key=key,
            kind="account",
            payload=payload,
            error=error,
            state="failed" if error else "waiting",
            created_at=NOW,
            not_before=NOW + timedelta(days=1),
        )
    keep_a_mail()


def keep_a_mail() -> None:
    """A mail to them, as a laptop keeps it."""
    message = EmailMultiAlternatives("Hello", NAME, to=[f"{NAME} <{ADDRESS}>"])
    message.attach_alternative(f"<p>{NAME}</p>", "text/html")
    backend = "django_mail_viewer.backends.database.backend.EmailBackend"
    get_connection(backend).send_messages([message])


@pytest.fixture
def everything(person: User, others: list[User]) -> list[Game]:
    root = User.objects.create_superuser("Root", "root@example.org", "secret-word")
    games = play(person, others)
    play_by_mail(games)
    be_judged(person, others, root)
    be_looked_at(person, root)
    be_around(person)
    return games


def leave(person: User) -> None:
    close_account(user_id=person.pk, now=NOW)
    sweep(NOW)
    drain()
    sweep(NOW)
    forget_the_gone()


def test_there_is_much_to_be_forgotten(everything: list[Game]) -> None:
    assert {
        "accounts_user",
        "accounts_act",
        "accounts_block",
        "accounts_dataexport",
        "accounts_heldname",
        "accounts_mailchoice",
        "accounts_notice",
        "accounts_personnote",
        "accounts_sanction",
        "accounts_vacation",
        "account_emailaddress",
        "django_admin_log",
        "django_session",
        "games_clockshift",
        "games_game",
        "games_invitation",
        "games_receivedmail",
        "games_report",
        "games_seat",
        "mail_viewer_emailmessage",
    } <= found(*TRACES)


def test_nothing_personal_is_left_in_any_table(
    person: User, others: list[User], everything: list[Game]
) -> None:
    leave(person)
    assert found(*TRACES) == set()
    assert HeldName.objects.filter(user=None, taken_away=True).exists()
    assert {"accounts_act", "games_report", "accounts_personnote"} <= found("a former player")
    kept = ReceivedMail.objects.values_list("user__name", flat=True)
    assert set(kept) == {"Bo", "Cy"} and "games_receivedmail" in found("a former player")
    assert found("Bo") and found(str(others[0].email))


def test_the_games_of_others_stay_whole(person: User, everything: list[Game]) -> None:
    leave(person)
    over = Game.objects.get(pk=everything[0].pk)
    assert check_record(over.record).places
    assert Game.objects.filter(pk__in=[game.pk for game in everything]).count() == len(everything)


def test_a_table_that_nobody_thought_of_is_searched_too(person: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE friends_of_friends (whom varchar(99))")
        cursor.execute("INSERT INTO friends_of_friends VALUES (%s)", [f"I like {NAME.upper()}."])
    assert "friends_of_friends" in tables()
    leave(person)
    assert found(*TRACES) == {"friends_of_friends"}


def test_mails_to_others_are_not_theirs_to_delete(person: User) -> None:
    keep_a_mail()
    delete_mails_to({"bo@example.org"})
    assert "mail_viewer_emailmessage" in found(ADDRESS)
    delete_mails_to({ADDRESS.upper()})
    assert "mail_viewer_emailmessage" not in found(ADDRESS)
