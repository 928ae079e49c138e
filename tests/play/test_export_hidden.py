"""No copy of one's data depends on a card that its person may not see.

As in tests/mail/test_hidden_cards.py: each copy is made twice, from the game as it is and from the
same game with all that is hidden exchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.db import transaction

from accounts.models import User
from games.models import Game
from games.play import agreement
from games.play.people.archive import archive_of
from tests.builders import NOW, make_user
from tests.exchange import exchange_hidden
from tests.situations import (
    after_a_card_was_given_back,
    after_a_reshuffle,
    arranging,
    in_action,
    with_a_card_in_hand,
)

pytestmark = pytest.mark.django_db
SITUATIONS = [
    arranging,
    in_action,
    with_a_card_in_hand,
    after_a_card_was_given_back,
    after_a_reshuffle,
]


def copy_of(user: User) -> dict[str, bytes]:
    with ZipFile(BytesIO(archive_of(user, NOW))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("ended", [False, True], ids=["running", "void"])
def test_no_copy_depends_on_what_is_hidden(
    situation: Callable[[list[User]], Game], ended: bool
) -> None:
    people = [make_user("Ana"), make_user("Bo"), make_user("Cleo")]
    situation(people)
    game = Game.objects.get()
    if ended:
        agreement.close(game, "agreed", NOW)
    for number, person in enumerate(people):
        seat = game.seats.get(number=number)
        before = copy_of(person)
        with transaction.atomic():
            exchange_hidden(Game.objects.get(), None if seat.left_at else number)
            after = copy_of(person)
            transaction.set_rollback(True)
        assert f"games/{game.code}.json" in before
        assert after == before
