"""WebSocket connections, rate limits, security headers and protocol classes."""
