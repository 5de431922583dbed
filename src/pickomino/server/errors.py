"""Error codes for server operators; the codes for clients are in `pickomino.rooms.errors`."""

from pickomino.core.errors import message

MESSAGES = {
    "unknown_setting": message("unknown setting {name}"),
    "renamed_setting": message("{old} has been renamed to {new}"),
    "setting_number": message("{setting} must be a number from {low} to {high}, not {value}"),
    "setting_too_low": message("{setting} must be a number of at least {low}, not {value}"),
    "setting_not_positive": message("{setting} must be a number above 0, not {value}"),
    "setting_choice": message("{setting} cannot be {value}; choose from {known}"),
    "bad_setting": message("invalid setting: {reason}"),
    "bad_address": message("{address} is not a web address; use the form https://example.org"),
    "bad_network_address": message(
        "{address} is not an IP address or a network; use the form 10.0.0.0/8"
    ),
    "bad_redis_address": message("the address of Redis cannot be used: {reason}"),
    "redis_without_postgres": message(
        "Redis links servers that share a PostgreSQL database, but the database is a file"
    ),
    "postgres_backup": message(
        "PostgreSQL databases are backed up and restored with pg_dump and pg_restore"
    ),
    "bad_key": message("the key file {name} cannot be used: {reason}"),
    "database_in_use": message("{name} is in use by a server or another command; stop it first"),
    "linked_database": message(
        "{name} has several hard links, so another server may use it unnoticed; keep only one"
    ),
    "bad_database": message("cannot use the database {name}: {reason}"),
    "not_a_database": message("{name} is not a database of this program"),
    "same_database": message("{name} is both the source and the target; name another target"),
    "not_archived": message("table {room} is not archived; players can go on there"),
    "bad_backup": message("{name} is not an intact backup: {reason}"),
    "transfer_conflict": message(
        "{what} already exists in the target with different contents; use an empty database"
    ),
    "not_a_site": message(
        "{folder} is not the folder of a static site; make one with pickomino site"
    ),
    "no_free_port": message("no port from {first} to {last} is free on {host}"),
    "bad_host": message("cannot listen on {host}: {reason}"),
    "port_taken": message("port {port} on {host} cannot be used: {reason}"),
}
