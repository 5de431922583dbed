"""The server: rooms over HTTP and WebSocket for the browser client and for programs.

`app` puts the parts together: `api` and `live` speak with clients (`openapi` describes that),
`sql_store` keeps the logs in a database (`migrations` shapes it), `pages`, `texts` and `tutorial`
are what people see, `static` hands out the browser client in `client/`. `security`, `throttle`,
`protocols` and `housekeeping` keep it safe and tidy. `running` runs it all, `settings` says how.
"""
