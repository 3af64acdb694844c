#!/usr/bin/env bash
# build.sh builds the module; guest.sh does the work.
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

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
module=coxswain.wasm
exports=(coxswain_abi_v1 describe input open step status save load close)
source "$folder/guest.sh"
build "$@"
