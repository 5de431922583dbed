"""Tables and percentages in Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table.

    >>> print(table(["a", "b"], [["1", "2"]]))
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, *rows]).replace(
        "\n", f"\n|{'---|' * len(head)}\n", 1
    )


def percentage(value: float, digits: int = 1) -> str:
    """Return a fraction of 1 as a percentage.

    >>> percentage(0.0123), percentage(-0.0123, 2)
    ('1.2%', '-1.23%')
    >>> percentage(-0.00001, 2)
    '0.00%'
    """
    return f"{100 * value:z.{digits}f}%"
