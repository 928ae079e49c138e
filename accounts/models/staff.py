"""What staff do and note: the audit log, and notes on people."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from .sanctions import REASON_MAX

CODE_MAX = 12  # of a game


class Act(models.Model):
    """One line of the audit log: who did what, on whom, why, when. Never changed.

    Written by `accounts/audit.py` in the transaction of what it tells of.
    """

    class What(models.TextChoices):
        """What was done; the first part says to what kind of thing."""

        DISMISS = "report-dismiss", _("dismissed a report")
        UPHOLD = "appeal-uphold", _("refused an appeal")
        WARN = "person-warn", _("warned")
        MUTE = "person-mute", _("muted")
        SUSPEND = "person-suspend", _("suspended")
        BAN = "person-ban", _("banned")
        LIFT = "person-lift", _("lifted a sanction")
        NOTE = "person-note", _("noted something")
        RENAME = "person-rename", _("took a name away")
        ROLES = "person-roles", _("changed what somebody may do")
        FREE = "game-free", _("freed a game that was stuck")
        GIVE_TIME = "game-time", _("gave time to a game")
        REMOVE = "game-remove", _("removed a player")
        CALL_OFF = "game-call-off", _("called a game off")
        VOID = "game-void", _("took a result back")
        GIVE_ALL = "site-time", _("gave time to all games")
        SWITCH = "site-switch", _("set a switch of the site")
        RESEND = "mail-resend", _("let a mail be sent again")
        CANCEL = "mail-cancel", _("cancelled a mail")

    FOR_STAFF = (What.NOTE, What.ROLES, What.RESEND, What.CANCEL)
    """What the person it is about does not read."""

    at = models.DateTimeField(_("when"), db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="acts",
        verbose_name=_("who"),
    )
    # Of somebody who has left: what tells their lines apart from those of others.
    by_was = models.CharField(max_length=24, default="", blank=True)
    what = models.CharField(_("what"), max_length=16, choices=What)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="acts_on",
        verbose_name=_("on whom"),
    )
    game = models.CharField(_("game"), max_length=CODE_MAX, default="", blank=True)  # its code
    why = models.TextField(_("why"), max_length=REASON_MAX, default="", blank=True)
    detail = models.JSONField(_("detail"), default=dict, blank=True)  # ids, numbers, codes; no text

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("audit log")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["person", "-at"], name="act_on_person"),
            models.Index(fields=["game", "-at"], name="act_on_game"),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()}, {date_format(localtime(self.at), 'DATETIME_FORMAT')}"

    @property
    def who(self) -> str:
        """What to call whoever did it, as long as they are here and afterwards; "" for nobody."""
        return self.by_was or (self.by.name if self.by else "")


class PersonNote(models.Model):
    """What one moderator lets the others know about a person, who never sees it."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes_on"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    text = models.TextField(max_length=REASON_MAX)

    class Meta:
        verbose_name = _("note on a person")
        verbose_name_plural = _("notes on people")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.person_id}, {self.at:%Y-%m-%d}"
