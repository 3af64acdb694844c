#!/usr/bin/env bash
# Checks the Python package in environments of its own: types, style and tests; then
# the wheel, installed in a clean one, outside of this repository.
set -euo pipefail
cd "$(dirname "$0")"
source environment.sh
"$env/bin/mypy" coxswain
"$env/bin/ruff" check .
PYTHONPATH=$PWD "$env/bin/pytest" -q tests

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$env/bin/pip" wheel -q --no-deps -w "$work" .
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q "$work"/coxswain-*.whl
awk '/^```python/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/example.py"
awk '/^```text/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/want"
(cd "$work" && venv/bin/python example.py >have && cmp have want)
echo "python: the wheel ($(stat -c %s "$work"/coxswain-*.whl) bytes) works by itself"
