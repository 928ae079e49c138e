"""What other sites show of a link to a page here: a title, a sentence and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Seat
from games.rules.scoring import CATEGORIES, Scores
from games.time_words import pace_words
from games.verdict import gone, ties_among, won_by
from games.words import bot_name, ruleset_name

from .pictures.png import HEIGHT, WIDTH, renderer


@dataclass(frozen=True, slots=True)
class Preview:
    """A page as Open Graph tells it; addresses are absolute."""

    title: str
    text: str
    url: str
    image: str  # "": nothing here draws pictures
    alt: str
    width: int = WIDTH
    height: int = HEIGHT


def game_preview(game: Game, seats: Sequence[Seat]) -> Preview | None:
    """Return what strangers may know of a game and of who sits there, by number; it shows no card.

    None for a game that strangers do not see. A finished game's picture shows its Kingdoms.
    """
    if not has_picture(game):
        return None
    state = state_words(game, seats)
    names = called(seats)
    return Preview(
        title=get_text_list(names, _("and")) if names else _("Open table"),
        text=f"{state} {_terms(game)}",
        url=settings.SITE_URL + game.get_absolute_url(),
        image=_image(reverse("picture", args=[game.code])),
        alt=_alt(game, names, state),
    )


def replay_preview(
    game: Game, seats: Sequence[Seat], *, url: str, at: int, last: int
) -> Preview | None:
    """Return the same of the position after `at` of `last` steps, whose page has the path `url`.

    Whoever follows a link into the middle of a game is not told how it ends.
    """
    told = game_preview(game, seats)
    if told is None:
        return None
    title = _("Replay: %(names)s, step %(at)d of %(last)d") % {
        "names": told.title,
        "at": at,
        "last": last,
    }
    told = replace(told, title=title, url=settings.SITE_URL + url)
    if game.status != Game.Status.OVER or at == last:
        return told
    text = f"{_('The game, step by step.')} {_terms(game)}"
    return replace(told, text=text, image=_image(reverse("site-picture")), alt=_site_alt())


def person_preview(name: str) -> Preview:
    """Return the preview of somebody's page, which tells no more than their name."""
    return Preview(
        title=name,
        text=_("A player of Drako, a small game of Kingdoms."),
        url=settings.SITE_URL + reverse("person", args=[name]),
        image=_image(reverse("site-picture")),
        alt=_site_alt(),
    )


def site_preview() -> Preview:
    """Return the preview of the first page."""
    return Preview(
        title=_("A small game of Kingdoms"),
        text=_("A card game for two to four: at once, or a turn a day."),
        url=settings.SITE_URL + reverse("home"),
        image=_image(reverse("site-picture")),
        alt=_site_alt(),
    )


def has_picture(game: Game) -> bool:
    """Return whether strangers see the table, by the rule of `access.visit`."""
    return game.public or game.status == Game.Status.OPEN


def called(seats: Sequence[Seat]) -> list[str]:
    """Return what the people and bots on `seats` are called."""
    return [bot_name(seat.shown_name) if seat.bot else seat.shown_name for seat in seats]


def state_words(game: Game, seats: Sequence[Seat]) -> str:
    """Return how a game stands, or has ended, in a sentence that no move of it changes."""
    if game.status == Game.Status.OVER:
        return _result(seats)
    if game.status == Game.Status.OPEN:
        free = game.players - len(seats)
        told = ngettext("%(count)d seat is free.", "%(count)d seats are free.", free)
        return told % {"count": free}
    if game.status == Game.Status.EXPIRED:
        return _("The table was closed before a game began.")
    if game.status == Game.Status.VOID:
        return _("The game was ended without a result.")
    return _("The game is going on.")


class _Ended(NamedTuple):
    """How a seat has ended, by its row."""

    seat: int
    place: int
    scores: Scores
    left: str


def _result(seats: Sequence[Seat]) -> str:
    """Who won, and why places are not always as the points say."""
    names = called(seats)
    ended = [
        _Ended(at, seat.place, Scores(*(getattr(seat, name) for name in CATEGORIES)), seat.left_why)
        for at, seat in enumerate(seats)
        if seat.place
    ]
    won = [each for each in ended if each.place == 1]
    if not won:
        return _("The game is over.")
    told = won_by([names[each.seat] for each in won], won[0].scores.total)
    return " ".join([told, *ties_among(ended, names), *gone(ended, names)])


def _terms(game: Game) -> str:
    terms = [ruleset_name(game.ruleset)]
    if game.status in Game.UNDER_WAY:
        terms.append(pace_words(game.turn_seconds, game.bank_seconds))
    return " · ".join(terms)


def _alt(game: Game, names: Sequence[str], state: str) -> str:
    if game.status != Game.Status.OVER:
        people = f"{get_text_list([*names], _('and'))}." if names else ""
        return f"{people} {state}".strip()
    return _("The final Kingdoms of %(names)s. %(result)s") % {
        "names": get_text_list([*names], _("and")),
        "result": state,
    }


def _site_alt() -> str:
    return _("A finished Kingdom of sixteen cards.")


def _image(path: str) -> str:
    return settings.SITE_URL + path if renderer() else ""
