"""Words that are the site's own: what its staff, its bots and its pages are called."""

from __future__ import annotations

STAFF = (
    *("admin", "admins", "administrator", "administrators", "administration", "sysadmin"),
    *("moderator", "moderators", "moderation", "mod", "mods", "operator", "operators", "staff"),
    *("support", "helpdesk", "webmaster", "postmaster", "gamemaster", "hostmaster"),
    *("superuser", "superusers", "sysop", "sysops", "drako", "aetherya"),
    *("administrateur", "administrateurs", "administratrice", "modérateur", "modérateurs"),
    *("modératrice", "opérateur", "opératrice", "modération"),
    *("moderatorin", "moderatoren", "administratorin", "administratoren", "moderatör"),
    *("amministratore", "amministratori", "amministratrice", "amministrazione"),
    *("moderatore", "moderatori", "moderatrice", "moderazione", "operatore"),
    *("administrador", "administradora", "administración", "moderador", "moderadora"),
    *("operador", "soporte", "administração", "beheerder", "administratör", "ylläpito"),
    *("адміністратор", "администратор", "администраторы", "администрация", "админ", "админы"),
    *("модератор", "модераторы", "модерация", "модер", "оператор", "поддержка", "підтримка"),
    *("διαχειριστής", "διαχειριστήσ", "συντονιστής", "مدير", "ادمن", "الادارة", "מנהל"),
    *("スタッフ", "サポート", "アドミン", "客服", "版主", "운영진", "어드민", "공식"),
)
"""In any name, as a word of its own."""
ANYWHERE = (
    *(
        "管理者",
        "管理人",
        "管理员",
        "管理員",
        "運営",
        "运营",
        "公式",
        "官方",
        "モデレータ",
        "アドミニストレータ",
    ),
    *("관리자", "운영자", "모더레이터"),
    *("former player", "who has left", "ancien joueur", "ehemaliger spieler", "元プレイヤー"),
)
"""In any name, whatever stands before or behind: much of it is written without spaces."""
AT_ENDS = ("admin", "administrator", "moderator", "superuser", "sysop")
"""At the beginning or end of a word: no other words begin or end so. Badminton does not."""
BESIDE = (
    *("the", "real", "official", "officiel", "ufficiale", "offiziell", "site", "team", "equipe"),
    *("web", "super", "head", "chief", "server", "game", "chat", "forum", "bot", "チーム"),
)
"""What stands beside those of staff without making a name another."""
WHOLE = (
    *("root", "system", "server", "service", "daemon", "security", "abuse", "noreply", "official"),
    *("officiel", "ufficiale", "offiziell", "modo"),
    *("everyone", "everybody", "nobody", "somebody", "anybody", "anyone", "noone", "all", "you"),
    *("guest", "guests", "gast", "invité", "ospite", "ゲスト", "host", "player"),
    *("anonymous", "anonym", "deleted", "deleted user", "removed", "unknown"),
    *("bot", "bots", "robot", "computer", "cpu", "null", "none", "nil", "nan", "undefined"),
    *("true", "false", "me", "myself", "owner", "team", "info", "help", "contact", "mail"),
    *("ash", "birch", "cedar", "elder"),  # bots at the tables
)
"""As the whole name, but for digits, spaces and signs."""
