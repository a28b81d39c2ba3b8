#!/bin/bash -e
# pi-gen calls it: the package, what the first start does, and what a root that is only read must not do.
etc=${ROOTFS_DIR}/etc

install -m 644 "${FLOORCALL_DEB:?}" "${ROOTFS_DIR}/tmp/floorcall.deb"
on_chroot <<'EOF'
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/floorcall.deb
rm /tmp/floorcall.deb
EOF

install -D -m 755 files/first-boot "${ROOTFS_DIR}/usr/lib/floorcall/first-boot"
install -D -m 644 files/floorcall-first-boot.service "$etc/systemd/system/floorcall-first-boot.service"
install -D -m 644 files/own-partition.conf "$etc/systemd/system/floorcall.service.d/own-partition.conf"
install -D -m 644 files/logs-in-memory.conf "$etc/systemd/journald.conf.d/floorcall.conf"
mkdir -p "$etc/systemd/system/multi-user.target.wants" "${ROOTFS_DIR}/data"
ln -sf ../floorcall-first-boot.service "$etc/systemd/system/multi-user.target.wants/"
# Hidden cards are in memory: none of it is written to the card.
ln -sf /dev/null "$etc/systemd/system/swap.target"

# The root stays as small as it is: the rest of the card is the journal's.
cmdline=${ROOTFS_DIR}/boot/firmware/cmdline.txt
[ ! -e "$cmdline" ] || sed -i 's/ resize\b//' "$cmdline"

# A key in an image would be every table's key.
if compgen -G "$etc/floorcall/*.key" >/dev/null; then
    echo "floorcall: the image has a key in /etc/floorcall; each table makes its own at its first start" >&2
    exit 1
fi
