"""Tests of orders by mail begin with a game of two, unless they say otherwise."""

from __future__ import annotations

from tests.fixtures.by_mail import game, person, seat

__all__ = ["game", "person", "seat"]
