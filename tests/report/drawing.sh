#!/bin/sh
# SPDX-License-Identifier: MIT
# Everything that is SVG is written by tools/steadycast/draw/. Usage: drawing.sh REPOSITORY
repository=$(realpath "$1") || exit 1
. "$repository/tests/command/common.sh"
elements='"[^"]*<(svg|rect|path|circle|polyline|polygon|line|marker|text) '
found() {
    (cd "$repository" && find "$@" -name '*.[ch]' -exec grep -lE "$elements" {} +)
}
holds 'there is a drawing module' [ -n "$(found tools/steadycast/draw)" ]
same 'SVG that is written elsewhere' '' "$(found automata solver tools | grep -v '^tools/steadycast/draw/')"
finish
