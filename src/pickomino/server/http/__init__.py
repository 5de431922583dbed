"""HTTP: the API, pages, static files, exports, uploads and error responses."""
