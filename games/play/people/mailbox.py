"""The mails that a laptop keeps in its database to be read in the browser."""

from __future__ import annotations

import json
from collections.abc import Collection
from email.utils import getaddresses

from django.apps import apps

_APP = "django_mail_viewer.backends.database"


def delete_mails_to(addresses: Collection[str]) -> None:
    """Delete the mails that were sent to these addresses, where they are kept."""
    if not addresses or not apps.is_installed(_APP):
        return
    model = next(iter(apps.get_app_config("mail_viewer_database_backend").get_models()))
    mails = model._default_manager.filter(parent=None)
    for pk, headers in mails.values_list("pk", "message_headers").iterator(chunk_size=200):
        readers = {address.lower() for _name, address in getaddresses([_to(headers)])}
        if readers & {address.lower() for address in addresses}:
            model._default_manager.filter(pk=pk).delete()


def _to(headers: str) -> str:
    named = {name.lower(): value for name, value in json.loads(headers).items()}
    return str(named.get("to", ""))
