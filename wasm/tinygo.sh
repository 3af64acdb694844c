#!/usr/bin/env bash
# tinygo.sh gets the compiler of the module: it builds TinyGo from source, with
# the LLVM that Debian 12 has, into .cache/ of the repository, and prints the
# folder that it is in (everything else goes to standard error). A second run
# finds it there and does nothing.
#
# Needed: Debian or a descendant that has LLVM 19, root for installing packages
# that are missing, Go, a C++ compiler, patch.
set -euo pipefail

version=v0.41.0
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
packages=(llvm-19-dev libclang-19-dev liblld-19-dev clang-19 lld-19 binaryen g++ patch)

say() { echo "tinygo.sh: $*" >&2; }
fail() { say "$@"; exit 1; }

# What is built depends on the version and on the patch, so both are in its name.
root="$here/../.cache/tinygo-$version-$(sha256sum "$here/tinygo.patch" | cut -c1-12)"
if [[ -x $root/bin/tinygo ]]; then
	cd "$root" && pwd
	exit
fi

command -v go >/dev/null || fail "Go is needed to build TinyGo"
command -v dpkg-query >/dev/null || fail "this script knows only Debian's packages;" \
	"elsewhere build TinyGo $version with LLVM 19 and tinygo.patch, and set TINYGOROOT for build.sh"

missing=()
for p in "${packages[@]}"; do
	dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'install ok installed' || missing+=("$p")
done
if ((${#missing[@]})); then
	say "installing ${missing[*]}"
	[[ $(id -u) == 0 ]] || fail "run as root, or install these packages first: ${missing[*]}"
	apt-get update -qq >&2 || fail "the package lists cannot be read"
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >&2 ||
		fail "the packages cannot be installed; does this Debian have LLVM 19?"
fi

say "downloading TinyGo $version"
# Outside of any module, so that nothing is added to ours.
source=$(cd / && GOFLAGS=-mod=mod go mod download -json "github.com/tinygo-org/tinygo@$version" |
	sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
[[ -n $source ]] || fail "the Go module proxy does not have it"

work=$root.$$
trap 'rm -rf "$work"' EXIT
mkdir -p "$(dirname "$root")"
cp -r "$source" "$work"
chmod -R u+w "$work"
# A submodule that is not in the module's archive; nothing here imports it, but
# the compiler wants to see the folder.
mkdir -p "$work/src/net"
patch --quiet -d "$work" -p1 <"$here/tinygo.patch" >&2

say "building, which takes a minute or two"
(cd "$work" && GOFLAGS= go build -buildvcs=false -tags llvm19 -o bin/tinygo .) >&2 || fail "TinyGo cannot be built"
[[ -e $root ]] && rm -rf "$root"
mv "$work" "$root"
TINYGOROOT=$root "$root/bin/tinygo" version >&2
cd "$root" && pwd
