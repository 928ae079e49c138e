"""Names that are somebody's: the one in use, and for a year those from before."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import IntegrityError, models
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from .names import NAME_MAX, name_key, name_skeleton

if TYPE_CHECKING:
    from .users import User

HELD_FOR = timedelta(days=365)
"""How long a name stays its owner's after they have taken another."""


class HeldByAnotherError(IntegrityError):
    """Somebody else holds this name, or one that looks like it."""


class HeldNames(models.Manager["HeldName"]):
    def of_others(self, name: str, *, user_id: int, now: datetime) -> QuerySet[HeldName]:
        """What others than `user_id` (0: all) hold now that is this name or looks like it."""
        held = self._like(name).filter(Q(until=None) | Q(until__gt=now))
        return held.exclude(user_id=user_id)

    def hold(self, user: User, now: datetime) -> None:
        """Let a member hold the name in their row, saved before in the same transaction.

        The one that they held until now stays theirs for a year. Raises IntegrityError when
        somebody else holds this name, or one that looks like it.
        """
        if self.of_others(user.name, user_id=user.pk, now=now).exists():
            raise HeldByAnotherError(user.name)
        self._like(user.name).filter(until__lte=now).exclude(user=user).delete()
        skeleton = name_skeleton(user.name)
        self.filter(user=user, until=None).update(until=now + HELD_FOR)
        key = name_key(user.name)
        spelt = {"name": user.name, "name_key": key, "until": None, "taken_away": False}
        if not self.filter(user=user, skeleton=skeleton).update(**spelt):
            self.create(user=user, skeleton=skeleton, **spelt)

    def keep_from_all(self, user: User, now: datetime) -> None:
        """Let the name that a moderator takes from a member be nobody's to choose for a year."""
        self.filter(user=user, until=None).update(until=now + HELD_FOR, taken_away=True)

    def let_go(self, user: User, now: datetime) -> None:
        """Let a person who leaves the site hold nothing any more.

        What was taken away from them stays kept from all for the rest of its year, though no row
        tells any more whose it was, or what.
        """
        taken = self.filter(user=user, taken_away=True, until__gt=now)
        self.filter(user=user).exclude(pk__in=taken.values_list("pk", flat=True)).delete()
        for row in taken.order_by("pk"):
            self.filter(pk=row.pk).update(
                user=None, name="", name_key=_digest(row.name_key), skeleton=_digest(row.skeleton)
            )

    def forget_nobodys(self, now: datetime) -> None:
        """Delete what is kept from all for nobody, once its year is over."""
        self.filter(user=None, until__lte=now).delete()

    def _like(self, name: str) -> QuerySet[HeldName]:
        skeleton, key = name_skeleton(name), name_key(name)
        return self.filter(
            Q(skeleton__in=[skeleton, _digest(skeleton)]) | Q(name_key__in=[key, _digest(key)])
        )


def _digest(value: str) -> str:
    """Return what stands for it in a row of nobody; only with the site's secret it is found out."""
    return salted_hmac("accounts.held_names", value, algorithm="sha256").hexdigest()


class HeldName(models.Model):
    """A member's name, or one of theirs from before, which leads to them.

    `skeleton` is what all names that look alike have in common, so nobody else can take one. Of a
    name that was taken away from somebody who has left the site digests are kept alone.
    Guests hold none: theirs are made by the site.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="held_names"
    )
    name = models.CharField(max_length=NAME_MAX)
    name_key = models.CharField(max_length=4 * NAME_MAX, db_index=True)
    skeleton = models.CharField(max_length=16 * NAME_MAX, unique=True)
    until = models.DateTimeField(null=True)  # null: in use
    taken_away = models.BooleanField(default=False)  # signs them in, but leads nobody to them

    objects: ClassVar[HeldNames] = HeldNames()

    class Meta:
        verbose_name = _("held name")
        verbose_name_plural = _("held names")
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(until__isnull=True), name="held_name_one_in_use"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(name="", taken_away=True, until__isnull=False),
                name="held_name_nobodys_taken_away",
            ),
        ]

    def __str__(self) -> str:
        return self.name
