#!/bin/sh
# SPDX-License-Identifier: MIT
# The verb `report`: the page and the pictures of a small campaign, of a damaged one, and of none.
# Usage: page.sh STEADYCAST MARKUP_CHECK
cast=$1 markup=$2
. "$(dirname "$0")/../command/common.sh"

cat >asked <<'END'
# <script>alert("&")</script>
decide latency 3..4 depth L..2L+2 engine all
serve latency 2 depth 5..6 served 8..10 schedule stationary engine construction,search
capacity latency 2..3 depth 1..6
delay latency 2..3 processors 2..20
delay latency 1..2 ports 5 processors 2..12
delay latency 5 overhead 2 gap 4 processors 2..9 engine rounding,construction
delay latency 5 overhead 2 gap 4 capacity none processors 7..9
delay latency 4 overhead 1 gap 2 processors 2..4
broadcast latency 1..2 processors 4..5 items 1..3 engine any
END
# One case that stays open: a search that may not visit more than one node.
printf 'set nodes 1 retry 1 factor 1\nserve latency 2 depth 8 served 30 schedule stationary engine search\n' >>asked
holds 'a campaign' "$cast" sweep asked -o plain -q
holds 'its page' "$cast" report plain
holds 'is well-formed, and its links lead to files' "$markup" plain/report.html
# shown NAME TEXT [FILE]: the page holds the text
shown() {
    holds "$1" grep -qF -- "$2" "${3:-plain/report.html}"
}
absent() {
    same "$1" 0 "$(grep -cF -- "$2" "${3:-plain/report.html}")"
}
cases=$(($(wc -l <plain/results.jsonl)))
open=$(grep -c '"settled":false' plain/results.jsonl)
shown 'of which kind' "$(grep -c '"case":"decide' plain/results.jsonl) decide (is there"
shown 'how many were asked' "<b>$cases</b>asked"
shown 'how many are answered' "<b>$((cases - open))</b>answered"
shown 'how many are open' "<b>$open</b>open"
shown 'the open one' '<td class="name">serve latency 2 schedule stationary depth 8 served 30 engine search</td>'
shown 'why it is open' '<tr class="group"><th colspan="5"><b>nodes</b>: a limit was reached (1 case)</th></tr>'
rounding=$(grep -c '"reason":"Theorem F' plain/results.jsonl)
holds 'several cases of a reason' [ "$rounding" -gt 1 ]
same 'the reason is told once, with their number' \
    "<tr class=\"group\"><th colspan=\"5\"><b>engine</b>: Theorem F's schedule; no bound was asked for ($rounding cases)</th></tr>" \
    "$(grep 'no bound was asked for' plain/report.html)"
same 'and they stand below it' "$rounding" \
    "$(sed -n '/no bound was asked for/,/<\/table>/p' plain/report.html | sed '1d; /class="group"/,$d' | grep -c ' engine rounding<')"
same 'all of them are listed' "$open" \
    "$(sed -n '/aria-label="open cases"/,/<\/table>/p' plain/report.html | grep -c '^<tr><td')"
for section in spectrum capacities delays streams items effort schedules trees automata open all; do
    shown "section $section" "<section id=\"$section\">"
done
absent 'no fault' 'id="faults"'
absent 'nothing of the campaign is a mark' '<script'
shown 'it is a text' '&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;'
same 'no address of a network but the name of SVG' '' \
    "$(grep -o 'https\{0,1\}://[^" )]*' plain/report.html | sort -u | grep -v '^http://www.w3.org/2000/svg$')"
shown 'which latencies a picture shows' 'Capacities over t, L = 2..3'
shown 'who sends on has a frame' ' sent"'
shown 'a question as a title' '<h3>Stream, L = 2, schedule stationary, t = 6, N = 10</h3>'
shown 'without its engine' '<h3>Block-cyclic schedule, L = 3, t = 8</h3>'
same 'no words of a campaign in a title' '' "$(grep -E '<h3>.*(latency|processors|depth|engine) [0-9a-z]+( [a-z]+ [0-9]|</)' plain/report.html)"
drawn_schedules=$(sed -n '/<section id="schedules">/,/<\/section>/p' plain/report.html | grep -c '<figure>')
holds 'several pictures of a kind' [ "$drawn_schedules" -gt 3 ]
same 'no section has a caption twice' '' "$(awk '/<section/ { delete seen } /<figcaption>/ && seen[$0]++' plain/report.html)"
same 'that of delays of streams too, of two machines' 1 "$(grep -c '<figcaption>Delay, in cycles' plain/report.html)"
same 'their caption stands there once' 1 "$(sed -n '/<section id="schedules">/,/<\/section>/p' plain/report.html | grep -c '<figcaption>')"
shown 'a frame has a colour of its own in the dark' '.picture .sent{stroke:#fff'
shown 'three engines that agree' '>F3<'
shown 't = 2L, L even' '>I3<'
shown 'a picture of a machine' 'Delays of streams, LogP machine L = 5, o = 2, g = 4'
shown 'the same above the bound' 'Streams above the bound, LogP machine L = 5, o = 2, g = 4'
# Of a table its rows, a line each, a | behind each cell, a * before what is settled: rows LABEL [FILE]
rows() {
    sed -n "/aria-label=\"$1\"/,/<\/table>/p" "${2:-others/report.html}" | tr '\n' ' ' | sed 's/<tr>/\n<tr>/g' | grep '^<tr>' |
        sed 's/<.table>.*//; s/ title="[^"]*"//g; s|</t[dh]>|\||g; s/<td class="yes">/*/g; s/<[^>]*>//g; s/ *$//'
}
rows 'Least delays of streams, L = 5, o = 2, g = 4' plain/report.html >delays.rows
same 'by the best schedule, under another capacity, and the bound' '8|31-33|31-33|' "$(grep '^8|' delays.rows)"
shown 'in whole steps' 'rounding: ? .. 40'
same 'a least delay' '2|*9||' "$(grep '^2|' delays.rows)"
same 'rows of machines' 8 "$(grep -vc P delays.rows)"
same 'rows of distances' 2 "$(grep -c '^<tr><td>5, 2, 4</td><td>.*</td><td class="n">8</td>' plain/report.html)"
shown 'a least time with its certificate' 'certificates/broadcast-L'
absent 'engines agree: there is nothing to tell' '<section id="contradictions">'
same 'rows of the complete table' "$cases" \
    "$(sed -n '/aria-label="all cases"/,$p' plain/report.html | grep -c '^<tr><td class="name">')"

# The same bytes again, from anywhere; a newer page of its own is no obstacle, another file is.
cp -a plain/report.html first.html
holds 'again' "$cast" report plain
holds 'the same bytes' cmp plain/report.html first.html
mkdir elsewhere && cp -a plain elsewhere/plain
holds 'a copy' "$cast" report elsewhere/plain
holds 'the same bytes there' cmp elsewhere/plain/report.html first.html
OMP_NUM_THREADS=3 holds 'with three threads' "$cast" report plain
holds 'the same bytes too' cmp plain/report.html first.html
mkdir far
holds 'a page elsewhere' "$cast" report plain -o far/page.html
holds 'its links' "$markup" far/page.html
shown 'they lead back' 'href="../plain/certificates/' far/page.html
refuse 'a file that is there' 'far/page.html' "$cast" report plain -o far/page.html
holds 'unless forced' "$cast" report plain -o far/page.html --force
expect 'to stdout' 0 '</html>' "$cast" report plain -o -
expect 'as JSON' 0 '{"page": "plain/report.html", *"faults": 0, *' "$cast" report plain --json
same 'its numbers' "$cases" "$(sed -n 's/.*"cases": \([0-9]*\).*/\1/p' out)"

# One item: Theorem 3.1 of Karp et al. is for more, so no time for one is marked as if it were less than that says.
classes() {
    grep -oE "<td class=\"[a-z]*\" title=\"broadcast [0-9a-z ]*$1\$" plain/report.html | sed 's/.*class="\([a-z]*\)".*/\1/' |
        sort | uniq -c | sed 's/^ *//'
}
same 'times for one item look as all others that are settled' '4 yes' "$(classes "processors [0-9]+")"
same 'as those for two do' '4 yes' "$(classes "items 2")"
absent 'and no theorem is named' 'Theorem 3.1'

# Pictures.
holds 'pictures' "$cast" report plain --pictures pictures
holds 'are well-formed, and their links lead to files' "$markup" pictures/*.svg
same 'as many as in the page' "$(grep -c '<svg ' plain/report.html)" "$(ls pictures | wc -l)"
for name in capacities-1 delays-1 gaps seconds nodes automaton-L3; do
    holds "picture $name" [ -s "pictures/$name.svg" ]
done
# p = 5 excludes N = 4, 9, ..: THEOREMS 19.3. One port, L = 2, N <= 19 has no gap.
same 'gaps' 'p = 5, L = 1, N = 4..4: delay 3|p = 5, L = 2, N = 4..4: delay 5|p = 5, L = 2, N = 9..9: delay 6|' \
    "$(sed -n 's/.*<title>\(p = [^<]*\)<.*class="s[13] flat".*/\1/p' pictures/gaps.svg | tr '\n' '|')"
same 'stretches of one delay' 'N = 1..1: delay 1|N = 2..3: delay 2|N = 4..4: delay 3|N = 5..6: delay 2|N = 7..11: delay 3|' \
    "$(sed -n 's/.*<title>p = 5, L = 1, \(.*\)<\/title>.*/\1/p' pictures/gaps.svg | tr '\n' '|')"
same 'one for each schedule' "$(ls pictures | grep -c '^reception-')" \
    "$drawn_schedules"
refuse 'they are there already' '.svg' "$cast" report plain --pictures pictures
refuse 'a format without pictures' '--format is for --pictures' "$cast" report plain --format svg
refuse 'a folder that is a file' 'asked' "$cast" report plain --pictures asked
if command -v rsvg-convert >/dev/null; then
    holds 'both formats' "$cast" report plain --pictures both --format both
    same 'a PNG for each' "$(ls both/*.svg | wc -l)" "$(ls both/*.png | wc -l)"
    # of a campaign with few pictures, as each takes a tenth of a second
    printf 'delay latency 2 processors 2..9\n' >few.campaign
    holds 'a campaign of few pictures' "$cast" sweep few.campaign -o few -q
    holds 'PNG alone' "$cast" report few --pictures png --format png
    holds 'there is one' [ -s png/delays-1.png ]
    same 'no SVG then' 0 "$(find png -name '*.svg' | wc -l)"
    for file in both/*.png; do
        same "$file" '89504e470d0a1a0a' "$(od -An -tx1 -N8 "$file" | tr -d ' ')"
    done
fi
mkdir empty
case $cast in /*) ;; *) cast=$OLDPWD/$cast ;; esac
expect 'without rsvg-convert' 0 '*' env PATH="$work/empty" "$cast" report plain --pictures svg --format png
holds 'is told' grep -q 'rsvg-convert .* is not installed' err
same 'and are SVG, but what Graphviz draws' "$(ls pictures | grep -vc '^automaton')" "$(find svg -name '*.svg' | wc -l)"
shown 'without Graphviz' 'is not drawn: dot (Debian: graphviz) is not installed.'
holds 'anew' "$cast" report plain

# A name that means something to shells, pages and addresses.
strange="a b'&\"<é>%#;\$x"
cp -a plain "$strange"
holds 'a strange name' "$cast" report "$strange"
holds 'is written as it has to be' "$markup" "$strange/report.html"
same 'the commands are the same for every name' "$(grep '^steadycast ' plain/report.html)" "$(grep '^steadycast ' "$strange/report.html")"
holds 'a page beside it' "$cast" report "$strange" -o beside.html
holds 'whose links lead there' "$markup" beside.html

# Damage: told by line and name, and not drawn.
cp -a plain damaged
ask_store damaged "update attempts set line = replace(line, '\"verdict\"', '\"verdikt\"') where id = 5"
drawn=$(find pictures -name 'reception-decide-L3-*.svg' | sed 's/.*reception-decide-L3-\(.*\)\.svg/decide-L3\/\1/')
holds 'a schedule was drawn' [ -n "$drawn" ]
changed=$(cd plain/certificates && ls "$drawn".cert)
printf 'x\n' >>"damaged/certificates/$changed"
expect 'a damaged folder' 0 '*' "$cast" report damaged
holds 'told on stderr' grep -q '^steadycast: 2 faults in damaged' err
shown 'in a box' '2 faults in this folder' damaged/report.html
shown 'by line' 'answers.sqlite attempt 5:' damaged/report.html
shown 'by name' "$changed" damaged/report.html
holds 'its pictures' "$cast" report damaged -q --pictures undamaged
same 'not drawn' 0 "$(find undamaged -name "reception-$(printf '%s' "$drawn" | tr / -).svg" | wc -l)"
absent 'not linked' "href=\"certificates/$changed\"" damaged/report.html
shown 'and this is said' 'changed, not linked' damaged/report.html
shown 'the case of the damaged line is not answered' '<b>1</b>not tried yet' damaged/report.html
holds 'well-formed' "$markup" damaged/report.html
rm "damaged/certificates/$changed"
expect 'gone' 0 '*' "$cast" report damaged -q
same 'quietly' '' "$(cat err)"
shown 'named too' "$changed" damaged/report.html

# Engines that disagree: a line with a right check, which no engine wrote.
cp -a plain against
lines plain >forged
grep '"case":"decide latency 3 depth 7 engine sat"' forged | sed 's/"feasible"/"infeasible"/' | seal >against.line
cat against.line >>forged
relined against forged
expect 'a contradiction' 0 '*' "$cast" report against
shown 'is told' 'Engines disagree.' against/report.html
marks() {
    sed -n '/<section id="spectrum">/,/<section id="capacities">/p' "$1" | grep -cE '>!</(a|td)>'
}
same 'and a mark in the table' "$(($(marks plain/report.html) + 1))" "$(marks against/report.html)"
shown 'explained where it is pointed at' 'CONTRADICTION' against/report.html

# Nothing there yet, half a line, and what is no folder of a campaign.
cp -a plain fresh && ask_store fresh 'delete from attempts' && rm -r fresh/results.* fresh/certificates
expect 'nothing answered' 0 '*' "$cast" report fresh
shown 'all to be done' "<b>$cases</b>not tried yet" fresh/report.html
holds 'well-formed too' "$markup" fresh/report.html
lines plain | head -c 700 >some
relined fresh some
expect 'half a line' 0 '*' "$cast" report fresh
head -c 3000 /dev/urandom >some
relined fresh some
expect 'noise' 0 '*' "$cast" report fresh
holds 'is no obstacle' "$markup" fresh/report.html
head -c 3000 /dev/urandom >fresh/answers.sqlite
expect 'no database' 0 '*' "$cast" report fresh
holds 'is told on stderr' grep -q '^steadycast: 1 faults in fresh' err
holds 'is no obstacle either' "$markup" fresh/report.html
refuse 'no folder' 'none/' "$cast" report none
refuse 'no campaign' 'empty/campaign' "$cast" report empty
refuse 'no operand' 'report takes one folder' "$cast" report
refuse 'two operands' 'report takes one folder' "$cast" report plain fresh

# Wide tables and long ones are cut, which is said.
mkdir wide && printf 'decide latency 3 depth 3..700\nserve latency 2 depth 8 served 1..210 schedule any\n' >wide/campaign
expect 'wide tables' 0 '*' "$cast" report wide
same 'of five hundred columns' 500 "$(grep -c 'title="decide' wide/report.html)"
shown 'columns are left out' 'The first 500 of 698 columns.' wide/report.html
same 'of two hundred rows' 200 "$(grep -c 'title="serve' wide/report.html)"
shown 'rows are left out' 'The first 200 rows.' wide/report.html

# Other subjects: tables of numbers, and effort by size, where there is one.
cat >asked <<'END'
count latency 3 depth 3..8
broadcast latency 6 overhead 2 gap 4 processors 2..12
allreduce latency 1..3 processors 2..6
reduce latency 5 overhead 2 gap 4 processors 8 until 10..12
reduce latency 5 overhead 2 gap 4 processors 8 operands 20..22
broadcast latency 1 ports 1..2 processors 4..5 items 1..2
allgather latency 1..14 processors 3..20
allgather network ring:8 duplex full
allgather network mesh:3x3 duplex half
family latency 3
fraction latency 4 of a
END
holds 'a campaign of other subjects' "$cast" sweep asked -o others -q
holds 'its page' "$cast" report others --pictures drawn
holds 'is well-formed too' "$markup" others/report.html drawn/*.svg
not_a_number() {
    grep -ciE '(^|[^a-z])nan([^a-z]|$)' "$1"
}
same 'nothing is not a number' 0 "$(not_a_number others/report.html)"
shown 'cases without a size have no mark' 'Without a mark: 4 cases about no number of processors.' others/report.html
same 'least times, by P and L' 'P|L = 1|L = 2|L = 3| 2|*1|*2|*3| 3|*2|*3|*4| 4|*2|*4|*5| 5|*3|*4|*6| 6|*3|*5|*6| ' \
    "$(rows Allreduce | tr '\n' ' ')"
same 'operands by T' 'T|L = 5, o = 2, g = 4, capacity full, P = 8| 10|*11| 11|*12| 12|*13| ' "$(rows 'Most operands of a sum' | tr '\n' ' ')"
same 'networks with duplex half' 'network, K|1| mesh:3x3|*18| ' "$(rows 'Allgather over networks, duplex half' | tr '\n' ' ')"
same 'more columns than are shown' 13 "$(rows Allgather | head -n 1 | tr -cd '|' | wc -c)"
shown 'which is said' 'The first 12 of 14 columns.' others/report.html
printf 'allgather network ring:8 duplex full\nfraction latency 4 of a\n' >asked
holds 'a campaign without sizes' "$cast" sweep asked -o sizeless -q
holds 'its page' "$cast" report sizeless
absent 'no picture of what has no place in it' 'Seconds that each case took' sizeless/report.html
same 'nothing is not a number there' 0 "$(not_a_number sizeless/report.html)"

# Networks: delays by rate, rounds by chunks, frontiers, and a picture of a frontier and of a schedule.
cat >asked <<'END'
delay network ring:5
delay network ring:5 rate 2
allgather network ring:5 steps 2
allgather network ring:5 items 2 steps 2
frontier network ring:5 collective allgather
frontier network dgx1 collective allgather
frontier network dgx1 collective alltoall
END
holds 'a campaign of networks' "$cast" sweep asked -o networks -q
holds 'its page' "$cast" report networks --pictures ways
holds 'is well-formed as well' "$markup" networks/report.html ways/*.svg
rows_of() { rows "$1" networks/report.html | tr '\n' ' '; }
same 'delays by rate' 'network, rate|1|2| ring:5|*2|*4| ' \
    "$(rows_of 'Least delays of streams on networks, duplex links, root = 0, per = 1')"
same 'rounds by chunks' 'network, K|1|2| ring:5|*2|*4| ' \
    "$(rows_of 'Allgather over networks, duplex links, S = 2')"
same 'frontiers: a row for each network, a column for each collective' \
    'network, collective|allgather|alltoall| dgx1|*2: 3/2, 3: 7/6|*2: 8/3| ring:5|*2: 2|| ' \
    "$(rows_of 'Frontiers of collectives on networks, duplex links, root = 0')"
shown 'a collective as a title' '<h3>Allgather, network ring:5, ' networks/report.html
absent 'no subject without words' '(null)' networks/report.html
same 'pictures' 6 "$(ls ways/reception-*.svg ways/frontier-*.svg | wc -l)"
holds 'the point of the frontier' grep -q '>2: 8/3<' ways/frontier-*.svg

# A hundred thousand cases: the page stays small enough to be opened.
mkdir many && printf 'delay latency 1..10 processors 2..10001\n' >many/campaign
expect 'many cases' 0 '*' "$cast" report many
shown 'counted' '<b>100000</b>asked' many/report.html
shown 'the table is cut' 'The first 5000 of 100000 cases' many/report.html
holds 'less than 4 MB' [ "$(wc -c <many/report.html)" -lt 4000000 ]
finish
