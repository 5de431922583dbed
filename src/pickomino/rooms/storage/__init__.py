"""Where room logs are stored: the store interface, and one file per room."""
