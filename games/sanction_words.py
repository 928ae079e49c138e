"""What is imposed on people, in the words that they are told it with."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction

_GAMES: dict[str, str | Promise] = {
    Sanction.Games.PAUSE: _(
        "Your running games wait for you: your clocks stand still until then, and run on with the"
        " time that was left, raised to 12 hours at most once a turn. If players propose to end a"
        " game meanwhile, you count as agreeing when the time to answer is up."
    ),
    Sanction.Games.LEAVE: _("You have left your running games; the others play on without you."),
    Sanction.Games.BOT: _(
        "You have left your running games. A bot plays on for you, where nobody had left before you"
        " whose turns are skipped."
    ),
}


def games_follow(sanction: Sanction) -> str:
    """What becomes of running games and of seats at open tables; empty where nothing does."""
    if not sanction.games:
        return ""
    return f"{_GAMES[sanction.games]} {_OPEN_TABLES}"


_OPEN_TABLES = _("Your seats at tables that had not begun are free again.")
