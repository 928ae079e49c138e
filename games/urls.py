"""Addresses of the game's pages."""

from __future__ import annotations

from django.urls import path

from games.views import (
    conduct,
    delete_account,
    endings,
    home,
    lobby,
    mail_settings,
    mute,
    my_data,
    my_games,
    person,
    report,
    rules,
    send_away,
    stop_mail,
    suspended,
    table,
    table_acts,
    vacation,
    waiting_room,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", home.play_now, name="play-now"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("new/", lobby.new_table, name="new-table"),
    path("suspended/", suspended.suspended, name="suspended"),
    path("games/", my_games.my_games, name="my-games"),
    path("rules/", rules.rules, name="rules"),
    path("people/<path:name>/", person.person, name="person"),
    path("report/", report.report_form, name="report"),
    path("settings/conduct/", conduct.conduct, name="conduct"),
    path("settings/mail/", mail_settings.mail_settings, name="mail-settings"),
    path("settings/data/", my_data.my_data, name="my-data"),
    path("settings/data/file/", my_data.my_data_file, name="my-data-file"),
    path("settings/delete/", delete_account.delete_account, name="delete-account"),
    path("settings/vacation/", vacation.vacation, name="vacation"),
    path("mail/stop/<str:token>/", stop_mail.stop_mail, name="mail-stop"),
    path("g/<slug:code>/", table.table, name="table"),
    path("g/<slug:code>/acts/", table_acts.table_acts, name="table-acts"),
    path("g/<slug:code>/poll/", table.poll, name="table-poll"),
    path("g/<slug:code>/join/", waiting_room.join, name="join"),
    path("g/<slug:code>/leave/", waiting_room.leave, name="leave-table"),
    path("g/<slug:code>/start/", waiting_room.start, name="start"),
    path("g/<slug:code>/remove/", send_away.remove, name="remove"),
    path("g/<slug:code>/call-off/", endings.call_off, name="call-off"),
    path("g/<slug:code>/propose/", endings.propose, name="propose"),
    path("g/<slug:code>/answer/", endings.answer, name="answer"),
    path("g/<slug:code>/mute/", mute.mute, name="mute-game"),
]
