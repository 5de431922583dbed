# The server in a container, installed as by `make setup`; see docs/serving.md. All libraries are pinned by hash. The base
# images are not: rebuilding takes their security updates, and the provenance of a published image names their digests.
# It needs nothing but /data to be writable: docker run --read-only --cap-drop ALL --publish 8000:8000 --volume games:/data IMAGE
FROM python:3.11-slim-bookworm AS build
WORKDIR /source
# With it, byte code holds the hash of its source instead of a time, so that building again gives the same files.
ENV SOURCE_DATE_EPOCH=1580601600
# deploy/compose.yaml uses requirements-cluster.lock, which adds the drivers for PostgreSQL and Redis.
ARG LOCK=requirements.lock
COPY ${LOCK} ./
RUN python -m venv /app && /app/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r ${LOCK}
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src ./src
RUN /app/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation .

FROM python:3.11-slim-bookworm
COPY --from=build /app /app
# A fixed user, so that the host can give it files that no other user may read, such as the key.
RUN useradd --system --uid 999 --create-home --home-dir /data pickomino
USER 999:999
WORKDIR /data
VOLUME /data
EXPOSE 8000
# The bots' compiled kernels are cached here: the package's own folder is not writable.
ENV NUMBA_CACHE_DIR=/data/.cache PICKOMINO_HOST=0.0.0.0 PICKOMINO_PORT=8000 PICKOMINO_DATABASE=/data/games.db
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["/app/bin/python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["/app/bin/pickomino", "serve", "--no-open"]
