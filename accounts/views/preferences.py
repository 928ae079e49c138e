"""How a person likes the site."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import outbox
from accounts.forms import PreferencesForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """The name, the ways to change mail and password, and the preferences."""
    posted = request.POST if request.method == "POST" else None
    assert request.user.is_authenticated
    zone = request.user.time_zone
    form = PreferencesForm(posted, instance=request.user)
    if form.is_valid():
        person = form.save()
        if "time_zone" in form.changed_here() and person.time_zone != zone:
            outbox.reconsider_all(person.pk, timezone.now())
        messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    return render(
        request, "accounts/settings.html", {"form": form}, status=422 if form.errors else 200
    )
