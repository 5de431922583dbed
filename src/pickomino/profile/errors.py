"""Error codes of profiles."""

from pickomino.core.errors import message

MESSAGES = {
    "not_a_profile": message("the file is not an exported profile"),
}
