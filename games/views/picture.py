"""Pictures that other sites show beside a link to here: of a game, and of the site."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from games.models import Game, Seat
from games.play.replay import record_of
from games.rules.notation.replaying import replay
from games.rules.visibility import view_for

from .pictures.answer import picture_answer
from .pictures.drawings import over_svg, site_svg, table_svg
from .preview import called, has_picture, state_words


@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The final Kingdoms of a finished game; of any other game its people and how it stands.

    A table by link has one while it is open to whoever has the link, and none afterwards: this is
    for strangers, and the same for all. Two queries, and one more when a game is drawn.
    """
    game = Game.objects.defer("record").filter(code=code).first()
    if game is None or not has_picture(game):
        raise Http404
    seats = list(game.seats.select_related("user").order_by("number"))
    with override(settings.LANGUAGE_CODE):  # whoever asks for a preview speaks for many readers
        names, state = called(seats), state_words(game, seats)

        def draw() -> str:
            with override(settings.LANGUAGE_CODE):
                if game.status == Game.Status.OVER:
                    return _over(game, seats, names)
                return table_svg(names, state=state, ruleset=game.ruleset)

    # What the picture shows follows from these; a move in a game that goes on makes no other.
    shown = [code, game.status, state, *names]
    return picture_answer(request, shown, draw, letters="".join(names))


@require_safe
def site_picture(request: HttpRequest) -> HttpResponse:
    """What the site is."""

    def draw() -> str:
        with override(settings.LANGUAGE_CODE):
            return site_svg()

    return picture_answer(request, [settings.LANGUAGE_CODE], draw)


def _over(game: Game, seats: list[Seat], names: list[str]) -> str:
    record = record_of(game, seats)
    if record is None:
        raise Http404
    return over_svg(view_for(replay(record).last, None), names)
