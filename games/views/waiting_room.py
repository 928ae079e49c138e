"""A table before its game: who sits there, joining, leaving, starting."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.forms_lobby import StartForm
from games.models import Game, Seat
from games.play import lobby
from games.play.beat import outage_so_far
from games.play.errors import PlayError
from games.play.outlast import deadline_after
from games.play.seating import apart_at
from games.rules.chance import SEED_BYTES
from games.time_words import pace_words
from games.words import ruleset_name, sentence

from .access import Visit, visit
from .guests import do_once
from .invited import Answers, answers_at, game_before, invitations_to
from .moments import instant
from .once import form_number
from .preview import game_preview
from .requests import PageRequest, PersonRequest
from .seats_full import why_full
from .see_other import SeeOther
from .table_ratings import ratings_told


class Chair(NamedTuple):
    """One of the places at the table."""

    seat: Seat | None  # None: it is free
    rating: str  # of whoever sits there; empty: the table is not rated, or they are not


def show(
    request: PageRequest, visit: Visit, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The open table as its visitor sees it; htmx gets the part alone."""
    game = visit.game
    seats = {seat.number: seat for seat in game.seats.select_related("user")}
    ratings = ratings_told([(game, seats.values())])
    invitations = invitations_to(game)
    answers = answers_at(invitations, seats.values(), reader=request.user.pk)
    until = deadline_after(game, outage_so_far(timezone.now()))
    barred = request.user.pk in game.barred
    context = {
        "game": game,
        "ruleset": ruleset_name(game.ruleset),
        "pace": pace_words(game.turn_seconds, game.bank_seconds),
        "until": instant(until) if until else "",
        "barred": barred,
        "obstacle": ""
        if visit.seat or barred
        else _obstacle(request, game, seats.values(), answers),
        "answers": answers,
        "before": game_before(game, invitations, reader=request.user.pk),
        "guest_here": any(seat.user and seat.user.is_guest for seat in seats.values()),
        "chairs": [_chair(seats.get(number), ratings) for number in range(game.players)],
        "taken": len(seats),
        "mine": visit.seat,
        "hosting": visit.seat is not None and game.host_id == visit.seat.user_id,
        "withdraws": _is_alone_in_rematch(visit, seats.values()),
        "form": StartForm(),
        "number": form_number(),
        "link": request.build_absolute_uri(game.get_absolute_url()),
        "refusal": refusal,
        "preview": game_preview(game, list(seats.values())),
    }
    page = "games/_waiting_room.html" if request.htmx else "games/waiting_room.html"
    return render(request, page, context, status=status)


def join(request: PageRequest, code: str) -> HttpResponse:
    """Take the lowest free seat; a stranger does it as a guest, or signs in first."""
    seen = visit(request, code)
    if request.method != "POST":
        return redirect(seen.game)
    if request.user.is_anonymous and "as_guest" not in request.POST:
        return redirect_to_login(seen.game.get_absolute_url())
    now = timezone.now()

    def sit_down(person: User) -> Game:
        return lobby.join(
            game_id=seen.game.pk, user=person, seed=secrets.token_bytes(SEED_BYTES), now=now
        )

    try:
        if request.user.is_authenticated:
            return SeeOther(sit_down(request.user).get_absolute_url())
        number = request.POST.get("number", "")
        return SeeOther(do_once(request, number=number, choice=code, now=now, act=sit_down))
    except PlayError as error:
        return refused(request, code, error)


def _chair(seat: Seat | None, ratings: Mapping[int, str]) -> Chair:
    return Chair(seat, ratings.get(seat.user_id or 0, "") if seat else "")


def _is_alone_in_rematch(visit: Visit, seats: Collection[Seat]) -> bool:
    """Return whether the visitor asks for a rematch and nobody has come: going takes it back."""
    rematch = visit.game.rematch_of_id is not None
    return rematch and visit.seat is not None and sum(not seat.bot for seat in seats) == 1


def _obstacle(request: PageRequest, game: Game, seats: Collection[Seat], answers: Answers) -> str:
    """Return what keeps the visitor from sitting down, besides what the page knows already."""
    if request.user.is_anonymous or (request.user.is_guest and game.public):
        return ""
    if game.by_invitation and not answers.asked:
        return sentence(PlayError("by-invitation"))
    refusal = apart_at(game, seats, request.user)
    return sentence(refusal) if refusal else why_full(request)


@login_required
def leave(request: PersonRequest, code: str) -> HttpResponse:
    """Give the seat back; the last to go closes the table."""
    seen = visit(request, code)
    if request.method != "POST":
        return redirect(seen.game)
    try:
        game = lobby.leave_table(game_id=seen.game.pk, user=request.user, now=timezone.now())
    except PlayError as error:
        return refused(request, code, error)
    withdrawn = game.rematch_of_id is not None and game.status == Game.Status.EXPIRED
    told = _("You have withdrawn the rematch.") if withdrawn else _("You have left the table.")
    messages.success(request, told)
    return SeeOther(reverse("my-games"))


@login_required
def start(request: PersonRequest, code: str) -> HttpResponse:
    """Begin at the host's word, with bots in the seats that are free."""
    seen = visit(request, code)
    if request.method != "POST":
        return redirect(seen.game)
    form = StartForm(request.POST)
    if not form.is_valid():
        return show(request, seen, refusal=_("There is no such bot."), status=422)
    try:
        game = lobby.start(
            game_id=seen.game.pk,
            by=request.user,
            bot=form.cleaned_data["bot"],
            seed=secrets.token_bytes(SEED_BYTES),
            now=timezone.now(),
        )
    except PlayError as error:
        return refused(request, code, error)
    return SeeOther(game.get_absolute_url())


def refused(request: PageRequest, code: str, error: PlayError) -> HttpResponse:
    """Say why, on the table as it is now, or instead of one that is closed to the visitor."""
    refusal = sentence(error)
    try:
        seen = visit(request, code)
    except Http404:
        return render(request, "games/too_late.html", {"refusal": refusal}, status=422)
    if seen.game.status == Game.Status.OPEN:
        return show(request, seen, refusal=refusal, status=422)
    if seen.seat is None:
        context = {"refusal": refusal, "game": seen.game}
        return render(request, "games/too_late.html", context, status=422)
    messages.warning(request, refusal)
    return SeeOther(seen.game.get_absolute_url())
