"""What Celery calls; each fetches and asks the play layer."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from random import Random

from celery import current_app, shared_task
from django.core.cache import cache
from django.utils import timezone

from accounts import claims
from accounts.outbox import SEND_MAIL, delete_old, wake_sender
from games.mail.incoming.kept import forget_old
from games.mail.incoming.mailbox import read_mailbox
from games.mail.sender import drain
from games.play.after import COUNT_RESULTS, FOLLOW_SANCTIONS, PLAY_BOTS, WORK_OFF_PEOPLE
from games.play.beat import beat
from games.play.bots import BotFault, let_bot_decide, some_waiting_for_bots
from games.play.by_mail.cleaning import delete_old_mails
from games.play.expiry import expire_due
from games.play.idle import close_idle
from games.play.people import forget_the_gone
from games.play.people import sweep as work_off_people
from games.play.ratings.again import count_chunk_again
from games.play.ratings.counting import count_results
from games.play.shifts import apply_to_all
from games.play.suspension import sweep as work_off_sanctions
from games.play.vacations import sweep_vacations as work_off_vacations

logger = logging.getLogger(__name__)

SWEPT_AT_ONCE = 100  # games a sweep hands on
NUDGE_LASTS = 5  # seconds until the nudge of a sweep is void; later sweeps give others
BETWEEN_BEATS = 500  # games
COUNTED_AT_ONCE = 500  # results
SENDERS_ALIVE = timedelta(seconds=30)  # a sender has claimed something since, or has died
NOTICES_KEPT = timedelta(days=90)
FAULT_RESTS = 60  # seconds until a sweep tries a position again in which a bot failed


@shared_task(name=PLAY_BOTS, ignore_result=True)
def play_bots(game_id: int) -> None:
    """Let a bot of the game make the decision it has, if it has one."""
    try:
        random = Random(secrets.randbits(64))
        let_bot_decide(game_id=game_id, random=random, now=timezone.now())
    except BotFault as fault:
        logger.exception("Left waiting: %s", fault)
        cache.set(_resting(game_id, fault.version), True, FAULT_RESTS)


@shared_task(name="games.sweep_bots", ignore_result=True)
def sweep_bots() -> dict[str, int]:
    """Wake the bots of games whose nudge was lost, or came while no worker ran."""
    waiting = some_waiting_for_bots(SWEPT_AT_ONCE)
    resting = cache.get_many(_resting(*game) for game in waiting)
    woken = [game_id for game_id, version in waiting if _resting(game_id, version) not in resting]
    for game_id in woken:
        current_app.send_task(PLAY_BOTS, args=[game_id], expires=NUDGE_LASTS)
    return {"bots woken": len(woken)}


@shared_task(name="games.sweep_clocks", ignore_result=True)
def sweep_clocks() -> dict[str, int]:
    """Beat, move the clocks after an outage, and work off what is overdue.

    It beats between pieces of the work: a long one is no outage.
    """
    moved = worked_off = 0
    more = True
    while more:
        now = timezone.now()
        beat(now)
        done = apply_to_all(now, most=BETWEEN_BEATS), expire_due(now, most=BETWEEN_BEATS)
        moved, worked_off = moved + done[0], worked_off + done[1]
        more = BETWEEN_BEATS in done
    return {"clocks moved": moved, "overdue worked off": worked_off}


@shared_task(name="games.sweep_idle", ignore_result=True)
def sweep_idle() -> dict[str, int]:
    """Close the games that guests have left alone with bots."""
    return {"closed": close_idle(timezone.now())}


@shared_task(name="games.sweep_vacations", ignore_result=True)
def sweep_vacations() -> dict[str, int]:
    """Let the clocks follow the vacations that have begun or ended."""
    return {"vacations begun or ended": work_off_vacations(timezone.now())}


@shared_task(name=FOLLOW_SANCTIONS, ignore_result=True)
def sweep_sanctions() -> dict[str, int]:
    """Let running games follow the sanctions of their players, and clocks the ends of pauses."""
    return {"sanctions followed": work_off_sanctions(timezone.now())}


@shared_task(name=WORK_OFF_PEOPLE, ignore_result=True)
def sweep_people() -> dict[str, int]:
    """Make the exports that were asked for, close accounts, let go of idle guests."""
    return work_off_people(timezone.now())


@shared_task(name=COUNT_RESULTS, ignore_result=True)
def sweep_ratings() -> dict[str, int]:
    """Count again what is to be, then the results that nobody has counted yet."""
    again = counted = 0
    while chunk := count_chunk_again():
        again += chunk
    while some := count_results(timezone.now(), most=COUNTED_AT_ONCE):
        counted += some
    return {"results counted": counted, "counted again": again}


@shared_task(name="games.sweep_gone", ignore_result=True)
def sweep_gone() -> dict[str, int]:
    """Forget what is left of people who are gone: sessions, and who was sent away from tables."""
    sessions, tables = forget_the_gone()
    return {"sessions of the gone": sessions, "tables they were sent from": tables}


@shared_task(name=SEND_MAIL, ignore_result=True)
def send_mail() -> dict[str, int | str]:
    """Send the mails that are due; return how many, and how many notices they told.

    And, as `failed`, why the mail server takes none, if it does not.
    """
    run = drain()
    told = {"mails": run.mails, "notices": run.notices, "refused": run.refused}
    return {**told, **({"failed": run.stopped} if run.stopped else {})}


@shared_task(name="games.sweep_mail", ignore_result=True)
def sweep_mail() -> dict[str, int]:
    """Wake a sender for what is due now, or was left by one that died."""
    now = timezone.now()
    left = claims.take_back(now)
    if claims.is_due(now) and not claims.is_anybody_sending(now - SENDERS_ALIVE):
        wake_sender(expires=NUDGE_LASTS)
    return {"taken back": left}


@shared_task(name="games.sweep_mailbox", ignore_result=True)
def sweep_mailbox() -> dict[str, int | str]:
    """Read the mailbox that answers come to; say, as `failed`, why it cannot be read."""
    run = read_mailbox()
    told = {"mails read": run.read, "left unread by a fault": run.broken}
    return {**told, **({"failed": run.trouble} if run.trouble else {})}


@shared_task(name="games.sweep_failed_mails", ignore_result=True)
def sweep_failed_mails() -> dict[str, int]:
    """Delete the mails that could not be read, once they are old."""
    return {"deleted": forget_old(timezone.now())}


@shared_task(name="games.sweep_old_notices", ignore_result=True)
def sweep_old_notices() -> dict[str, int]:
    """Delete the notices that were done with long ago, and the mails that were answered then."""
    before = timezone.now() - NOTICES_KEPT
    return {"deleted": delete_old(before), "received mails deleted": delete_old_mails(before)}


def _resting(game_id: int, version: int) -> str:
    return f"bot-fault:{game_id}:{version}"
