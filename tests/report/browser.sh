#!/bin/sh
# SPDX-License-Identifier: MIT
# The page in a browser without a screen: it has its sections, no errors, needs no sideways scrolling at 360 and 1400
# pixels, light and dark, and is not empty. Without a Chromium: status 77, skipped.
# Usage: browser.sh STEADYCAST
cast=$1
. "$(dirname "$0")/../command/common.sh"

browser=''
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$browser" ] || browser=$(command -v $name)
done
if [ -z "$browser" ]; then
    echo 'there is no Chromium here: skipped'
    exit 77
fi
# view OPTION...: nothing of the user's own profile takes part
view() {
    HOME=$work timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --user-data-dir="$work/profile" --no-first-run --enable-logging=stderr "$@"
}
printf '<!DOCTYPE html>\n<title>x</title><p id="here">here\n' >blank.html
if ! view --dump-dom "file://$work/blank.html" 2>err | grep -q 'id="here"'; then
    echo "$browser does not run here: $(tail -n 1 err): skipped"
    exit 77
fi

cat >asked <<'END'
decide latency 3..4 depth L..3L+1 engine all
serve latency 2 depth 5..8 served 8..12 schedule stationary engine construction,search
capacity latency 2..9 depth 1..8
delay latency 2..3 processors 2..40
items latency 1..2 processors 4..6 items 1..9 engine any
END
holds 'a campaign' "$cast" sweep asked -o found -q
holds 'its page' "$cast" report found
cp found/report.html page.html

view --dump-dom "file://$work/page.html" >dom.html 2>log
for section in spectrum capacities delays items effort schedules trees automata open contradictions all; do
    holds "section $section" grep -q "<section id=\"$section\">" dom.html
done
same 'no errors' '' "$(grep 'CONSOLE' log)"
same 'all pictures' "$(grep -c '<svg ' page.html)" "$(grep -c '<svg ' dom.html)"

# A copy that tells its size to the frame that it stands in; all that is folded is opened.
sed 's|</body>|<script>for (const d of document.querySelectorAll("details")) d.open = true;\
parent.postMessage(innerWidth + ": " + (document.documentElement.scrollWidth <= innerWidth ? "fits" :\
document.documentElement.scrollWidth) + ", " + document.querySelectorAll("svg").length, "*")</script></body>|' page.html >telling.html
for width in 360 1400; do
    cat >frame.html <<END
<!DOCTYPE html>
<title>waiting</title>
<script>onmessage = e => { document.title = e.data }</script>
<iframe src="telling.html" style="width:${width}px;height:900px;border:0"></iframe>
END
    same "at $width pixels" "<title>$width: fits, $(grep -c '<svg ' page.html)</title>" \
        "$(view --virtual-time-budget=8000 --window-size=1600,1000 --dump-dom "file://$work/frame.html" 2>/dev/null |
            grep -o '<title>.*</title>')"
done

for scheme in light dark; do
    option=''
    [ $scheme = light ] || option=--force-dark-mode
    # shellcheck disable=SC2086
    holds "a screenshot, $scheme" view $option --screenshot="$work/$scheme.png" --window-size=1400,2000 "file://$work/page.html"
    holds "is not empty, $scheme" [ "$(wc -c <$scheme.png)" -gt 50000 ]
done
holds 'dark is not light' sh -c '! cmp -s light.png dark.png'
finish
