"""The screens of the app, by purpose; `base` is what those that are not dialogs share."""
