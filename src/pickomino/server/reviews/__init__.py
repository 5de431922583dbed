"""Game reviews: the HTTP API, the queue and the worker process."""
