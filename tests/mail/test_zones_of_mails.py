"""Moments in a mail are told in the zone of its reader, whatever kind of mail it is."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMultiAlternatives

from games.mail.sender import drain
from games.play.people import sweep
from games.play.people.export import ask_for_data
from tests.builders import NOW, make_game
from tests.mail.answering import player, refuse, write
from tests.mail.telling import end_turn

pytestmark = pytest.mark.django_db


def test_of_a_copy_of_ones_data(mailoutbox: list[EmailMultiAlternatives]) -> None:
    ana = player("Ana")
    ana.time_zone = "Asia/Tokyo"
    ana.save()
    ask_for_data(user_id=ana.pk, now=NOW)
    sweep(NOW)
    drain(clock=lambda: NOW)
    [mail] = mailoutbox
    assert "17:00 JST" in " ".join(mail.body.split())
    assert "UTC" not in mail.body


@pytest.mark.parametrize("whose", ["ours", "theirs"])
def test_of_an_answer(mailoutbox: list[EmailMultiAlternatives], whose: str) -> None:
    ana, bo = player("Ana"), player("Bo")
    ana.time_zone = "Asia/Tokyo"
    ana.save()
    game = make_game(ana, bo, first_by="account")
    if whose == "ours":
        write(game, ana, "board")
    else:
        end_turn(game)
        refuse(game, ana, "over")
    drain(clock=lambda: NOW)
    [mail] = [each for each in mailoutbox if each.to == [ana.email] and "Re:" in each.subject]
    assert "17:00 JST" in " ".join(mail.body.split())
    assert "UTC" not in mail.body
