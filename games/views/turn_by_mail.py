"""The page of just one turn, for whoever has the link from a mail.

The link is the key: nobody has to be signed in, and who else is signed in neither gets anything of
it nor lends it anything. Forms need no CSRF token, since they have to work without cookies, and no
other site knows the address. Opening it changes nothing, as mail scanners open every link.
"""

from __future__ import annotations

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.zones import zone_of
from games.forms import ACTS
from games.mail.by_mail import Held, held_by_link
from games.models import Game
from games.play.by_mail.holding import hold_person
from games.play.by_mail.letter import may_play_by_mail
from games.play.by_mail.turns_running import is_running_turn
from games.play.storage import load
from games.play.turns import lock

from .access import visit_turn
from .deciding import Decided, decide, too_late
from .requests import PageRequest
from .see_other import SeeOther
from .turn_over import render_over
from .turn_page import render_shut_out, render_turn, render_unknown
from .whole_form import whole_form
from .wish import Wish, wish_of

ACTS_OF_A_TURN = frozenset(ACTS) - {"leave"}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@whole_form
def turn_by_mail(request: PageRequest, token: str) -> HttpResponse:
    """The turn as its seat sees it (GET), or after one decision for that seat (POST).

    410 once it is over; 403 while its person is shut out; 404 for what is no link, or void.
    """
    held = held_by_link(token)
    if held is None or not may_play_by_mail(held.user):
        return render_unknown(request)
    if held.user.is_suspended(timezone.now()):
        return render_shut_out(request, held)
    decided = _act(request, held) if request.method == "POST" else Decided()
    if decided is None:
        return render_unknown(request)
    if decided.after is not None:
        return SeeOther(f"{reverse('turn-by-mail', args=[token])}#says")
    return _show(request, held, decided)


def _show(request: PageRequest, held: Held, decided: Decided) -> HttpResponse:
    """The turn or what came of it, read afresh, with a sentence if a move was refused."""
    table = visit_turn(held)
    with timezone.override(zone_of(held.user)):
        if table is None:
            return render_over(request, held, refusal=decided.refusal)
        # A move that was refused came from an older page: nothing on it is chosen any more.
        wish = Wish() if decided.refusal else Wish(square=wish_of(request).square)
        return render_turn(
            request, held, table=table, wish=wish, refusal=decided.refusal, status=decided.status
        )


def _act(request: PageRequest, held: Held) -> Decided | None:
    """Make the move while nobody else can end the turn between the look at it and the move.

    None if the link is void by now.
    """
    game, seat = held.seat.game_id, held.seat.number
    with transaction.atomic():
        try:
            table = load(lock(game))
        except Game.DoesNotExist:
            return Decided()
        user = held.user
        if not hold_person(user.pk, email=user.email, since=user.plays_by_mail_since):
            return None
        if not is_running_turn(table, seat, held.turn):
            return too_late(request.POST, game_id=game, seat=seat)
        return decide(
            request.POST, game_id=game, seat=seat, now=timezone.now(), acts=ACTS_OF_A_TURN
        )
