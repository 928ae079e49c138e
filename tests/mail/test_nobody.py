"""What mail servers say: who has nobody at an address, and who has other reasons."""

from __future__ import annotations

from smtplib import SMTPDataError, SMTPRecipientsRefused

import pytest

from games.mail.failures import Fault, failure_of

NOBODY = [
    "550 5.1.1 <ana@example.org>: User unknown in virtual mailbox table",
    "550 5.1.1 <ana@example.org>: User unknown in relay recipient table",
    "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking"
    " the recipient's email address for typos or unnecessary spaces. For more information, go to"
    " https://support.google.com/mail/?p=NoSuchUser a1-spam - gsmtp",
    "550 5.2.1 The email account that you tried to reach is disabled.",
    "550 5.2.1 The email account that you tried to reach is inactive. gsmtp",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "556 5.1.10 Recipient address has null MX",
    "550 5.1.2 <ana@example.org>: Recipient address rejected: Domain not found",
    "553 5.1.3 The recipient address <ana@example> is not a valid RFC 5321 address.",
    "551 5.1.6 Recipient has moved",
    "550 #5.1.0 Address rejected.",
    "550 sorry, no mailbox here by that name (#5.1.1)",
    "550 No such user here",
    "550 no such user: spam.policy@sender.example",
    "550 User unknown",
    "550 Unknown user: ana@example.org",
    "550 Invalid recipient ana@example.org",
    "550 unrouteable address",
    "550 mailbox not found",
    "550 <ana@example.org> account is disabled",
    "550 5.0.0 <ana@example.org>... User unknown",
    "551 User not local; please try another address",
    "553 sorry, this recipient does not exist",
    "550 Account has been deactivated",
    "554 delivery error: dd This user doesn't have a yahoo.com account (ana@yahoo.com) [0]",
]

OTHER = [
    "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents"
    " additional messages from being delivered.",
    "550 5.2.1 Mailbox not available: your IP is on our block list",
    "550 5.1.1 Sender address rejected: not owned by user",
    "550 5.1.1 Message rejected due to policy, spam",
    "550 The account used to send is not known",
    "552 5.2.2 The email account that you tried to reach is over quota and inactive.",
    "552 5.2.2 <ana@example.org>: Recipient address rejected: Mailbox full",
    "550 5.2.2 Mailbox full",
    "550 5.2.3 Message too long for this mailbox",
    "550 5.7.1 Unable to relay",
    "554 5.7.1 <ana@example.org>: Relay access denied",
    "550 relay not permitted",
    "550 Relaying denied to unknown recipient",
    "550 5.7.1 Relaying to <ana@example.org> denied (authentication required)",
    "550 SPF check failed",
    "550 5.7.23 The message was rejected because of Sender Policy Framework violation",
    "550-5.7.26 This mail has been blocked because the sender is unauthenticated.",
    "550 5.7.515 Access denied, sending domain does not meet the required authentication level",
    "550 DKIM: unknown key, user not accepted",
    "554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org",
    "550 5.7.1 Service unavailable, Client host [192.0.2.7] blocked using Spamhaus",
    "554 Client host blocked",
    "550 Your IP is on a blacklist, no such luck for this recipient",
    "550 IP 192.0.2.7 is listed at bl.spamcop.net: recipient not found",
    "550 5.1.8 Access denied, bad outbound sender",
    "550 5.1.7 Invalid sender address",
    "550 5.1.0 <noreply@drako.example> sender rejected",
    "550 Sender verify failed: unknown address",
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    "550 Requested action not taken: mailbox unavailable",
    "550 5.4.1 Recipient address rejected: Access denied",
    "550 5.7.1 Message rejected by policy",
    "550 Administrative prohibition",
    "550 reverse DNS lookup failed, unknown user agent",
    "550 rejected as spam",
    "550 High reputation risk; account unknown to us",
    "550 Too many invalid recipients",
    "503 5.5.1 Need MAIL before RCPT: no such user",
    "530 5.7.0 Must issue a STARTTLS command first",
    "450 4.1.1 <ana@example.org>: Recipient address rejected: unverified address",
    "450 4.2.0 <ana@example.org>: Recipient address rejected: Greylisted",
    "451 No such user at the moment",
    "452 4.2.2 The email account that you tried to reach is over quota.",
]


def refused(answer: str) -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused({"ana@example.org": said(answer)})


def said(answer: str) -> tuple[int, bytes]:
    return int(answer[:3]), answer[4:].encode()


@pytest.mark.parametrize("answer", NOBODY)
def test_nobody_is_there(answer: str) -> None:
    assert failure_of(refused(answer)).fault is Fault.ADDRESS
    assert failure_of(SMTPDataError(*said(answer))).fault is Fault.ADDRESS


@pytest.mark.parametrize("answer", OTHER)
def test_the_mail_may_come_another_time(answer: str) -> None:
    assert failure_of(refused(answer)).fault is Fault.LATER
    assert failure_of(SMTPDataError(*said(answer))).fault is not Fault.ADDRESS
