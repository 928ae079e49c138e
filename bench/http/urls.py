"""The site's addresses and the bare views."""

from __future__ import annotations

from django.urls import path

from bench.http import bare
from drako_site.urls import urlpatterns as site

urlpatterns = [path("bare/read/", bare.read), path("bare/write/", bare.write), *site]
