#!/usr/bin/env bash
# Runs the project's tests; `./test.sh --help` describes the three forms. Installs the tools that
# are missing if it can, and otherwise says what to install.
set -euo pipefail
cd "$(dirname "$0")"

usage() {
    cat <<'EOF'
Usage: ./test.sh [--quick | --thorough]

  (no argument)  Decides whether a change may go in: format, lints, licences, all unit,
                 integration and doc tests, fuzz targets, documentation, types of the browser's
                 scripts, browser stories and page sweeps. Some 20 minutes on two cores.
  --quick        While working: format, lints, types of the scripts, unit tests of the crates that
                 changed and of the crates that depend on them, integration tests of the crates
                 that changed, one browser story. Less than three minutes. A crate has changed if
                 a file of it differs from the merge base with the main branch.
  --thorough     Before a release: the default form with all long comparisons, and with page sweeps
                 that make every check in every language, on desktop and phone.
  --help         Prints this text.

Environment: CHROMIUM (path of a Chromium or Chrome), BROWSER_FAILURES (a folder for screenshots of
failed browser tests), CARGO_TARGET_DIR, HETERODOX_WITHOUT_POSTGRES=1, HETERODOX_WITHOUT_NATS=1,
HETERODOX_WITHOUT_PROXIES=1 (leave out the tests with PostgreSQL, with NATS, and with nginx and
Caddy, which they start themselves).
--thorough sets HETERODOX_THOROUGH=1.
EOF
}

form=full
while (($#)); do
    case $1 in
        --quick | --thorough)
            if [ "$form" != full ]; then
                echo "test.sh: choose one of --quick and --thorough" >&2
                exit 2
            fi
            form=${1#--}
            ;;
        --help | -h)
            usage
            exit
            ;;
        *)
            printf 'test.sh: unknown argument: %s\n\n' "$1" >&2
            usage >&2
            exit 2
            ;;
    esac
    shift
done
unset HETERODOX_THOROUGH
if [ "$form" = thorough ]; then export HETERODOX_THOROUGH=1; fi

say() { printf '\n== %s\n' "$*"; }
missing() {
    printf '%s\n' "$*" >&2
    exit 1
}

# The stages that have ended, a line each, and the one that runs.
times=()
current=
started=0

# stage NAME COMMAND...: runs a stage and prints its time. A stage that fails ends the script.
stage() {
    current=$1 started=$SECONDS
    shift
    say "$current"
    "$@"
    times+=("$(printf '%5d s  %s' $((SECONDS - started)) "$current")")
    printf -- '-- %s: %d s\n' "$current" $((SECONDS - started))
    current=
}

# Prints the times of all stages, also after a failure.
report() {
    local status=$?
    if [ -n "$current" ]; then
        times+=("$(printf '%5d s  %s: FAILED' $((SECONDS - started)) "$current")")
    fi
    if ((${#times[@]})); then
        say "times"
        printf '%s\n' "${times[@]}"
        printf '%5d s  in all\n' "$SECONDS"
    fi
    return "$status"
}
trap report EXIT

command -v cargo >/dev/null || missing "cargo is missing: install Rust 1.95 or later from https://rustup.rs"
cargo fmt --version >/dev/null 2>&1 || missing "rustfmt is missing: rustup component add rustfmt"
cargo clippy --version >/dev/null 2>&1 || missing "clippy is missing: rustup component add clippy"
command -v cc >/dev/null || missing "a C compiler is missing (SQLite is built from source): install gcc or clang"

# The headless shell takes two thirds of the time that the full Chromium takes; both work.
browsers=(chromium-headless-shell chromium)
browser() { command -v "${CHROMIUM:-${browsers[0]}}" || { [ -z "${CHROMIUM:-}" ] && command -v "${browsers[1]}"; }; }

# Installs Debian packages, or fails.
install_packages() {
    local as_root=()
    if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi
    # With run level 1 no service is started.
    install() { "${as_root[@]}" env RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
    # Some distributions have only the full Chromium.
    command -v apt-get >/dev/null && "${as_root[@]}" apt-get update -qq &&
        { install "$@" || install "${@/#${browsers[0]}/${browsers[1]}}"; }
}
install_or_end() {
    install_packages "$@" ||
        missing "the browser tests need $*, which could not be installed here; install them (or set CHROMIUM to a Chromium or Chrome) and run this again"
}

# What some tests start themselves. Where it cannot be installed, those tests are left out.
# part VARIABLE WHAT TEST PACKAGES...: TEST is a function that finds it.
part() {
    local variable=$1 what=$2 found=$3
    shift 3
    if [ "${!variable:-}" = 1 ] || "$found" >/dev/null 2>&1; then return; fi
    say "installation of $*"
    if ! install_packages "$@" || ! "$found" >/dev/null 2>&1; then
        export "$variable=1"
        echo "left out: the tests with $what. They need $*, which could not be installed here."
    fi
}
postgres() { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }
nats() { command -v nats-server || ls /usr/sbin/nats-server; }
proxies() {
    local PATH=$PATH:/usr/sbin:/sbin
    command -v nginx && command -v caddy && command -v openssl
}
packages=()
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)
browser >/dev/null || packages+=("${browsers[0]}")
if ((${#packages[@]})); then stage "installation of ${packages[*]}" install_or_end "${packages[@]}"; fi
browser >/dev/null || missing "the browser tests find no Chromium${CHROMIUM:+: $CHROMIUM is no program}"
part HETERODOX_WITHOUT_POSTGRES PostgreSQL postgres postgresql
part HETERODOX_WITHOUT_NATS NATS nats nats-server
part HETERODOX_WITHOUT_PROXIES 'nginx and Caddy' proxies nginx-light caddy openssl

install_node_modules() {
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/.installed-lock
}
if ! cmp -s package-lock.json node_modules/.installed-lock; then
    stage "installation of the tools for the browser part" install_node_modules
fi

target=${CARGO_TARGET_DIR:-$PWD/target}

# Builds cargo-deny once, without optimisation, in less than a minute.
install_cargo_deny() {
    cargo install cargo-deny --version 0.20.2 --locked --debug --root "$target/tools" --quiet ||
        missing "cargo-deny is missing and could not be installed here: cargo install cargo-deny --locked"
}

advisories() {
    if cargo deny fetch db; then
        cargo deny --locked check advisories
    else
        echo "left out: the database of advisories cannot be fetched here"
    fi
}

lints() { cargo clippy --workspace --all-targets --locked -- -D warnings; }

documentation() { RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked; }

# A check links nothing, so libFuzzer itself, which needs a C++ compiler, is not built: the build
# script of libfuzzer-sys leaves it out if CUSTOM_LIBFUZZER_PATH names another file to link. It runs
# again whenever that file changes or is missing.
fuzz_targets() {
    CUSTOM_LIBFUZZER_PATH=$PWD/fuzz/Cargo.toml \
        cargo check --manifest-path fuzz/Cargo.toml --target-dir "$target/fuzz" --locked
}

# The program is the one that `cargo test --workspace` builds for the tests of the command line.
# `cargo build` would build the dependencies again, with the features that they have without the
# tests' dependencies.
browser_tests() {
    HETERODOX="$target/debug/heterodox" CHROMIUM="$(browser)" \
        node --test --test-reporter=spec --test-concurrency=2 "$@"
}

# The sweeps take longest and come first, so that both processes end at about the same time.
all_browser_tests() {
    local file stories=()
    for file in tests/browser/*.test.mjs; do
        if [[ $file != */sweep-* ]]; then stories+=("$file"); fi
    done
    browser_tests tests/browser/sweep-*.test.mjs "${stories[@]}"
}

# Prints the names of the crates with a file that differs from the merge base with the main branch.
changed_crates() {
    local base='' branch
    for branch in main origin/main origin/HEAD; do
        if base=$(git merge-base HEAD "$branch" 2>/dev/null); then break; fi
    done
    local files=Cargo.toml
    if [ -n "$base" ]; then
        files=$(git diff --name-only "$base" && git ls-files --others --exclude-standard)
    else
        echo "no main branch: all crates count as changed" >&2
    fi
    # Cargo.toml, Cargo.lock and data/ concern every crate. The tests of `heterodox` read the
    # documents.
    if grep -qE '^(Cargo\.(toml|lock)$|data/)' <<<"$files"; then
        files=$(printf '%s\n' crates/*/Cargo.toml)
    fi
    sed -nE 's!^crates/([a-z]+)/.*!heterodox-\1!p; s!^(docs/.*|[^/]*)\.md$!heterodox!p' <<<"$files" |
        sed 's/^heterodox-heterodox$/heterodox/' | sort -u
}

# Prints the names of a crate and of all crates that depend on it, also for their tests.
with_dependents() {
    cargo tree --workspace --locked --edges normal,build,dev --invert "$1" --prefix none --format '{p}' |
        sed -nE 's/^(heterodox[a-z-]*) .*/\1/p' | sort -u
}

# The whole workspace is built with the features of the full form, so that both forms share the
# build; the runner then skips what is not asked for.
tests_of_changes() {
    local changed affected='' crate
    changed=$(changed_crates)
    for crate in $changed; do affected+=" $(with_dependents "$crate")"; done
    printf 'changed: %s\naffected: %s\n' "${changed//$'\n'/ }" "$(tr ' ' '\n' <<<"$affected" | sort -u | xargs)"
    export CHANGED=" ${changed//$'\n'/ } " AFFECTED=" ${affected//$'\n'/ } "
    # The program, which the browser story needs, is built with the tests of the command line.
    # The test of documents and comments reads the files of all crates.
    local targets=(--lib --bins --test cli --test citations) test
    for crate in $changed; do
        for test in "crates/${crate#heterodox-}"/tests/{*.rs,*/main.rs}; do
            if [ -e "$test" ]; then targets+=(--test "$(basename "${test%/main.rs}" .rs)"); fi
        done
    done
    # shellcheck disable=SC2016
    local runner='
        case $1 in */citations-*) exec "$@" ;; esac
        case $AFFECTED in *" $CARGO_PKG_NAME "*) ;; *) exit 0 ;; esac
        # Unit tests are run for all affected crates, integration tests for the changed ones.
        name=${1##*/} name=${name%-*} crate=${CARGO_PKG_NAME//-/_}
        [ "$name" = "$crate" ] || case $CHANGED in *" $CARGO_PKG_NAME "*) ;; *) exit 0 ;; esac
        printf "\n%s: %s\n" "$CARGO_PKG_NAME" "$name"
        exec "$@"'
    cargo test --workspace --locked --quiet "${targets[@]}" \
        --config "target.'cfg(all())'.runner=['bash', '-c', '''$runner''', 'runner']"
}

if [ "$form" = quick ]; then
    stage "format" cargo fmt --all --check
    stage "types of the browser's scripts" npm run --silent types
    stage "lints" lints
    stage "tests of what changed" tests_of_changes
    stage "a browser story" browser_tests tests/browser/home.test.mjs
    say "the quick tests passed; ./test.sh decides"
    exit
fi

PATH="$target/tools/bin:$PATH"
if ! cargo deny --version >/dev/null 2>&1; then stage "installation of cargo-deny" install_cargo_deny; fi

stage "format" cargo fmt --all --check
stage "types of the browser's scripts" npm run --silent types
stage "lints" lints
stage "licences, sources and versions of dependencies" cargo deny --locked check licenses bans sources
stage "known vulnerabilities of dependencies" advisories
stage "fuzz targets compile" fuzz_targets
stage "unit, integration and doc tests" cargo test --workspace --locked
stage "documentation" documentation
stage "browser tests" all_browser_tests
say "all tests passed"
