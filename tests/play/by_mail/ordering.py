"""Mails with orders as the play layer is told of them, for tests."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from typing import Any

from accounts.models import Notice
from games.models import Game, ReceivedMail, Seat
from games.play.by_mail.acting import carry_out
from games.play.by_mail.letter import Letter, Outcome
from games.play.by_mail.order import Order
from games.play.notices import turn_name
from games.play.storage import load
from games.rules.cards import SQUARE_INDEX
from games.rules.state import State
from games.rules.visibility import Legal, view_for
from tests.builders import NOW
from tests.mail.incoming.letters import player
from tests.play.test_take_turn import everything

__all__ = ["everything", "player"]

_numbers = count(1)


def order(verb: str, *squares: str, detail: str = "", kind: str = "") -> Order:
    """An order that was read: squares by their names."""
    text = " ".join([verb, *filter(None, [kind, *squares, detail])])
    return Order(text, verb, tuple(SQUARE_INDEX[each] for each in squares), detail, kind)


def unread(text: str, code: str, **params: str) -> Order:
    """What began like an order and is none."""
    return Order(text, "", code=code, params=params)


def state_of(game: Game) -> State:
    return load(Game.objects.get(pk=game.pk)).state


def legal(game: Game, seat: int) -> Legal:
    """What a seat may do now."""
    return view_for(state_of(game), seat).legal


def running_turn(game: Game) -> str:
    return turn_name(Game.objects.get(pk=game.pk))


def mail_in(
    game: Game,
    seat: int,
    *orders: Order,
    turn: str = "",
    digest: str = "",
    wants: str = "",
    alone: bool = True,
    is_empty: bool = False,
    subject: str = "",
    sender: str = "",
    user_id: int = 0,
    since: datetime | None = None,
    now: datetime = NOW,
) -> Outcome:
    """Let a mail of the person of `seat` come in; for the turn that runs, if none is given.

    `alone`: nothing but its orders stands in it.
    """
    row = Seat.objects.select_related("user").get(game=game, number=seat)
    assert row.user is not None
    letter = Letter(
        sender=sender or row.user.email,
        digest=digest or f"{next(_numbers):064x}",
        message_id="<a@mailer.example>",
        orders=orders,
        wants=wants,
        alone=alone and bool(orders) and not wants,
        is_empty=is_empty,
        subject=subject,
    )
    return carry_out(
        game_id=game.pk,
        seat=seat,
        user_id=user_id or row.user.pk,
        since=row.user.plays_by_mail_since if since is None else since,
        turn=turn or running_turn(game),
        letter=letter,
        now=now,
    )


def received(game: Game) -> ReceivedMail:
    """The latest mail to the game that was kept."""
    return ReceivedMail.objects.filter(seat__game=game).latest("pk")


def told(game: Game) -> list[tuple[str, int | None, str]]:
    """What came of the orders of the latest mail: text, number of the move, code."""
    return [(each["text"], each["move"], each["code"]) for each in received(game).orders]


def answers() -> list[Any]:
    """Whom mails were answered to, and with which payload."""
    rows = Notice.objects.filter(kind="answer").order_by("pk")
    return list(rows.values_list("user_id", "payload"))
