#!/usr/bin/env bash
# From a bare Debian to the first hand of the virtual table, as the README says it: minutes and megabytes.
#
#   sudo benchmarks/bare_install.sh bookworm|trixie [compiler]     needs debootstrap; everything lies in /tmp and is removed
#
# With "compiler", gcc and Python's headers are there: the second start must run the compiled program.
set -euo pipefail
suite=${1:?bookworm or trixie?} with=${2:-}
clone=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=$(mktemp -d "/tmp/floorcall-$suite-XXXX")
chmod 755 "$root"
port=8791

away() {
    for at in dev/pts dev proc; do umount -q "$root/$at" || true; done
    rm -rf --one-file-system "$root"
}
trap away EXIT

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
megabytes() { du -smx --exclude=var/cache --exclude=var/lib/apt "$1" | cut -f1; }
timed() { local began=$SECONDS; "${@:2}" >>"$root/told" 2>&1 || { tail -20 "$root/told"; exit 1; }; echo "$suite: $1: $((SECONDS - began)) s"; }

debootstrap --variant=minbase "$suite" "$root" http://deb.debian.org/debian >/dev/null
for at in proc dev dev/pts; do mount --bind "/$at" "$root/$at"; done
cp /etc/resolv.conf /etc/hosts "$root/etc/"
bare=$(megabytes "$root")
packages=(git make python3 ca-certificates)
[ "$with" != compiler ] || packages+=(gcc libc6-dev python3-dev)
inside apt-get -qq update
timed "apt-get install ${packages[*]}" inside apt-get -qq install -y --no-install-recommends "${packages[@]}"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" # a house's own proxy, where this machine knows one
git clone -q "$clone" "$root/opt/floorcall"
ready=$(megabytes "$root")

timed "make ready (packages and .venv)" inside make -C /opt/floorcall ready
timed "make run, one hand to its end" inside make -C /opt/floorcall run "DEMO=--hands 1 --port $port"
grep -h "floorcall: Floorcall" "$root/told" | tail -1
if [ "$with" = compiler ]; then
    timed "the compiled program, made beside" flock "$root/opt/floorcall/build/compile.lock" true
    timed "make run again, one hand" inside make -C /opt/floorcall run "DEMO=--hands 1 --port $port"
    grep -h "floorcall: Floorcall" "$root/told" | tail -1
fi
echo "$suite: bare $bare MB; with git, make and python3 $ready MB; with Floorcall $(megabytes "$root") MB, of which .venv $(megabytes "$root/opt/floorcall/.venv") MB"
