"""Names that could be taken for the site's own are kept back, whatever they are dressed up as."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts.models.names import is_reserved, validate_choice, validate_name
from games.play.seating import BOT_NAMES

RESERVED = [
    *("Admin", "admin 1", "1Admin", "ADM1N99", "4dmin", "AdmIn", "admln", "Adrnin", "Ａｄｍｉｎ"),
    *("a.d.m.i.n", "ᴀᴅᴍɪɴ", "Administrator", "the-moderator", "TheModerator", "themoderator"),
    *("the_real_admin", "drakoadmin", "Drako Support", "D r a k o", "DRAKO", "Drak0", "Aetherya"),
    *("5upport", "$upport", "Mod", "M0d", "mod.", "mods", "Mod Bo", "Bo (mod)", "BoMod", "M o d"),
    *("Operator 7", "staff", "Site-Team Staff", "root", "r00t", "System", "Host", "you", "bot"),
    *("b0t", "Everyone", "nobody", "null", "undefined", "deleted", "Anonymous", "Former player"),
    *("former-player", "FormerPlayer", "Player 4821", "Guest", "Guest 7K2M", "guest_ab", "Guest.x"),
    *("Ádmin", "Mödérator", "Dräko", "Drakø", "suppört", "Админ", "Moḍ"),  # marks
    *("superuser", "sysop", "webadmin", "siteadmin", "adminteam", "drakobot", "Bo WebAdmin"),
    *("bobadmin", "AdminBob", "forum mod", "Adm!n", "s+aff", "admin123"),
    *("Former Player xyz", "A former player", "my_formerPlayer2", "Somebody who has left"),
    *("Moderatorin", "Administratoren", "administrateur", "modératrice", "amministrazione"),
    *(
        "Administrador",
        "運営チーム",
        "Drako運営",
        "モデレーター",
        "公式",
        "管理人",
        "管理员",
        "관리자",
    ),
    *("Администратор", "модер", "Διαχειριστής", "スタッフ"),
    *("Gues7-7K2M", "Guést-7K2M", "Ġuest-7K2M", "Guest7K2M", "guest2abc"),
    *("modérateur", "Moderatore", "Amministratore", "管理者", "運営", "サポート", "Модератор"),
]
INNOCENT = [
    *("Badmintonfan", "Drakonia", "Supportive", "Webber", "Headley", "Superman", "Guestavo"),
    *("Quest-7", "Gustav7", "Formerly", "Sysoeva", "Teamo"),
    "Badminton",
    "Modena",
    "Admiral",
    "Staffan",
    "Ash Ketchum",
    "Joe Root",
    "Guesthouse",
]


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_chooses_a_name_of_the_site(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_choice(name)
    assert refused.value.code == "name_reserved"
    validate_name(name)  # whoever may give it all the same, may


@pytest.mark.parametrize("name", BOT_NAMES)
def test_the_names_of_bots_at_the_tables_are_theirs(name: str) -> None:
    assert is_reserved(name)
    assert is_reserved(f"{name.upper()} 2")


@pytest.mark.parametrize("name", INNOCENT)
def test_a_word_inside_another_is_no_such_name(name: str) -> None:
    assert not is_reserved(name)


def test_names_of_guests_are_kept_back() -> None:
    with pytest.raises(ValidationError) as refused:
        validate_choice("gUEST-7K2M")
    assert refused.value.code == "name_for_guests"
