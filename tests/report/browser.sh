#!/bin/sh
# SPDX-License-Identifier: MIT
# The page of a campaign in a browser without a screen: it has its sections, and no empty ones, no errors, needs no sideways
# scrolling at 390 and 1400 pixels, its texts do not overlap and have contrast, light and dark; and so has the page of claims.
# Usage: browser.sh STEADYCAST MEASURE_JS CLAIMS_HTML
cast=$1 measure=$2 claims=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../command/common.sh"
. "$here/measure.sh"

cat >asked <<'END'
decide latency 3..4 depth L..3L+1 engine all
serve latency 2 depth 5..8 served 8..12 schedule stationary engine construction,search
capacity latency 2..9 depth 1..8
delay latency 2..3 processors 2..40
delay latency 1..2 ports 5..6 processors 2..101
broadcast latency 1..2 processors 4..6 items 1..9 engine any
broadcast latency 6 overhead 2 gap 4 processors 2..12
broadcast latency 1 ports 1..4 processors 4..6 items 1..3
allreduce latency 1..3 processors 2..6
END
holds 'a campaign' "$cast" sweep asked -o found-all -q
holds 'its page' "$cast" report found-all
cp found-all/report.html page.html
# One with few questions, of large numbers in narrow cells, and one with nothing answered yet.
printf 'serve latency 2 depth 20 served 999998..1000002 schedule any engine construction\n' >few
holds 'a small campaign' "$cast" sweep few -o found-few -q
holds 'its page' "$cast" report found-few
cp found-few/report.html few.html
mkdir fresh && cp asked fresh/campaign
holds 'a page of nothing' "$cast" report fresh
cp fresh/report.html fresh.html

view --dump-dom "file://$work/page.html" >dom.html 2>log
for section in spectrum capacities delays items collectives effort schedules trees automata all; do
    holds "section $section" grep -q "<section id=\"$section\">" dom.html
done
same 'no errors' '' "$(grep 'CONSOLE' log)"
same 'all pictures' "$(grep -c '<svg ' page.html)" "$(grep -c '<svg ' dom.html)"
same 'sections of few' 'spectrum effort all words ' "$(sed -n 's/.*<section id="\([a-z]*\)">.*/\1/p' few.html | tr '\n' ' ')"
same 'sections of nothing' 'spectrum automata all words ' "$(sed -n 's/.*<section id="\([a-z]*\)">.*/\1/p' fresh.html | grep -v 'served\|capacities\|delays\|items\|collectives' | tr '\n' ' ')"
for page in page few fresh; do
    same "$page: the contents lead to all sections" "$(sed -n 's/.*<section id="\([a-z]*\)">.*/\1/p' $page.html)" \
        "$(sed -n '/<nav/,/<\/nav>/s/.*href="#\([a-z]*\)".*/\1/p' $page.html)"
done

cp "$claims" claims.html
for page in page few fresh claims; do
    measured $page.html
done
# A page whose links can't be read in the dark is found.
sed 's/--link:#7cc4f5/--link:#334/; s|</body>|<script src="measure.js"></script></body>|' few.html >spoilt.html
measure measured-page.html measured-few.html measured-fresh.html measured-claims.html spoilt.html
for page in page few fresh claims; do
    right measured-$page.html
done
holds 'spoilt' grep -q '^spoilt.html 390: dark, .*faults: .*contrast 1' found

# asked_of WIDTH SCRIPT: what the script says of the page in a window of this width
asked_of() {
    sed "s|</body>|<script>document.title = 'says ' + ($2)</script></body>|" page.html >asked-of.html
    view --window-size="$1",2000 --dump-dom "file://$work/asked-of.html" 2>log | sed -n 's|.*<title>says \([^<]*\)</title>.*|\1|p'
}
same 'two charts stand side by side' true \
    "$(asked_of 1400 "(([a, b]) => a.offsetTop === b.offsetTop)(document.querySelectorAll('#effort figure'))")"
same 'one does not fit into a narrow window, which a shadow shows' 'true local none' \
    "$(asked_of 390 "(box => [box.scrollWidth > box.clientWidth, getComputedStyle(box).backgroundAttachment.split(',')[0], getComputedStyle(box.querySelector('.paper')).fill].join(' '))(document.querySelector('#effort .wide'))")"

for scheme in 1 0; do
    holds "a screenshot, $scheme" view --blink-settings=preferredColorScheme=$scheme --screenshot="$work/$scheme.png" \
        --window-size=1400,2000 "file://$work/page.html"
    holds "is not empty, $scheme" [ "$(wc -c <$scheme.png)" -gt 50000 ]
done
holds 'dark is not light' sh -c '! cmp -s 1.png 0.png'
finish
