"""Pictures of games for link previews, drawn by the server: PNG from our own SVG."""
