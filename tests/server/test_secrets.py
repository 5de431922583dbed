"""Secrets do not leak into the log, the metrics or other players' views."""

import asyncio

from support.server.secrecy import check_log_is_clean, collect_secrets
from support.server.serving import ANN, NONCE, OPEN, serving

PUBLIC_PATHS = ("/health", "/ready", "/metrics", "/api/rooms", "/api/options", "/")


async def play_game(server):
    """Let two people play while a third watches; return the tokens and what others received."""
    code, ann = server.create(ANN, OPEN, turn_limit=2, is_public=True)
    with server.http() as http:
        body = {"command": {"type": "Join", "name": "Ben"}}
        ben = http.post(f"/api/rooms/{code}/commands", json=body).json()["token"]
        paths = (*PUBLIC_PATHS, f"/table/{code}", f"/api/rooms/{code}")
        async with (
            server.live(code) as watcher,
            server.live(code, ann) as one,
            server.live(code, ben) as other,
        ):
            for client in (watcher, one, other):
                await client.next_view()
            await one.ask("Start")
            await asyncio.gather(*(client.play_to_end() for client in (watcher, one, other)))
        pages = [http.get(path).text for path in paths]
    return (ann, ben), watcher.received, other.received, pages


def test_secrets_do_not_leak(tmp_path):
    chosen = {"log_level": "debug", "log_addresses": "true", "metrics": "local"}
    with serving(tmp_path, **chosen) as server:
        tokens, watched, received, pages = asyncio.run(play_game(server))
        secrets = collect_secrets(server, tokens)
        check_log_is_clean(server, tokens)
    assert len(secrets) == 6, "two tokens and their hashes, a key, and the secret of a game"
    running = [text for text in watched + received if '"GameEnded"' not in text]
    assert not [secret for secret in secrets for text in running if secret in text]
    ended = "".join(watched)
    assert not [secret for secret in tokens if secret in ended + "".join(pages)]
    assert not [secret for secret in secrets for page in pages if secret in page]
    committed = max(at for at, text in enumerate(watched) if '"NonceCommitted"' in text)
    revealed = min(at for at, text in enumerate(watched) if NONCE in text)
    assert committed < revealed, "nonces are revealed after all commitments"
