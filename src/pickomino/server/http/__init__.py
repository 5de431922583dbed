"""HTTP: the API, pages, static files, exports, uploads, security and error responses."""
