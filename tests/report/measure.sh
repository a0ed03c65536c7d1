# SPDX-License-Identifier: MIT
# Sourced behind tests/command/common.sh: pages measured by measure.js in a Chromium without a screen. Exits with status 77
# where there is none that runs.
browser=''
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$browser" ] || browser=$(command -v $name)
done
if [ -z "$browser" ]; then
    echo 'there is no Chromium here (Debian: chromium): skipped'
    exit 77
fi
# view OPTION...: nothing of the user's own profile takes part
view() {
    HOME=$work timeout 300 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --user-data-dir="$work/profile" --no-first-run --enable-logging=stderr "$@"
}
printf '<!DOCTYPE html>\n<title>x</title><p id="here">here\n' >blank.html
if ! view --dump-dom "file://$work/blank.html" 2>err | grep -q 'id="here"'; then
    echo "$browser does not run here: $(tail -n 1 err): skipped"
    exit 77
fi

# page_of PICTURE: PICTURE.html, a page that holds the picture and is measured
page_of() {
    {
        printf '<!DOCTYPE html>\n<html lang="en" data-wide="yes"><head><meta charset="utf-8"><title>x</title>\n'
        printf '<style>:root{color-scheme:light dark}</style></head><body>\n'
        sed '/^<?xml/d' "$1"
        printf '<script src="measure.js"></script></body></html>\n'
    } >"$1.html"
}

# measured PAGE: measured-PAGE, a copy of a page that is measured
measured() {
    sed 's|</body>|<script src="measure.js"></script></body>|' "$1" >"measured-$1"
}

# measure PAGE...: a line `PAGE WIDTH: SCHEME, ...` for each page, width and scheme, into the file `found`. A few pages at a
# time stand in frames, so that all have been loaded when the browser prints what it was told.
measure() {
    cp "$measure" measure.js
    : >found
    while [ $# -gt 0 ]; do
        printf '%s\n' '<!DOCTYPE html>' '<style>:root{color-scheme:light dark}</style><pre>' '</pre>' \
            '<script>onmessage = event => document.querySelector("pre").append(event.data + "\n")</script>' >measuring.html
        for place in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
            [ $# -gt 0 ] || break
            for width in 390 1400; do
                echo "<iframe src=\"$1\" style=\"border:0;height:900px;width:${width}px\"></iframe>" >>measuring.html
            done
            shift
        done
        for scheme in 1 0; do
            view --blink-settings=preferredColorScheme=$scheme --virtual-time-budget=8000 --window-size=1600,1000 \
                --dump-dom "file://$work/measuring.html" 2>log | sed 's/.*<pre>//' | grep -E '^[^ ]*\.html (390|1400): ' >>found
        done
    done
}

# right PAGE: nothing is wrong with it, light and dark, at both widths
right() {
    for scheme in light dark; do
        for width in 390 1400; do
            line=$(grep "^$1 $width: $scheme, " found)
            tests=$((tests + 1))
            case $line in
            *' texts: right') ;;
            *) fail "$1, $width pixels, $scheme: ${line:-not measured}" ;;
            esac
        done
    done
}
