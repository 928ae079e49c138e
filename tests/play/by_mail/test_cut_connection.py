"""A connection cut, or a process killed, between two statements leaves all of a mail or none."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import Notice
from games.models import ReceivedMail
from games.play.by_mail.letter import Outcome
from tests.builders import make_game
from tests.play.by_mail.ordering import everything, mail_in, order, player, running_turn
from tests.play.test_cut_connection import was_cut

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_of_a_mail_or_none_of_it() -> None:
    game = make_game(player(), player())
    before, notices = everything(game), Notice.objects.count()
    mail = partial(
        mail_in,
        game,
        game.active_seat,
        order("draw"),
        order("reveal", "c1"),
        turn=running_turn(game),
        digest="a" * 64,
    )
    statements = 2  # after the one of the test itself
    while was_cut(statements, mail):
        assert everything(game) == before
        assert (Notice.objects.count(), ReceivedMail.objects.count()) == (notices, 0)
        statements += 1
    assert statements > 20
    row = ReceivedMail.objects.get()
    assert [each["move"] for each in row.orders] == [game.version + 1, game.version + 2]
    assert Notice.objects.filter(key=f"answer:{row.pk}").exists()
    assert mail() == Outcome.SEEN
