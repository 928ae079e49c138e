"""All settings, read from the environment or `.env`; the defaults run a laptop.

README.md explains each variable, `drako_site/checks.py` refuses values that cannot work.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue

from .environment import Environment, host_of

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()
env.read_env(BASE_DIR / ".env")
WRONG_SETTINGS = env.problems

# What the site makes for itself: secrets, SQLite, the embedded broker, collected static files.
VAR_DIR = env.folder("VAR_DIR", BASE_DIR / "var")

# --- Where the site is -------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
BIND = env.str("BIND", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{PORT}").rstrip("/")
SITE_HOST = host_of(SITE_URL)
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
LOOPBACK_BINDS = ["localhost", "127.0.0.1", "::1", "[::1]"]
ON_LAPTOP = SITE_HOST in {"localhost", "127.0.0.1", "::1"}
HTTPS = SITE_URL.startswith("https://")

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=LOOPBACK_HOSTS if ON_LAPTOP else [SITE_HOST])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[SITE_URL] if HTTPS else [])
CSRF_FAILURE_VIEW = "games.views.too_old.refuse"
SECRET_KEY = env.secret("SECRET_KEY", kept_in=VAR_DIR / "secret_key", make=get_random_secret_key)

SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
# Other names of the same domain are not ours to bind; a host that owns them all may.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and env.bool(
    "HSTS_SUBDOMAINS", default=False
)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they ask for just that
# Something in front ends https: on the same machine, unless it is said otherwise. Proxies say by
# this header that the browser came by https, and by X-Forwarded-For from where: who gets past them
# could say anything, so on other machines it has to be said.
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=HTTPS and BIND in LOOPBACK_BINDS)
PROXY_COUNT = env.int("PROXY_COUNT", default=1) if BEHIND_PROXY else 0
WEB_CONCURRENCY = env.int("WEB_CONCURRENCY", default=1)  # web processes; Gunicorn reads it too
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- What it is made of ------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts",
    "games",
    "drako_site",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "drako_site.head.without_body",
    "drako_site.health.HealthMiddleware",
    "games.views.secret_address.keep_addresses_secret",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.local_time",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.keep_out_suspended",
]

ROOT_URLCONF = "drako_site.urls"
WSGI_APPLICATION = "drako_site.wsgi.application"
ASGI_APPLICATION = "drako_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context_processors.site",
            ],
        },
    }
]

# --- Database ----------------------------------------------------------------------------------

_database = env.database(
    "DATABASE_URL",
    {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "drako.sqlite3"},
)
DATABASES = {"default": _database}
_database["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=600)
_database["CONN_HEALTH_CHECKS"] = True
if _database["ENGINE"].endswith("sqlite3"):
    # Writers queue up for the one write lock instead of failing with "database is locked".
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file, not memory: tests open several connections to it.
    _database["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
elif _database["ENGINE"].endswith("postgresql"):
    # A process that hangs, or was cut off, while it holds a lock lets others wait no longer than a
    # minute; nothing takes as long between two statements. Who waits for one that works waits on.
    _database.setdefault("OPTIONS", {}).setdefault(
        "options", "-c idle_in_transaction_session_timeout=60s"
    )
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Mail --------------------------------------------------------------------------------------

# Without EMAIL_URL a laptop keeps its mails in the database, to be read in the browser.
EMAIL_URL = env.str("EMAIL_URL", default="")
MAIL_VIEWER = ON_LAPTOP and BIND in LOOPBACK_HOSTS and not EMAIL_URL
ANYMAIL: dict[str, Any] = {}
if MAIL_VIEWER:
    INSTALLED_APPS += ["django_mail_viewer", "django_mail_viewer.backends.database"]
    EMAIL_BACKEND = "django_mail_viewer.backends.database.backend.EmailBackend"
else:
    vars().update(env.mail("EMAIL_URL"))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"Drako <drako@{SITE_HOST}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Mail that comes in: README.md, *Playing from the mail*. Where answers go, a * standing for what is
# each turn's own: play+*@drako.example. Without it people play by the links in mails alone.
REPLY_ADDRESS = env.str("REPLY_ADDRESS", default="")
# Mails that cannot be delivered come back there too; providers tell of them in ways of their own.
BOUNCES_BY_ENVELOPE = REPLY_ADDRESS != "" and EMAIL_URL.startswith("smtp")
# A mailbox that is looked at for them: imaps://user:password@host:993/INBOX.
MAILBOX = env.mailbox("IMAP_URL")
# user:password of the providers that post mails to /anymail/.
MAIL_WEBHOOK_SECRET = env.str("MAIL_WEBHOOK_SECRET", default="")
MAILGUN_WEBHOOK_SIGNING_KEY = env.str("MAILGUN_WEBHOOK_SIGNING_KEY", default="")
if MAIL_WEBHOOK_SECRET:
    INSTALLED_APPS += ["anymail"]
    ANYMAIL = ANYMAIL | {"WEBHOOK_SECRET": MAIL_WEBHOOK_SECRET}
    if MAILGUN_WEBHOOK_SIGNING_KEY:
        ANYMAIL = ANYMAIL | {"MAILGUN_WEBHOOK_SIGNING_KEY": MAILGUN_WEBHOOK_SIGNING_KEY}
    # They post a mail twice over: as it is, and its parts beside it.
    DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
# Who checks SPF and DKIM of what comes in, by the name that its Authentication-Results bear.
MAIL_AUTHSERV_ID = env.str("MAIL_AUTHSERV_ID", default="")

# --- Redis, Celery -----------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
# A page is better without Redis than late.
REDIS_PATIENCE = {"socket_connect_timeout": 1, "socket_timeout": 5}
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "drako_site.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": REDIS_PATIENCE,
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},  # counts against limits are among them
    },
    # What each process may keep for itself for a few seconds: asked on every page, in no server.
    "process": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "process",
    },
    # Pictures of games for link previews, which take a moment to draw: 150 kB each.
    "pictures": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "pictures",
        "OPTIONS": {"MAX_ENTRIES": 1_000},
    },
}

CELERY_BROKER_URL = REDIS_URL or "embedded://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    REDIS_PATIENCE
    | {
        # A killed worker's tasks are given to another once they have been out for so long,
        "visibility_timeout": 300,
        # as is looked for this often.
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
    }
    if REDIS_URL
    else {"folder": VAR_DIR / "broker"}
) | {
    # Publishing fails at once when the broker is away: rows are the truth, a sweep finds them.
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False

CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name) for name in ("turns", "mail", "bots", "sweeps")
]
CELERY_TASK_DEFAULT_QUEUE = "turns"
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TASK_ROUTES = {
    "*.sweep_*": {"queue": "sweeps"},
    "games.play_bots": {"queue": "bots"},
    "games.send_mail": {"queue": "mail"},
}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
# A task is a hint: one that dies with its worker is found again by a sweep. Acknowledged late,
# tasks that run when Redis is lost make the worker end with an error instead of waiting for it.
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

# Seconds between the looks for what is due, by task.
SWEEPS = {
    "games.sweep_bots": 1.0,
    "games.sweep_clocks": 10.0,
    "games.sweep_vacations": 30.0,
    "games.sweep_mail": 5.0,
    "games.sweep_old_notices": 3600.0,
    "games.sweep_failed_mails": 3600.0,
    "games.sweep_idle": 3600.0,
    "games.sweep_sanctions": 10.0,
    "games.sweep_people": 30.0,
    "games.sweep_ratings": 60.0,
    "games.sweep_gone": 3600.0,
    "accounts.sweep_sessions": 3600.0,
}
if MAILBOX:
    SWEEPS["games.sweep_mailbox"] = 30.0
CELERY_BEAT_SCHEDULE = {
    task: {"task": task, "schedule": seconds, "options": {"expires": 2 * seconds}}
    for task, seconds in SWEEPS.items()
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")

# --- Accounts ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {"user_attributes": ("name", "email")}),
        ("MinimumLengthValidator", {}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "my-games"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PRESERVE_USERNAME_CASING = True
# accounts/views/entry.py sends members on, and treats guests as strangers.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_SESSION_REMEMBER = True
# Limits on tries count by network address: behind proxies, by the one that the outermost names.
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT
# How often (m: minute, h: hour, d: day) by account (user), network address (ip) or what was filled
# in (key). A school class behind one address is not to meet them; IPv6 counts by /64.
ACCOUNT_RATE_LIMITS = {
    # Forms of the sign-in page, whatever is in them.
    "login": "60/m/ip",
    # Wrong passwords: a key is an account, else what was typed. Success counts against no limit.
    "login_failed": "30/5m/ip,100/h/ip,5/5m/key,20/h/key",
    # Forms of the sign-up page, refused ones included; and accounts that they made.
    "signup": "60/10m/ip",
    "new_account": "40/h/ip,100/d/ip",
    # Forms that ask for a new password. By address accounts/account_mails.py counts, and only what
    # the mail server took; so it does for mails to prove an address.
    "reset_password": "30/h/ip",
    "confirm_email": "",
    "reset_password_from_key": "30/10m/ip",
    "manage_email": "20/10m/user",
    "change_password": "10/10m/user",
    "reauthenticate": "10/10m/user",
    # Reports to the moderators.
    "report": "10/h/user,30/d/user,30/h/ip",
    # Tables opened by who is known already, games against bots included; and guests who come.
    "table": "20/h/user,100/d/user,200/h/ip",
    "guest": "60/h/ip,200/d/ip",
    # Steps through records that are sent along; those of very long games are much to read.
    "record": "300/m/ip",
    "long_record": "60/m/ip",
    # Pictures for link previews that have to be drawn; whoever asks again gets what was drawn.
    "picture": "20/m/ip",
}
# What whoever is suspended gets in place of all other pages.
SUSPENDED_VIEW = "games.views.suspended.keep_out"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90

# --- Languages and time ------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
FORMAT_MODULE_PATH = "drako_site.formats"

# --- Static files ------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        # Workers set the root to a level of their own, which leaves out what Celery says of each
        # task. What we say is not meant.
        **{app: {"level": LOG_LEVEL} for app in ("accounts", "drako_site", "games")},
        # A refused move is part of the game: of answers only the mistakes of ours are told.
        "django.request": {"level": "ERROR"},
    },
}
