"""The server's part of the static site: rooms in a worker of the browser, without any server.

It runs in Pyodide, on the standard library and msgspec alone. `entry.start` is called by
`client/offline/worker.js`.
"""
