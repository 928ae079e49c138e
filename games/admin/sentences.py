"""Sentences that moderators need again and again.

People are told them as they stand here, but for those of dismissals, which the log keeps.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Report

Sentences = dict[str, str | Promise]

FOR_SANCTIONS: Sentences = {
    "slow": _("Playing slowly on purpose spoils the game for everybody at the table."),
    "leaving": _("Leaving games again and again spoils them for the others."),
    "together": _("Playing together with somebody against the others is not allowed."),
    "insults": _("Insults and threats are not allowed here."),
    "name": _("Your name is one that should not be. Please choose another."),
    "other": _("What you did goes against the rules of the site. Please do not do it again."),
}
FITTING = {
    Report.About.STALLING: "slow",
    Report.About.COLLUSION: "together",
    Report.About.ABUSE: "insults",
    Report.About.NAME: "name",
    Report.About.OTHER: "other",
}
"""By what is reported, which of them is chosen already."""
FOR_DISMISSING: Sentences = {
    "nothing": _("We found nothing that goes against the rules of the site."),
    "unclear": _("We could not find out what happened."),
}
FOR_APPEALS: Sentences = {
    "stays": _("We have looked at it again, and it was right."),
    "mistake": _("We have looked at it again: it was a mistake."),
    "enough": _("We have looked at it again: it has lasted long enough."),
}
