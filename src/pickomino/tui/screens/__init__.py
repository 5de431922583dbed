"""The screens of the app, by purpose; `base` has the base class of all screens but dialogs."""
