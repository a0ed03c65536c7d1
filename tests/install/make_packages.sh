#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the Debian packages of a build, once for all tests of packages. Without what makes them there are none, and these tests are skipped.
# Usage: make_packages.sh BUILD MADE
set -eu
build=$1 made=$2
for tool in cpack dpkg-deb dpkg-shlibdeps dpkg file gzip; do
    command -v "$tool" >/dev/null || { echo "there is no $tool (Debian packages cmake, dpkg-dev, file, gzip): no packages"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$made"
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/made" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir -p "$made"
mv "$work"/made/*.deb "$made/"
