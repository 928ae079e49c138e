"""Mails about a turn carry the ways to play it, to who plays from the mail: link and address."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from textwrap import wrap
from urllib.parse import unquote

import pytest
from django.core import mail as sent_mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from pytest_django import Settings

from accounts.models import Notice, User
from accounts.services import prove_address
from games.mail.by_mail import held_by_link, held_by_reply
from games.mail.incoming.html_text import text_of
from games.mail.incoming.orders import Reading, read_orders
from games.mail.incoming.quoting import written
from games.models import Game, ReceivedMail, Seat
from games.play.notices import MOMENT
from games.rules.moves import Move
from tests.builders import NOW, act, make_game, make_user
from tests.mail.incoming.letters import come, raw_mail
from tests.mail.post_office import send
from tests.mail.telling import html_of, is_told, mail, notice_of

pytestmark = pytest.mark.django_db
SINCE = NOW - timedelta(days=1)
REPLY = r"(play\+r-[0-9a-z-]+@drako\.example)"
LINK = r"https://drako\.example/mail/turn/([0-9a-z-]+)/"
ENDS = "The link needs no sign-in, is for this turn alone and ends with it."
FORWARD = "Whoever holds this mail can make your turn: do not forward it."
ANSWER = "Or answer this mail; what stands above the quoted text counts:"
WRITE_TO = "To answer for this game, write to:"
KINDS = ["turn", "started", "reminder"]


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SITE_URL = "https://drako.example"
    settings.REPLY_ADDRESS = "play+*@drako.example"


@pytest.fixture
def ana() -> User:
    """She plays from the mail."""
    return make_user("Ana", email_proven_at=SINCE, plays_by_mail_since=SINCE)


@pytest.fixture
def bo() -> User:
    """He does not."""
    return make_user("Bo", email_proven_at=SINCE)


def game_of(ana: User, bo: User, *, arranged: bool = True) -> Game:
    """A game in which Ana has the first turn: hers is the oldest account."""
    return make_game(ana, bo, arranged=arranged, first_by=Game.FirstBy.ACCOUNT)


def notice_to(ana: User, bo: User, kind: str) -> tuple[Notice, datetime]:
    """What a mail of this kind to Ana tells, and when it is sent."""
    game = game_of(ana, bo, arranged=kind == "turn")
    found = Notice.objects.filter(kind=kind, user=ana, payload__game=game.pk)
    if kind != "reminder":
        return found.get(), NOW
    return found.get(payload__before=3600), NOW + timedelta(hours=23, minutes=30)


def mail_of(ana: User, bo: User, kind: str) -> EmailMultiAlternatives:
    told, now = notice_to(ana, bo, kind)
    return mail(told, now=now)


def flat(text: str) -> str:
    return " ".join(text.split())


def parts(message: EmailMultiAlternatives) -> tuple[str, str]:
    """Both parts in one line each."""
    return flat(str(message.body)), flat(html_of(message))


def reply_to(message: EmailMessage) -> str | None:
    """As it reaches its reader."""
    read = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    addresses = read.get_all("Reply-To", [])
    assert len(addresses) <= 1
    return str(addresses[0]) if addresses else None


@pytest.mark.parametrize("kind", KINDS)
def test_the_mail_has_the_link_to_just_this_turn_in_both_parts(
    ana: User, bo: User, kind: str
) -> None:
    message = mail_of(ana, bo, kind)
    [token] = re.findall(rf"^Play this turn:\n{LINK}$", str(message.body), re.M)
    button = rf'<a class="act"[^>]* href="{LINK}"[^>]*>Play this turn</a>'
    assert re.findall(button, html_of(message)) == [token]
    held = held_by_link(token)
    assert held is not None
    assert (held.user, held.turn) == (ana, "0" if kind == "turn" else "arranging")
    for part in parts(message):
        assert ENDS in part and FORWARD in part


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_is_a_link_beside_it_and_no_second_button(ana: User, bo: User, kind: str) -> None:
    message = mail_of(ana, bo, kind)
    table = f"https://drako.example/g/{Game.objects.get().code}/"
    assert html_of(message).count('class="act"') == 1
    assert f'href="{table}"' in html_of(message)
    assert f"To the table:\n{table}\n" in str(message.body)


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_goes_to_the_address_of_seat_and_turn(ana: User, bo: User, kind: str) -> None:
    message = mail_of(ana, bo, kind)
    held = held_by_reply(str(reply_to(message)))
    assert held is not None
    assert (held.user, held.turn) == (ana, "0" if kind == "turn" else "arranging")
    for part in parts(message):
        assert ANSWER in part


@pytest.mark.parametrize("kind", KINDS)
def test_where_no_mail_comes_in_there_is_the_link_alone(
    ana: User, bo: User, kind: str, settings: Settings
) -> None:
    settings.REPLY_ADDRESS = ""
    message = mail_of(ana, bo, kind)
    assert reply_to(message) is None
    for part in parts(message):
        assert re.search(LINK, part)
        assert "answer" not in part and "help" not in part


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "change",
    [{"plays_by_mail_since": None}, {"refused_address": "ana@example.org"}],
    ids=["off", "refused"],
)
def test_without_it_the_mail_is_as_ever(
    ana: User, bo: User, kind: str, change: dict[str, object]
) -> None:
    User.objects.filter(pk=ana.pk).update(**change)
    message = mail_of(ana, bo, kind)
    assert reply_to(message) is None
    for part in parts(message):
        for told in ("mail/turn", "Play this turn", "forward", "answer this mail", "play+"):
            assert told not in part
    assert re.search('<a class="act"[^>]*>To the table', html_of(message))


def test_it_goes_by_what_is_chosen_as_the_mail_is_sent(ana: User, bo: User) -> None:
    told, now = notice_to(ana, bo, "turn")
    User.objects.update(plays_by_mail_since=None)
    assert reply_to(mail(told, now=now)) is None
    User.objects.filter(pk=ana.pk).update(plays_by_mail_since=NOW)
    assert reply_to(mail(Notice.objects.get(pk=told.pk), now=now)) is not None


def test_with_the_time_up_there_is_no_mail_and_no_link(ana: User, bo: User) -> None:
    told, now = notice_to(ana, bo, "turn")
    Game.objects.update(deadline=now - timedelta(seconds=1))
    Seat.objects.update(bank_seconds=0)
    assert not is_told(told, now)


@pytest.mark.parametrize("url", ["https://drako.example", "https://" + "d" * 60 + ".example"])
@pytest.mark.parametrize("several", [False, True])
def test_no_link_is_broken(
    ana: User, bo: User, url: str, several: bool, settings: Settings
) -> None:
    """Longer ones than a line are left whole, shorter ones fit."""
    settings.SITE_URL = url
    notices = [notice_to(ana, bo, "started")[0] for _ in range(1 + several)]
    message = mail(*notices, now=NOW)
    lines = [line.strip() for line in str(message.body).splitlines()]
    links = [
        line for line in lines if re.fullmatch(re.escape(url) + r"/mail/turn/[0-9a-z-]+/", line)
    ]
    assert len(links) == len(notices)
    if len(url) < 30:
        assert max(map(len, str(message.body).partition("\n--\n")[0].splitlines())) <= 78


def test_what_else_happened_keeps_neither_link_nor_address_away(ana: User, bo: User) -> None:
    told, now = notice_to(ana, bo, "turn")
    other = make_game(ana, bo, make_user("Cy"), arranged=False)
    act(other, 1, Move("leave", detail="resigned"))
    left = notice_of(ana, "left")
    for notices in ((told, left), (left, told)):
        message = mail(*notices, now=now)
        held = held_by_reply(str(reply_to(message)))
        assert held is not None and held.seat.game_id == told.payload["game"]
        assert len(re.findall(LINK, str(message.body))) == 1


def test_of_two_mails_about_a_turn_the_pressing_one_has_its_address(ana: User, bo: User) -> None:
    reminder, now = notice_to(ana, bo, "reminder")
    message = mail(notice_of(ana, "started"), reminder, now=now)
    assert reply_to(message) is not None


def several(ana: User, bo: User) -> EmailMultiAlternatives:
    """The mail about two games in which Ana is to arrange her cards."""
    return mail(*(notice_to(ana, bo, "started")[0] for _ in range(2)), now=NOW)


def test_several_games_have_a_link_and_an_address_each(ana: User, bo: User) -> None:
    message = several(ana, bo)
    assert message.subject == "2 games wait for you"
    assert reply_to(message) is None
    for part in (str(message.body), html_of(message)):
        links = [held_by_link(token) for token in re.findall(LINK, part)]
        answered = [held_by_reply(address) for address in re.findall(REPLY, part)]
        for held in (links, answered):
            assert {each.seat.game for each in held if each} == set(Game.objects.all())
            assert len(held) == 2
        assert [each and each.seat for each in answered] == [each and each.seat for each in links]
        assert len(re.findall(r"drako\.example/g/", part)) == 2
    for part in parts(message):
        assert "Whoever holds this mail can make these turns: do not forward it." in part
        assert part.count(WRITE_TO) == 2
        assert "An answer to this mail itself is not read" in part


def test_the_address_of_each_game_is_a_link_in_html(ana: User, bo: User) -> None:
    html = html_of(several(ana, bo))
    links = re.findall(rf'<a [^>]*href="mailto:([^"]+)"[^>]*>{REPLY}</a>', html)
    assert len(links) == 2
    for quoted, plain in links:
        assert "+" not in quoted and unquote(quoted) == plain  # some programs read + as a space


def test_a_mail_to_the_address_of_a_game_plays_there(ana: User, bo: User) -> None:
    message = several(ana, bo)
    address = re.findall(REPLY, str(message.body))[0]
    assert come(raw_mail(sender=ana.email, to=address, subject="", text="ready")) == "played"
    game = Game.objects.order_by("deadline", "pk")[0]
    played = ReceivedMail.objects.get()
    assert played.seat.game == game and played.orders[0]["move"] is not None


def test_several_games_where_no_mail_comes_in(ana: User, bo: User, settings: Settings) -> None:
    settings.REPLY_ADDRESS = ""
    for part in parts(several(ana, bo)):
        assert "do not forward it" in part
        assert "answer" not in part and "mailto:" not in part


def test_several_games_of_who_has_it_off(ana: User, bo: User) -> None:
    User.objects.update(plays_by_mail_since=None)
    for part in parts(several(ana, bo)):
        for told in ("mail/turn", "Play this turn", "forward", "answer", "mailto:"):
            assert told not in part


def waiting(ana: User, bo: User, games: int) -> EmailMultiAlternatives:
    """The mail about games that waited for an address of Ana's."""
    for _ in range(games):
        game_of(ana, bo)
    Notice.objects.all().delete()
    User.objects.filter(pk=ana.pk).update(email_proven_at=None)
    prove_address(ana.pk, NOW)
    return mail(notice_of(ana, "waiting"), now=NOW)


def test_games_that_waited_for_an_address_have_theirs_too(ana: User, bo: User) -> None:
    message = waiting(ana, bo, 2)
    assert reply_to(message) is None
    for part in (str(message.body), html_of(message)):
        tokens, addresses = re.findall(LINK, part), re.findall(REPLY, part)
        assert len(tokens) == 2 and all(held_by_link(token) for token in tokens)
        assert len(addresses) == 2 and all(held_by_reply(address) for address in addresses)
    for part in parts(message):
        assert "do not forward it" in part and "itself is not read" in part


def test_where_a_single_one_waited_an_answer_to_the_mail_is_for_it(ana: User, bo: User) -> None:
    message = waiting(ana, bo, 1)
    held = held_by_reply(str(reply_to(message)))
    assert held is not None and held.seat.game == Game.objects.get()
    for part in parts(message):
        assert "You may also just answer this mail" in part and "is not read" not in part


def test_where_more_waited_than_are_named_it_is_for_none(
    ana: User, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.mail.kinds.waiting_games.MOST", 1)
    message = waiting(ana, bo, 2)
    assert reply_to(message) is None
    for part in parts(message):
        assert "itself is not read" in part


def test_other_mails_about_a_game_take_no_answer_and_have_no_such_link(ana: User, bo: User) -> None:
    game = make_game(ana, bo, make_user("Cy"), arranged=False)
    act(game, 1, Move("leave", detail="resigned"))
    messages = [mail(notice_of(ana, "left"), now=NOW)]
    act(game, 2, Move("leave", detail="resigned"))
    for message in [*messages, mail(notice_of(ana, "over"), now=NOW)]:
        assert reply_to(message) is None
        assert "mail/turn" not in str(message.body) + html_of(message)


def test_threads_and_ways_to_stop_are_as_ever(ana: User, bo: User) -> None:
    told, now = notice_to(ana, bo, "turn")
    with_it = mail(told, now=now).message()
    User.objects.update(plays_by_mail_since=None)
    without = mail(Notice.objects.get(pk=told.pk), now=now).message()
    for name in ("Subject", "From", "To", "Message-ID", "References", "In-Reply-To", "Date"):
        assert with_it[name] == without[name] and with_it[name]
    assert with_it["List-Unsubscribe"] and with_it["Auto-Submitted"] == "auto-generated"


def test_the_sender_sends_it_so(ana: User, bo: User) -> None:
    game_of(ana, bo)
    send(NOW + MOMENT)
    told = {message.to[0]: message for message in sent_mail.outbox}
    assert held_by_reply(str(reply_to(told[ana.email]))) is not None
    assert "mail/turn" not in str([str(told[email].body) for email in told if email != ana.email])


@pytest.mark.parametrize("kind", KINDS)
def test_no_line_of_a_mail_is_an_order(ana: User, bo: User, kind: str) -> None:
    """As should not matter: it is no order of its reader's when it comes back unmarked."""
    assert read_orders(str(mail_of(ana, bo, kind).body)) == Reading()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrapped_at", [0, 40, 72])
def test_a_mail_that_comes_back_whole_was_not_written_by_its_reader(
    ana: User, bo: User, kind: str, wrapped_at: int
) -> None:
    """An empty answer whose program marks nothing as quoted, and perhaps breaks its lines anew."""
    User.objects.filter(pk=bo.pk).update(name="pass. Ready. Draw")
    message = mail_of(ana, User.objects.get(pk=bo.pk), kind)
    for body in (str(message.body), text_of(html_of(message))):
        lines = body.splitlines()
        if wrapped_at:
            lines = [part for line in lines for part in wrap(line, wrapped_at) or [""]]
        assert read_orders(written("\n".join(lines))) == Reading()


@pytest.mark.parametrize("wrapped_at", [0, 40, 72])
def test_nor_is_a_line_of_a_mail_about_several_games(ana: User, bo: User, wrapped_at: int) -> None:
    for message in (several(ana, bo), waiting(ana, bo, 1)):
        for body in (str(message.body), text_of(html_of(message))):
            assert read_orders(body) == Reading()
            lines = [part for line in body.splitlines() for part in wrap(line, wrapped_at or 999)]
            assert read_orders("\n".join(lines)) == Reading()
