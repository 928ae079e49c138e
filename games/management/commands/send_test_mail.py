"""Find out whether mail works."""

from __future__ import annotations

from email.utils import make_msgid

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.mail.envelope import let_return
from games.mail.trouble import in_words

CONSOLE = "django.core.mail.backends.console.EmailBackend"


class Command(BaseCommand):
    """Sends now, past the outbox: what goes wrong is said here."""

    help = (
        "Send one mail to ADDRESS at once, as the site sends its mails, and say what was done."
        " Exit status 1, and why in plain words, if it could not be handed over."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", metavar="ADDRESS")

    def handle(self, *args: object, address: str, **options: object) -> None:
        """Hand the mail over, and say to whom."""
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{address} is not a mail address.") from None
        message_id = make_msgid(domain=settings.SITE_HOST)
        self.stdout.write(f"Server:     {_server()}")
        self.stdout.write(f"From:       {settings.DEFAULT_FROM_EMAIL}")
        self.stdout.write(f"To:         {address}")
        if settings.REPLY_ADDRESS:
            self.stdout.write(
                f"Answers:    to turn mails go to {settings.REPLY_ADDRESS}; not to this"
            )
        self.stdout.write(f"Message-ID: {message_id}")
        message = EmailMessage(
            subject=_("Test mail of %(site)s") % {"site": settings.SITE_HOST},
            body=_("This mail was sent to find out whether %(site)s can send mails. It can.")
            % {"site": settings.SITE_URL},
            to=[address],
            headers={"Message-ID": message_id, "Auto-Submitted": "auto-generated"},
            connection=get_connection(),
        )
        let_return(message, User(pk=0, email=address, email_proven_at=timezone.now()))
        if message.from_email != settings.DEFAULT_FROM_EMAIL:
            self.stdout.write(f"Returns to: {message.from_email}")
        try:
            sent = message.send()
        except Exception as error:  # what a backend may raise is not known
            raise CommandError(in_words(error)) from error
        if not sent:
            raise CommandError("The mail was not taken, and nothing says why.")
        self.stdout.write(self.style.SUCCESS(_fate()))


def _server() -> str:
    """Where mails are handed over, without any secret."""
    backend = settings.EMAIL_BACKEND
    if backend != "django.core.mail.backends.smtp.EmailBackend":
        return f"none; the backend is {backend}"
    kind = "STARTTLS" if settings.EMAIL_USE_TLS else "TLS" if settings.EMAIL_USE_SSL else "no TLS"
    signed_in = "signed in" if settings.EMAIL_HOST_USER else "not signed in"
    return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} by SMTP, {kind}, {signed_in}"


def _fate() -> str:
    if settings.MAIL_VIEWER:
        return f"Kept: read it at {settings.SITE_URL}/mails/."
    if settings.EMAIL_BACKEND == CONSOLE:
        return "Printed here, and sent nowhere: EMAIL_URL names no mail server."
    return "Handed over. If it does not arrive, look in spam, then at SPF, DKIM and DMARC."
