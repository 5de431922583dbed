"""What clients get over HTTP, built without a web framework.

The server sends it, and so does the worker that replaces the server on the static site.
"""
