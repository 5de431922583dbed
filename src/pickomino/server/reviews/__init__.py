"""Game reviews: the queue, the worker process and the view for clients."""
