#!/usr/bin/env bash
# Checks the Rust crate: style and tests, with each runtime; then the packed crate in a
# project of its own, outside of this repository.
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_TARGET_DIR=$PWD/target CARGO_PROFILE_DEV_DEBUG=0
cargo fmt --check
cargo clippy --quiet --all-targets -- -D warnings
cargo clippy --quiet --all-targets --all-features -- -D warnings
cargo test --quiet --all-features --test conformance bytes -- --nocapture | grep vectors
cargo test --quiet --all-features
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --all-features

cargo package --quiet --no-verify --allow-dirty
crate=$(ls "$PWD"/target/package/coxswain-*.crate)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xzf "$crate"
mv "$work"/coxswain-* "$work/coxswain"
mkdir -p "$work/project/src"
cp Cargo.lock "$work/project" # what is built already is used again
cat >"$work/project/Cargo.toml" <<'END'
[package]
name = "example"
version = "0.1.0"
edition = "2024"

[dependencies]
coxswain = { path = "../coxswain" }

[features]
wasmtime = ["coxswain/wasmtime"]

[profile.dev.package."*"]
opt-level = 1
END
awk '/^```rust/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/project/src/main.rs"
awk '/^```text/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/want"
for features in --features=wasmtime ""; do
	cargo run --quiet --manifest-path "$work/project/Cargo.toml" $features >"$work/have"
	cmp "$work/have" "$work/want"
done
echo "rust: the crate ($(stat -c %s "$crate") bytes) works by itself"
