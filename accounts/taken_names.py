"""Names that moderators took away, known without being kept: as digests in the log."""

from __future__ import annotations

from django.utils.crypto import salted_hmac

from .models import Act, User
from .models.names import name_key, name_skeleton

_KEPT_AS = "taken"
"""In the detail of the act; without the site's secret nobody finds out what it stands for."""


def as_taken(user: User) -> dict[str, list[str]]:
    """Return what the detail of an act keeps of the name that is taken from `user`."""
    return {_KEPT_AS: sorted(_digests(user.pk, user.name))}


def was_taken(name: str, *, user_id: int) -> bool:
    """Whether this name, or one that looks like it, was taken away from `user_id`."""
    acts = Act.objects.filter(person=user_id, what=Act.What.RENAME)
    taken = {each for act in acts for each in act.detail.get(_KEPT_AS, [])}
    return bool(taken) and not taken.isdisjoint(_digests(user_id, name))


def forget_taken(user: User) -> None:
    """Keep no digest of a person who leaves the site."""
    for act in Act.objects.filter(person=user, what=Act.What.RENAME).order_by("pk"):
        detail = {key: value for key, value in act.detail.items() if key != _KEPT_AS}
        Act.objects.filter(pk=act.pk).update(detail=detail)


def _digests(user_id: int, name: str) -> set[str]:
    """Return one of what looks like the name, one of its spellings; each person has their own."""
    alike = {"looks": name_skeleton(name), "key": name_key(name)}
    return {
        salted_hmac(
            "accounts.taken_names", f"{user_id} {how} {value}", algorithm="sha256"
        ).hexdigest()
        for how, value in alike.items()
    }
