"""Runs the cells of the notebook in the browser; `worker.js` imports it into Pyodide."""

import ast
import json
import linecache
import sys
import traceback

NAMESPACE = {"__name__": "__main__"}


def run(code, name):
    """Run a cell and print its errors; return what to show below it, as JSON."""
    # Tracebacks show the lines of a cell.
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    try:
        value = _last_value(ast.parse(code, name), name)
        return json.dumps(None if value is None else _shown(value))
    except BaseException as error:  # noqa: BLE001 - whatever a reader's code raises is shown
        # The first frame is this function's own.
        error.__traceback__ = error.__traceback__ and _frames_of(error.__traceback__, name)
        print("".join(traceback.format_exception(error)), file=sys.stderr, end="")
        return json.dumps(None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _last_value(tree, name):
    """Return the value of the last line, if it is an expression."""
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), NAMESPACE)  # noqa: S102 - the reader's own code
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), name, "eval"), NAMESPACE)  # noqa: S307


def _shown(value):
    picture = getattr(value, "_repr_svg_", None)
    if picture is None or isinstance(value, type):
        return {"text": repr(value)}
    return {"text": str(value), "svg": picture()}


def _frames_of(frames, name):
    """Return the frames from the first one in the cell; none for an error of syntax."""
    while frames is not None and frames.tb_frame.f_code.co_filename != name:
        frames = frames.tb_next
    return frames
