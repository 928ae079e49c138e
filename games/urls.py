"""Addresses of the game's pages."""

from __future__ import annotations

from django.urls import path

from games.views import home, lobby, my_games, rules, table, waiting_room

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.play_now, name="play-now"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("new/", lobby.new_table, name="new-table"),
    path("games/", my_games.my_games, name="my-games"),
    path("rules/", rules.rules, name="rules"),
    path("g/<slug:code>/", table.table, name="table"),
    path("g/<slug:code>/poll/", table.poll, name="table-poll"),
    path("g/<slug:code>/join/", waiting_room.join, name="join"),
    path("g/<slug:code>/leave/", waiting_room.leave, name="leave-table"),
    path("g/<slug:code>/start/", waiting_room.start, name="start"),
]
