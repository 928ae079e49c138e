"""The account pages: those of django-allauth that are used here, and our own."""

from __future__ import annotations

from allauth.account import views as allauth_views
from django.urls import path, re_path

from .views import entry, own
from .views.name import name
from .views.preferences import settings

urlpatterns = [
    path("settings/", settings, name="settings"),
    path("name/", name, name="account_name"),
    path("signup/", entry.SignUpView.as_view(), name="account_signup"),
    path("login/", entry.SignInView.as_view(), name="account_login"),
    path("logout/", allauth_views.logout, name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path("email/", own.members_only(own.MailAddressView.as_view()), name="account_email"),
    path(
        "confirm-email/",
        allauth_views.email_verification_sent,
        name="account_email_verification_sent",
    ),
    path(
        "confirm-email/<str:key>/",
        own.ProveAddressView.as_view(),
        name="account_confirm_email",
    ),
    path(
        "password/change/",
        own.members_only(own.ChangePasswordView.as_view()),
        name="account_change_password",
    ),
    path(
        "password/set/",
        own.members_only(own.SetPasswordView.as_view()),
        name="account_set_password",
    ),
    path("password/reset/", own.LostPasswordView.as_view(), name="account_reset_password"),
    path(
        "password/reset/done/",
        allauth_views.password_reset_done,
        name="account_reset_password_done",
    ),
    path(
        "password/reset/key/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        own.ResetPasswordView.as_view(),
        name="account_reset_password_from_key",
    ),
]
