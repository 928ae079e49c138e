"""What others did with somebody who leaves the site stays, and loses sight of them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import SET_NULL, ForeignObjectRel, Q

from accounts.models import Block, User


def loosen(user: User) -> None:
    """Let no row that stays point to a person any more, and forget their blocks.

    Each column in a transaction of its own, its rows locked by key: deleting the person finds
    nothing of it to lock, in whatever order. Two people who go at once may share rows.
    """
    for relation in User._meta.related_objects:
        if isinstance(relation, ForeignObjectRel) and relation.on_delete is SET_NULL:
            rows = relation.related_model._default_manager.filter(**{relation.field.name: user})
            with transaction.atomic():
                list(rows.order_by("pk").select_for_update(no_key=True).values_list("pk"))
                rows.order_by().update(**{relation.field.name: None})
    with transaction.atomic():
        blocks = Block.objects.filter(Q(blocker=user) | Q(blocked=user))
        list(blocks.order_by("pk").select_for_update().values_list("pk"))
        blocks.delete()
