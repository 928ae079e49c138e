"""Names that could be taken for the site's own: its staff's, its bots', its pages' words."""

from __future__ import annotations

import re

from .look import name_skeleton
from .spelling import name_key, normal_name

# In any name, as a word of its own.
_STAFF = (
    *("admin", "admins", "administrator", "administrators", "administration", "sysadmin"),
    *("moderator", "moderators", "moderation", "mod", "mods", "operator", "operators", "staff"),
    *("support", "helpdesk", "webmaster", "postmaster", "gamemaster", "drako", "aetherya"),
    *("administrateur", "administratrice", "modérateur", "modératrice", "opérateur"),
    *("moderateur", "moderatrice", "operateur", "moderatorin", "administratorin"),
    *("amministratore", "amministratrice", "moderatore", "moderatrice", "operatore"),
    *("администратор", "админ", "модератор", "оператор", "поддержка"),
    *("管理者", "管理人", "運営", "モデレーター", "アドミン", "サポート"),
)
# What stands beside those without making a name another.
_BESIDE = ("the", "real", "official", "officiel", "ufficiale", "offiziell", "site", "team")
# As the whole name, but for digits, spaces and signs.
_WHOLE = (
    *("root", "system", "server", "service", "daemon", "security", "abuse", "noreply", "official"),
    *("everyone", "everybody", "nobody", "somebody", "anybody", "anyone", "noone", "all", "you"),
    *("guest", "guests", "gast", "invité", "invite", "ospite", "ゲスト", "host", "player"),
    *("former player", "anonymous", "anonym", "deleted", "deleted user", "removed", "unknown"),
    *("bot", "bots", "robot", "computer", "cpu", "null", "none", "nil", "nan", "undefined"),
    *("true", "false", "me", "myself", "owner", "team", "info", "help", "contact", "mail"),
    *("ash", "birch", "cedar", "elder"),  # bots at the tables
)
_GUEST = re.compile(r"guest[^\w]|guest_")
_SIGNS = re.compile(r"[\W_]+")
_HUMPS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_DIGITS = "0123456789"
_LEET = str.maketrans("345781lI|", "eastbiiii")  # what some write for a letter
_SHORT = 4  # letters: Mo D. is no Mod


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for one of the site's own, however it is dressed up."""
    name = normal_name(name).replace("$", "s")
    if _GUEST.match(name_key(name)):
        return True
    words = [word for word in _SIGNS.split(name) if word]
    humps = [part for word in words for part in _HUMPS.split(word)]
    if any(look in _STAFF_LOOKS for word in (*words, *humps) for look in _looks(word)):
        return True
    joined = "".join(words)
    spelt = [word for word in words if not word.isdigit()]
    if len(spelt) > 1 and len("".join(spelt)) <= _SHORT and any(len(word) > 1 for word in spelt):
        return False
    return any(look in _WHOLE_LOOKS or _DRESSED.fullmatch(look) for look in _looks(joined))


def _looks(word: str) -> set[str]:
    """The skeletons of a word, with digits at its ends and without, and with letters for them."""
    bare = word.strip(_DIGITS)
    forms = (word, bare, bare.casefold(), word.translate(_LEET), bare.translate(_LEET))
    return {name_skeleton(form) for form in forms if form}


_STAFF_LOOKS = {name_skeleton(word) for word in _STAFF}
_WHOLE_LOOKS = {name_skeleton(word) for word in _WHOLE} | _STAFF_LOOKS
_BESIDES = "|".join(re.escape(name_skeleton(word)) for word in _BESIDE)
_STAFFS = "|".join(re.escape(look) for look in sorted(_STAFF_LOOKS, key=len, reverse=True))
_DRESSED = re.compile(f"(?:{_BESIDES}|{_STAFFS})*(?:{_STAFFS})(?:{_BESIDES}|{_STAFFS})*")
