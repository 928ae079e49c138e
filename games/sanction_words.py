"""What is imposed on people, in the words that they are told it with."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction
from games.play.suspension.fates import Fate

Words = dict[str, str | Promise]

_IMPOSED: Words = {
    Sanction.Kind.WARNING: _("A moderator has warned you"),
    Sanction.Kind.MUTE: _("You cannot write to other players for a time"),
    Sanction.Kind.SUSPENSION: _("You are suspended for a time"),
    Sanction.Kind.BAN: _("You are banned"),
}
_ENDED: Words = {
    Sanction.Kind.MUTE: _("You can write to other players again"),
    Sanction.Kind.SUSPENSION: _("Your suspension is lifted"),
    Sanction.Kind.BAN: _("Your ban is lifted"),
}
_GAMES: Words = {
    Fate.WAIT: _(
        "Your running games wait for you: your clocks stand still until then, and run on with the"
        " time that was left. Clocks that stood for 12 hours or more are raised to 12 hours, once a"
        " turn. If players propose to end a game meanwhile, that waits for your return, for 14 days"
        " at most; then you have the usual time to answer."
    ),
    Fate.WAIT_LONGER: _(
        "Your running games wait for you until your longer suspension is over: until then your"
        " clocks stand still."
    ),
    Fate.NONE_WAITS: _("No running game waits for you: you left them by another decision."),
    Fate.LEFT_BEFORE: _("You had left your running games by an earlier decision."),
    Fate.LEFT: _("You have left your running games; the others play on without you."),
    Fate.LEFT_TO_BOT: _(
        "You have left your running games. A bot plays on for you, but where somebody left before"
        " you and is skipped, your turns are skipped as well."
    ),
}
_OPEN_TABLES = _("Your seats at tables that had not begun are free again.")


def imposed(sanction: Sanction) -> str:
    """What was imposed, in a few words that begin a mail or a sentence."""
    return str(_IMPOSED[sanction.kind])


def ended(sanction: Sanction) -> str:
    """What is no more; nothing of a warning ends."""
    return str(_ENDED[sanction.kind])


def games_follow(fate: Fate) -> str:
    """What becomes of running games and of seats at open tables."""
    return f"{_GAMES[fate]} {_OPEN_TABLES}"
