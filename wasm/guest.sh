# guest.sh builds a guest; it is sourced by build.sh here and by that of the
# plugin, which set
#
#   folder   where the folder guest with the sources is, and the module
#   module   the module's file name
#   exports  the functions that it exports, besides _initialize
#   start    if set, _initialize is no export: the engine runs it when it makes an
#            instance, so that no host needs to know of it
#
# and call build with their arguments.
set -euo pipefail

wasm=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { echo "build.sh: $*" >&2; exit 1; }
absolute() { [[ $1 == /* ]] && echo "$1" || echo "$PWD/$1"; }

with_go() {
	GOOS=wasip1 GOARCH=wasm GOFLAGS= go build -C "$folder/guest" -buildmode=c-shared -trimpath -buildvcs=false \
		-ldflags='-s -w -buildid=' -o "$1" .
}

with_tinygo() {
	local root=${TINYGOROOT:-}
	[[ -n $root ]] || root=$("$wasm/tinygo.sh")
	command -v wasm-opt >/dev/null || fail "wasm-opt is missing; Debian has it in the package binaryen"
	local raw
	raw=$(mktemp -d)
	# TinyGo has no -trimpath; -no-debug leaves nothing that would need it. With
	# -opt=2 the module is a third larger and no faster, with -opt=z a tenth
	# smaller and slower by as much.
	(cd "$folder/guest" && TINYGOROOT=$root GOFLAGS= PATH="$root/bin:$PATH" \
		tinygo build -target="$wasm/target.json" -opt=s -no-debug -o "$raw/raw.wasm" .)
	# TinyGo's runtime exports a few functions of its own; only the ABI stays.
	local features=(--enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int)
	local graph='' roots='' name
	for name in memory _initialize "${exports[@]}"; do
		graph+=",{\"name\":\"$name\",\"export\":\"$name\"}"
		roots+="${roots:+,}\"$name\""
	done
	echo "[{\"name\":\"host\",\"root\":true,\"reaches\":[$roots]}$graph]" >"$raw/exports.json"
	wasm-metadce "${features[@]}" --graph-file="$raw/exports.json" "$raw/raw.wasm" -o "$raw/abi.wasm" >"$raw/removed"
	if [[ -n ${start:-} ]]; then
		wasm-dis "${features[@]}" "$raw/abi.wasm" -o "$raw/export.wat"
		sed 's/(export "_initialize" (func \([^)]*\)))/(start \1)/' "$raw/export.wat" >"$raw/start.wat"
		wasm-as "${features[@]}" "$raw/start.wat" -o "$raw/abi.wasm"
	fi
	# Names and versions of tools are for debuggers.
	wasm-opt -O3 "${features[@]}" --strip-debug --strip-producers --strip-target-features \
		"$raw/abi.wasm" -o "$raw/module.wasm"
	cp "$raw/module.wasm" "$1"
	rm -r "$raw"
}

# build does what the arguments of a build.sh say.
build() {
	case ${1:-} in
	--go)
		[[ $# == 2 ]] || fail "usage: build.sh --go FILE"
		with_go "$(absolute "$2")"
		;;
	--check)
		local dir
		dir=$(mktemp -d)
		trap "rm -rf '$dir'" EXIT
		with_tinygo "$dir/$module"
		cmp "$dir/$module" "$folder/$module" || fail "$module is not what the sources give; run $0"
		echo "$module is what the sources give"
		;;
	-*) fail "usage: build.sh [FILE | --check | --go FILE]" ;;
	*)
		local to=${1:-$folder/$module}
		with_tinygo "$(absolute "$to")"
		echo "$to: $(wc -c <"$to") bytes"
		;;
	esac
}
