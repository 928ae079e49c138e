"""Game records, `drako-record/1`: whole games as text that anyone can check (RULES *Notation*)."""
