#!/usr/bin/env bash
# Print the container image's name and tags for a repository and a version's tag, and the time of the commit, which
# every build of it gets, as outputs of a workflow step.
set -euo pipefail
image=ghcr.io/${1,,}
version=${2#v}
echo "image=$image"
echo "time=$(git log -1 --format=%ct)"
if [[ $version == *[a-z]* ]]; then # a pre-release is never the latest
    echo "tags=$image:$version"
else
    echo "tags=$image:$version,$image:${version%.*},$image:latest"
fi
