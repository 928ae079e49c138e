"""What mail programs write in many languages: over what they quote, and under what is written."""

from __future__ import annotations

import re


def _any(words: str) -> str:
    return "|".join(words.replace("\n", "|").split("|"))


FROM_FIELDS = frozenset(
    _any(
        """from|von|de|da|från|fra|van|od|lähettäjä|от|от кого|差出人|送信元|送信者|发件人|寄件者
보낸 사람|보낸사람|kimden|feladó|expéditeur|mittente|absender|remitente|afzender"""
    ).split("|")
)
SENT_FIELDS = frozenset(
    _any(
        """sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|data|inviato|skickat|sendt
dato|verzonden|wysłano|odesláno|送信日時|送信|日付|日時|发送时间|日期|보낸 날짜|날짜|gönderildi|дата
отправлено|lähetetty|päivämäärä|fecha|küldve"""
    ).split("|")
)
OTHER_FIELDS = frozenset(
    _any(
        """to|an|à|a|para|per|till|til|aan|do|komu|宛先|收件人|받는 사람|받는사람|кому|kime|címzett
vastaanottaja|cc|copie|copia|kopie|kopia|kopi|reply-to|antwort an|répondre à
subject|betreff|objet|oggetto|asunto|assunto|ämne|emne|onderwerp|temat|předmět|件名|主题|主旨
제목|тема|konu|aihe|tárgy"""
    ).split("|")
)

WROTE = re.compile(
    r"\b(?:"
    + _any(
        """wrote|writes|schrieb|schrieben|a écrit|écrivait|ha scritto|scrive|escribió|escreveu
schreef|geschreven|skrev|napsal|napisał|kirjoitti|написал|пишет|yazdı|írta|scris"""
    )
    + r")\b|写道|寫道|작성|書きました|のメッセージ|のメール",
    re.IGNORECASE,
)
"""Stands in a sentence that names the author of what is quoted."""

SEPARATOR = re.compile(
    r"-{3,}[ >]{0,2}[^-]{0,20}(?:"
    + _any(
        """original|ursprüngl|d.origine|forwarded|weitergeleitet|transféré|transmis|inoltrat
reenviad|encaminhad|oprindelig|oorspronkelijk|doorgestuurd|vidarebefordra|元のメッセージ|転送
原始邮件|转发|원본"""
    )
    + r")[^-]{0,60}-{3,}",
    re.IGNORECASE,
)
"""A line like "-----Original Message-----"."""

DEVICE = re.compile(
    "(?:"
    + _any(
        r"""sent (?:from|with|via|using) |get outlook for |von mein\S{1,12} .{1,60} gesendet
diese nachricht wurde von mein\S{1,12} .{1,60} gesendet|gesendet (?:von|mit|aus|über)
outlook für \w{1,20} (?:herunterladen|beziehen)|holen sie sich outlook
envoyé (?:de|depuis|à partir|avec) |télécharge[rz] outlook|obten(?:ir|ez) outlook
inviato (?:da|dal|con) |scarica outlook|ottieni outlook|enviado (?:desde|do|a partir)
obtener outlook|verzonden (?:vanaf|met|vanuit) |skickat från |sendt fra |hent outlook
wysłano z |odesláno z |lähetetty |отправлено (?:с|из)
.{0,40}(?:から送信|を入手してください)|从我的.{0,20}发送|.{0,30}에서 보냄"""
    )
    + ")",
    re.IGNORECASE,
)
"""Begins a line like "Sent from my phone"."""
