"""Forms that write what their reader has changed on the page, and nothing that it only showed."""

from __future__ import annotations

from typing import Any

from django import forms


class ChangesForm(forms.ModelForm):
    """Each field brings along what its page showed in it.

    A page can be an old one: what differs from the row without the reader having touched it has
    been changed elsewhere since, in another tab or by a link in a mail, and stays.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def changed_here(self) -> set[str]:
        """Return the fields that differ from what the page showed, or came without that."""
        alone = {name for name in self.fields if self[name].html_initial_name not in self.data}
        return alone.union(self.changed_data)
