"""Sentences that moderators need again and again, told to people as they stand here."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Sentences = dict[str, str | Promise]

FOR_SANCTIONS: Sentences = {
    "slow": _("Playing slowly on purpose spoils the game for everybody at the table."),
    "leaving": _("Leaving games again and again spoils them for the others."),
    "together": _("Playing together with somebody against the others is not allowed."),
    "insults": _("Insults and threats are not allowed here."),
    "name": _("Your name is one that should not be. Please choose another."),
}
FOR_DISMISSING: Sentences = {
    "nothing": _("We found nothing that goes against the rules of the site."),
    "unclear": _("We could not find out what happened."),
}
FOR_APPEALS: Sentences = {
    "stays": _("We have looked at it again, and it was right."),
    "mistake": _("We have looked at it again: it was a mistake."),
    "enough": _("We have looked at it again: it has lasted long enough."),
}
