#!/bin/sh
# SPDX-License-Identifier: MIT
# The program of the README's section Library, as it stands there, built with an installed copy: it does what it says, and valgrind
# finds no fault and nothing lost. Usage: readme_program.sh BUILD README COMPILER
build=$1 readme=$2 compiler=$3
for tool in valgrind pkg-config; do
    command -v $tool >/dev/null || { echo "SKIPPED: there is no $tool (Debian packages valgrind, pkgconf)"; exit 77; }
done
. "$(dirname "$0")/../command/common.sh"

sed -n '/^## Library/,/^## /p' "$readme" | sed -n '/^    #include <steadycast.h>/,/^    }/s/^    //p' >program.c
holds 'README has a program' grep -q 'int main' program.c
holds 'installed' cmake --install "$build" --prefix "$work/usr"
PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name steadycast.pc)")
export PKG_CONFIG_PATH
LD_LIBRARY_PATH=$(pkg-config --variable=libdir steadycast)
export LD_LIBRARY_PATH
# shellcheck disable=SC2046
holds 'it is built, without warnings' "$compiler" -gdwarf-4 -Wall -Wextra -Werror program.c -o program $(pkg-config --cflags --libs steadycast)
expect 'it runs' 0 'delay *' ./program
expect 'its certificate' 0 's VERIFIED *' "$work/usr/bin/steadycheck" P1000.cert
expect 'the certificate is there: it is told' 1 'delay *' ./program
holds 'why' grep -q 'P1000.cert exists' err
rm P1000.cert
expect 'valgrind' 0 'delay *' valgrind --error-exitcode=9 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=definite,indirect,possible ./program
holds 'valgrind: no errors' grep -q 'ERROR SUMMARY: 0 errors' err

# It would have told: the same program without the line that gives the answer back.
grep -v 'steadycast_answer_free' program.c >leaks.c
# shellcheck disable=SC2046
holds 'a leak' "$compiler" -gdwarf-4 leaks.c -o leaks $(pkg-config --cflags --libs steadycast)
rm P1000.cert
expect 'valgrind tells a leak' 9 'delay *' valgrind --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible ./leaks
finish
