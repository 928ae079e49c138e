"""The answer to a form that has done its work."""

from __future__ import annotations

from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """Go on to this page by GET: loading it again sends nothing twice."""

    status_code = 303
