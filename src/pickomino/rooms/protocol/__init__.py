"""What clients and logs see: commands, events, frames and views."""
