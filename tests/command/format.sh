#!/bin/sh
# SPDX-License-Identifier: MIT
# Every C source follows .clang-format. Usage: format.sh REPOSITORY
set -u
cd "$1" || exit 1
command -v clang-format >/dev/null || { echo 'SKIPPED: clang-format is missing'; exit 77; }
files=$(git ls-files '*.c' '*.h' 2>/dev/null)
[ -n "$files" ] || { echo 'SKIPPED: this is no checkout of git'; exit 77; }
# shellcheck disable=SC2086
clang-format --dry-run --Werror $files
