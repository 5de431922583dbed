"""Fill the English catalog with its own message ids, after `make catalogs` has updated it."""

from pathlib import Path

from babel.messages.pofile import read_po, write_po

CATALOG = Path("src/pickomino/i18n/catalogs/en/LC_MESSAGES/pickomino.po")

with CATALOG.open("rb") as file:
    catalog = read_po(file, locale="en")
for message in catalog:
    if message.id:
        message.string = message.id
with CATALOG.open("wb") as file:
    write_po(file, catalog, width=0, sort_output=True)
