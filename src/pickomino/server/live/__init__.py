"""WebSocket connections and the uvicorn protocol classes."""
