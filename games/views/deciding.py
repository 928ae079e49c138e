"""One decision that a page sent: read, made, or refused in a sentence."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.forms import ACTS, MoveForm
from games.models import Move as MoveRow
from games.play.errors import PlayError, StaleMove
from games.play.storage import Table
from games.play.turns import take_turn
from games.rules.errors import RulesError
from games.rules.moves import Move
from games.words import sentence

NO_MOVE = gettext_lazy("That is no move of this game; nothing was done.")
MADE_ALREADY = gettext_lazy("This move was made already; it counts once.")
TOO_LATE = gettext_lazy("The turn was over before this came, so nothing was done.")


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of it."""

    after: Table | None = None  # the table after the move; None: it was not made
    seen: int | None = None  # the version of the table on the page that sent it
    refusal: str = ""  # why it was not made
    status: int = 200  # of an answer that says so


def decide(
    sent: QueryDict, *, game_id: int, seat: int, now: datetime, acts: Container[str] = ACTS
) -> Decided:
    """Make the move that a form sent, if it is one of `acts`.

    Refused are with 422 what is no move, or none now, and with 409 what was decided on an older
    table; a move that was made already, as by a double click, is told to be so.
    """
    form = MoveForm(sent)
    if not form.is_valid() or form.cleaned_data["act"] not in acts:
        return Decided(refusal=str(NO_MOVE), status=422)
    move, seen = form.move(), form.version_seen
    try:
        after = take_turn(game_id=game_id, seat=seat, move=move, version=seen, now=now)
    except StaleMove as error:
        again = _is_made(move, seen, game_id, seat)
        return Decided(
            seen=seen, refusal=str(MADE_ALREADY) if again else sentence(error), status=409
        )
    except (PlayError, RulesError) as error:
        return Decided(seen=seen, refusal=sentence(error), status=422)
    return Decided(after, seen)


def too_late(sent: QueryDict, *, game_id: int, seat: int) -> Decided:
    """Refuse what a form sent whose turn is over, unless it is what ended it: that is told."""
    form = MoveForm(sent)
    again = form.is_valid() and _is_made(form.move(), form.version_seen, game_id, seat)
    return Decided(refusal=str(MADE_ALREADY if again else TOO_LATE), status=409)


def _is_made(move: Move, seen: int | None, game_id: int, seat: int) -> bool:
    """Whether just this move was made on just that version."""
    made = MoveRow.objects.filter(game=game_id, seat=seat, **move._asdict())
    return seen is not None and made.filter(number=seen + 1).exists()
