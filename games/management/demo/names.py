"""Names that nobody bears, in the scripts that people write in."""

from __future__ import annotations

NAMES = (
    # The first ones have a part to play: see `roles`.
    *("Mirelda", "Tovin", "Asketa", "Corvano", "Belmor", "Yorick 7", "Drusanne", "Feodolf"),
    *("Nausika", "Quillan", "Oriane", "Perdikas", "Halvdis", "Ysoline", "Torvald", "Emberly"),
    *("Ярослана", "Θεανώ", "ハルミカ", "하늘별", "נועלי", "سلمارة", "अरुणिका", "林月白"),
    *("Æthelina", "Łucjana", "Žofinka", "Ørvar", "Çilene", "Ğüneş Ada", "Ñusta Ayra", "Ðælin"),
    *("Maximiliane von Hohenfel", "Jo", "Old Tom Thistledown", "x_Vexillo_x", "Zweiundvierzig"),
    *("Ніневія", "Λυκομήδη", "そらのは", "달님이", "Արևիկա", "ნინელია", "มะลินา", "Ravenna"),
    *("Sigrun", "Lucardo", "Wanjala", "Ixchelle", "Kahurangi", "Babette", "Osvaldine", "Umbriel"),
    *("Gwendal", "Isembart", "Philemona", "Radomira", "Cosmo-9", "Valdis", "Hesper", "Zenobie"),
)
BEFORE = {10: "Corvina", 20: "Halvar", 26: "Ombre", 32: "Vesperine"}
"""What some were called before they took another name, by number."""


def name_of(number: int) -> str:
    """Return the name of person `number`, from 0; beyond the list they come again with a count."""
    again, place = divmod(number, len(NAMES))
    return f"{NAMES[place][:20]} {again + 1}" if again else NAMES[place]
