"""The process that renders images; `renderer` starts it."""

from __future__ import annotations

import resvg_py

from pickomino.worker_process import OnProgress, serve


def render(svg: str, _on_progress: OnProgress) -> bytes:
    """Return an SVG as PNG; no font or file is read."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


if __name__ == "__main__":
    serve(str, render, is_background=True)
