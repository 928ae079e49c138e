"""The mail about a result tells its reader what it did to their rating."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.play.ratings.counting import count_results
from games.rules.moves import Move
from tests.builders import NOW, act, make_game
from tests.mail.telling import html_of, mail, notice_of, text

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)
MINE = "Your rating: 1500? → 1605? (+105)."


@pytest.mark.parametrize(
    ("rated", "counted", "told"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_the_change_is_in_it_once_it_is_counted(
    people: list[User], rated: bool, counted: bool, told: bool
) -> None:
    game = make_game(*people[:2], rated=rated)
    act(game, 1, Move("leave", detail="resigned"))
    if counted:
        count_results(NOW, most=9)
    notice = notice_of(people[0], "over")
    assert (MINE in text(notice)) is told
    assert (MINE in html_of(mail(notice, now=LATER))) is told
    assert ("rating" in text(notice)) is told


def test_it_is_in_a_list_of_news_too(people: list[User]) -> None:
    ana, bo, _cy = people
    game = make_game(ana, bo, rated=True)
    act(game, 1, Move("leave", detail="resigned"))
    act(make_game(*people, arranged=False), 1, Move("leave", detail="resigned"))
    count_results(NOW, most=9)
    message = mail(notice_of(ana, "over"), notice_of(ana, "left"), now=LATER)
    assert message.subject == "News of your games"
    assert MINE in " ".join(str(message.body).split())
    assert MINE in html_of(message)
