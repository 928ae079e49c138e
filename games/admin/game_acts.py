"""The pages on which staff act on one game, and who may open which."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models.options import Options
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.signed_in import signed_in
from games.models import Game
from games.play.errors import PlayError
from games.play.moderation import tables
from games.play.moderation.freeing import Came, may_be_freed
from games.words import sentence

from .ask_twice import Asked, Reason, ask, refuse
from .give_time import TimeForm
from .remove_player import RemoveForm

CHANGE, END = "games.change_game", "games.end_game"
_CAME: dict[str, str | Promise] = {
    Came.DONE: _("What was due is done: the game goes on."),
    Came.FAILED: _(
        "It failed again, and the game rests for some minutes. The log of the service says why."
        " The game can be called off."
    ),
    Came.LATER: _(
        "The service was away until just now, and nobody’s time runs out in these minutes. The"
        " game is looked at again by itself."
    ),
    Came.NOTHING: _("Nothing was due yet. The game is looked at again by itself."),
}


@dataclass(frozen=True, slots=True)
class GameAct:
    """One thing that staff can do to a game.

    `do` gets the game, its doer and the filled-in form and returns what is said once it is done.
    """

    name: str  # in addresses
    label: str | Promise
    affects: str | Promise
    right: str
    fits: Callable[[Game], bool]
    do: Callable[..., str]
    form: Callable[..., Reason] = Reason
    for_all: bool = False  # who has the right may, those too who sit at the table

    @property
    def url(self) -> str:
        """The name of its page."""
        return f"games_game_{self.name.replace('-', '_')}"


def _free(form: Reason, **who: Any) -> str:
    came = tables.free(**who, why=form.cleaned_data["why"], random=Random(secrets.randbits(64)))
    return str(_CAME[came])


def _give_time(form: TimeForm, **who: Any) -> str:
    tables.give_time(**who, why=form.cleaned_data["why"], seconds=form.seconds())
    return form.given()


def _remove(form: RemoveForm, **who: Any) -> str:
    tables.remove(**who, why=form.cleaned_data["why"], number=form.cleaned_data["seat"])
    return gettext("The player is removed.")


def _call_off(form: Reason, **who: Any) -> str:
    tables.call_off(**who, why=form.cleaned_data["why"])
    return gettext("The game is called off.")


def _void(form: Reason, **who: Any) -> str:
    tables.void(**who, why=form.cleaned_data["why"])
    return gettext("The result is taken back.")


ACTS = (
    GameAct(
        "free",
        _("Free"),
        _("What is due in this game is tried at once: a time-out, a proposal, a bot’s decision."),
        CHANGE,
        lambda game: may_be_freed(game, timezone.now()),
        _free,
        for_all=True,
    ),
    GameAct(
        "give-time",
        _("Give time"),
        _("The turn that runs now lasts longer, in this game alone."),
        CHANGE,
        lambda game: game.is_running,
        _give_time,
        form=TimeForm,
    ),
    GameAct(
        "remove",
        _("Remove a player"),
        _(
            "Before the game the seat is free again, and its player cannot come back. In a running"
            " game the player is out, as somebody is who resigns."
        ),
        END,
        lambda game: game.status in Game.UNDER_WAY,
        _remove,
        form=RemoveForm,
    ),
    GameAct(
        "call-off",
        _("Call off"),
        _("The game ends at once for everybody, without a result."),
        END,
        lambda game: game.status in Game.UNDER_WAY,
        _call_off,
    ),
    GameAct(
        "void",
        _("Take the result back"),
        _("Nobody keeps a place or points of this game, and its pages show no result any more."),
        END,
        lambda game: game.status == Game.Status.OVER,
        _void,
    ),
)


def open_to(request: HttpRequest, game: Game) -> list[tuple[str | Promise, str]]:
    """Return label and address of what whoever asks may do to the game as it stands."""
    fitting = [act for act in ACTS if request.user.has_perm(act.right) and act.fits(game)]
    if any(not act.for_all for act in fitting) and tables.sits_at(signed_in(request), game):
        fitting = [act for act in fitting if act.for_all]
    return [(act.label, reverse(f"admin:{act.url}", args=[game.pk])) for act in fitting]


def act_page(
    request: HttpRequest,
    act: GameAct,
    game: Game,
    *,
    opts: Options[Any],
    log: Callable[[str], object],
) -> HttpResponse:
    """Ask about one act on one game, and do it; `log` keeps what was done with the game's page.

    Raises PermissionDenied for those who may not.
    """
    if not request.user.has_perm(act.right):
        raise PermissionDenied
    told = {"act": act.label, "code": game.code}
    title = gettext("%(act)s: game %(code)s") % told
    if not act.for_all and tables.sits_at(signed_in(request), game):
        return refuse(request, opts, title, sentence(PlayError("own-table")))

    def do(form: Reason) -> str:
        done = act.do(form, game_id=game.pk, by=signed_in(request), now=timezone.now())
        log(f"{done} {form.cleaned_data['why']}")
        return done

    return ask(
        request,
        Asked(
            opts=opts,
            title=title,
            affects=str(act.affects),
            button=act.label,
            form=partial(RemoveForm, game=game) if act.form is RemoveForm else act.form,
            act=do,
            back=reverse("admin:games_game_change", args=[game.pk]),
        ),
    )
