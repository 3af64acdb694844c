#!/usr/bin/env bash
# Checks the C library: style and tests, plain and with sanitizers; then its source
# package, installed elsewhere.
set -euo pipefail
cd "$(dirname "$0")"
cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 src
quiet() { "$@" >build/log 2>&1 || { cat build/log; exit 1; }; }
check() { # NAME FLAG…
	local name=$1
	shift
	quiet make all build/"$name"/cpp_test BUILD=build/"$name" "$@"
	make --silent check BUILD=build/"$name" "$@"
}
mkdir -p build
check plain
check addresses CFLAGS=-O1 SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all'
check threads CFLAGS=-O1 SANITIZE=-fsanitize=thread

quiet make dist
package=$(ls "$PWD"/build/coxswain-*.tar.gz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```c$/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/example.c"
awk '/^```text/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/want"
cmp "$work/example.c" example.c
tar -C "$work" -xzf "$package"
quiet make -C "$work"/coxswain-* install PREFIX="$work/usr"
cd "$work"
export PKG_CONFIG_PATH=$work/usr/lib/pkgconfig
cc -Wall -Wextra -Werror -o example example.c $(pkg-config --cflags --libs coxswain)
./example >have && cmp have want
echo "c: the source package ($(stat -c %s "$package") bytes) works by itself"
