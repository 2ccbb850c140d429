#!/usr/bin/env bash
# Builds a Debian package of the program with its service: packaging/build-deb.sh [FOLDER]
# The package is written to FOLDER, by default target/debian. HETERODOX names a program that is
# built already.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-target/debian}
program=${HETERODOX:-}
if [ -z "$program" ]; then
    cargo build --release --locked -p heterodox
    program=${CARGO_TARGET_DIR:-target}/release/heterodox
fi
version=$("$program" --version | cut -d' ' -f2)
arch=$(dpkg --print-architecture)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 0755 "$tree"

install -D -m 0755 "$program" "$tree/usr/bin/heterodox"
strip "$tree/usr/bin/heterodox" 2>/dev/null || true
install -D -m 0644 -t "$tree/usr/lib/systemd/system" packaging/heterodox.service \
    packaging/heterodox-worker.service
install -D -m 0644 THIRD-PARTY.txt "$tree/usr/share/doc/heterodox/copyright"
install -D -m 0644 -t "$tree/usr/share/doc/heterodox" docs/operating.md docs/security.md \
    packaging/nginx.conf packaging/Caddyfile
cp -r crates/server/locales "$tree/usr/share/doc/heterodox/locales"
chmod -R u=rwX,go=rX "$tree/usr/share/doc/heterodox/locales"
install -d "$tree/usr/share/bash-completion/completions" "$tree/DEBIAN"
"$program" completions bash >"$tree/usr/share/bash-completion/completions/heterodox"
settings=$tree/usr/share/doc/heterodox/heterodox.toml
{
    "$program" config --example
    printf '\n# Of this package:\ndata = "/var/lib/heterodox"\n'
} >"$settings"
sed -i '/^#data = /d' "$settings"
chmod 0644 "$settings"

# The program needs a C library that is at least as new as the newest of its symbols.
libc=$(objdump -T "$program" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
cat >"$tree/DEBIAN/control" <<CONTROL
Package: heterodox
Version: $version
Architecture: $arch
Maintainer: Heterodox <heterodox@localhost>
Depends: adduser, libc6 (>= ${libc#GLIBC_}), libgcc-s1
Recommends: nginx | caddy
Section: games
Priority: optional
Installed-Size: $(du -sk "$tree" | cut -f1)
Description: server for unorthodox chess
 Klin Zha, Clouded and Blind Klin Zha, Grand Chess and KaleidoChess in the browser, live and by
 correspondence, against people and the computer.
CONTROL
for script in postinst prerm postrm; do
    install -m 0755 "packaging/debian/$script" "$tree/DEBIAN/$script"
done

mkdir -p "$out"
dpkg-deb --root-owner-group --build "$tree" "$out/heterodox_${version}_$arch.deb"
