#!/bin/bash -e
# pi-gen calls it first: this stage begins with what the one before it has made.
if [ ! -d "${ROOTFS_DIR}" ]; then
    copy_previous
fi
