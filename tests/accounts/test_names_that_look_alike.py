from __future__ import annotations

import sys
import unicodedata

import pytest

from accounts.models import HeldName
from accounts.models.names import NAME_MAX, name_key, name_skeleton, normal_name

ALIKE = [
    ("Anna", "ANNA"),  # case
    ("Anna", "anna"),
    ("Iris", "iris"),
    ("IDA", "Ida"),
    ("EMIL", "Emil"),
    ("Éva", "éVA"),
    ("Íris", "íris"),
    ("Straße", "STRASSE"),
    ("Bo", "Ｂｏ"),  # width, and letters of mathematics
    ("Bo", "𝐁𝐨"),
    ("Bo", "Ⓑⓞ"),
    ("カニ", "ｶﾆ"),
    ("Anna", "Аnnа"),  # Cyrillic, Greek
    ("Paco", "РАСО"),
    ("Coco", "Сосо"),
    ("Eva", "Εvа"),
    ("Olga", "Οlga"),
    ("ooo", "οοο"),
    ("MAKE", "ΜΑΚΕ"),
    ("Scope", "ѕсоре"),
    ("Anna", "ᴀɴɴᴀ"),  # small capitals
    ("Ian", "lan"),  # one stroke
    ("Ian", "1an"),
    ("Bill", "BiII"),
    ("Bill", "Bi11"),
    ("Bill", "Bi||"),
    ("Emil", "EmiI"),
    ("EMIL", "EMlL"),
    ("EMIL", "EM1L"),
    ("Al", "AI"),
    ("Ada 1", "Ada l"),
    ("Ada1", "AdaI"),
    ("Ilse", "llse"),
    ("McIntyre", "Mclntyre"),
    ("Íris", "ĺris"),
    ("Bob", "B0b"),  # round
    ("O2", "02"),
    ("Tim", "Tirn"),  # two letters for one
    ("TIM", "Tirn"),
    ("Carmen", "Carrnen"),
    ("Walter", "VValter"),
    ("Wanda", "vvanda"),
    ("Anna", "An na"),  # spaces and punctuation
    ("Anna", "-Anna."),
    ("Anna", "An_na"),
    ("Anna", "Anna,"),
    ("Anna Li", "Anna-Li"),
    ("D'Arcy", "D’Arcy"),
    ("D'Arcy", "Dʼarcy"),
    ("D'Arcy", "Darcy"),
    ("Anna", "Annaǃ"),
    ("ヒロ", "ヒ・ロ"),
    ("カニ", "力二"),  # Japanese
    ("ロロ", "口口"),
    ("محمد", "محـــمد"),  # Arabic, stretched
    ("كريم", "ڪريم"),
    ("محمد", "مُحمد"),  # vowels
    ("أحمد", "احمد"),
    ("שלום", "שָׁלוֹם"),
    ("anna", "annạ"),  # dots, hooks and horns
    ("anna", "aṅna"),
    ("anna", "ảnna"),
    ("Huong", "Hương"),
    ("Guest", "Ġuest"),
    ("Ayşe", "Ayșe"),  # cedilla and comma
    ("りさ", "リさ"),  # Hiragana and Katakana
    ("へい", "ヘい"),
    ("べい", "ベい"),
    ("ぺい", "ペい"),
    ("BᎻB", "BHB"),  # Cherokee
    ("ᏴᏴ", "BB"),
    ("ᏴᎾᏴ", "BOB"),
]
APART = [
    ("Eve", "Éve"),  # accents
    ("Jose", "José"),
    ("Zoe", "Zoë"),
    ("Nino", "Niño"),
    ("Ake", "Åke"),
    ("Lukasz", "Łukasz"),
    ("Soren", "Søren"),
    ("Ayse", "Ayşe"),
    ("Eva", "Ēva"),
    ("Иван", "Йван"),
    ("Ol", "Öl"),
    ("Anna", "Ana"),
    ("Neil", "Nell"),  # l and i
    ("Ilse", "Lise"),
    ("Lia", "Ila"),
    ("Ali", "All"),
    ("Ian", "Lan"),
    ("Eider", "Elder"),
    ("Nick", "Vick"),  # Greek Ν and ν would make them one
    ("Uli", "Yli"),
    ("Player 1", "Player 11"),
    ("Player 2", "Player 3"),
    ("Bo", "Bob"),
    ("דוד", "דויד"),
    ("が", "か"),
    ("Анна", "Инна"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_share_their_skeleton(one: str, other: str) -> None:
    assert name_skeleton(one) == name_skeleton(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_do_not_have_skeletons_of_their_own(one: str, other: str) -> None:
    assert name_skeleton(one) != name_skeleton(other)


def test_a_skeleton_does_not_depend_on_the_form_that_was_typed() -> None:
    for name in ("Éva Müller", "Ἀχιλλεύς", "がんばれ", "김민준", "पड़ूँ"):
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            assert name_skeleton(unicodedata.normalize(form, name)) == name_skeleton(name)


def test_no_name_is_without_a_skeleton() -> None:
    for name in ("--", "a-", "・・", "ــ"):
        assert name_skeleton(name)


def test_every_skeleton_fits_its_column() -> None:
    longest = HeldName._meta.get_field("skeleton").max_length or 0
    longest_key = HeldName._meta.get_field("name_key").max_length or 0
    for point in range(sys.maxunicode + 1):
        char = chr(point)
        if unicodedata.category(char) == "Cs" or len(normal_name(char)) != 1:
            continue
        assert len(name_skeleton(char * 2)) * NAME_MAX / 2 <= longest
        assert len(name_key(char)) * NAME_MAX <= longest_key
