"""Imposing and lifting sanctions; the columns of the person that repeat what is in force."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from . import audit
from .models import Act, Sanction, User
from .models.users import FOR_GOOD
from .outbox import post, reconsider_all

SANCTIONED = "sanctioned"
"""The kind of mail that tells a person what was imposed on them; payload: `sanction`."""
LIFTED = "lifted"
"""The kind of mail that tells a person what was lifted; payload: `sanction`."""

_WHAT = {
    Sanction.Kind.WARNING: Act.What.WARN,
    Sanction.Kind.MUTE: Act.What.MUTE,
    Sanction.Kind.SUSPENSION: Act.What.SUSPEND,
    Sanction.Kind.BAN: Act.What.BAN,
}


def impose(
    *,
    user_id: int,
    by: User,
    kind: str,
    reason: str,
    now: datetime,
    until: datetime | None = None,
    games: str = "",
    report: int | None = None,
) -> Sanction:
    """Impose a sanction, log it and tell the person; `report`: the key of what led to it.

    They are told by mail, and on every page until they say that they have read it.

    What becomes of running games (`games`, a Sanction.Games) follows afterwards, game by game:
    `Sanction.games_due` says that it has yet to. Raises IntegrityError for a kind without what
    belongs to it: `until` and `games`.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        sanction = Sanction.objects.create(
            user=user,
            kind=kind,
            reason=reason,
            by=by,
            at=now,
            until=until,
            games=games,
            games_due=kind in Sanction.SHUT_OUT,
        )
        set_in_force(user, now)
        user.to_read = True
        user.save(update_fields=["to_read"])
        detail: dict[str, object] = {"sanction": sanction.pk}
        detail |= {"until": until.isoformat()} if until else {}
        detail |= {"games": games} if games else {}
        detail |= {"report": report} if report else {}
        audit.log(
            by=by,
            what=_WHAT[Sanction.Kind(kind)],
            person=user,
            why=reason,
            detail=detail,
            now=now,
        )
        _tell(SANCTIONED, sanction, now)
    return sanction


def lift(*, sanction_id: int, by: User, why: str, now: datetime) -> bool:
    """End a sanction before its time, log it and tell the person; return whether it was in force.

    Games that were left stay left; clocks that stood run on once a sweep has seen it.
    """
    with transaction.atomic():
        user_id = Sanction.objects.values_list("user_id", flat=True).get(pk=sanction_id)
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        sanction = Sanction.objects.get(pk=sanction_id)
        if not sanction.is_in_force(now):
            return False
        sanction.lifted_at, sanction.lifted_by, sanction.lifted_why = now, by, why
        sanction.save(update_fields=["lifted_at", "lifted_by", "lifted_why"])
        set_in_force(user, now)
        audit.log(
            by=by,
            what=Act.What.LIFT,
            person=user,
            why=why,
            detail={"sanction": sanction.pk},
            now=now,
        )
        _tell(LIFTED, sanction, now)
        if not user.is_suspended(now):
            reconsider_all(user.pk, now)
    return True


def set_in_force(user: User, now: datetime) -> None:
    """Let the columns of a person, whose row the caller has locked, repeat what is in force.

    A pause that ends at this moment stays in its column: `games/play` clears it once all clocks
    run on.
    """
    ends: dict[str, datetime | None] = {"muted": None, "suspended": None, "paused": None}
    for sanction in Sanction.objects.filter(user=user, lifted_at=None):
        if not sanction.is_in_force(now):
            continue
        end = sanction.until or FOR_GOOD
        names = ["muted"] if sanction.kind == Sanction.Kind.MUTE else ["suspended"]
        names += ["paused"] if sanction.games == Sanction.Games.PAUSE else []
        for name in names:
            ends[name] = max(end, ends[name] or end)
    if user.paused_until is not None and ends["paused"] is None:
        ends["paused"] = min(user.paused_until, now)
        ends["suspended"] = ends["suspended"] or ends["paused"]
    user.muted_until, user.suspended_until = ends["muted"], ends["suspended"]
    user.paused_until = ends["paused"]
    if user.is_paused(now):
        user.games_behind = []  # that pause is not over: in the end all clocks are to run on
    user.save(update_fields=["muted_until", "suspended_until", "paused_until", "games_behind"])


def end_pause(*, user_id: int, behind: list[int], now: datetime) -> bool:
    """Note that the clocks of a person run on; return whether it was this call that did.

    While some games are `behind` the pause is over for all others alone. Of somebody who is gone
    nothing is noted.
    """
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
        if user is None or user.paused_until is None or user.paused_until > now:
            return False
        if behind and behind == user.games_behind:
            return False
        user.games_behind = behind
        user.paused_until = user.paused_until if behind else None
        user.save(update_fields=["paused_until", "games_behind"])
        reconsider_all(user_id, now)
    return not behind


def mark_read(*, user_id: int, sanction_id: int, now: datetime) -> bool:
    """Note that a person has read what was decided about them; return whether this call did."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        unread = Sanction.objects.filter(user=user, read_at=None)
        read = unread.filter(pk=sanction_id).update(read_at=now)
        if read:
            user.to_read = unread.exists()
            user.save(update_fields=["to_read"])
    return bool(read)


def _tell(kind: str, sanction: Sanction, now: datetime) -> None:
    post(
        key=f"{kind}:{sanction.pk}",
        user_id=sanction.user_id,
        kind=kind,
        payload={"sanction": sanction.pk},
        now=now,
    )
