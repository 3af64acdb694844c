#!/usr/bin/env bash
# Checks the JavaScript package: style, types and tests; then the packed one, installed
# in a project of its own outside of this repository, in Node, in TypeScript and in
# Chromium. Without Chromium that part is skipped, with COXSWAIN_ALL=1 it must be there.
set -euo pipefail
cd "$(dirname "$0")"
export npm_config_cache=$PWD/.cache/npm npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
npm install --silent
npm run --silent build
npm run --silent lint
npm run --silent test

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" >/dev/null
awk '/^```js/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/example.mjs"
awk '/^```text/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/want"
cp "$work/example.mjs" "$work/example.mts"
tsc=$PWD/node_modules/.bin/tsc browser=$PWD/test/browser.js
cd "$work"
npm init --yes >/dev/null
npm install --silent ./coxswain-*.tgz
node example.mjs >have
cmp have want
"$tsc" --noEmit --strict --module NodeNext --target ES2022 example.mts
if chromium=$(command -v chromium); then
	timeout 120 node "$browser" "$work" "$chromium" >have
	cmp have want
elif [[ ${COXSWAIN_ALL:-} == 1 ]]; then
	echo "javascript: there is no chromium"
	exit 1
else
	echo "javascript: SKIPPED the browser, since there is no chromium"
fi
echo "javascript: the npm package ($(stat -c %s coxswain-*.tgz) bytes) works by itself"
