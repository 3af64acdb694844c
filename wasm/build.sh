#!/usr/bin/env bash
# build.sh builds the module.
#
#   build.sh              builds coxswain.wasm in this folder, with TinyGo
#   build.sh --check      builds it elsewhere and fails if coxswain.wasm differs
#   build.sh FILE         builds it into FILE
#   build.sh --go FILE    builds FILE with the standard Go toolchain, the second
#                         opinion that tests compare with (4 MB, needs only Go)
#
# TinyGo is the one of tinygo.sh, or the one in TINYGOROOT if that is set; then
# it must have tinygo.patch. The bytes depend on the sources and on the version
# of Go, and on nothing else: not on folders, not on the time.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { echo "build.sh: $*" >&2; exit 1; }
absolute() { [[ $1 == /* ]] && echo "$1" || echo "$PWD/$1"; }

with_go() {
	GOOS=wasip1 GOARCH=wasm GOFLAGS= go build -C "$here/guest" -buildmode=c-shared -trimpath -buildvcs=false \
		-ldflags='-s -w -buildid=' -o "$1" .
}

with_tinygo() {
	local root=${TINYGOROOT:-}
	[[ -n $root ]] || root=$("$here/tinygo.sh")
	command -v wasm-opt >/dev/null || fail "wasm-opt is missing; Debian has it in the package binaryen"
	local raw
	raw=$(mktemp -d)
	# TinyGo has no -trimpath; -no-debug leaves nothing that would need it. With
	# -opt=2 the module is a third larger and no faster, with -opt=z a tenth
	# smaller and slower by as much.
	(cd "$here/guest" && TINYGOROOT=$root GOFLAGS= PATH="$root/bin:$PATH" \
		tinygo build -target="$here/target.json" -opt=s -no-debug -o "$raw/raw.wasm" .)
	# TinyGo's runtime exports a few functions of its own; only the ABI stays.
	local features=(--enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int)
	local graph='' roots='' name
	for name in memory _initialize coxswain_abi_v1 describe input open step status save load close; do
		graph+=",{\"name\":\"$name\",\"export\":\"$name\"}"
		roots+="${roots:+,}\"$name\""
	done
	echo "[{\"name\":\"host\",\"root\":true,\"reaches\":[$roots]}$graph]" >"$raw/exports.json"
	wasm-metadce "${features[@]}" --graph-file="$raw/exports.json" "$raw/raw.wasm" -o "$raw/abi.wasm" >"$raw/removed"
	# Names and versions of tools are for debuggers.
	wasm-opt -O3 "${features[@]}" --strip-debug --strip-producers --strip-target-features \
		"$raw/abi.wasm" -o "$raw/module.wasm"
	cp "$raw/module.wasm" "$1"
	rm -r "$raw"
}

case ${1:-} in
--go)
	[[ $# == 2 ]] || fail "usage: build.sh --go FILE"
	with_go "$(absolute "$2")"
	;;
--check)
	dir=$(mktemp -d)
	trap 'rm -rf "$dir"' EXIT
	with_tinygo "$dir/coxswain.wasm"
	cmp "$dir/coxswain.wasm" "$here/coxswain.wasm" || fail "coxswain.wasm is not what the sources give; run wasm/build.sh"
	echo "coxswain.wasm is what the sources give"
	;;
-*) fail "usage: build.sh [FILE | --check | --go FILE]" ;;
*)
	to=${1:-$here/coxswain.wasm}
	with_tinygo "$(absolute "$to")"
	echo "$to: $(wc -c <"$to") bytes"
	;;
esac
