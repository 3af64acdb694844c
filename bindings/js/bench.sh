#!/usr/bin/env bash
# Prints the size of the package and the times of its calls as one line of JSON.
set -euo pipefail
cd "$(dirname "$0")"
export npm_config_cache=$PWD/.cache/npm npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent >&2
npm pack --silent --pack-destination "$work" >&2
node test/bench.js "$(stat -c %s "$work"/coxswain-*.tgz)"
