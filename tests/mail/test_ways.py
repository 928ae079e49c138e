"""Mails about a turn carry the ways to play it, to who plays from the mail: link and address."""

from __future__ import annotations

import re
from datetime import timedelta
from textwrap import wrap

import pytest
from django.core import mail as sent_mail
from pytest_django import Settings

from accounts.models import Notice, User
from games.mail.by_mail import held_by_link, held_by_reply
from games.mail.doable import doable
from games.mail.incoming.html_text import text_of
from games.mail.incoming.orders import Reading, read_orders
from games.mail.incoming.quoting import written
from games.models import Game, Seat
from games.play.notices import MOMENT
from games.play.storage import load
from games.rules.moves import Move
from games.rules.visibility import view_for
from tests.builders import NOW, act, lay_kingdom, lay_river, make_game, make_user
from tests.mail.post_office import send
from tests.mail.telling import html_of, is_told, mail, notice_of
from tests.mail.turn_mails import (
    LINK,
    flat,
    game_of,
    mail_of,
    notice_to,
    parts,
    reply_to,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("site")]
ENDS = "The link needs no sign-in, is for this turn alone and ends with it."
FORWARD = "Whoever holds this mail can make your turn: do not forward it."
ANSWER = "Or answer this mail; what stands above the quoted text counts:"
KINDS = ["turn", "started", "reminder"]


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
def test_it_tells_what_can_be_done_now_and_nothing_else(ana: User, bo: User, kind: str) -> None:
    message = mail_of(ana, bo, kind)
    game = Game.objects.get()
    offered = doable(view_for(load(game).state, Seat.objects.get(user=ana).number))
    for part in (flat(str(message.body)), flat(text_of(html_of(message)))):
        told = part.partition(ANSWER)[2].partition("Several orders")[0]
        assert set(re.findall("“(.+?)”", told)) == {each.order for each in offered}
    verbs = {each.order.split()[0] for each in offered} - {"help", "board"}
    assert verbs == ({"draw", "take"} if kind == "turn" else {"swap", "arrange", "ready"})


def test_a_legend_that_can_be_claimed_at_once_is_told(ana: User, bo: User) -> None:
    told, now = notice_to(ana, bo, "turn")
    game = Game.objects.get()
    lay_river(game, "four-tribes")
    lay_kingdom(game, game.active_seat, "HEDG", "pfms", "pfms", "pfms")
    message = mail(told, now=now)
    for part in (flat(str(message.body)), flat(text_of(html_of(message)))):
        assert "“claim four-tribes” (The Four Tribes)" in part
        assert "A card or a Legend may be called by its name, too." in part


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
