"""Run the command line with `python -m pickomino`."""

from pickomino.cli import main

main()
