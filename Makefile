# `make run` plays, `make test` tests. README.md says more.
VENV := .venv/bin/python
PIP := $(VENV) -m pip --quiet --disable-pip-version-check --no-input

# Python 3.11 or newer, under whichever name it goes here.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

# A production site that does not exist: settings are judged, nothing is connected to.
PRODUCTION := VAR_DIR=var/lint SITE_URL=https://drako.example DEBUG= ALLOWED_HOSTS= \
	DATABASE_URL=postgres://drako@database.invalid/drako REDIS_URL=redis://redis.invalid \
	EMAIL_URL=smtp+tls://mail.invalid:587 REPLY_ADDRESS='play+*@drako.example' \
	IMAP_URL=imaps://drako:secret@mail.invalid MAIL_WEBHOOK_SECRET=post:0123456789abcdef

.PHONY: help run test lint bench
help:
	@echo "make run    the site on this machine; PORT=8123 moves it"
	@echo "make test   all tests that can run here; ARGS='-k river' picks some"
	@echo "make lint   style, types, layers, migrations, settings"
	@echo "make bench  measurements"

run: .venv/installed
	@exec $(VENV) -m drako_site.launch

test: .venv/installed-for-tests
	@exec $(VENV) -m tests $(ARGS)

lint: .venv/installed-for-tests
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(PRODUCTION) .venv/bin/lint-imports
	$(PRODUCTION) $(VENV) -m mypy
	$(PRODUCTION) DATABASE_URL= $(VENV) manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(VENV) manage.py check --deploy --fail-level WARNING

bench: .venv/installed
	@for path in bench/[!_]*; do $(VENV) -m bench.$$(basename $$path .py) || exit 1; done

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Drako needs Python 3.11 or newer. If it is here under another name: make PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Making .venv with $$($(PYTHON) --version) …"
	@$(PYTHON) -m venv --clear .venv

.venv/installed: requirements.txt constraints.txt .venv/bin/python
	@echo "Installing what Drako runs on …"
	@$(PIP) install -r requirements.txt
	@touch $@

.venv/installed-for-tests: tests/requirements.txt requirements.txt constraints.txt .venv/bin/python
	@echo "Installing what the tests need …"
	@$(PIP) install -r tests/requirements.txt
	@touch .venv/installed $@
