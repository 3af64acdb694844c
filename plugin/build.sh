#!/usr/bin/env bash
# build.sh builds the plugin.
#
#   build.sh              builds coxswain-plugin.wasm in this folder, with TinyGo
#   build.sh --check      builds it elsewhere and fails if coxswain-plugin.wasm differs
#   build.sh FILE         builds it into FILE
#   build.sh --go FILE    builds FILE with the standard Go toolchain, the second
#                         opinion that tests compare with; it imports WASI
#
# The compiler is that of wasm/build.sh, which says more.

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
module=coxswain-plugin.wasm
exports=(describe decide open step status save load close)
start=1 # not every host of Extism calls _initialize where there is no WASI
source "$folder/../wasm/guest.sh"
build "$@"
