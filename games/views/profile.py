"""What somebody's page tells of their games: record, rating, averages, whom they met."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Rating
from games.play.profile import (
    Best,
    Tally,
    best_game,
    counted_seats,
    met_with,
    most_met,
    tallies,
    together,
)
from games.play.rating_curve import codes_for, rating_curve
from games.play.ratings.enough import LISTED_FROM, is_provisional
from games.points import signed
from games.rating_words import rating_text
from games.rules.scoring import CATEGORIES
from games.words import category_name, ruleset_name

from .curve import curve_shown


class RecordRow(NamedTuple):
    """The games of one ruleset and number of players."""

    name: str
    games: int
    won: int
    share: int  # per cent
    place: str  # on average


class BestShown(NamedTuple):
    """The best game, and where it can be looked at."""

    address: str
    harmony: str


def profile_of(person: User, reader: User | AnonymousUser) -> dict[str, Any]:
    """Return the figures of a page: eight queries, whatever the games.

    Others see what comes of games of the lobby alone; the rating counts all rated ones, and what
    the reader and the person did against each other all that both know.
    """
    own = person.pk == reader.pk
    seats = counted_seats(person.pk, of_the_lobby=not own)
    rows = tallies(seats)
    whole = together(rows)
    rating = Rating.objects.filter(user=person).first()
    curve = rating_curve(person.pk)
    return {
        "record": [_row(row, _name(row)) for row in rows],
        "whole": whole and _row(whole, _("All")),
        "stayed": whole.stayed if whole else 0,
        "averages": _averages(whole) if whole else [],
        "best": _best(best_game(seats)),
        "met": most_met(seats, person.pk),
        "between": None if own or reader.pk is None else met_with(reader.pk, person.pk),
        "rating": rating_text(rating) if rating else "",
        "provisional": rating is not None and is_provisional(rating.games),
        "rated_games": rating.games if rating else 0,
        "listed": rating is not None and rating.games >= LISTED_FROM,
        "curve": curve_shown(curve, codes_for(curve, reader.pk)) if curve else None,
    }


def _name(row: Tally) -> str:
    players = ngettext("%(count)d player", "%(count)d players", row.players)
    return _("%(ruleset)s, %(players)s") % {
        "ruleset": ruleset_name(row.ruleset),
        "players": players % {"count": row.players},
    }


def _row(tally: Tally, name: str) -> RecordRow:
    return RecordRow(name, tally.games, tally.won, tally.share, floatformat(tally.place, 1))


def _averages(whole: Tally) -> list[tuple[str, str]]:
    averages = whole.averages
    order = [*CATEGORIES, "total"]
    return [(category_name(name), _points(averages[name])) for name in order if averages]


def _points(average: float) -> str:
    """Return average points with one decimal place, and a true minus."""
    told = floatformat(abs(average), 1)
    return f"\N{MINUS SIGN}{told}" if round(average, 1) < 0 else told


def _best(best: Best | None) -> BestShown | None:
    if best is None:
        return None
    return BestShown(reverse("table", args=[best.code]), signed(best.harmony))
