"""Fill the English catalogs with their own message ids, after `make catalogs` has updated them."""

from pathlib import Path

from babel.messages.pofile import read_po, write_po

for path in sorted(Path("src/pickomino/i18n/catalogs/en/LC_MESSAGES").glob("*.po")):
    with path.open("rb") as file:
        catalog = read_po(file, locale="en")
    for message in catalog:
        if message.id:
            message.string = message.id
    with path.open("wb") as file:
        write_po(file, catalog, width=0, sort_output=True)
