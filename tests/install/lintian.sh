#!/bin/sh
# SPDX-License-Identifier: MIT
# What Debian's checker of packages says of those that make_packages.sh made: no errors and no warnings. Usage: lintian.sh MADE
packages=$1
for tool in cpack dpkg-deb dpkg-shlibdeps file gzip lintian; do
    command -v "$tool" >/dev/null || { echo "SKIPPED: there is no $tool (Debian packages cmake, dpkg-dev, file, gzip, lintian)"; exit 77; }
done
. "$(dirname "$0")/../command/common.sh"

cp -r "$packages" made || exit 1
root=''
[ "$(id -u)" -ne 0 ] || root=--allow-root
# A build for another prefix than /usr has its libraries in lib, one for packages in the folder of the architecture.
suppress=''
dpkg-deb -c made/libsteadycast-dev_*.deb | grep -q ' \./usr/lib/pkgconfig/' && suppress='--suppress-tags pkg-config-unavailable-for-cross-compilation'
# shellcheck disable=SC2086
lintian $root $suppress --fail-on error,warning made/*.deb >tags 2>&1
same 'lintian: exit status' 0 $?
same 'lintian: tags' '' "$(grep '^[EW]: ' tags)"

# It did look: a package without its copyright is told.
dpkg-deb -R made/python3-steadycast_*.deb folder # the smallest one
rm folder/usr/share/doc/python3-steadycast/copyright
dpkg-deb --root-owner-group -b folder bare.deb >log
# shellcheck disable=SC2086
lintian $root bare.deb >tags 2>&1
holds 'lintian tells what is missing' grep -q '^E: python3-steadycast: no-copyright-file' tags
finish
