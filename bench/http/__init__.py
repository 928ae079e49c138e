"""The site over HTTP, beside bare Django views on the same server, database and session."""
