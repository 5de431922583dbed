"""The rules on many tables at once, in torch: tables, exactly solved turns, and dice."""
