"""All that one mail orders, in one transaction: the game, what is kept of the mail, its answer."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from games.models import Game, ReceivedMail, Seat
from games.play.storage import Table, load
from games.play.turns import lock

from .answering import post_answer
from .earlier import look_at_earlier, sort_of
from .holding import hold_person
from .letter import Letter, Outcome
from .order import MOST_ORDERS
from .questions import has_seen_question
from .trying import Tried, resign_at_table, try_all
from .turns_running import is_running_turn

_Why = ReceivedMail.Why


def carry_out(
    *,
    game_id: int,
    seat: int,
    user_id: int,
    since: datetime | None,
    turn: str,
    letter: Letter,
    now: datetime,
) -> Outcome:
    """Do what a mail to `seat` orders for the turn of that name, and post its one answer.

    Each order is done whole or not at all, and up to the first that is refused; all that comes of
    the mail is committed together. One whose digest is known does nothing, however many come side
    by side; nor does one of somebody who could not have sent it any more: `since` is the moment by
    which its address went.
    """
    try:
        with transaction.atomic():
            table = load(lock(game_id))
            if table.seats[seat].user_id != user_id:
                return Outcome.IGNORED
            person = hold_person(user_id, email=letter.sender, since=since)
            if person is None:
                return Outcome.IGNORED
            if _is_seen(user_id, letter):
                return Outcome.SEEN
            return _carry_out(table, table.seats[seat], person, turn, letter, now)
    except IntegrityError:
        if not _is_seen(user_id, letter):
            raise
        return Outcome.SEEN  # the same mail to another game of theirs was quicker
    except Game.DoesNotExist:
        return Outcome.IGNORED


def _carry_out(
    table: Table, seat: Seat, person: User, turn: str, letter: Letter, now: datetime
) -> Outcome:
    earlier = look_at_earlier(seat, turn)
    if not earlier.may_act:
        return Outcome.SILENT
    suspended = person.is_suspended(now)
    why = _Why.SUSPENDED if suspended else _why_not(table, seat.number, turn, letter)
    tried = Tried([], False)
    if not why:
        orders = letter.orders[:MOST_ORDERS]
        may_resign = letter.only_resigns and has_seen_question(earlier.asking, letter.answers, now)
        tried = try_all(table, seat.number, turn, orders, may_resign=may_resign, now=now)
    elif why == _Why.OVER:
        tried = Tried(resign_at_table(table, seat, letter.orders), False)
    sort = sort_of(tried.told, why, letter.wants)
    answered = earlier.is_answered(sort)
    if not answered and (not earlier.asking or letter.only_resigns):
        return Outcome.SILENT
    # A mail that is not answered is kept all the same when it takes back the wish to resign.
    received = ReceivedMail.objects.create(
        seat=seat,
        user=person,
        turn=turn,
        digest=letter.digest,
        message_id=letter.message_id,
        subject=letter.subject,
        at=now,
        orders=tried.told,
        why=why,
        wants=letter.wants,
        asks_to_resign=tried.asks_to_resign and answered,
        is_last=answered and earlier.is_last(sort),
    )
    if answered:
        post_answer(received, seat, now)
    if tried.done:
        return Outcome.PLAYED
    return Outcome.ANSWERED if answered else Outcome.SILENT


def _why_not(table: Table, number: int, turn: str, letter: Letter) -> str:
    """Return why no order of the mail is looked at; "" if they are, or it has none but asks."""
    if letter.to_several:
        return _Why.SEVERAL
    if letter.wants and not letter.orders:
        return ""
    if not is_running_turn(table, number, turn):
        return _Why.OVER
    if letter.orders:
        return ""
    return _Why.EMPTY if letter.is_empty else _Why.NO_ORDER


def _is_seen(user_id: int, letter: Letter) -> bool:
    return ReceivedMail.objects.filter(user=user_id, digest=letter.digest).exists()
