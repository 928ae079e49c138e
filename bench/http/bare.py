"""What Django itself costs: the same middleware, session and user, and almost nothing else."""

from __future__ import annotations

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines

TABLES = """
    CREATE TABLE IF NOT EXISTS bare_game (id int PRIMARY KEY, version int, note text);
    CREATE TABLE IF NOT EXISTS bare_seat (id int PRIMARY KEY, turns int);
    CREATE TABLE IF NOT EXISTS bare_move (id serial PRIMARY KEY, game int, note text);
    INSERT INTO bare_game SELECT n, 0, 'a game' FROM generate_series(0, 99) n
        ON CONFLICT DO NOTHING;
    INSERT INTO bare_seat SELECT n, 0 FROM generate_series(0, 99) n ON CONFLICT DO NOTHING;
"""
PAGE = engines["django"].from_string(
    "<!doctype html><title>{{ note }}</title><p>{{ user.name }}: {{ version }}, {{ note }}</p>"
)


def read(request: HttpRequest) -> HttpResponse:
    """One SELECT and a template, for a signed-in user."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, note FROM bare_game WHERE id = %s", [_number(request)])
        version, note = cursor.fetchone()
    return HttpResponse(PAGE.render({"user": request.user, "version": version, "note": note}))


def write(request: HttpRequest) -> HttpResponse:
    """One SELECT FOR UPDATE, two UPDATEs and one INSERT in a transaction, for a signed-in user."""
    number = _number(request)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT version FROM bare_game WHERE id = %s FOR UPDATE", [number])
        cursor.execute("UPDATE bare_game SET version = version + 1 WHERE id = %s", [number])
        cursor.execute("UPDATE bare_seat SET turns = turns + 1 WHERE id = %s", [number])
        cursor.execute("INSERT INTO bare_move (game, note) VALUES (%s, 'a move')", [number])
    return HttpResponse(request.user.get_username())


def _number(request: HttpRequest) -> int:
    return int(request.GET["n"]) % 100
