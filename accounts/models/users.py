"""A person, member or guest, with the preferences that pages ask for."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Length, Lower
from django.db.models.lookups import GreaterThanOrEqual
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .held_names import HeldByAnotherError, HeldName
from .names import NAME_MAX, NAME_MIN, NameKeyField, name_key, normal_name, validate_name

FOR_GOOD = datetime(9000, 1, 1, tzinfo=UTC)
"""The end of what has none, where a moment is compared."""


class Theme(models.TextChoices):
    AUTO = "auto", _("As the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class People(BaseUserManager["User"]):
    def create_user(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> User:
        """A saved user, who holds the name as a member; without a password nobody can sign in.

        Raises IntegrityError when the name, one that looks like it, or the address is somebody's.
        """
        user = self.model(name=normal_name(name), email=email.lower(), **fields)
        user.set_password(password)
        with transaction.atomic(using=self._db):
            user.save(using=self._db)
            if not user.is_guest:
                HeldName.objects.hold(user, timezone.now())
        return user

    def create_superuser(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> User:
        """A saved user who may do everything in the admin; even a name kept back will do.

        Raises ValidationError, which `createsuperuser` tells, for a name like somebody's.
        """
        fields |= {"is_staff": True, "is_superuser": True}
        try:
            return self.create_user(name, email, password, **fields)
        except HeldByAnotherError as error:
            raise ValidationError(_("Somebody has a name that looks like this one.")) from error

    def get_by_natural_key(self, username: str | None) -> User:
        """The user of this name in any case and form, or who held it until lately.

        Sign-in asks here: also who lost it to a moderator has to find their way in.
        """
        name = username or ""
        known = self.filter(name_key=name_key(name)).first()
        if known is not None:
            return known
        held = HeldName.objects.filter(name_key=name_key(name), until__gt=timezone.now())
        return self.get(pk__in=held.values("user"))


class User(AbstractBaseUser, PermissionsMixin):
    name = models.CharField(_("name"), max_length=NAME_MAX, validators=[validate_name])
    name_key = NameKeyField(max_length=4 * NAME_MAX, editable=False)
    email = models.EmailField(_("mail address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("since"), default=timezone.now)

    confirm_moves = models.BooleanField(_("confirm moves"), default=True)
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, default=Theme.AUTO)

    # Empty: as the device says, else UTC.
    time_zone = models.CharField(_("time zone"), max_length=64, default="", blank=True)
    vacation_from = models.DateTimeField(null=True, blank=True)  # planned or running
    vacation_until = models.DateTimeField(null=True, blank=True)

    # What is in force of the person's sanctions; FOR_GOOD where there is no end.
    suspended_until = models.DateTimeField(null=True, blank=True)
    muted_until = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)  # the clocks of their games stand
    # Keys of games whose clocks could not be told that a pause is over; all others run on.
    games_behind = models.JSONField(default=list, blank=True)
    to_read = models.BooleanField(default=False)  # a decision about them that they have not read

    renamed_at = models.DateTimeField(null=True, blank=True)
    closing_at = models.DateTimeField(null=True, blank=True)  # the account goes; games first

    # Mail goes to a proven address, and no more to one that its server refused.
    email_proven_at = models.DateTimeField(null=True, blank=True)
    refused_address = models.EmailField(default="", blank=True)
    refused_why = models.CharField(max_length=300, default="", blank=True)
    # Since when turns can be played from the mail: links and addresses of before are void.
    plays_by_mail_since = models.DateTimeField(null=True, blank=True)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the digest"), default=8)
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True, blank=True)  # hour
    quiet_until = models.PositiveSmallIntegerField(_("quiet until"), null=True, blank=True)

    objects: ClassVar[People] = People()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        permissions = [("see_addresses", _("Can see mail addresses"))]
        indexes = [
            models.Index(
                fields=["paused_until"],
                name="user_paused",
                condition=models.Q(paused_until__isnull=False),
            ),
            models.Index(
                fields=["closing_at"],
                name="user_closing",
                condition=models.Q(closing_at__isnull=False),
            ),
            models.Index(
                fields=["date_joined"],
                name="user_guest_since",
                condition=models.Q(is_guest=True),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["name"],
                name="user_name_unique",
                violation_error_message=_("Somebody has this name already."),
            ),
            models.UniqueConstraint(fields=["name_key"], name="user_name_key_unique"),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="user_email_unique",
                violation_error_message=_("Somebody has this mail address already."),
            ),
            models.CheckConstraint(
                condition=GreaterThanOrEqual(Length("name"), NAME_MIN), name="user_name_length"
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(email=""),
                name="user_guest_without_email",
            ),
            models.CheckConstraint(
                condition=models.Q(theme__in=Theme.values), name="user_theme_known"
            ),
            models.CheckConstraint(
                condition=models.Q(paused_until__isnull=True)
                | models.Q(suspended_until__isnull=False),
                name="user_paused_only_while_suspended",
            ),
            models.CheckConstraint(
                condition=models.Q(digest_hour__lte=23), name="user_digest_hour_of_a_day"
            ),
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | models.Q(quiet_from__lte=23, quiet_until__lte=23),
                name="user_quiet_hours_of_a_day",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def is_away(self, now: datetime) -> bool:
        """Whether they are on vacation at this moment."""
        since, until = self.vacation_from, self.vacation_until
        return since is not None and until is not None and since <= now < until

    def is_suspended(self, now: datetime) -> bool:
        """Whether they are shut out at this moment, for a time or for good."""
        return self.suspended_until is not None and now < self.suspended_until

    def is_muted(self, now: datetime) -> bool:
        """Whether they may write nothing to other players at this moment."""
        return self.muted_until is not None and now < self.muted_until

    def is_paused(self, now: datetime) -> bool:
        """Whether the clocks of their games stand still while they are shut out."""
        return self.paused_until is not None and now < self.paused_until

    @property
    def gets_mail(self) -> bool:
        """Whether mail goes to their address: it is proven, and was not refused since."""
        proven = self.email != "" and self.email_proven_at is not None
        return proven and self.is_active and self.refused_address != self.email

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return normal_name(username) if isinstance(username, str) else username
