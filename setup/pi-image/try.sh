#!/usr/bin/env bash
# Builds the stage into a Debian of this machine's kind and starts it in qemu, as a card would be: does what the stage
# promises hold? Not the Pi's own: its boot loader, kernel and first-start services are not in it.
#
#   sudo setup/pi-image/try.sh PACKAGE.deb [FOLDER]     FOLDER is build/pi-image; needs debootstrap, qemu-system, fdisk
#
# ACCEL=kvm where this machine can; KEEP=1 keeps the system that was built before.
# First start: partition, keys, reboot. Second: what runs, and marks on both sides; then the power goes. Third: what is left.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
deb=$(readlink -f "${1:?which package? sudo setup/pi-image/try.sh build/deb/floorcall_VERSION_trixie_amd64.deb}")
work=$(readlink -m "${2:-$here/../../build/pi-image}")
suite=trixie
disk=$work/card.img

say() { echo "try.sh: $*"; }

# What the stage needs of pi-gen.
on_chroot() { chroot "$ROOTFS_DIR" /bin/bash -e; }
export -f on_chroot
export ROOTFS_DIR=$work/rootfs FLOORCALL_DEB=$deb

away() { for at in dev/pts dev proc sys; do umount -q "$ROOTFS_DIR/$at" || true; done; }
trap away EXIT

system() {
    rm -rf "$ROOTFS_DIR" && mkdir -p "$work"
    debootstrap --variant=minbase --include=systemd-sysv,systemd-resolved,udev,dbus,linux-image-cloud-amd64,initramfs-tools,e2fsprogs,kmod,iproute2,procps \
        "$suite" "$ROOTFS_DIR" http://deb.debian.org/debian >"$work/debootstrap.log"
    for at in proc sys dev dev/pts; do mount --bind "/$at" "$ROOTFS_DIR/$at"; done
    mkdir -p "$ROOTFS_DIR/boot/firmware"
    echo 'console=ttyS0 root=ROOTDEV rootwait resize' >"$ROOTFS_DIR/boot/firmware/cmdline.txt"
    printf '%s\n' '/dev/vda2 / ext4 defaults,noatime 0 1' >"$ROOTFS_DIR/etc/fstab"
    for stage in "$here"/stage-floorcall/[0-9]*; do
        (
            cd "$stage"
            on_chroot <<<"DEBIAN_FRONTEND=noninteractive apt-get install -y $(tr '\n' ' ' <00-packages) >/dev/null"
            ./01-run.sh >"$work/stage.log" 2>&1
        )
    done
    grep -q resize "$ROOTFS_DIR/boot/firmware/cmdline.txt" && { say "the root would still fill the card"; exit 1; }
    install -D -m 755 "$here/try-report" "$ROOTFS_DIR/usr/lib/floorcall/try-report"
    printf '%s\n' '[Unit]' 'After=floorcall.service' 'ConditionPathExists=/usr/lib/floorcall/first-boot-done' '[Service]' \
        'ExecStart=/usr/lib/floorcall/try-report' 'StandardOutput=file:/dev/ttyS0' '[Install]' 'WantedBy=multi-user.target' \
        >"$ROOTFS_DIR/etc/systemd/system/try-report.service"
    # An emulated processor is slow: the unit's own limits are for a real one.
    install -d "$ROOTFS_DIR/etc/systemd/system/floorcall.service.d"
    printf '%s\n' '[Service]' 'TimeoutStartSec=600' 'WatchdogSec=0' >"$ROOTFS_DIR/etc/systemd/system/floorcall.service.d/emulated.conf"
    ln -sf ../try-report.service "$ROOTFS_DIR/etc/systemd/system/multi-user.target.wants/"
    cp "$ROOTFS_DIR"/boot/vmlinuz-* "$work/vmlinuz"
    cp "$ROOTFS_DIR"/boot/initrd.img-* "$work/initrd"
    away
}

# As pi-gen lays it out: a gap, a boot partition, the root; and room behind them, as on a card.
card() {
    truncate -s 5G "$disk"
    sfdisk -q "$disk" <<<$'label: dos\nstart=16384, size=131072, type=c\nstart=147456, size=6291456, type=83\n'
    mke2fs -q -t ext4 -d "$ROOTFS_DIR" -E offset=$((147456 * 512)) "$disk" 3G
}

start() {
    timeout "${PATIENCE_S:-1800}" qemu-system-x86_64 -M "q35,accel=${ACCEL:-tcg}" -cpu Nehalem,-cx16 -m 1024 -nographic -no-reboot \
        -drive "file=$disk,if=virtio,format=raw,cache=writethrough" -nic none -monitor none -serial stdio \
        -kernel "$work/vmlinuz" -initrd "$work/initrd" \
        -append "console=ttyS0 root=/dev/vda2 rootfstype=ext4 rw panic=-1 systemd.show_status=0 systemd.default_timeout_start_sec=600 systemd.default_device_timeout_sec=600" </dev/null |
        tee "$work/start-$1.log" | sed -u -n '/^REPORT/p; /REPORT end/q'
}

holds() { grep -q "^REPORT $2" "$work/start-$1.log" || { say "start $1: missing: $2"; failed=1; }; }

failed=0
[ -n "${KEEP:-}" ] || system
card
say "first start" && start 1
sfdisk -l "$disk" | grep "^$disk"
say "second start, then the power goes" && start 2
say "third start" && start 3
for each in 2 3; do
    holds $each "root overlay"
    holds $each "journal ext4 /dev/vda3"
    holds $each "configuration ext4 /dev/vda3"
    holds $each "floorcall.service active"
    holds $each "page 200"
    holds $each "key $(sed -n 's/^REPORT key //p' "$work/start-2.log" | tr -d '\r')"
done
holds 3 "mark on the root: gone"
holds 3 "mark beside the journal: there"
holds 3 "journal all as written"
[ $failed = 0 ] && say "all of it holds"
exit $failed
