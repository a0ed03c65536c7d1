#!/bin/sh
# SPDX-License-Identifier: MIT
# `reproduce`: a campaign answered, verified and put away, the same bytes each time; audit, report and status of such a folder.
# Usage: reproduce.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"

# 2 latencies with 3 depths and 3 engines each, 5 families, 18 numbers of processors, 29 delays for each of 2 latencies with their
# bounds, 7 for L = 2 and 9 for L = 3; and one refuted formula.
cat >small.campaign <<'C'
# a comment

decide latency 3..4 depth 2L..2L+2 engine all
family latency 3..5
family latency 3 engine paper
family latency 3 of processors
family latency 2 of items processors 2..19
delays latency 2..3 processors 30
serve latency 2 depth 4 served 5 schedule stationary engine construction,sat
C
expect reproduce 0 's REPRODUCED 116 certificates verified' "$cast" reproduce small.campaign -o small
same 'what is open is said' 1 "$(grep -c "^open: 'serve latency 2 .* engine construction' is unknown" err)"
same 'what there is' 'campaign certificates pictures report.html results.csv results.jsonl ' "$(ls small | tr '\n' ' ')"
find small/certificates -name '*.cert' >certificates
while read -r file; do
    holds "$file" "$check" "$file"
done <certificates
for file in small/certificates/*/*.certs; do
    holds "$file" "$check" --stream "$file"
done
same 'a verdict' 1 "$(grep -c '^decide latency 4 depth 8 engine sat,decide,4,.*,infeasible,true,' small/results.csv)"
same 'a delay' 1 "$(grep -c '^delays latency 3 processors 30 engine construction,.*,settled,true,14,14,' small/results.csv)"
cp -r small first
expect 'again, in the same folder' 0 's REPRODUCED 116 certificates verified' "$cast" reproduce small.campaign -o small -q --threads 1
holds 'the same bytes' diff -r first small
mkdir elsewhere
expect 'again, in another folder' 0 's REPRODUCED 116 certificates verified' "$cast" reproduce small.campaign -o elsewhere/small -q
holds 'the same bytes there' diff -r first elsewhere/small

# A folder that is put away is read as it is.
expect 'audit' 0 's AUDITED 45 cases, 116 certificates' "$cast" audit small
expect 'status' 0 's COMPLETE' "$cast" status small
expect 'report' 0 'small/report.html: 45 cases, 44 answered, 1 open, 0 failed, 0 not tried; *' "$cast" report small
holds 'the same page' cmp first/report.html small/report.html
same 'no seconds' 0 "$(grep -c 'time of all attempts' small/report.html)"

# What was changed is seen: bytes of a certificate, an answer, a stream that lacks its end.
damaged() {
    rm -rf damaged
    cp -r first damaged
}
damaged
sed -i 's/^depth 8/depth 9/' damaged/certificates/decide-L4/t8-sat.cert
expect 'a changed certificate' 2 's FAULTY 1 fault; *' "$cast" audit damaged
damaged
sed -i '/delays latency 3/s/:14,/:15,/g' damaged/results.jsonl
expect 'a changed answer' 2 's FAULTY *' "$cast" audit damaged
same 'it is said' 1 "$(grep -c 'delays-L3/.* does not confirm the answer' out)"
damaged
stream=damaged/certificates/delays-L3/P30-construction.certs
last=$(grep -n '^digest' $stream | tail -n 2 | head -n 1 | cut -d : -f 1)
sed -i "$((last + 1)),\$d" $stream
digest=$(sha256sum $stream | cut -d ' ' -f 1)
sed -i "s/\(P30-construction.certs\",\"sha256\":\"\)[0-9a-f]*\(\",\"bytes\":\)[0-9]*/\1$digest\2$(wc -c <$stream)/" damaged/results.jsonl
expect 'a shorter stream' 2 's FAULTY *' "$cast" audit damaged
same 'it is said too' 1 "$(grep -c 'delays-L3/.* does not confirm the answer' out)"
damaged
rm damaged/certificates/family-L3/paper.cert
expect 'a missing certificate' 2 's FAULTY 1 fault; *' "$cast" audit damaged

# Certificates that are too large are verified, and not kept: their digests are.
echo 'delays latency 3 processors 1000' >large.campaign
expect 'large ones' 0 's REPRODUCED 1017 certificates verified' "$cast" reproduce large.campaign -o large -q
sed 's/1000/4000/' large.campaign >larger.campaign
expect 'larger ones' 0 's REPRODUCED 4020 certificates verified' "$cast" reproduce larger.campaign -o larger -q
same 'kept' 1 "$(find large/certificates -type f | wc -l)"
same 'not kept, nor a folder for them' larger/certificates "$(find larger/certificates)"
expect 'audit without them' 1 's INCOMPLETE *, 1 answer rests on nothing here' "$cast" audit larger
same 'it is said that they are not there' 1 "$(grep -c '^missing: certificates/delays-L3/.* was too large to be kept' out)"
expect 'another campaign in the folder' 0 's REPRODUCED 1017 certificates verified' "$cast" reproduce large.campaign -o larger -q
holds 'nothing of the one before' diff -r large/certificates larger/certificates

# What is wrong is said before anything is made.
refuse 'no file' 'reproduce takes one file' "$cast" reproduce -o wrong
refuse 'no folder' 'reproduce needs -o, --output FOLDER' "$cast" reproduce small.campaign
refuse 'missing file' "none.campaign can't be read: No such file" "$cast" reproduce none.campaign -o wrong
printf 'family latency 3\nfamily latency 3..4\n' >twice.campaign
refuse 'a question twice' 'is asked in line 1 already' "$cast" reproduce twice.campaign -o wrong
for line in 'delays latency 3' 'delays latency 3 processors 1' 'family latency 0' 'family latency 3 of words' 'family latency 3 of items'; do
    echo "$line" >wrong.campaign
    refuse "$line" 'wrong.campaign:1: ' "$cast" reproduce wrong.campaign -o wrong
done
same 'nothing was made' '' "$(ls -d wrong 2>/dev/null)"
finish
