"""Names that people have, in many languages: all of them are allowed."""

from __future__ import annotations

import pytest

from accounts.models.names import name_skeleton, normal_name, validate_choice

NAMES = {
    "English": """
        Olivia, Noah, Amelia, Oliver, Isla, George, Ava, Arthur, Lily, Leo, Freya, Harry, Florence,
        Oscar, Willow, Archie, Evie, Jack, Mia, Henry, Neil, Nell, Ian, Ivy, Al, Ali, Alli, Bill,
        Will, Jill, Gail, Gill, Lila, Liam, O'Neil, D’Arcy, Mary-Jane, J. R. R., Anna Maria, Mr. T,
        McIntyre, MacAllister, van Dyke, Max99, xX_Dan_Xx, R2-D2, 007, 42, C++, Ada & Bo, _void_,
        Player One, Badminton, Modena, Modesty, Admiral, Joe Root, Thora Birch, Will Elder, Ashley,
        Ash Ketchum, Hostess, Guesthouse, Robotnik, Abbot, Supportive, Drakonia, Opera, Systematic,
        Nobody Knows, Rootbeer, Elderberry, Moderato, Operetta, Steam, Sven5, Mo D., Bo T., Amod
    """,
    "French": """
        Léa, Chloé, Éloïse, Zoë, Noël, Anaïs, François, Jérôme, Hélène, Cécile, Benoît, Gaël, Théo,
        Jean-Luc, Anne-Sophie, l'Étoile, Maëlys, Inès, Mélodie, Garçon, Œdipe, Lætitia, Héloïse
    """,
    "German": """
        Jürgen, Müller, Bäcker, Groß, Straße, Jörg, Käthe, Björn, Ilse, Lise, Uwe, Heiß, Özil,
        Österreicher, Weiß, Übermut, Kurt W., Anneliese, Hans-Peter, Elke, Botho, Staffelter
    """,
    "Italian": """
        Niccolò, D'Angelo, Zoè, Città, Mosè, Lia, Ila, Giosuè, Pierluigi, Più, Perché, Gianni,
        Moda, Cesare, Lucia, Elia, Eleonora, Andrea, Giulia, Dell'Acqua, Nicolò, Miò
    """,
    "Japanese": """
        さくら, サクラ, 桜子, 桜Sakura, ヒロ・サトウ, ミッキー, 高橋さん, 佐々木, Ryu龍, 太郎, 花子,
        スーパーマン2, 二〇一, ｱｷﾗ, ﾊﾝｻﾑ, ひとりごと, お茶の子, ドラゴン, がんばれ, 人間だもの
    """,
    "Greek": "Γιώργος, Ελένη, Νίκος, Μαρία, Ἀχιλλεύς, ᾇδω, Ὀδυσσεύς, Κώστας 7, Ιωάννα",
    "Russian": "Иван, Юлия, Алёша, Йосиф, Анна, Саша, Ольга-2, Кирилл, Щукин, Объект, Мой мир",
    "Ukrainian": "Її величність, Ґанна, Європа, Олексій",
    "Korean": "김민준, 이서연, 김Kim, 金민준, 박지성, 하늘이, 서울 사람, 민수2",
    "Chinese": "李雷, 韩梅梅, 王Wang, 欧阳修, 張三, 小明99",
    "Arabic": "محمد, فاطمة, عبد الله, مُحَمَّد, أحمد, نور الدين, ليلى, محمد ٢",
    "Persian": "آرش, پریا, ژاله, گلنار",
    "Hebrew": "רבקה, דוד, שָׁלוֹם, יי, אבי 3",
    "Hindi": "राम, श्रीकृष्ण, हिन्दी, प्रिया, पड़ूँ, अनुष्का, १२३ राम, कृष्ण",
    "Others": """
        Þórr, Łukasz, Örn, Çelik, Dvořák, Nguyễn Văn, Đặng, Çağla, Ægir, İpek, ılgaz, ʻOkina, Ömer,
        Kaʻiulani, Ọláyínká, Ƙwaƙwalwa, Gabriëlle, Sørensen, Åse, Ñandú, ė́lė, Staffan, Botond,
        தமிழ், สมชาย, น้ำ, ที่รัก, Մարիամ, გიორგი, বাংলা, ਸਿੰਘ, ગુજરાતી, తెలుగు, ಕನ್ನಡ, മലയാളം, සිංහල, မြန်မာ,
        ខ្មែរ, ລາວ, አማርኛ, བསོད་ནམས, ᏣᎳᎩ, Eider, Ngọc, Ľubica
    """,
}
ALL = [
    pytest.param(name.strip(), id=f"{language}: {name.strip()}")
    for language, names in NAMES.items()
    for name in names.split(",")
]


@pytest.mark.parametrize("name", ALL)
def test_a_name_that_people_have_is_allowed(name: str) -> None:
    validate_choice(name)
    assert normal_name(name)


def test_names_that_people_have_do_not_look_alike() -> None:
    looks: dict[str, str] = {}
    for name in (name for parameter in ALL for name in parameter.values if isinstance(name, str)):
        other = looks.setdefault(name_skeleton(name), name)
        assert other == name or {other, name} == {"محمد", "مُحَمَّد"}  # its vowels are overlooked
