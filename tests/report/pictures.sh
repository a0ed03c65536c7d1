#!/bin/sh
# SPDX-License-Identifier: MIT
# The pictures of `show`: well-formed, with title and description; in a browser no text overlaps another one, is cut, or has
# too little contrast, light and dark. What the measuring itself is worth is seen on pictures that are spoilt.
# Usage: pictures.sh STEADYCAST [MEASURE_JS]; without MEASURE_JS all but what takes a browser.
cast=$1 measure=${2:-}
case $cast in /*) ;; *) cast=$PWD/$cast ;; esac
case $measure in '' | /*) ;; *) measure=$PWD/$measure ;; esac
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../command/common.sh"
command -v dot >/dev/null || { echo 'there is no dot here (Debian: graphviz)'; exit 77; }
[ -z "$measure" ] || . "$here/measure.sh"

# draw NAME FILE OPTION...: NAME.svg
draw() {
    drawn=$1 file=$2
    shift 2
    holds "picture $drawn" "$cast" show "$file" --svg -o "$drawn.svg" "$@"
    pictures="${pictures:-} $drawn"
}
make() {
    "$cast" "$@" >made.out 2>&1
}
make solve -L 3 -t 7 -o tree.cert
make solve -L 2 -t 1000 --schedule stationary -N 100000000000000000 -o stationary.cert
make delay -L 3 -P 9 -o stream-8
make expand stream-8/schedule.cert -k 8 -o items-8.cert
make delay -L 3 -P 65 -o stream-64
make expand stream-64/schedule.cert -k 20 -o items-64.cert
make delay -L 1 -P 1000 -o stream-1000
make expand stream-1000/schedule.cert -k 1200 -o items-1000.cert
make broadcast -L 1 -P 9 -k 3 --ports 4 -o ports
make broadcast --logp 6,2,4 -P 8 -e tree -o single-8
make broadcast --logp 6,2,4 -P 1000 -e tree -o single-1000
make broadcast --logp 900,200,400 -P 16 -e tree -o single-long
make reduce --logp 5,2,4 -P 16 -T 40 -o sum
for network in ring:5 ring:64 torus:4x4 torus:3x3x3 mesh:4x4 hypercube:3 hypercube:6 petersen wheel:9 complete:7 ring:200; do
    make allgather -p 1 --network $network -o "$(printf %s $network | tr : -)"
    draw "$(printf %s $network | tr : -)" "$(printf %s $network | tr : -)/schedule.cert"
done
draw tree tree.cert
draw stationary stationary.cert --times 100000..100010
draw items-8 items-8.cert
draw items-chart items-8.cert --draw chart
draw items-64 items-64.cert
draw items-1000 items-1000.cert
draw items-late items-1000.cert --times 1000..1030 --processors 900..950
draw ports ports/schedule.cert
draw single-8 single-8/schedule.cert
draw single-table single-8/schedule.cert --draw table
draw single-1000 single-1000/schedule.cert
draw single-long single-long/schedule.cert
draw sum sum/schedule.cert
draw torus-item torus-4x4/schedule.cert --item 6
draw torus-table torus-4x4/schedule.cert --draw table
for kind in $(cd "$here/../check/verified" && ls combining-*.cert messages-*.cert | grep -v one-processor | sed 's/\.cert//'); do
    draw "$kind" "$here/../check/verified/$kind.cert"
done

for drawn in $pictures; do
    holds "$drawn: a title" grep -q '^<title>.' "$drawn.svg"
    holds "$drawn: a description" grep -q '^<desc>' "$drawn.svg"
    if command -v xmllint >/dev/null; then
        holds "$drawn: well-formed" xmllint --noout "$drawn.svg"
    fi
done
command -v xmllint >/dev/null || echo 'there is no xmllint here (Debian: libxml2-utils): well-formedness is not looked at'

# What is in them.
told() {
    holds "$1: $2" grep -qF -- "$2" "$1.svg"
}
same 'a row for each' 64 "$(grep -c 'class="soft end">P[0-9]*<' items-64.svg)"
same 'each item in each row' $((64 * 20 + 2)) "$(grep -c '<rect .*class="i[0-6][ "]' items-64.svg)"
told items-1000 'the first 64 of 999 processors that receive'
told items-1000 'the first 80 of'
told items-late '900 to 950 of 999 processors that receive'
told single-1000 'the first 64 of 1000 processors'
told single-8 'a message under way'
told sum 'adds what it received'
told ring-200 'the first 64 of 200 processors'
told hypercube-6 'A hypercube'
told torus-3x3x3 'A mesh or torus'
told mesh-4x4 'A mesh or torus'
told ring-64 'on a circle'
same 'the item goes along as many edges as there are others' 15 "$(grep -c '<title>step' torus-4x4.svg)"
same 'each edge of the graph is there' 32 "$(grep -cE '<g class="edge( way)?">' torus-4x4.svg)"
same 'as many messages are sent as received' "$(grep -c 'P[0-9]* sends to' single-8.svg)" "$(grep -c 'receives a message' single-8.svg)"
same 'by others than processor 0 too' 7 "$(grep -c 'P[0-9]* sends to' single-8.svg)"

# Times of the picture are those of the text: the steps of item 6, which begins at processor 5.
"$cast" show torus-4x4/schedule.cert | sed -n 's/^  time \([0-9]*\): item 6 from \([0-9]*\) to \([0-9]*\)$/\1 \2 \3/p' |
    while read -r time from to; do
        grep -q "<title>step $((time + 1)): from $from to $to<" torus-item.svg || echo "step $((time + 1)) from $from to $to"
    done >lacking
same 'the steps of the text' '' "$(cat lacking)"

# What can't be drawn is refused in words.
refuse 'two formats' 'one picture at a time' "$cast" show items-8.cert --svg --png
refuse 'no format' '--draw is for --svg' "$cast" show items-8.cert --draw table
refuse 'no network' '--draw network is for schedules on networks' "$cast" show items-8.cert --svg --draw network
refuse 'no item' 'there is no chunk 17' "$cast" show torus-4x4/schedule.cert --svg --item 17
refuse 'an item in a table' '--item is for --draw network' "$cast" show items-8.cert --svg --item 2
refuse 'no processor' 'there are processors 0 to 8 only' "$cast" show items-8.cert --svg --processors 9..12
refuse 'no time' 'the last message is received at time 17' "$cast" show items-8.cert --svg --times 18..20
refuse 'a table of operands' 'operands are no items' "$cast" show sum/schedule.cert --svg --draw table
refuse 'a chart of a schedule' 'a schedule is always drawn as a table' "$cast" show tree.cert --svg --draw chart
refuse 'text of messages by times' 'its messages are for pictures' "$cast" show items-8.cert --times 1..2
refuse 'no messages' 'and no list of messages' "$cast" show single-8/bound.cert --svg
refuse 'too many nodes' 'at most 1000 nodes' "$cast" show torus-4x4/schedule.cert --svg --processors 0..1000
refuse 'too many cells' 'cells are drawn' "$cast" show items-8.cert --svg --processors 0..10000 --times 0..10000
mkdir -p empty
refuse 'without rsvg-convert' 'rsvg-convert (Debian: librsvg2-bin) is not installed' \
    env PATH="$work/empty" "$cast" show items-8.cert --png -o lost.png
refuse 'without Graphviz' '--draw network: dot (Debian: graphviz) is not installed' \
    env PATH="$work/empty" "$cast" show torus-4x4/schedule.cert --svg
same 'no file is left then' '' "$(ls lost.png 2>/dev/null)"
if command -v rsvg-convert >/dev/null; then
    holds 'PNG' "$cast" show items-8.cert --png -o items.png
    same 'of PNG' '89504e470d0a1a0a' "$(od -An -tx1 -N8 items.png | tr -d ' ')"
    if command -v script >/dev/null; then
        script -qec "$cast show items-8.cert --png" /dev/null >typed </dev/null
        holds 'no PNG on a terminal' grep -q 'stdout is a terminal' typed
    fi
    holds 'PDF' "$cast" show items-8.cert --pdf -o items.pdf
    same 'of PDF' '%PDF-1.' "$(head -c 7 items.pdf)"
else
    echo 'there is no rsvg-convert here (Debian: librsvg2-bin): PNG and PDF are not looked at'
fi

if [ -n "$measure" ]; then
    # Spoilt: two labels upon each other, one outside, grey on grey, dark colours that are not readable.
    spoil() {
        sed "$2" items-8.svg >"$1.svg"
        holds "$1 is spoilt" sh -c "! cmp -s items-8.svg $1.svg"
        page_of "$1.svg"
    }
    spoil overlapping '0,/>P2</s/y="[0-9.]*" class="soft end">P2</y="147" class="soft end">P2</; 0,/>P1</s/y="[0-9.]*" class="soft end">P1</y="150" class="soft end">P1</'
    spoil outside '0,/class="soft end">P3</s/x="[0-9.]*" \(y="[0-9.]*" class="soft end">P3<\)/x="3" \1/'
    spoil grey 's/\.picture \.soft{fill:#555}/.picture .soft{fill:#999}/'
    spoil night 's/fill:#b5b5b5/fill:#555/'
    for drawn in $pictures; do
        page_of "$drawn.svg"
    done
    # shellcheck disable=SC2086
    measure $(for drawn in $pictures; do echo "$drawn.svg.html"; done) overlapping.svg.html outside.svg.html grey.svg.html night.svg.html
    for drawn in $pictures; do
        right "$drawn.svg.html"
    done
    wrong() {
        tests=$((tests + 1))
        grep -q "^$1.svg.html 390: $2.*faults: .*$3" found || fail "$1 is not found to be wrong: $(grep "^$1.svg.html 390: $2" found)"
    }
    wrong overlapping light 'overlap of "P[12]" and "P[12]"'
    wrong outside light 'cut: "P3"'
    wrong grey light 'contrast 2[.0-9]*'
    wrong night dark 'contrast [12][.0-9]*'
fi
finish
