#!/usr/bin/env bash
# Makes the machine ready: Debian packages that are missing, .venv, and the project in it.
#
#   setup/prepare.sh run     what `floorcall demo` and `floorcall run` need
#   setup/prepare.sh test    that, and what the tests need
#
# Quick when nothing is missing: no package list is fetched, no network is touched.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

purpose=${1:-run}
case "$purpose" in run | test) ;; *) echo "prepare.sh: say run or test, not \"$purpose\"" >&2 && exit 2 ;; esac

python=${PYTHON:-python3}
model_file=${MODEL_FILE:-/proc/device-tree/model}

say() { echo "floorcall: $*"; }
fail() { echo "floorcall: $*" >&2 && exit 3; }

on_a_pi() { [ -r "$model_file" ] && [[ "$(tr -d '\0' <"$model_file")" == *"Raspberry Pi"* ]]; }
newer_than_312() { "$python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; }
have_package() { [ "$(dpkg-query --show --showformat '${Status}' "$1" 2>/dev/null)" = "install ok installed" ]; }

missing_packages() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    local wanted="fonts-inter fonts-noto-core"
    if on_a_pi; then
        # RPi.GPIO comes as source only; lgpio has no wheel for Python 3.13, Debian has it.
        wanted+=" gcc libc6-dev python3-dev"
        newer_than_312 && wanted+=" python3-lgpio"
    fi
    if [ "$purpose" = test ]; then
        wanted+=" umockdev mosquitto postgresql prometheus"
        command -v gcc >/dev/null || wanted+=" gcc libc6-dev"
        command -v gcore >/dev/null || wanted+=" gdb"
        command -v chromium >/dev/null || wanted+=" chromium"
        command -v systemd-analyze >/dev/null || wanted+=" systemd"
        command -v node >/dev/null || wanted+=" nodejs"
        command -v npm >/dev/null || wanted+=" npm"
    fi
    for package in $wanted; do have_package "$package" || echo "$package"; done
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

install_packages() {
    local packages with_sudo=""
    packages=$(missing_packages | tr '\n' ' ')
    [ -n "$packages" ] || return 0
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "these Debian packages are missing, and there is no sudo to install them: $packages"
    fi
    [ "$(id -u)" = 0 ] || with_sudo=" with sudo"
    say "installing these Debian packages$with_sudo: $packages"
    as_root apt-get -qq update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends $packages >/dev/null
    [ "$purpose" = test ] || return 0
    # The tests' pages take a fifth less time in it; where there is none, they are shown in chromium.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends chromium-headless-shell >/dev/null 2>&1 || true
}

make_venv() {
    # A .venv that was moved or half made is made anew; one that works is left alone.
    .venv/bin/python -m pip --version >/dev/null 2>&1 && return 0
    say "making .venv with $("$python" --version)"
    local options=(--clear)
    if on_a_pi && newer_than_312; then options+=(--system-site-packages); fi
    "$python" -m venv "${options[@]}" .venv
}

# The compiled wheel of these very sources, where `make wheels` has left one. A .venv that tests are run in keeps the
# plain sources, so that what is changed is what runs.
built_wheel() {
    [ "$purpose" = run ] || return 0
    compgen -G ".venv/.floorcall-test-*" >/dev/null && return 0
    .venv/bin/python setup/built_wheel.py || true
}

install_project() {
    local what=".[vision]" wheel stamp
    on_a_pi && what=".[pi,vision]"
    wheel=$(built_wheel)
    stamp=.venv/.floorcall-$purpose-$({ cat pyproject.toml && pwd && .venv/bin/python --version && { [ -z "$wheel" ] || ls -l "$wheel"; }; } | sha256sum | cut -c1-16)
    [ ! -e "$stamp" ] || return 0
    # Old pips know no dependency groups. --prefer-binary: no compiler is needed off a Pi.
    .venv/bin/python -m pip install --quiet --upgrade "pip>=25.1"
    say "installing the project and what it stands on into .venv"
    local options=(--quiet --prefer-binary --editable "$what")
    if [ -n "$wheel" ]; then
        options=(--quiet --prefer-binary "$wheel${what#.}")
        .venv/bin/python -m pip uninstall --quiet --yes floorcall 2>/dev/null || true
    fi
    [ "$purpose" = test ] && options+=(--group dev)
    .venv/bin/python -m pip install "${options[@]}"
    rm -f .venv/.floorcall-"$purpose"-*
    touch "$stamp"
}

can_compile() {
    command -v cc >/dev/null || return 1
    .venv/bin/python -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' || return 1
    [ "$(awk '/^MemAvailable:/ { print int($2 / 1024) }' /proc/meminfo)" -ge 3000 ]
}

# Where a compiler is, the compiled wheel is made beside the running table, for the next start: it takes minutes.
compile_beside() {
    [ "${FLOORCALL_COMPILED:-1}" = 1 ] || return 0
    compgen -G ".venv/.floorcall-test-*" >/dev/null && return 0
    [ -z "$(built_wheel)" ] && can_compile || return 0
    mkdir -p build/dist
    flock --nonblock build/compile.lock true || return 0
    say "a compiler is here: the compiled program is made beside, for the next start (minutes; build/compile.log)"
    FLOORCALL_COMPILED=1 setsid nice -n 19 flock build/compile.lock sh -c \
        '.venv/bin/python -m pip wheel --quiet --no-deps --wheel-dir build/beside . && mv build/beside/*.whl build/dist/' \
        </dev/null >build/compile.log 2>&1 &
}

install_micropython() {
    # The firmware's tests run it on a real MicroPython; Node runs that.
    local wanted=tests/firmware_bridge/micropython stamp
    stamp=.venv/micropython/.floorcall-$(sha256sum "$wanted"/package-lock.json | cut -c1-16)
    [ ! -e "$stamp" ] || return 0
    say "installing a MicroPython for the firmware's tests into .venv/micropython"
    rm -rf .venv/micropython
    mkdir -p .venv/micropython
    cp "$wanted"/package.json "$wanted"/package-lock.json .venv/micropython/
    npm ci --prefix .venv/micropython --silent --no-audit --no-fund 2>/dev/null ||
        fail "npm could not install it; look with: npm ci --prefix .venv/micropython"
    touch "$stamp"
}

command -v "$python" >/dev/null || fail "$python is not here; install it with: sudo apt-get install python3"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "$("$python" --version) is too old; Floorcall needs Python 3.11 or newer (Debian 12 has it)"
if command -v dpkg >/dev/null; then
    install_packages
else
    say "this is no Debian: please see to Python's venv, the fonts Inter and Noto Sans, and for tests Chromium, Mosquitto, PostgreSQL, umockdev, gdb, Node and npm"
fi
make_venv
install_project
if [ "$purpose" = test ]; then install_micropython; fi
if [ "$purpose" = run ]; then
    say "$(PYTHONSAFEPATH=1 .venv/bin/floorcall --version)"
    compile_beside
fi
