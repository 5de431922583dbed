"""Error codes of the static site's build."""

from pickomino.core.errors import message

MESSAGES = {
    "no_runtime": message(
        "{folder} does not have Python for the browser: {missing} is missing; run make site, or see"
        " docs/offline.md"
    ),
    "folder_in_use": message("{folder} has files that are not of a site; choose an empty folder"),
}
