"""People, their roles and the switches of the site in the admin.

`People` and the outbox are registered by `games/admin`, which knows what else there is to tell.
"""

from __future__ import annotations

from allauth.account import admin as address_admin
from allauth.account.decorators import secure_admin_login
from django.contrib import admin

from . import roles, site, users

__all__ = ["roles", "site", "users"]

admin.site.site_header = "Drako"
admin.site.site_title = "Drako"

# The site's own sign-in page counts failed tries, the admin's does not.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Addresses go with the people: proven by hand they would count for nothing here.
admin.site.unregister(address_admin.EmailAddress)
