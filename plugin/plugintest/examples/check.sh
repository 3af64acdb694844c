#!/usr/bin/env bash
# Runs the example in node or in python, which must print rollout.txt.
set -euo pipefail
cd "$(dirname "$0")"
case $1 in
node)
	cd node
	npm install --silent --no-audit --no-fund --no-package-lock
	node rollout.mjs | diff ../rollout.txt -
	;;
python)
	cd python
	[[ -x .cache/venv/bin/python ]] || { python3 -m venv .cache/venv && .cache/venv/bin/pip install -q extism==1.1.1; }
	.cache/venv/bin/python rollout.py | diff ../rollout.txt -
	;;
esac
echo "$1: the rollout goes as it was recorded"
