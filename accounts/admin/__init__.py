"""People, their roles and their mails in the admin.

`People` is registered by `games/admin`, which knows what else there is to tell of a person.
"""

from __future__ import annotations

from allauth.account import admin as address_admin
from allauth.account.decorators import secure_admin_login
from django.contrib import admin

from . import notices, roles, site, users

__all__ = ["notices", "roles", "site", "users"]

# The site's own sign-in page counts failed tries, the admin's does not.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Addresses go with the people: proven by hand they would count for nothing here.
admin.site.unregister(address_admin.EmailAddress)
