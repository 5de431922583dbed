"""The rules on many tables at once, in torch: tables, the exact turn, and dice rolled by it."""
