#!/usr/bin/env bash
# Print the container image's name and tags for a repository and a version's tag, as outputs of a workflow step.
set -euo pipefail
image=ghcr.io/${1,,}
version=${2#v}
echo "image=$image"
if [[ $version == *[a-z]* ]]; then # a pre-release is never the latest
    echo "tags=$image:$version"
else
    echo "tags=$image:$version,$image:${version%.*},$image:latest"
fi
