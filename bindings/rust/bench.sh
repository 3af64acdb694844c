#!/usr/bin/env bash
# Prints what loading, opening and stepping take on each runtime, as lines of JSON.
set -euo pipefail
cd "$(dirname "$0")"
cargo package --quiet --no-verify --allow-dirty
PACKAGE_BYTES=$(stat -c %s target/package/coxswain-*.crate) cargo bench --quiet --all-features --bench vectors
