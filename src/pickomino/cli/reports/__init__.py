"""Reports for people: tables, bars, charts and annotated records."""
