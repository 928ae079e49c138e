"""What is kept of mails goes with the notices of their time."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import Notice
from games import tasks
from games.models import ReceivedMail
from games.play.by_mail import cleaning
from games.play.by_mail.cleaning import delete_old_mails
from tests.builders import NOW, make_game
from tests.play.by_mail.ordering import mail_in, player

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def test_those_before_a_moment_go_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "BATCH", 2)
    game = make_game(player(), player())
    for number in range(7):
        mail_in(game, game.active_seat, now=NOW + number * DAY)
    assert delete_old_mails(NOW + 5 * DAY) == 5
    left = ReceivedMail.objects.order_by("at").values_list("at", flat=True)
    assert list(left) == [NOW + 5 * DAY, NOW + 6 * DAY]
    assert delete_old_mails(NOW + 5 * DAY) == 0


def test_after_ninety_days_with_old_notices() -> None:
    game = make_game(player(), player())
    mail_in(game, game.active_seat)
    Notice.objects.update(state="sent")
    with time_machine.travel(NOW + 90 * DAY, tick=False):
        assert tasks.sweep_old_notices() == {"deleted": 0, "received mails deleted": 0}
    with time_machine.travel(NOW + 91 * DAY, tick=False):
        assert tasks.sweep_old_notices()["received mails deleted"] == 1
    assert not ReceivedMail.objects.exists()
