"""The process that reviews games; `queue` starts it."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from pickomino.api.reviews import ParsedRecord, parse_upload, review_log, review_record
from pickomino.core.errors import PickominoError
from pickomino.evaluation.network_files import use_networks
from pickomino.rooms.protocol.events import LogEntry
from pickomino.rooms.protocol.messages import Refused, refusal
from pickomino.worker_process import OnProgress, serve


class ReviewRequest(msgspec.Struct, frozen=True):
    """A game to review, as a room's log or as a record; or a record that is only to be parsed."""

    log: tuple[LogEntry, ...] = ()
    record: str = ""
    parse_only: bool = False


class ReviewResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a request, or an error."""

    review: msgspec.Raw = msgspec.Raw()
    """A `ReviewView` as JSON; empty until it is done."""
    parsed: ParsedRecord | None = None
    error: Refused | None = None


def respond(request: ReviewRequest, on_progress: OnProgress) -> ReviewResponse:
    """Return the response to a request; if the request fails, the response holds the error."""
    try:
        if request.parse_only:
            return ReviewResponse(parsed=parse_upload(request.record))
        return ReviewResponse(review=msgspec.Raw(_review(request, on_progress)))
    except PickominoError as error:
        return ReviewResponse(error=refusal(error))
    except Exception as error:  # noqa: BLE001 - no game may stop the worker
        failure = PickominoError("review_failed", reason=repr(error)[:200])
        return ReviewResponse(error=refusal(failure))


def _review(request: ReviewRequest, on_progress: OnProgress) -> bytes:
    if request.record:
        return review_record(request.record, on_progress)
    return review_log(request.log, on_progress)


if __name__ == "__main__":
    use_networks(map(Path, sys.argv[1:]))
    serve(ReviewRequest, respond, is_background=True)
