# SPDX-License-Identifier: MIT
# Sourced by tests that work in a new root of Debian, before they make anything: what that needs, or status 77.
for tool in debootstrap chroot unshare; do
    command -v "$tool" >/dev/null || { echo "SKIPPED: there is no $tool (Debian packages debootstrap, util-linux)"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo 'SKIPPED: only root can make a root of Debian'; exit 77; }

# debian RELEASE FOLDER: by the mirror that this machine uses
debian() {
    mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null | sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([a-z]*:[^ ]*\) .*/\2/p' | head -n 1)
    debootstrap --variant=minbase "$1" "$2" "$mirror" >log 2>&1 || { echo "SKIPPED: debootstrap fails: is there no network? $(tail -n 1 log)"; exit 77; }
}
