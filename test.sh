#!/usr/bin/env bash
# Passes all the tests: format, lints, unit, property and doc tests, documentation, the types of the browser's
# scripts, and the browser tests in a real Chromium. Installs what it needs where it can; says what is missing
# where it cannot.
set -euo pipefail
cd "$(dirname "$0")"

say() { printf '\n== %s\n' "$*"; }
missing() {
    printf '%s\n' "$*" >&2
    exit 1
}

command -v cargo >/dev/null || missing "cargo is missing: install Rust 1.95 or later from https://rustup.rs"
cargo fmt --version >/dev/null 2>&1 || missing "rustfmt is missing: rustup component add rustfmt"
cargo clippy --version >/dev/null 2>&1 || missing "clippy is missing: rustup component add clippy"
command -v cc >/dev/null || missing "a C compiler is missing (SQLite is built from source): install gcc or clang"

# The Chromium that shows no windows gets through the browser tests in two thirds of the time; the other one does too.
browsers=(chromium-headless-shell chromium)
browser() { command -v "${CHROMIUM:-${browsers[0]}}" || { [ -z "${CHROMIUM:-}" ] && command -v "${browsers[1]}"; }; }

# Debian packages that are not there yet, by the command that each brings.
packages=()
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
browser >/dev/null || packages+=("${browsers[0]}")
if ((${#packages[@]})); then
    say "installing ${packages[*]}"
    as_root=()
    if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
    install() { "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
    # Some distributions have the other Chromium only.
    if ! command -v apt-get >/dev/null || ! { "${as_root[@]}" apt-get update -qq &&
        { install "${packages[@]}" || install "${packages[@]/#${browsers[0]}/${browsers[1]}}"; }; }; then
        missing "the browser tests need ${packages[*]}, which could not be installed here; install them (or set CHROMIUM to a Chromium or Chrome) and run this again"
    fi
fi
browser >/dev/null || missing "the browser tests find no Chromium${CHROMIUM:+: $CHROMIUM is no program}"
if ! cmp -s package-lock.json node_modules/.installed-lock; then
    say "installing the tools that check the browser part"
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.installed-lock
fi

# Built once, without optimisation, in less than a minute.
tools="${CARGO_TARGET_DIR:-$PWD/target}/tools"
PATH="$tools/bin:$PATH"
if ! cargo deny --version >/dev/null 2>&1; then
    say "installing cargo-deny"
    cargo install cargo-deny --version 0.20.2 --locked --debug --root "$tools" --quiet ||
        missing "cargo-deny is missing and could not be installed here: cargo install cargo-deny --locked"
fi

say "format"
cargo fmt --all --check

say "lints"
cargo clippy --workspace --all-targets --locked -- -D warnings

say "licences, sources and versions of dependencies"
cargo deny --locked check licenses bans sources
say "known vulnerabilities of dependencies"
if cargo deny fetch db; then
    cargo deny --locked check advisories
else
    echo "left out: the database of advisories cannot be fetched here"
fi

say "unit, property and doc tests"
cargo test --workspace --locked

say "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

say "types of the browser's scripts"
npm run --silent types

say "browser tests"
# The tests of the command line have built the program. To build it by itself would take the dependencies again, since
# without those of the tests some of them have fewer features.
# The longest first, so that none of them is left over at the end.
mapfile -t others < <(ls tests/browser/*.test.mjs | grep -v /sweep-)
HETERODOX="${CARGO_TARGET_DIR:-$PWD/target}/debug/heterodox" CHROMIUM="$(browser)" \
    node --test --test-concurrency=2 tests/browser/sweep-*.test.mjs "${others[@]}"

say "all tests passed"
