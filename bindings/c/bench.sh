#!/usr/bin/env bash
# Prints what opening and stepping take, as a line of JSON.
set -euo pipefail
cd "$(dirname "$0")"
make --silent dist build/bench >&2
build/bench ../conformance/vectors.bin "$(stat -c %s build/coxswain-*.tar.gz)"
