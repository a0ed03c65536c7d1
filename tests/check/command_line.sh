#!/bin/sh
# SPDX-License-Identifier: MIT
# What steadycheck does apart from certificates: usage, unreadable input, output that can't be
# written. Usage: command_line.sh STEADYCHECK SOURCE_FOLDER
set -u
checker=$1
good=$2/verified/family-l4.cert
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tests=0 failures=0

# expect NAME STATUS FIRST_WORDS COMMAND...: exit status, and how the last line of stdout begins
expect() {
    name=$1 status=$2 words=$3
    shift 3
    "$@" >"$work/out" 2>"$work/err"
    found=$?
    tests=$((tests + 1))
    case $(tail -n 1 "$work/out") in
    "$words"*) ;;
    *) found="$found, but stdout ends with: $(tail -n 1 "$work/out")" ;;
    esac
    if [ "$found" != "$status" ]; then
        echo "$name: expected exit $status and '$words', found exit $found"
        failures=$((failures + 1))
    fi
}
from_stdin() { "$checker" - <"$good"; }
stdin_behind() { "$checker" -- - <"$good"; }
cp "$good" "$work/-dash" && cp "$good" "$work/--fields"
dashed() (cd "$work" && "$checker" "$@" -dash)
two_dashes() (cd "$work" && "$checker" "$@" --fields)
from_pipe() { cat "$good" | "$checker" -; }
two_in_pipe() { cat "$good" "$good" | "$checker" -; }
messages=$2/verified/messages-stream.cert
messages_in_pipe() { cat "$messages" | "$checker" -; }
two_messages_in_pipe() { cat "$messages" "$messages" | "$checker" -; }
cut_messages_in_pipe() { head -c 300 "$messages" | "$checker" -; }
refuted_messages_in_pipe() { cat "$2/refuted/messages-delay.cert" | "$1" -; }
damaged_messages_in_pipe() { sed 's/^delay 5/delay 6/' "$messages" | "$checker" -; }
slow_pipe() { { head -n 1 "$messages" && sleep 0.1 && tail -n +2 "$messages"; } | "$checker" -; }
nothing_in_pipe() { : | "$checker" -; }
to_full() { "$checker" "$1" >/dev/full; }
to_nowhere() { "$checker" "$1" >&-; }

expect help 0 'Models of lists of messages: postal' "$checker" --help
expect version 0 'steadycheck ' "$checker" --version
expect no-file 2 's MALFORMED usage' "$checker"
expect two-files 0 's VERIFIED 2 files' "$checker" "$good" "$good"
expect two-files-behind-the-options 0 's VERIFIED 2 files' "$checker" -- "$good" "$good"
mkdir -p "$work/folder/below/.hidden" "$work/empty"
cp "$good" "$work/folder/below/one.cert" && cat "$good" "$good" >"$work/folder/two.certs"
echo nothing >"$work/folder/note.txt" && echo nothing >"$work/folder/below/.hidden/bad.cert"
expect folder 0 's VERIFIED 2 files' "$checker" "$work/folder"
expect folder-quiet 0 's VERIFIED 2 files' "$checker" --quiet "$work/folder"
[ "$(wc -l <"$work/out")" -eq 1 ] || { echo 'folder-quiet: more than one line'; failures=$((failures + 1)); }
expect folder-fields 0 's VERIFIED 2 files' "$checker" --fields "$work/folder"
grep -q '^c .*/below/one.cert$' "$work/out" && grep -q '^f kind=' "$work/out" || { echo 'folder-fields: no name, or no fields'; failures=$((failures + 1)); }
refuted=$2/refuted/messages-delay.cert
expect one-refuted 1 's REFUTED 2 of 3 files are verified' "$checker" "$work/folder" "$refuted"
expect one-damaged 2 's MALFORMED 2 of 4 files are verified' "$checker" "$refuted" "$work/folder/note.txt" "$work/folder"
expect one-missing 2 's MALFORMED 1 of 2 files are verified' "$checker" "$good" "$work/nowhere"
expect empty-folder 2 's MALFORMED 0 of 0 files are verified' "$checker" "$work/empty"
expect several-to-full 2 '' sh -c '"$1" "$2" "$2" >/dev/full' sh "$checker" "$good"
expect quiet-alone 2 's MALFORMED usage: --quiet is for' "$checker" --quiet "$good"
# What the README says builds it, without the build system, and it has the same version.
expect by-cc-alone 0 '' sh -c 'cd "$1" && eval "$(sed -n "s/^    \(cc .*\) -o steadycheck /\1 -o \"\$2\" /p" README)"' sh "$2/../../tools/check" "$work/alone"
expect alone 0 's VERIFIED L=4' "$work/alone" "$good"
[ "$("$work/alone" --version)" = "$("$checker" --version | sed 's/steadycheck-core/steadycheck/')" ] || { echo "another version: $("$work/alone" --version)"; failures=$((failures + 1)); }
expect help-and-file 2 's MALFORMED usage' "$checker" --help "$good"
expect unknown-option 2 's MALFORMED usage: unknown option' "$checker" --force
expect end-of-options 0 's VERIFIED L=4' "$checker" -- "$good"
expect end-of-options-behind-another 0 'f kind=' "$checker" --fields -- "$good"
waiting() { "$checker" --fields "$2/verified/$1.cert"; }
expect a-message-waits 0 "f kind=messages machine=logp L=4 o=1 g=2 P=4 K=1 sources=one period=3 sends=any delay=16 end=16 waits=some" waiting messages-wait "$2"
expect nothing-behind-the-options 2 's MALFORMED usage: no file given' "$checker" --
expect dash-without-end 2 's MALFORMED usage: unknown option' dashed
expect dash 0 's VERIFIED L=4' dashed --
expect two-dashes 0 's VERIFIED L=4' two_dashes --
expect end-twice 2 's MALFORMED --:0: cannot open' "$checker" -- --
expect stdin-behind-the-options 0 's VERIFIED L=4' stdin_behind
expect empty-name 2 's MALFORMED :0: cannot open' "$checker" ''
expect missing-file 2 "s MALFORMED $work/none:0: cannot open" "$checker" "$work/none"
expect file 0 's VERIFIED L=4' "$checker" "$good"
expect stdin 0 's VERIFIED L=4' from_stdin
expect pipe 0 's VERIFIED L=4' from_pipe
expect two-in-pipe 2 's MALFORMED -:60: the file goes on' two_in_pipe
expect messages-in-pipe 0 's VERIFIED postal L=2' messages_in_pipe
expect two-messages-in-pipe 2 's MALFORMED -:27: the file goes on' two_messages_in_pipe
expect cut-messages-in-pipe 2 's MALFORMED -:27: the file ends within this line' cut_messages_in_pipe
expect refuted-messages-in-pipe 1 's REFUTED -:10: delay' refuted_messages_in_pipe "$checker" "$2"
expect damaged-messages-in-pipe 2 's MALFORMED -:27: expected ' damaged_messages_in_pipe
expect slow-pipe 0 's VERIFIED postal L=2' slow_pipe
expect nothing-in-pipe 2 's MALFORMED -:1: the file ends' nothing_in_pipe
expect null-device 2 's MALFORMED /dev/null:1: the file ends' "$checker" /dev/null
expect closed-stdout 2 '' to_nowhere "$good"
if [ -w /dev/full ]; then
    expect full-disk 2 '' to_full "$good"
    expect full-disk-help 2 '' to_full --help
else
    echo 'SKIPPED: there is no /dev/full'
fi

# Streams: every verdict line, those before the first fault, or the last one only.
one=$2/verified/block-cyclic-l3-t6.cert
bad=$2/refuted/count-too-large.cert
three() { cat "$one" "$good" "$one"; }
lines() { wc -l <"$1" | tr -d ' '; }
stream() { "$@" | "$checker" --stream -; }
quiet() { "$@" | "$checker" --stream --quiet -; }
bad_second() { cat "$one" "$bad" "$one"; }
cut_second() { cat "$one" && head -c 300 "$good"; }
cut_key() { cat "$one" && printf 'digest'; }
blank_between() { cat "$one" && echo && cat "$one"; }
key_longer() { cat "$one" && printf 'digests x\ndigest\n'; }
changed_second() { cat "$one" && sed 's/^writer/Writer/' "$one"; }
stream_to_full() { "$checker" --stream "$1" >/dev/full; }
counted() { [ "$(lines "$work/out")" -eq "$2" ] || { echo "$1: $(lines "$work/out") lines" && failures=$((failures + 1)); }; }
before=$(lines "$one")
expect stream-one 0 's VERIFIED 1 certificate' "$checker" --stream "$one"
counted stream-one 2
expect stream-three 0 's VERIFIED 3 certificates' stream three
counted stream-three 4
expect stream-quiet 0 's VERIFIED 3 certificates' quiet three
counted stream-quiet 1
expect stream-refuted 1 "s REFUTED -:$((before + 21)): processors of all lines" stream bad_second
counted stream-refuted 2
expect stream-refuted-quiet 1 "s REFUTED -:$((before + 21)): processors of all lines" quiet bad_second
counted stream-refuted-quiet 1
expect stream-cut 2 "s MALFORMED -:$((before + $(head -c 300 "$good" | wc -l) + 1)): the file ends within" stream cut_second
expect stream-cut-key 2 "s MALFORMED -:$((before + 1)): the file ends within" stream cut_key
expect stream-blank 2 "s MALFORMED -:$((before + 1)): the line is not words" stream blank_between
expect stream-key-longer 2 "s MALFORMED -:$((before + 1)): expected steadycast" stream key_longer
expect stream-damaged 2 "s MALFORMED -:$((before + 2)): expected writer" stream changed_second
expect stream-empty 2 's MALFORMED -:1: the stream holds no certificate' stream :
expect stream-null 2 's MALFORMED /dev/null:1: the stream holds no certificate' "$checker" --stream /dev/null
expect stream-missing 2 "s MALFORMED $work/none:0: cannot open" "$checker" --stream "$work/none"
expect stream-no-file 2 's MALFORMED usage' "$checker" --stream
expect stream-two-files 0 's VERIFIED 2 files' "$checker" --stream "$one" "$one"
expect stream-twice 2 's MALFORMED usage' "$checker" --stream --stream "$one"
expect quiet-alone 2 's MALFORMED usage' "$checker" --quiet "$one"
expect stream-behind 2 's MALFORMED usage' "$checker" "$one" --stream
expect stream-help 2 's MALFORMED usage' "$checker" --stream --help
if [ -w /dev/full ]; then
    expect stream-full-disk 2 '' stream_to_full "$one"
fi

# A line without an end is not copied without an end.
long_line() { (ulimit -f 525000 && trap '' XFSZ && head -c 300000000 /dev/zero | tr '\0' d | "$checker" --stream -); }
expect stream-long-line 2 's MALFORMED -:1: the line is longer than 268435456 bytes' long_line

# Pieces are cut at every place of the checker's buffers.
{
    i=0
    while [ $i -lt 400 ]; do
        cat "$one" "$good"
        i=$((i + 1))
    done
} >"$work/stream"
expect stream-800 0 's VERIFIED 800 certificates' "$checker" --stream "$work/stream"
counted stream-800 801
slowly() { cat "$good" "$one" | while IFS= read -r line; do printf '%s' "$line" && printf '\n'; done; }
expect stream-slow 0 's VERIFIED 2 certificates' stream slowly

# Without memory, wherever it ends, in a number of GMP too: one verdict line. With enough of it the
# certificate is refuted: its number of processors, of eight million digits, is wrong.
{
    printf 'steadycast certificate 1\nwriter test 1\nkind schedule\nlatency 3\ndepth 7\nprocessors '
    head -c 8000000 /dev/zero | tr '\0' 7
    printf '\nperiod 1\nreceive-only 1\nblock 7 5 1 word 0 1 2 0\nblock 4 2 1 word 0\nblock 3 1 2\n'
} >"$work/body"
{
    cat "$work/body"
    printf 'digest sha256 %s\n' "$(sha256sum <"$work/body" | cut -d' ' -f1)"
} >"$work/large"
limited() { (ulimit -v "$1" && "$checker" "$2"); }
if limited 100000 --version >"$work/out" 2>&1; then
    expect much-memory 1 's REFUTED' limited 400000 "$work/large"
    exhausted=0 room=6000
    while [ $room -lt 40000 ]; do
        limited $room "$work/large" >"$work/out" 2>"$work/err"
        found=$?
        tests=$((tests + 1))
        case $found:$(cat "$work/out") in
        2:'s MALFORMED '*': out of memory') exhausted=$((exhausted + 1)) ;;
        1:'s REFUTED '*) ;;
        *)
            echo "$room KiB: found exit $found and '$(cat "$work/out" "$work/err")'"
            failures=$((failures + 1))
            ;;
        esac
        room=$((room + 1000))
    done
    [ $exhausted -gt 5 ] || { echo "memory was exhausted $exhausted times only"; failures=$((failures + 1)); }
else
    echo 'SKIPPED: this program does not start with 100 MB'
fi

# A short file with a long count and a long word would keep the checker busy for hours.
{
    printf 'steadycast certificate 1\nwriter test 1\nkind schedule\nlatency 1\ndepth 5\nprocessors '
    head -c 60000 /dev/zero | tr '\0' 7
    printf '\nperiod 1\nword '
    head -c 60000 /dev/zero | tr '\0' 7
    printf ' receive 0*10000000 send largest\n'
} >"$work/body"
{
    cat "$work/body"
    printf 'digest sha256 %s\n' "$(sha256sum <"$work/body" | cut -d' ' -f1)"
} >"$work/long"
expect work-limit 2 "s MALFORMED $work/long:8: beyond the limit of work" "$checker" "$work/long"

# A file name must not be able to forge a verdict line.
forged="$work/x
s VERIFIED y"
printf 'nothing\n' >"$forged"
expect forged-name 2 's MALFORMED ' "$checker" "$forged"
[ "$(wc -l <"$work/out")" -eq 1 ] || { echo 'forged-name: more than one line' && failures=$((failures + 1)); }

# The example in results/README.md, without the words that explain it.
awk '/^steadycast certificate 1$/ { on = 1 } /^```/ { on = 0 } on' "$2/../../results/README.md" | sed 's/  *#.*//' >"$work/example.cert"
expect example-of-the-grammar 0 's VERIFIED network of 3 nodes and 4 arcs ' "$checker" "$work/example.cert"
shown=$(grep -c "^    $(cat "$work/out")\$" "$2/../../results/README.md")
[ "$shown" = 1 ] || { echo 'example-of-the-grammar: the page shows another verdict' && failures=$((failures + 1)); }

echo "$tests tests, $failures failures"
[ "$failures" -eq 0 ] && [ "$tests" -gt 0 ]
