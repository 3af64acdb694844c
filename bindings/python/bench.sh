#!/usr/bin/env bash
# Prints what loading, opening and stepping take, as a line of JSON.
set -euo pipefail
cd "$(dirname "$0")"
source environment.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$env/bin/pip" wheel -q --no-deps -w "$work" .
PYTHONPATH=$PWD "$env/bin/python" bench.py "$work"/coxswain-*.whl
