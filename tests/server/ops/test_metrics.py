"""Access to the metrics."""

from support.server.serving import serving


def test_metrics_are_served_to_local_clients(tmp_path):
    with serving(tmp_path, metrics="local") as server, server.http() as http:
        server.create()
        metrics = http.get("/metrics")
        assert metrics.status_code == 200
        assert "pickomino_connections 0.0" in metrics.text


def test_metrics_are_hidden_behind_an_untrusted_proxy(tmp_path):
    """The proxy itself once counted as a local client."""
    with serving(tmp_path, metrics="local") as server, server.http() as http:
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            assert http.get("/metrics", headers={header: "203.0.113.9"}).status_code == 404
