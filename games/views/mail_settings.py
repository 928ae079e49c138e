"""Which mails come and when; games that are muted; whether the address works."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.forms_mail import MailForm, chosen_ways
from games.mail.choices import choose_mail, play_from_mail
from games.mail.stop import stopped_by_link
from games.models import Game
from games.time_words import day

from .lead import lead_to_error
from .mail_playing import no_turn_mails, only_from_now_on, together
from .people import names
from .requests import PersonRequest


class MutedGame(NamedTuple):
    """A game about which no mails come."""

    game: Game
    others: str


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_settings(request: PersonRequest) -> HttpResponse:
    """The page, and the saving of what was chosen there. Guests read that they get no mails."""
    user = request.user
    if user.is_guest:
        return render(request, "games/mail_settings_guest.html")
    posted = request.POST if request.method == "POST" else None
    person = User.objects.get(pk=user.pk)
    chosen = chosen_ways(user)
    form = MailForm(posted, instance=person, ways=chosen, label_suffix="")
    if form.is_valid():
        now = timezone.now()
        with transaction.atomic():
            person = form.save()
            play_from_mail(person, form.playing(), now)
            choose_mail(person, form.ways(), now)
        messages.success(request, _("Your mail settings are saved."))
        _tell_of_playing(request, chosen | form.ways(), switched_on=bool(form.playing()))
        return redirect("mail-settings")
    lead_to_error(form)
    return render(
        request,
        "games/mail_settings.html",
        _context(user, form, chosen),
        status=422 if form.errors else 200,
    )


def _tell_of_playing(
    request: PersonRequest, chosen: Mapping[str, str], *, switched_on: bool
) -> None:
    """Tell whoever plays from the mail if there is nothing to play from, or not yet."""
    playing = User.objects.filter(pk=request.user.pk, plays_by_mail_since__isnull=False)
    if not playing.exists():
        return
    none = no_turn_mails(chosen)
    if none:
        messages.warning(request, none)
    waits = only_from_now_on(request.user) if switched_on and not none else ""
    if waits:
        messages.info(request, waits)


def _context(user: User, form: MailForm, chosen: Mapping[str, str]) -> dict[str, Any]:
    stopped = stopped_by_link(user)
    ways = form.way_fields()
    for field in ways:
        since = stopped.get(field.name.removeprefix("way_"))
        if since:
            field.help_text = _("Stopped by a link in a mail on %(day)s.") % {"day": day(since)}
    hours = [form[name] for name in ("digest_hour", "quiet_from", "quiet_until", "time_zone")]
    return {
        "form": form,
        "ways": ways,
        "hours": hours,
        "playing": form["plays_by_mail"],
        "no_turn_mails": no_turn_mails(chosen),
        "together": together(chosen),
        "answers": bool(settings.REPLY_ADDRESS),
        "muted": _muted(user),
    }


def _muted(user: User) -> list[MutedGame]:
    games = Game.objects.filter(
        seats__user=user, seats__muted=True, status__in=Game.UNDER_WAY
    ).prefetch_related("seats__user")
    return [
        MutedGame(game, names(seat for seat in game.seats.all() if seat.user_id != user.pk))
        for game in games.order_by("-created_at", "-pk")
    ]
