#!/bin/sh
# SPDX-License-Identifier: MIT
# Manual pages: one for every verb, in step with its help; no request that man does not know and no line
# that does not fit; the pages written by hand name the options of their programs.
# Usage: manual.sh BUILD SOURCE
build=$1 source=$2 cast=$1/bin/steadycast pages=$1/share/man/man1
. "$(dirname "$0")/../command/common.sh"

"$cast" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p' >verbs
holds 'there are verbs' grep -q '^solve$' verbs
same 'a page for each verb, and no other' "$(sed 's/.*/steadycast-&.1/' verbs | sort)" \
    "$(ls "$pages" | grep -v '^steadycast.1$' | sort)"

# The options in lines that begin with one, and not in the text beside them: -x, --name, each once
options_of() {
    grep -o '^ \{0,6\}\(-[A-Za-z0-9], \)\{0,1\}--[a-z][a-z-]*' | grep -o -- '-[A-Za-z0-9],\|--[a-z-]*' | sort
}
# The table of options in a help: from its fifth line to the first empty one
table() {
    sed -n '5,/^$/p'
}
# What stands behind .TP in the section OPTIONS
tags() {
    sed -n '/^.SH OPTIONS/,/^.SH [^O]/p' | sed -n '/^.TP/{n;p;}' | sed 's/^[.]B[IR]* //; s/"//g; s/ ,  */, /g'
}
plain() {
    sed 's/\\f[BRI]//g; s/\\-/-/g; s/\\:\|\\&//g; s/\\(aq/'\''/g' "$1"
}
plain "$pages/steadycast.1" | sed -n 's/^[.]BR steadycast-\([a-z-]*\) (1).*/\1/p' | sort | uniq -c >overview
while read -r verb; do
    plain "$pages/steadycast-$verb.1" >page
    "$cast" help "$verb" >help
    "$cast" help --man "$verb" >printed
    holds "$verb: printed and made are the same" cmp printed "$pages/steadycast-$verb.1"
    same "$verb: options" "$({ table <help | options_of; echo -h,; echo --help; } | sort)" "$(tags <page | options_of)"
    examples=''
    sed '1,/^Examples:/d' help | tr -s ' \n' '\n\n' >wanted
    [ ! -s wanted ] || examples='EXAMPLES '
    sections=$(sed -n '/^.SH FILES/d; s/^.SH //p' page | tr '\n' ' ')
    same "$verb: sections" "NAME SYNOPSIS DESCRIPTION OPTIONS EXIT STATUS ${examples}SEE ALSO " "$sections"
    # The words of an example are all there, whatever line they are on.
    sed -n '/^.SH EXAMPLES/,/^.fi/p' page | sed '/^[.]/d; s/ *\\e$//; s/\\e/\\/g' | tr -s ' \n' '\n\n' >found
    holds "$verb: words of its examples" cmp wanted found
    holds "$verb: named in the overview" grep -q "^ *2 $verb\$" overview
done <verbs

for page in "$pages"/*.1 "$source"/tools/check/steadycheck.1 "$source"/tools/perform/*.1 "$source"/tools/lp/*.1; do
    base=${page##*/}
    if command -v groff >where; then
        groff -ww -mandoc -Tascii -rLL=80n "$page" 2>warnings | sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' >text
        same "$base: warnings" '' "$(cat warnings)"
        holds "$base: is not empty" grep -q NAME text
        case $base in
        steadycheck.1) ;; # its examples show long claims
        *) same "$base: lines beyond 80 columns" '' "$(awk 'length($0) > 80' text)" ;;
        esac
    else
        echo "SKIPPED: there is no groff, $base is not formatted"
    fi
done

# The pages by hand: the options of the programs' own help, and no others.
"$build/bin/steadycheck" --help | grep -o -- '--[a-z-]*' | sort -u >help
plain "$source/tools/check/steadycheck.1" | grep -o -- '--[a-z-]*' | sort -u >page
holds 'steadycheck: options' cmp help page
holds 'steadycheck: has options' grep -q -e --stream help
for program in "$build"/bin/steadycast-*; do
    [ -x "$program" ] && [ "${program##*/}" != steadycast-bench ] || continue # that one is of the tests, and not installed
    base=${program##*/}
    "$program" --help 2>err | options_of >help
    holds "$base: has a manual page" test -s "$(find "$source/tools" -name "$base.1")"
    plain "$(find "$source/tools" -name "$base.1")" | tags | options_of >page
    same "$base: options" "$(grep -v -e -h, -e --help help)" "$(grep -v -e -h, -e --help page)"
done
finish
