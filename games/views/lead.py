"""After a refusal the reader is led to the field that has to be put right."""

from __future__ import annotations

from django.forms import BaseForm


def lead_to_error(form: BaseForm) -> None:
    """Let the first field that was refused, in the order of the form, be the one to begin at."""
    name = next((name for name in form.fields if name in form.errors), "")
    if name:
        form.fields[name].widget.attrs["autofocus"] = True
