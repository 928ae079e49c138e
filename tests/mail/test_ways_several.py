"""Mails about several games: each has its ways to be played, link and address."""

from __future__ import annotations

import re
from textwrap import wrap
from urllib.parse import unquote

import pytest
from django.core.mail import EmailMultiAlternatives
from pytest_django import Settings

from accounts.models import Notice, User
from accounts.services import prove_address
from games.mail.by_mail import held_by_link, held_by_reply
from games.mail.incoming.html_text import text_of
from games.mail.incoming.orders import Reading, read_orders
from games.models import Game, ReceivedMail
from tests.builders import NOW
from tests.mail.incoming.letters import come, raw_mail
from tests.mail.telling import html_of, mail, notice_of
from tests.mail.turn_mails import LINK, REPLY, game_of, parts, reply_to, several

# What mails say does not depend on the database; outbox and sender are tested on both.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("site"), pytest.mark.sqlite]
WRITE_TO = "To answer for this game, write to:"


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


@pytest.mark.parametrize("wrapped_at", [0, 40, 72])
def test_no_line_of_such_a_mail_is_an_order(ana: User, bo: User, wrapped_at: int) -> None:
    for message in (several(ana, bo), waiting(ana, bo, 1)):
        for body in (str(message.body), text_of(html_of(message))):
            assert read_orders(body) == Reading()
            lines = [part for line in body.splitlines() for part in wrap(line, wrapped_at or 999)]
            assert read_orders("\n".join(lines)) == Reading()
